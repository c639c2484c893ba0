"""Scalars: rules and program compute the same numbers wherever numbers matter.

Trained gates rarely equal the rules' gates. Rules and program run side by side; per arc type
it is found which of these numbers are equal in every run: zero, the sender's scalars and the
arc's scalars, by the rules and by the program. Per node state it is found which scalars are the
sum of the row's arcs in certain states. All that is not kept by some step is given up, until
every step keeps what is left (a greatest fixpoint; docs/proof.md, Lemma 2).
"""

import itertools
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from dnar.machine import (
    ArcType,
    Gate,
    LocalFunctions,
    Op,
    Place,
    Program,
    Reachable,
    Start,
    Term,
)
from dnar.verify.linear import Sum, Sums, added


class Side(Enum):
    """Who computes a number."""

    RULES = "rules"
    PROGRAM = "program"


ZERO = "zero"
ONE = "one"

Symbol = Hashable
"""ZERO, or (scalar's name, side); at an arc a node scalar is its sender's."""

Partition = dict[Symbol, int]
"""Symbols with the same number are equal in every run."""

SumFact = tuple[str, Side, str, frozenset[int]]
"""(node scalar, side, arc scalar, arc states W): the one is the sum of the other over the row's
arcs in W."""


@dataclass(frozen=True)
class Gates:
    """How often each term is added to a scalar, by state."""

    inc: Mapping[int, int]
    keep: Mapping[int, int]
    push: Mapping[tuple[str, int], int]


def gates_of(functions: LocalFunctions, scalar: str) -> Gates:
    """The gates of a scalar; one without an operation keeps its value."""
    place = functions.scalar(scalar).place
    states = functions.node_states if place is Place.NODE else functions.arc_states
    always = Op(scalar, (Term(Gate.KEEP, frozenset(range(len(states)))),))
    op = next((op for op in functions.ops if op.target == scalar), always)
    inc: dict[int, int] = {}
    keep: dict[int, int] = {}
    push: dict[tuple[str, int], int] = {}
    for term in op.terms:
        for state in term.when:
            if term.gate is Gate.PUSH:
                at = (str(term.scalar), int(state))
                push[at] = push.get(at, 0) + 1
            else:
                table = inc if term.gate is Gate.INC else keep
                table[int(state)] = table.get(int(state), 0) + 1
    return Gates(inc, keep, push)


class Equalities:
    """Which scalars agree, for every node state and arc type."""

    def __init__(self, reachable: Reachable, program: Program) -> None:
        self.reachable = reachable
        rules = reachable.rules
        updated = [each for each in rules.scalars if each.start is not Start.STREAM]
        self.streams = {each.name for each in rules.streams()}
        self.node_scalars = [each.name for each in rules.scalars if each.place is Place.NODE]
        self.arc_scalars = [each.name for each in updated if each.place is Place.ARC]
        self.gates = {
            (each.name, side): gates_of(functions, each.name)
            for each in updated
            for side, functions in ((Side.RULES, rules), (Side.PROGRAM, program))
        }
        self.arcs: dict[ArcType, Partition] = {}
        self.nodes: dict[int, Partition] = {}
        self.sums: dict[int, set[SumFact]] = {}
        self._begin()
        while self._weaken():
            pass

    def agree_at(self, each: ArcType, scalar: str) -> bool:
        """Whether rules and program have the same scalar at such an arc (or its sender)."""
        return scalar in self.streams or _equal(
            self.arcs[each], (scalar, Side.RULES), (scalar, Side.PROGRAM)
        )

    def agree_in(self, state: int, scalar: str) -> bool:
        """Whether rules and program have the same scalar at every node in this state."""
        return scalar in self.streams or _equal(
            self.nodes[state], (scalar, Side.RULES), (scalar, Side.PROGRAM)
        )

    def _symbols(self, names: Iterable[str]) -> list[Symbol]:
        return [ZERO, *itertools.product(names, Side)]

    def _begin(self) -> None:
        """Everything is equal, but for what the first step of some problem shows."""
        initial = self.reachable.initial
        states = {each.receiver for each in self.reachable.types}
        every = [*self.node_scalars, *self.arc_scalars]
        for each in self.reachable.types:
            zero = initial.get(each, frozenset(every))
            self.arcs[each] = self._started(every, zero)
        for state in states:
            zero = frozenset(self.node_scalars)
            for each, names in initial.items():
                zero = zero & names if each.sender == state else zero
            self.nodes[state] = self._started(self.node_scalars, zero)
            self.sums[state] = set(self._first_sums(state, zero))

    def _started(self, names: list[str], zero: frozenset[str]) -> Partition:
        number = {name: 0 if name in zero else at for at, name in enumerate(names, 1)}
        return {ZERO: 0, **{(name, side): number[name] for name in names for side in Side}}

    def _first_sums(self, state: int, zero: frozenset[str]) -> Iterator[SumFact]:
        """The sums that hold at step zero: all are zero, or no such node is there yet."""
        initial = self.reachable.initial
        begins = any(each.receiver == state for each in initial)
        arc_states = range(len(self.reachable.rules.arc_states))
        written = [name for name in self.node_scalars if name not in self.streams]
        for node, arc in itertools.product(written, self.arc_scalars):
            for size in range(len(arc_states) + 1):
                for chosen in itertools.combinations(arc_states, size):
                    holds = not begins or (
                        node in zero
                        and all(
                            arc in names
                            for each, names in initial.items()
                            if each.receiver == state and each.arc in chosen
                        )
                    )
                    if holds:
                        yield from ((node, side, arc, frozenset(chosen)) for side in Side)

    def _weaken(self) -> bool:
        """Gives up what some step does not keep; whether anything was given up."""
        steps: dict[tuple[int, int], list[tuple[ArcType, ArcType]]] = {}
        assert self.reachable.transitions is not None
        for old, new in sorted(self.reachable.transitions):
            steps.setdefault((old.receiver, new.receiver), []).append((old, new))
        rows = {ends: _RowStep(self, ends, arcs) for ends, arcs in steps.items()}
        nodes = {ends: row.refined_node(self.nodes[ends[1]]) for ends, row in rows.items()}
        sums = {ends: row.kept_sums(self.sums[ends[1]]) for ends, row in rows.items()}
        arcs = [
            (new, rows[old.sender, new.sender].refined_arc(old, self.arcs[new]))
            for old, new in sorted(self.reachable.transitions)
        ]
        before = self._size()
        for (_, state), partition in nodes.items():
            self.nodes[state] = _common(self.nodes[state], partition)
        for (_, state), kept in sums.items():
            self.sums[state] &= kept
        for new, partition in arcs:
            self.arcs[new] = _common(self.arcs[new], partition)
        return self._size() != before

    def _size(self) -> tuple[int, int]:
        partitions = [*self.arcs.values(), *self.nodes.values()]
        blocks = sum(len(set(partition.values())) for partition in partitions)
        return blocks, sum(len(facts) for facts in self.sums.values())


class _RowStep:
    """One step of all nodes that go from one state to another, and of the arcs in their rows.

    Numbers are written as sums of symbols: ONE, the node's own scalars, and for each group of
    arcs in the row how many they are, the sum of their scalars and of their senders' scalars.
    """

    def __init__(
        self, facts: Equalities, ends: tuple[int, int], arcs: list[tuple[ArcType, ArcType]]
    ) -> None:
        self.facts, self.state = facts, ends[0]
        self.groups = sorted(
            {
                (old.arc, old.sender, new.arc, tuple(facts.arcs[old].items()))
                for old, new in arcs
            },
            key=repr,
        )
        self.sums = Sums()
        self.sums.join(_blocks(facts.nodes[self.state]))
        for group, (*_, items) in enumerate(self.groups):
            self.sums.join(
                [
                    [symbol if symbol == ZERO else (group, symbol) for symbol in block]
                    for block in _blocks(dict(items))
                ]
            )
        self.sums.relate(
            [self._sum_fact(fact) for fact in sorted(facts.sums[self.state], key=repr)]
        )
        self.next_node = {
            (name, side): self._next_node(name, side)
            for name in facts.node_scalars
            for side in Side
        }

    def _sum_fact(self, fact: SumFact) -> Sum:
        node, side, arc, chosen = fact
        total: Sum = {(node, side): 1}
        for group, (state, *_) in enumerate(self.groups):
            if state in chosen:
                added(total, (group, (arc, side)), -1)
        return total

    def _next_node(self, name: str, side: Side) -> Sum:
        if name in self.facts.streams:
            # Given anew: the same on both sides, and nothing else is known of it.
            return {("given", name): 1}
        gates = self.facts.gates[name, side]
        total: Sum = {}
        added(total, ONE, gates.inc.get(self.state, 0))
        added(total, (name, side), gates.keep.get(self.state, 0))
        for group, (state, *_) in enumerate(self.groups):
            for arc in self.facts.arc_scalars:
                added(total, (group, (arc, side)), gates.push.get((arc, state), 0))
        return total

    def refined_node(self, partition: Partition) -> Partition:
        """What of these equalities holds after the step."""
        return self.sums.refined(partition, {ZERO: {}, **self.next_node})

    def kept_sums(self, facts: set[SumFact]) -> set[SumFact]:
        """Which of these sums hold after the step."""
        kept = set()
        for fact in facts:
            node, side, arc, chosen = fact
            difference = dict(self.next_node[node, side])
            for group, (state, sender, new, _) in enumerate(self.groups):
                if new in chosen:
                    for symbol, times in self._next_arcs(group, state, sender, arc, side):
                        added(difference, symbol, -times)
            if self.sums.is_zero(difference):
                kept.add(fact)
        return kept

    def _next_arcs(
        self, group: int, state: int, sender: int, arc: str, side: Side
    ) -> Iterator[tuple[Symbol, int]]:
        """The sum of the next scalars of a group's arcs."""
        gates = self.facts.gates[arc, side]
        yield (group, ONE), gates.inc.get(state, 0)
        yield (group, (arc, side)), gates.keep.get(state, 0)
        for node in self.facts.node_scalars:
            yield (group, (node, side)), gates.push.get((node, sender), 0)

    def refined_arc(self, old: ArcType, partition: Partition) -> Partition:
        """What of these equalities holds at an arc whose sender makes this step."""
        sums = self.sums.copy()
        sums.join(_blocks(self.facts.arcs[old]))
        following: dict[Symbol, Sum] = {ZERO: {}, **self.next_node}
        for arc, side in itertools.product(self.facts.arc_scalars, Side):
            gates = self.facts.gates[arc, side]
            total: Sum = {}
            added(total, ONE, gates.inc.get(old.arc, 0))
            added(total, (arc, side), gates.keep.get(old.arc, 0))
            for node in self.facts.node_scalars:
                added(total, (node, side), gates.push.get((node, old.sender), 0))
            following[arc, side] = total
        return sums.refined(partition, following)


def _equal(partition: Partition, one: Symbol, other: Symbol) -> bool:
    return partition[one] == partition[other]


def _blocks(partition: Partition) -> list[list[Symbol]]:
    blocks: dict[int, list[Symbol]] = {}
    for symbol, number in partition.items():
        blocks.setdefault(number, []).append(symbol)
    return list(blocks.values())


def _common(one: Partition, other: Partition) -> Partition:
    """The equalities that hold in both."""
    numbers: dict[tuple[int, int], int] = {}
    return {
        symbol: numbers.setdefault((one[symbol], other[symbol]), len(numbers)) for symbol in one
    }

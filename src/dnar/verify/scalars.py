"""Scalars: rules and program compute the same numbers wherever numbers matter.

Scalars whose operations are the same in rules and program, and that depend only on such
scalars, agree everywhere. For the others, rules and program run side by side; per arc type it
is found which of these numbers are equal in every run: zero, the sender's scalars and the
arc's scalars, by the rules and by the program. Per node state it is found which scalars are the
sum of the row's arcs in certain states. All that is not kept by some step is given up, until
every step keeps what is left (a greatest fixpoint; docs/proof.md, Lemma 2).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from dnar.machine import (
    FUNCTIONS,
    SILENCE,
    ArcType,
    Cases,
    Gate,
    Hearing,
    Listener,
    Multiplicity,
    Place,
    Program,
    Reachable,
    Start,
    Term,
)
from dnar.verify.linear import ZERO, Applied, Counted, Sum, Sums, Symbol, added


class Side(Enum):
    """Who computes a number."""

    RULES = 0
    PROGRAM = 1
    BOTH = 2
    """The same in rules and program, at every place and step."""


SIDES = (Side.RULES, Side.PROGRAM)

ONE = "one"

MOST_SETS = 48
"""Sums over more sets of arc states than these are not looked for, per state and pair of
scalars."""

Partition = tuple[int, ...]
"""A number for each symbol of `Facts.symbols`; those with the same number are equal in every
run. Numbers are given in the order of their first symbol."""


@dataclass(frozen=True)
class Pulled:
    """What a head brings from the arc that it hears."""

    head: int
    scalar: str
    side: Side


@dataclass(frozen=True)
class OfReceiver:
    """A scalar of an arc's receiver."""

    symbol: Symbol


class SumFact(NamedTuple):
    """A node's scalar is the sum of an arc scalar over the row's arcs in some states."""

    node: Symbol
    arc: Symbol
    states: frozenset[int]


class Equalities:
    """Which scalars agree, for every node state and arc type."""

    def __init__(self, reachable: Reachable, program: Program, cases: Cases) -> None:
        self.machines = Machines(reachable, program, cases)
        self.everywhere = self.machines.equal_everywhere()
        """The scalars that agree at every node or arc."""
        self._facts: dict[frozenset[str], Facts] = {}

    def agree_at(self, each: ArcType, scalar: str) -> bool:
        """Whether rules and program have the same scalar at such an arc (or its sender)."""
        return scalar in self.everywhere or self.facts(scalar).agree_at(each, scalar)

    def agree_in(self, state: int, scalar: str) -> bool:
        """Whether rules and program have the same scalar at every node in this state."""
        return scalar in self.everywhere or self.facts(scalar).agree_in(state, scalar)

    def facts(self, scalar: str) -> "Facts":
        """What is known of a scalar and of all that it is computed from."""
        names = self.machines.sources(scalar)
        if names not in self._facts:
            self._facts[names] = Facts(self.machines, names, self.everywhere)
        return self._facts[names]


class Machines:
    """Rules and program, and the places and hearings that the rules can reach."""

    def __init__(self, reachable: Reachable, program: Program, cases: Cases) -> None:
        self.reachable, self.cases = reachable, cases
        self.rules, self.program = reachable.rules, program
        self.listener = Listener(self.rules)
        self.heads = {head.name: number for number, head in enumerate(self.rules.heads)}
        self.streams = {each.name for each in self.rules.streams()}
        self.of_node = {each.name: each.place is Place.NODE for each in self.rules.scalars}
        self.terms = {
            (each.name, side): functions.op(each.name).terms
            for each in self.rules.scalars
            if each.start is not Start.STREAM
            for side, functions in zip(SIDES, (self.rules, program), strict=True)
        }

    @cached_property
    def types_of(self) -> dict[int, list[ArcType]]:
        """The arc types by receiver state."""
        found: dict[int, list[ArcType]] = {}
        for each in sorted(self.reachable.types):
            found.setdefault(each.receiver, []).append(each)
        return found

    def equal_everywhere(self) -> frozenset[str]:
        """Scalars given, or computed alike from such scalars on all reachable states."""
        agreed = set(self.streams)
        read: dict[str, set[str]] = {}
        for name in self.of_node:
            if name not in self.streams:
                found = self._read_alike(name)
                if found is not None:
                    agreed.add(name)
                    read[name] = found
        while True:
            lost = {name for name in agreed if not read.get(name, set()) <= agreed}
            if not lost:
                return frozenset(agreed)
            agreed -= lost

    def _read_alike(self, name: str) -> set[str] | None:
        """The scalars that both operations read; None where they differ."""
        found: set[str] = set()
        for at in self._places(name):
            one, other = (
                [term for term in self.terms[name, side] if is_open(term, at)] for side in SIDES
            )
            if [term.value for term in one] != [term.value for term in other]:
                return None
            for term in one:
                if term.gate is Gate.PULL:
                    hearings = self.cases.hearings[at.own]
                    if not self.heard_alike(self.heads[str(term.head)], hearings):
                        return None
                found |= self.read_by(name, term)
        return found

    def _places(self, name: str) -> set["At"]:
        """Every combination of states that opens gates of a scalar."""
        if self.of_node[name]:
            return {At(each.receiver, each.arc, each.arc) for each in self.reachable.types}
        return {At(each.arc, each.sender, each.receiver) for each in self.reachable.types}

    def read_by(self, name: str, term: Term) -> set[str]:
        """The scalars that a term of this scalar depends on."""
        if term.gate is Gate.KEEP:
            return {name}
        if term.gate is Gate.APPLY:
            return set(term.arguments)
        if term.gate is Gate.INC:
            return set()
        found = {str(term.scalar)}
        if term.gate is Gate.PULL:
            key = self.rules.heads[self.heads[str(term.head)]].key
            found |= set() if key is None else {key}
        return found

    def heard_alike(self, head: int, hearings: Iterable[Hearing]) -> bool:
        """Whether a head hears the same entry in rules and program."""
        return all(each.by_rules[head] == each.by_program[head] for each in hearings)

    def sources(self, scalar: str) -> frozenset[str]:
        """All scalars that this one is computed from, by rules or program."""
        found, fresh = {scalar}, [scalar]
        while fresh:
            name = fresh.pop()
            for side in SIDES:
                for term in self.terms.get((name, side), ()):
                    more = self.read_by(name, term) - found
                    found |= more
                    fresh += more
        return frozenset(found)

    def hearings_between(self, state: int, becomes: int) -> list[Hearing]:
        """What nodes can hear that go from one state to another."""
        signs = list(self.rules.possible_signs(Place.NODE, state))
        return [
            each
            for each in self.cases.hearings[state]
            if any(
                self.rules.node_outcome(state, self.listener.classes(each.by_rules), sign)
                == becomes
                for sign in signs
            )
        ]

    def types_in(self, state: int, entries: set[int]) -> list[ArcType]:
        """The types of the arcs that are heard as these entries."""
        classes = {entry // 2 for entry in entries - {SILENCE}}
        return [
            each
            for each in self.types_of.get(state, [])
            if self.listener.number(each.forth) in classes
        ]


class At(NamedTuple):
    """The states that open the gates of a scalar at one place."""

    own: int
    push: int
    """Of a node: the state of an arc of its row. Of an arc: its sender's."""
    take: int
    """Of an arc: its receiver's."""


def is_open(term: Term, at: At) -> bool:
    """Whether a term is added at a place with these states."""
    gating = {Gate.PUSH: at.push, Gate.TAKE: at.take}.get(term.gate, at.own)
    return gating in term.when


class Facts:
    """What is equal in every run, for some scalars: the greatest fixpoint."""

    def __init__(
        self, machines: Machines, names: frozenset[str], everywhere: frozenset[str]
    ) -> None:
        self.machines, self.everywhere = machines, everywhere
        ordered = [name for name in machines.of_node if name in names]
        self.node_scalars = [name for name in ordered if machines.of_node[name]]
        self.arc_scalars = [name for name in ordered if not machines.of_node[name]]
        self.node_symbols = self._symbols(self.node_scalars)
        self.symbols = [*self.node_symbols, *self._symbols(self.arc_scalars)]
        """ZERO first, then the scalars of nodes, then those of arcs."""
        self.node_symbols = [ZERO, *self.node_symbols]
        self.symbols = [ZERO, *self.symbols]
        self.place = {symbol: at for at, symbol in enumerate(self.symbols)}
        self.takes = any(
            term.gate is Gate.TAKE
            for name in self.arc_scalars
            for side in SIDES
            for term in machines.terms[name, side]
        )
        self.pushes = self._pushes()
        self.arcs: dict[ArcType, Partition] = {}
        self.nodes: dict[int, Partition] = {}
        self.sums: dict[int, frozenset[SumFact]] = {}
        self._begin()
        self._solve()

    def symbol(self, scalar: str, side: Side) -> Symbol:
        """The symbol of a scalar, in rules or program."""
        return (scalar, Side.BOTH if scalar in self.everywhere else side)

    def _symbols(self, names: list[str]) -> list[Symbol]:
        return list(dict.fromkeys(self.symbol(name, side) for name in names for side in SIDES))

    def _pushes(self) -> dict[tuple[str, str], set[frozenset[int]]]:
        """By node scalar and arc scalar: the sets of arc states whose sum is pushed."""
        found: dict[tuple[str, str], set[frozenset[int]]] = {}
        for name in self.node_scalars:
            for side in SIDES:
                for term in self.machines.terms.get((name, side), ()):
                    if term.gate is Gate.PUSH:
                        found.setdefault((name, str(term.scalar)), set()).add(term.when)
        return {pair: {*sets, frozenset().union(*sets)} for pair, sets in found.items()}

    def agree_at(self, each: ArcType, scalar: str) -> bool:
        """Whether rules and program have the same scalar at such an arc (or its sender)."""
        return self._agree(self.arcs[each], scalar)

    def agree_in(self, state: int, scalar: str) -> bool:
        """Whether rules and program have the same scalar at every node in this state."""
        return state in self.nodes and self._agree(self.nodes[state], scalar)

    def _agree(self, partition: Partition, scalar: str) -> bool:
        one, other = (self.place[self.symbol(scalar, side)] for side in SIDES)
        return partition[one] == partition[other]

    # The beginning: everything is equal, but for what some problem shows at step zero.

    def _begin(self) -> None:
        initial = self.machines.reachable.initial
        every = frozenset((*self.node_scalars, *self.arc_scalars))
        for each in self.machines.reachable.types:
            self.arcs[each] = self._started(self.symbols, initial.get(each, every))
        sets = self._sets()
        for state in self.machines.types_of:
            zero = every
            for each, names in initial.items():
                zero = zero & names if each.sender == state else zero
            self.nodes[state] = self._started(self.node_symbols, zero)
            self.sums[state] = frozenset(self._first_sums(state, zero, sets[state]))

    def _started(self, symbols: list[Symbol], zero: frozenset[str]) -> Partition:
        names = [None if symbol == ZERO else symbol[0] for symbol in symbols]  # type: ignore[index]
        return canonical(None if name in zero else name for name in names)

    def _first_sums(
        self, state: int, zero: frozenset[str], sets: dict[tuple[str, str], set[frozenset[int]]]
    ) -> Iterator[SumFact]:
        """The sums that hold at step zero: all are zero, or no such node is there yet."""
        initial = self.machines.reachable.initial
        there = [(each, names) for each, names in initial.items() if each.receiver == state]
        for (node, arc), chosen in sets.items():
            for states in chosen:
                if not there or (
                    node in zero
                    and all(arc in names for each, names in there if each.arc in states)
                ):
                    for side in SIDES:
                        yield SumFact(self.symbol(node, side), self.symbol(arc, side), states)

    def _sets(self) -> dict[int, dict[tuple[str, str], set[frozenset[int]]]]:
        """The sets of arc states that sums go over: those of gates, and what becomes them."""
        present = {
            state: frozenset(each.arc for each in types)
            for state, types in self.machines.types_of.items()
        }
        found: dict[int, dict[tuple[str, str], set[frozenset[int]]]] = {
            state: {
                pair: {chosen & here for chosen in sets} - {frozenset()}
                for pair, sets in self.pushes.items()
            }
            for state, here in present.items()
        }
        fresh = [
            (state, pair, chosen)
            for state, pairs in found.items()
            for pair, sets in pairs.items()
            for chosen in sorted(sets, key=sorted)
        ]
        before: dict[int, dict[int, set[tuple[int, int]]]] = {}
        for old, new in self.machines.reachable.transitions:
            steps = before.setdefault(new.receiver, {}).setdefault(old.receiver, set())
            steps.add((old.arc, new.arc))
        while fresh:
            state, pair, chosen = fresh.pop()
            for earlier, steps in sorted(before.get(state, {}).items()):
                into = frozenset(old for old, new in steps if new in chosen)
                only = into - {old for old, new in steps if new not in chosen}
                for source in (into, only):
                    known = found[earlier][pair]
                    if source and source not in known and len(known) < MOST_SETS:
                        known.add(source)
                        fresh.append((earlier, pair, source))
        return found

    # The fixpoint: what a step does not keep is given up.

    def _solve(self) -> None:
        rows: dict[tuple[int, int], list[tuple[ArcType, ArcType]]] = {}
        sent: dict[tuple[int, int], list[tuple[ArcType, ArcType]]] = {}
        for old, new in sorted(self.machines.reachable.transitions):
            rows.setdefault((old.receiver, new.receiver), []).append((old, new))
            sent.setdefault((old.sender, new.sender), []).append((old, new))
        leaving: dict[int, list[tuple[int, int]]] = {}
        for ends in sorted(rows):
            leaving.setdefault(ends[0], []).append(ends)
        waiting = dict.fromkeys(sorted(rows))
        while waiting:
            ends = next(iter(waiting))
            del waiting[ends]
            for state in self._weaken(ends, rows[ends], sent.get(ends, [])):
                waiting.update(dict.fromkeys(leaving.get(state, ())))

    def _weaken(
        self,
        ends: tuple[int, int],
        row: list[tuple[ArcType, ArcType]],
        sent: list[tuple[ArcType, ArcType]],
    ) -> set[int]:
        """Gives up what a step of a node does not keep; the states whose steps read that."""
        step = _NodeStep(self, ends, row)
        changed: set[int] = set()
        state = ends[1]
        kept = step.kept_sums(self.sums[state])
        partition = step.refined_node(self.nodes[state])
        if partition != self.nodes[state]:
            changed |= self._around(state)
        if kept != self.sums[state]:
            changed.add(state)
        self.sums[state], self.nodes[state] = kept, partition
        for old, new in sent:
            partition = step.refined_arc(old, self.arcs[new])
            if partition != self.arcs[new]:
                self.arcs[new] = partition
                changed |= {new.receiver, new.sender}
        return changed

    def _around(self, state: int) -> set[int]:
        """The states whose steps read the scalars of nodes in this state."""
        if not self.takes:
            return {state}
        return {state, *(each.sender for each in self.machines.types_of[state])}


def canonical(keys: Iterable[object]) -> Partition:
    """Equal numbers for equal keys, in the order of their first."""
    numbers: dict[object, int] = {}
    return tuple(numbers.setdefault(key, len(numbers)) for key in keys)


def blocks(symbols: Iterable[Symbol], partition: Partition) -> list[list[Symbol]]:
    """The blocks of a partition that have more than one symbol."""
    found: dict[int, list[Symbol]] = {}
    for symbol, number in zip(symbols, partition, strict=False):
        found.setdefault(number, []).append(symbol)
    return [block for block in found.values() if len(block) > 1]


class _NodeStep:
    """One step of all nodes that go from one state to another, and of the arcs they send on.

    Numbers are written as sums of symbols: ONE, the node's own scalars, what its heads pull,
    and for each group of arcs in its row how many they are, the sum of their scalars and of
    their senders' scalars.
    """

    def __init__(
        self, facts: Facts, ends: tuple[int, int], row: list[tuple[ArcType, ArcType]]
    ) -> None:
        self.facts, self.machines, self.state = facts, facts.machines, ends[0]
        self.groups: list[tuple[int, int, int, Partition]] = []
        if facts.pushes:
            self.groups = sorted(
                {(old.arc, old.sender, new.arc, facts.arcs[old]) for old, new in row}
            )
        self.sums = Sums()
        self.sums.join(blocks(facts.node_symbols, facts.nodes[self.state]))
        for group, (*_, partition) in enumerate(self.groups):
            inside = [symbol if symbol == ZERO else (group, symbol) for symbol in facts.symbols]
            self.sums.join(blocks(inside, partition))
        self._join_pulled(ends)
        ordered = sorted(facts.sums[self.state], key=repr)
        self.sums.relate([self._sum_fact(fact) for fact in ordered])
        self.next_node: dict[Symbol, Sum] = {ZERO: {}}
        for name in facts.node_scalars:
            for side in SIDES:
                self.next_node.setdefault(facts.symbol(name, side), self._next_node(name, side))
        self._refined: dict[object, Partition] = {}

    def _sum_fact(self, fact: SumFact) -> Sum:
        total: Sum = {fact.node: 1}
        for group, (state, *_) in enumerate(self.groups):
            if state in fact.states:
                added(total, (group, fact.arc), -1)
        return total

    def _pulls(self) -> dict[int, dict[Side, set[str]]]:
        """By head and side: the scalars that are pulled."""
        found: dict[int, dict[Side, set[str]]] = {}
        for name in self.facts.node_scalars:
            for side in SIDES:
                for term in self.machines.terms.get((name, side), ()):
                    if term.gate is Gate.PULL and self.state in term.when:
                        by_side = found.setdefault(self.machines.heads[str(term.head)], {})
                        by_side.setdefault(side, set()).add(str(term.scalar))
        return found

    def _join_pulled(self, ends: tuple[int, int]) -> None:
        """What is pulled is equal where it is equal at every arc that may be heard."""
        pulls = self._pulls()
        hearings = self.machines.hearings_between(*ends) if pulls else []
        for head, by_side in sorted(pulls.items()):
            told = {
                Side.RULES: {each.by_rules[head] for each in hearings},
                Side.PROGRAM: {each.by_program[head] for each in hearings},
            }
            if self._same_arc(head, hearings, told[Side.RULES]):
                self._join_heard(head, by_side, told[Side.RULES])
            else:
                for side, names in by_side.items():
                    self._join_heard(head, {side: names}, told[side])

    def _same_arc(self, head: int, hearings: list[Hearing], entries: set[int]) -> bool:
        """Whether a head hears the very same arc in rules and program."""
        key = self.machines.rules.heads[head].key
        contested = {
            entry
            for entry in entries
            if (head, self.state, entry // 2) in self.machines.cases.contested
        }
        return self.machines.heard_alike(head, hearings) and (
            key is None
            or key in self.facts.everywhere
            or all(
                self.facts.agree_at(each, key)
                for each in self.machines.types_in(self.state, contested)
            )
        )

    def _join_heard(self, head: int, by_side: dict[Side, set[str]], entries: set[int]) -> None:
        facts = self.facts
        types = self.machines.types_in(self.state, entries)
        partitions = {facts.arcs[each] for each in types}
        symbols: dict[Symbol, Symbol] = {
            Pulled(head, name, side): facts.symbol(name, side)
            for side, names in sorted(by_side.items(), key=lambda each: each[0].value)
            for name in sorted(names)
        }
        symbols = {ZERO: ZERO, **symbols}
        keys = [
            tuple(partition[facts.place[symbol]] for partition in sorted(partitions))
            for symbol in symbols.values()
        ]
        self.sums.join(blocks(symbols, canonical(keys)))

    def _next_node(self, name: str, side: Side) -> Sum:
        if name in self.machines.streams:
            # Given anew: the same on both sides, and nothing else is known of it.
            return {("given", name): 1}
        total: Sum = {}
        for term in self.machines.terms[name, side]:
            if term.gate is Gate.PUSH:
                for group, (state, *_) in enumerate(self.groups):
                    if state in term.when:
                        added(total, (group, self.facts.symbol(str(term.scalar), side)), 1)
            elif self.state not in term.when:
                continue
            elif term.gate is Gate.PULL:
                head = self.machines.heads[str(term.head)]
                added(total, Pulled(head, str(term.scalar), side), 1)
            else:
                self._add_own(total, term, name, side)
        return total

    def _add_own(
        self, total: Sum, term: Term, name: str, side: Side, group: int | None = None
    ) -> None:
        """Adds a constant, the old value or a function of own scalars, perhaps of a group."""

        def own(symbol: Symbol) -> Symbol:
            return symbol if group is None else (group, symbol)

        if term.gate is Gate.INC:
            added(total, own(ONE), Fraction(term.number))
        elif term.gate is Gate.KEEP:
            added(total, own(self.facts.symbol(name, side)), 1)
        else:
            arguments = tuple(own(self.facts.symbol(each, side)) for each in term.arguments)
            function = str(term.function)
            factor = FUNCTIONS[function].factor
            if factor is not None:
                added(total, arguments[0], factor)
            else:
                added(total, Applied(function, arguments, group), 1)

    def refined_node(self, partition: Partition) -> Partition:
        """What of these equalities holds after the step."""
        return self._split(self.sums, partition, self.next_node)

    def _split(
        self, sums: Sums, partition: Partition, following: dict[Symbol, Sum]
    ) -> Partition:
        # `following` lists ZERO, then node scalars, then arc scalars, as a partition does.
        numbered = dict(zip(following, partition, strict=True))
        return canonical(sums.refined(numbered, following).values())

    def kept_sums(self, facts: frozenset[SumFact]) -> frozenset[SumFact]:
        """Which of these sums hold after the step."""
        kept = set()
        for fact in facts:
            difference = dict(self.next_node[fact.node])
            for group, (state, sender, new, _) in enumerate(self.groups):
                if new in fact.states:
                    for symbol, times in self._next_arcs(
                        group, state, sender, fact.arc
                    ).items():
                        added(difference, symbol, -times)
            if self.sums.is_zero(difference):
                kept.add(fact)
        return frozenset(kept)

    def _next_arcs(self, group: int, state: int, sender: int, arc: Symbol) -> Sum:
        """The sum of the next scalars of a group's arcs."""
        name, side = arc  # type: ignore[misc]
        side = Side.RULES if side is Side.BOTH else side
        total: Sum = {}
        for term in self.machines.terms[name, side]:
            if not is_open(term, At(state, sender, self.state)):
                continue
            if term.gate is Gate.PUSH:
                added(total, (group, self.facts.symbol(str(term.scalar), side)), 1)
            elif term.gate is Gate.TAKE:
                added(total, Counted(group, self.facts.symbol(str(term.scalar), side)), 1)
            else:
                self._add_own(total, term, name, side, group)
        return total

    def refined_arc(self, old: ArcType, partition: Partition) -> Partition:
        """What of these equalities holds at an arc whose sender makes this step."""
        facts = self.facts
        received = self._of_receiver(old) if facts.takes else None
        key = (old.arc, facts.arcs[old], received, partition)
        if key not in self._refined:
            sums = self.sums.copy()
            sums.join(blocks(facts.symbols, facts.arcs[old]))
            if received is not None:
                self._join_receiver(sums, received)
            following = dict(self.next_node)
            for name in facts.arc_scalars:
                for side in SIDES:
                    following.setdefault(
                        facts.symbol(name, side), self._next_arc(old, name, side)
                    )
            self._refined[key] = self._split(sums, partition, following)
        return self._refined[key]

    def _of_receiver(self, old: ArcType) -> tuple[int, Partition, Partition | None, bool]:
        """What is known of the receiver's scalars: by state, by the reverse arc, as sender."""
        roles = self.machines.reachable.roles
        names = [role.name for role in roles]
        role = roles[old.role]
        back = ArcType(
            old.sender, old.reverse, old.receiver, old.arc, names.index(role.reverse)
        )
        return (
            old.receiver,
            self.facts.nodes[old.receiver],
            self.facts.arcs.get(back),
            role.multiplicity is Multiplicity.SELF,
        )

    def _join_receiver(
        self, sums: Sums, received: tuple[int, Partition, Partition | None, bool]
    ) -> None:
        _, by_state, by_reverse, itself = received
        symbols = self.facts.node_symbols
        theirs = [symbol if symbol == ZERO else OfReceiver(symbol) for symbol in symbols]
        sums.join(blocks(theirs, by_state))
        if by_reverse is not None:
            sums.join(blocks(theirs, by_reverse))
        if itself:
            sums.join(zip(theirs[1:], symbols[1:], strict=True))

    def _next_arc(self, old: ArcType, name: str, side: Side) -> Sum:
        total: Sum = {}
        for term in self.machines.terms[name, side]:
            if not is_open(term, At(old.arc, old.sender, old.receiver)):
                continue
            if term.gate is Gate.PUSH:
                added(total, self.facts.symbol(str(term.scalar), side), 1)
            elif term.gate is Gate.TAKE:
                added(total, OfReceiver(self.facts.symbol(str(term.scalar), side)), 1)
            else:
                self._add_own(total, term, name, side)
        return total

"""Reachable arc types: which local situations rules can ever meet, on graphs of any size.

An arc type is all that an arc's next state and its ends' next states can depend on. The types
are over-approximated by a fixpoint: start from those of the smallest problems and add every
type that one step could make of them, whatever else stands around.
"""

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from dnar.graph import Graph
from dnar.machine.instance import Instance, Multiplicity, NodeKind, Role
from dnar.machine.rules import Rules
from dnar.machine.task import Problem, Shape, StartNode, Task
from dnar.machine.vocabulary import NOTHING, ArcClass


class ArcType(NamedTuple):
    """States of an arc, of its ends and of its reverse, and its role's number."""

    receiver: int
    arc: int
    sender: int
    reverse: int
    role: int

    @property
    def forth(self) -> ArcClass:
        """The class of the arc in its receiver's row."""
        return ArcClass(self.sender, self.arc)

    @property
    def back(self) -> ArcClass:
        """The class of the reverse arc in the sender's row."""
        return ArcClass(self.receiver, self.reverse)


@dataclass(frozen=True)
class Reachable:
    """The arc types that rules may meet."""

    rules: Rules
    roles: tuple[Role, ...]
    types: frozenset[ArcType]
    initial: Mapping[ArcType, frozenset[str]]
    """The types at step zero, each with the scalars that are zero there, the arc's own and its
    sender's."""
    transitions: frozenset[tuple[ArcType, ArcType]] | None
    """What one step can make of an arc of each type; None if anything can become anything."""
    begun: Mapping[NodeKind, frozenset[int]]
    """The states in which nodes of each kind begin."""
    kinds: Mapping[NodeKind, frozenset[int]]
    """The states that nodes of each kind can be in."""

    def classes(self, receiver: int, multiplicity: Multiplicity) -> dict[str, list[ArcClass]]:
        """The classes a receiver may have in its row, per role of this multiplicity."""
        found: dict[str, set[ArcClass]] = {}
        for each in self.types:
            role = self.roles[each.role]
            if each.receiver == receiver and role.multiplicity is multiplicity:
                found.setdefault(role.name, set()).add(each.forth)
        return {name: sorted(classes) for name, classes in sorted(found.items())}


def smallest_problems(task: Task, most: int = 3) -> Iterator[Problem]:
    """Every problem of a task on at most `most` nodes; weights and values are generic."""
    if task.inputs.shape is Shape.ARRAY:
        for size in range(1, most + 1):
            yield Problem(Graph.from_edges([], [], labels=size), values=_generic(size))
        return
    starts_needed = task.inputs.start
    for graph in _small_graphs(task.inputs.shape, most):
        starts: list[int | None] = []
        if starts_needed is not StartNode.REQUIRED:
            starts.append(None)
        if starts_needed is not StartNode.UNUSED:
            starts.extend(range(graph.node_count))
        yield from (Problem(graph, start) for start in starts)


def _small_graphs(shape: Shape, most: int) -> Iterator[Graph]:
    directions = {Shape.UNDIRECTED: (False,), Shape.ACYCLIC: (True,)}.get(shape, (False, True))
    for directed, size in itertools.product(directions, range(1, most + 1)):
        pairs = list(itertools.combinations(range(size), 2))
        if directed and shape is not Shape.ACYCLIC:
            pairs = list(itertools.permutations(range(size), 2))
        for chosen in itertools.product([False, True], repeat=len(pairs)):
            edges = list(itertools.compress(pairs, chosen))
            ends = [[edge[end] for edge in edges] for end in (0, 1)]
            weight = _generic(len(edges))
            yield Graph.from_edges(*ends, labels=size, weight=weight, directed=directed)


def _generic(count: int) -> np.ndarray:
    """Numbers that nothing special can be found in: what is zero later is zero for all."""
    return 1.37 + 0.618 * np.arange(count)


def types_at(instance: Instance) -> set[ArcType]:
    """The arc types of an instance at step zero."""
    return set(_types(instance))


def _types(instance: Instance) -> list[ArcType]:
    columns = (
        instance.node_state[instance.receiver],
        instance.arc_state,
        instance.node_state[instance.sender],
        instance.arc_state[instance.reverse_arc],
        instance.role,
    )
    return [ArcType(*row) for row in np.stack(columns, axis=1).tolist()]


def reachable_types(task: Task) -> Reachable:
    """All arc types that the task's rules may meet."""
    instances = [task.encode(problem) for problem in smallest_problems(task)]
    kinds = {
        kind: frozenset(
            state
            for instance in instances
            for state in instance.node_state[instance.node_kind == kind].tolist()
        )
        for kind in NodeKind
    }
    return reachable_from(task.rules, instances[0].roles, _zeros(instances), kinds)


def reachable_from(
    rules: Rules,
    roles: tuple[Role, ...],
    initial: Mapping[ArcType, frozenset[str]],
    kinds: Mapping[NodeKind, frozenset[int]],
) -> Reachable:
    """All arc types that rules may meet.

    `initial` holds the types at step zero and the scalars that are zero there, `kinds` the
    states in which nodes of each kind begin.
    """
    types = set(initial)
    while True:
        around = _Around(rules, roles, types)
        steps = {(each, new) for each in types for new in around.successors(each)}
        new = {successor for _, successor in steps}
        if new <= types:
            return Reachable(
                rules,
                roles,
                frozenset(types),
                dict(initial),
                frozenset(steps),
                dict(kinds),
                {kind: _states_from(begun, steps) for kind, begun in kinds.items()},
            )
        types |= new


def _states_from(begun: frozenset[int], steps: set[tuple[ArcType, ArcType]]) -> frozenset[int]:
    """All states that a node can come to from these."""
    while True:
        grown = begun | {new.receiver for old, new in steps if old.receiver in begun}
        if grown == begun:
            return begun
        begun = grown


def _zeros(instances: list[Instance]) -> dict[ArcType, frozenset[str]]:
    """The arc types at step zero, each with the scalars that are zero in all of them."""
    zeros: dict[ArcType, frozenset[str]] = {}
    for instance in instances:
        every = {**instance.node_scalars, **instance.arc_scalars}
        for arc, each in enumerate(_types(instance)):
            place = {name: int(instance.sender[arc]) for name in instance.node_scalars}
            here = {name for name, values in every.items() if values[place.get(name, arc)] == 0}
            zeros[each] = zeros.get(each, frozenset(every)) & here
    return zeros


class _Around:
    """What may stand around an arc, given the arc types found so far."""

    def __init__(self, rules: Rules, roles: tuple[Role, ...], types: set[ArcType]) -> None:
        self.rules, self.roles = rules, roles
        names = [role.name for role in roles]
        self.reverse = [names.index(role.reverse) for role in roles]
        self.roles_of: dict[tuple[int, ArcClass], set[int]] = {}
        for each in types:
            self.roles_of.setdefault((each.receiver, each.forth), set()).add(each.role)
        self.audible = [
            [
                [
                    each
                    for each in rules.rank(head.name, state)
                    if (state, each) in self.roles_of
                ]
                for state in range(len(rules.node_states))
            ]
            for head in rules.heads
        ]

    def successors(self, each: ArcType) -> set[ArcType]:
        """What one step can make of an arc of this type, whatever the rows around it hold."""
        rules = self.rules
        loop = self.roles[each.role].multiplicity is Multiplicity.SELF
        forths = self._hearings(each.receiver, each.forth, each.role)
        backs = self._hearings(each.sender, each.back, self.reverse[each.role])
        found = set()
        for forth, back in itertools.product(forths, backs):
            if loop and forth != back:
                continue
            (told, heard), (told_back, heard_back) = forth, back
            found.add(
                ArcType(
                    rules.node_outcome(each.receiver, told),
                    rules.arc_outcome(each.arc, each.receiver, each.sender, heard, heard_back),
                    rules.node_outcome(each.sender, told_back),
                    rules.arc_outcome(
                        each.reverse, each.sender, each.receiver, heard_back, heard
                    ),
                    each.role,
                )
            )
        return found

    def _has_rivals(self, state: int, own: ArcClass, role: int) -> bool:
        """Whether another arc of this class can stand in the same row."""
        many = self.roles[role].multiplicity is Multiplicity.ANY
        return many or self.roles_of.get((state, own), {role}) != {role}

    def _hearings(
        self, state: int, own: ArcClass, role: int
    ) -> list[tuple[tuple[ArcClass, ...], tuple[bool, ...]]]:
        """What a node with an arc of class `own` in its row may hear.

        Per way: the class each head hears, and whether it is heard over that very arc.
        """
        per_head = []
        for ranks in self.audible:
            ranked = ranks[state]
            options: list[tuple[ArcClass, bool]] = []
            if own in ranked:
                # Nothing below an arc that is there can be heard, nor a rival that is not.
                above = ranked.index(own) + self._has_rivals(state, own, role)
                options = [(other, False) for other in ranked[:above]]
                options.append((own, True))
            else:
                options = [(other, False) for other in ranked]
                options.append((NOTHING, False))
            per_head.append(options)
        return [
            (tuple(told for told, _ in choice), tuple(heard for _, heard in choice))
            for choice in itertools.product(*per_head)
        ]

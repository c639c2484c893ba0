"""Reachable arc types: which local situations a program can meet, on graphs of any size.

An arc type is all that an arc's next state and its ends' next states can depend on, but for
what is heard and for signs of comparisons. The types are over-approximated by a fixpoint:
start from those of the smallest problems and add every type that one step could make of them,
for all rows around the arc and all signs.
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from dnar.graph import Graph
from dnar.machine.instance import Instance, Multiplicity, NodeKind, Role
from dnar.machine.missing_encoder import MissingEncoder
from dnar.machine.program import Entry, Program
from dnar.machine.task import Problem, Shape, StartNode, Task
from dnar.machine.vocabulary import NOTHING, ArcClass, Place


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
    """The arc types that a program may meet."""

    rules: Program
    roles: tuple[Role, ...]
    types: frozenset[ArcType]
    initial: Mapping[ArcType, frozenset[str]]
    """The types at step zero, each with the scalars that are zero there, the arc's own and its
    sender's."""
    transitions: frozenset[tuple[ArcType, ArcType]]
    """What one step can make of an arc of each type."""
    begun: Mapping[int, frozenset[int]]
    """The states in which nodes of each kind begin."""
    kinds: Mapping[int, frozenset[int]]
    """The states that nodes of each kind can be in."""

    @cached_property
    def _by_receiver(self) -> dict[tuple[int, int], list[ArcClass]]:
        """By receiver state and role: the classes."""
        found: dict[tuple[int, int], set[ArcClass]] = {}
        for each in self.types:
            found.setdefault((each.receiver, each.role), set()).add(each.forth)
        return {key: sorted(classes) for key, classes in found.items()}

    def classes(self, receiver: int, role: int) -> list[ArcClass]:
        """The classes that arcs of a role may have in the row of a receiver in this state."""
        return self._by_receiver.get((receiver, role), [])

    def rows(self, state: int) -> "list[RowShape]":
        """The shapes of rows that nodes in this state can have, one per kind of node."""
        return [
            self._row_shape(kind, state)
            for kind, states in sorted(self.kinds.items())
            if state in states
        ]

    def _row_shape(self, kind: int, state: int) -> "RowShape":
        fixed, optional, any_number = [], [], set()
        for number, role in enumerate(self.roles):
            classes = self.classes(state, number)
            if not classes or role.receivers not in (None, kind):
                continue
            slot = [(number, each) for each in classes]
            if role.multiplicity is Multiplicity.ANY:
                any_number |= set(classes)
            elif role.multiplicity is Multiplicity.AT_MOST_ONE:
                optional.append(slot)
            else:
                fixed.append(slot)
        return RowShape(kind, state, tuple(fixed), tuple(optional), tuple(sorted(any_number)))


Member = tuple[int, ArcClass]
"""A role's number and the class of its arc."""


@dataclass(frozen=True)
class RowShape:
    """What the row of a node of one kind, in one state, can hold."""

    kind: int
    state: int
    fixed: tuple[list[Member], ...]
    """Roles of which there is one arc in every such row: the classes it may have."""
    optional: tuple[list[Member], ...]
    """Roles of which there is one arc or none."""
    any_number: tuple[ArcClass, ...]
    """Classes of the roles of which there may be any number."""

    def bases(self) -> Iterator[tuple[Member, ...]]:
        """Every choice of the arcs of roles that a row holds at most once."""
        slots: list[list[Member | None]] = [list(each) for each in self.fixed]
        slots += [[*each, None] for each in self.optional]
        for members in itertools.product(*slots):
            yield tuple(each for each in members if each is not None)


def smallest_problems(task: Task) -> Iterator[Problem]:
    """Every problem on at most `task.smallest_size` nodes; weights and values are generic."""
    most = task.smallest_size
    if task.source is not None:
        yield from task.source.smallest()
        return
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
        if task.inputs.several_starts:
            pairs = itertools.combinations(range(graph.node_count), 2)
            yield from (Problem(graph, one, more_starts=(other,)) for one, other in pairs)


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
    """Generic numbers: a sum of them that is zero is zero for all numbers."""
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


def reachable_types(task: Task, program: Program | None = None) -> Reachable:
    """All arc types that the task's rules, or another program, may meet on its instances."""
    known = task.encoder
    if isinstance(known, MissingEncoder):
        initial = {ArcType(*each): zeros for each, zeros in known.initial.items()}
        return reachable_from(program or task.program, known.roles, initial, known.kinds)
    roles, initial, kinds = initial_types(task.encode(each) for each in smallest_problems(task))
    return reachable_from(program or task.program, roles, initial, kinds)


def initial_types(
    instances: Iterable[Instance],
) -> tuple[tuple[Role, ...], dict[ArcType, frozenset[str]], dict[int, frozenset[int]]]:
    """Roles; types with the scalars that are zero in all of them; first states by kind."""
    roles: tuple[Role, ...] = ()
    zeros: dict[ArcType, frozenset[str]] = {}
    kinds: dict[int, set[int]] = {int(NodeKind.REAL): set(), int(NodeKind.VIRTUAL): set()}
    for instance in instances:
        roles = instance.roles
        for kind, state in zip(
            instance.node_kind.tolist(), instance.node_state.tolist(), strict=True
        ):
            kinds.setdefault(kind, set()).add(state)
        every = {**instance.node_scalars, **instance.arc_scalars}
        for arc, each in enumerate(_types(instance)):
            place = {name: int(instance.sender[arc]) for name in instance.node_scalars}
            here = {name for name, values in every.items() if values[place.get(name, arc)] == 0}
            zeros[each] = zeros.get(each, frozenset(every)) & here
    return roles, zeros, {kind: frozenset(states) for kind, states in kinds.items()}


def reachable_from(
    program: Program,
    roles: tuple[Role, ...],
    initial: Mapping[ArcType, frozenset[str]],
    kinds: Mapping[int, frozenset[int]],
) -> Reachable:
    """All arc types that a program may meet.

    `initial` holds the types at step zero and the scalars that are zero there, `kinds` the
    states in which nodes of each kind begin.
    """
    neighbourhood = Neighbourhood(program, roles)
    types: set[ArcType] = set()
    touching: dict[int, set[ArcType]] = {}
    following: dict[ArcType, set[ArcType]] = {}
    waiting: set[ArcType] = set()
    fresh = set(initial)
    while fresh or waiting:
        for each in fresh:
            touching.setdefault(each.receiver, set()).add(each)
            touching.setdefault(each.sender, set()).add(each)
        types |= fresh
        changed = {each.receiver for each in fresh if neighbourhood.add(each)}
        waiting |= fresh.union(*(touching[state] for state in changed))
        each = waiting.pop()
        following[each] = neighbourhood.successors(each)
        fresh = following[each] - types
    steps = {(each, new) for each, some in following.items() for new in some}
    return Reachable(
        program,
        roles,
        frozenset(types),
        dict(initial),
        frozenset(steps),
        dict(kinds),
        {kind: _states_from(begun, steps) for kind, begun in kinds.items()},
    )


def _states_from(begun: frozenset[int], steps: set[tuple[ArcType, ArcType]]) -> frozenset[int]:
    """All states that a node can come to from these."""
    following: dict[int, set[int]] = {}
    for old, new in steps:
        following.setdefault(old.receiver, set()).add(new.receiver)
    found, fresh = set(begun), list(begun)
    while fresh:
        more = following.get(fresh.pop(), set()) - found
        found |= more
        fresh += more
    return frozenset(found)


class Neighbourhood:
    """The possible rows around an arc, given the arc types found so far."""

    def __init__(self, program: Program, roles: tuple[Role, ...]) -> None:
        self.program, self.roles = program, roles
        names = [role.name for role in roles]
        self.reverse = [names.index(role.reverse) for role in roles]
        self.roles_of: dict[tuple[int, ArcClass], set[int]] = {}
        self._listed = {
            (receiver, entry.arc_class)
            for (_, receiver), order in program.orders.items()
            for entry in order
        }
        self._sides: dict[int, dict[tuple[ArcClass, int], set[tuple[int, int]]]] = {}
        self._arcs: dict[tuple[int, ...], set[int]] = {}

    def add(self, each: ArcType) -> bool:
        """Adds a type; returns whether its receiver can hear more since then."""
        key = (each.receiver, each.forth)
        roles = self.roles_of.setdefault(key, set())
        if each.role in roles:
            return False
        roles.add(each.role)
        if key not in self._listed:
            return False
        self._sides.pop(each.receiver, None)
        return True

    def successors(self, each: ArcType) -> set[ArcType]:
        """What one step can make of an arc of this type, whatever the rows around it hold."""
        loop = self.roles[each.role].multiplicity is Multiplicity.SELF
        forths = self.side(each.receiver, each.forth, each.role)
        backs = self.side(each.sender, each.back, self.reverse[each.role])
        found = set()
        for (receiver, heard), (sender, back) in itertools.product(forths, backs):
            if loop and (receiver, heard) != (sender, back):
                continue
            arcs = self._arc_outcomes(
                each.arc, each.receiver, each.sender, each.reverse, heard, back
            )
            reverses = self._arc_outcomes(
                each.reverse, each.sender, each.receiver, each.arc, back, heard
            )
            for arc, reverse in itertools.product(arcs, reverses):
                if not loop or arc == reverse:
                    found.add(ArcType(receiver, arc, sender, reverse, each.role))
        return found

    def _arc_outcomes(
        self, state: int, receiver: int, sender: int, reverse: int, heard: int, back: int
    ) -> set[int]:
        """The next states of an arc, whatever its signs."""
        key = (state, receiver, sender, reverse, heard, back)
        if key not in self._arcs:
            self._arcs[key] = {
                self.program.arc_outcome(*key, signs)
                for signs in self.program.possible_signs(Place.ARC, state)
            }
        return self._arcs[key]

    def side(self, state: int, own: ArcClass, role: int) -> set[tuple[int, int]]:
        """The next states of a node with an arc of class `own`, with the heads that hear it."""
        known = self._sides.setdefault(state, {})
        if (state, own) not in self._listed:
            # Never heard: whatever its class, the same can be heard beside it.
            own, role = NOTHING, 0
        if (own, role) not in known:
            signs = list(self.program.possible_signs(Place.NODE, state))
            known[own, role] = {
                (self.program.node_outcome(state, told, sign), heard)
                for told, heard in self._hearings(state, own, role)
                for sign in signs
            }
        return known[own, role]

    def _has_rivals(self, state: int, own: ArcClass, role: int) -> bool:
        """Whether another arc of this class can stand in the same row."""
        many = self.roles[role].multiplicity is Multiplicity.ANY
        return many or self.roles_of.get((state, own), {role}) != {role}

    def _can_be_heard(self, state: int, entry: Entry) -> bool:
        """Whether a row can hold such an arc, or two of them if the best one is not meant."""
        roles = self.roles_of.get((state, entry.arc_class), set())
        many = any(self.roles[role].multiplicity is Multiplicity.ANY for role in roles)
        return many or len(roles) > (not entry.best)

    def _hearings(
        self, state: int, own: ArcClass, role: int
    ) -> Iterator[tuple[tuple[ArcClass, ...], int]]:
        """What a node with an arc of class `own` in its row may hear.

        Per way: the class that each head hears, and a bit for each that hears that very arc.
        """
        rivals = self._has_rivals(state, own, role)
        per_head = []
        for head in range(len(self.program.heads)):
            options: list[tuple[ArcClass, bool]] = []
            for entry in self.program.order(head, state):
                other = entry.arc_class
                if other == own and entry.best:
                    # The best arc of a class that is there is there: nothing below is heard.
                    options += [(own, True), (own, False)] if rivals else [(own, True)]
                    break
                if other == own and rivals:
                    options += [(own, True), (own, False)]
                elif other != own and self._can_be_heard(state, entry):
                    options.append((other, False))
            else:
                options.append((NOTHING, False))
            per_head.append(dict.fromkeys(options))
        for choice in itertools.product(*per_head):
            bits = sum(1 << head for head, (_, heard) in enumerate(choice) if heard)
            yield tuple(told for told, _ in choice), bits

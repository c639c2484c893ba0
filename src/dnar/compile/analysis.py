"""Analysis: which inputs of a program the incremental kernel has to track.

Some cases of a program are unreachable, and some differences between cases have no effect. The
analysis derives from the reachable arc types, per state: the classes that matter to a head, in
order, up to the first one that has the same effect as everything below it; whether the choice
among rivals has an effect; and which arcs change without being heard.
"""

import itertools
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from math import prod

import numpy as np

from dnar.errors import InputError
from dnar.machine import (
    GRAPH_ROLES,
    NOTHING,
    ROW_ROLES,
    ArcClass,
    ArcType,
    Gate,
    Head,
    Multiplicity,
    NodeKind,
    Op,
    Place,
    Prefer,
    Program,
    Reachable,
    Role,
    Start,
)

MOST_STATES = 256
"""A node's state is one byte in the kernel."""

MOST_ARC_STATES = 127
"""An arc's state is seven bits of it."""

MOST_ENTRIES = 2**20
"""The kernel's tables are over combinations of states; none is larger than this."""


class UnsupportedError(InputError):
    """The program needs something that the incremental executor does not do."""


class Find(IntEnum):
    """How the executor finds out whether a class is in a row, and which arc is best."""

    FIXED = 0
    """Only self-loops and arcs from the virtual node can have this class."""
    COUNT = 1
    """A count of the arcs is enough."""
    FIRST = 2
    """The first arc in the row: a cursor that moves forward, unless an arc before it enters the
    class."""
    BEST = 3
    """The best arc, maintained as arcs enter and leave the class."""
    SCAN = 4
    """Its scalars may change without an event: scan the row."""
    ONCE = 5
    """Like FIRST or COUNT, for a class that a node hears at most once: scan the row once, when
    the first such arc appears."""


SILENCE = -1


@dataclass(frozen=True)
class Choice:
    """A class that matters to a head of a receiver in some state."""

    number: int
    """The class, as sender state * arc states + arc state."""
    group: int
    """The first class with the same effect on the node."""
    matters_which: bool
    """Whether the choice among its arcs has an effect."""
    find: Find
    needed: int
    """Arcs that must be present: two if the head listens to rivals that are not best."""


@dataclass(frozen=True)
class Listening:
    """Per head: the choices in order, and the group of hearing none of them."""

    choices: tuple[tuple[Choice, ...], ...]
    otherwise: tuple[int, ...]


@dataclass(frozen=True)
class Analysis:
    """The facts that an executor is generated from."""

    program: Program
    reachable: Reachable
    real: dict[int, Listening]
    """By state, for states that real nodes can be in."""
    virtual: dict[int, Listening]
    present: dict[tuple[int, int], set[Role]]
    """(receiver state, class): the roles that arcs of the class can have."""

    def outcome(self, state: int, groups: tuple[int, ...]) -> int:
        """The next state of a node whose heads heard classes of these groups."""
        arc_states = len(self.program.arc_states)
        return self.program.node_outcome(state, classes_of(groups, arc_states))

    @cached_property
    def arc_table(self) -> np.ndarray:
        """(arc, receiver, sender, reverse, heard, heard back): the arc's next state.

        Arcs of types that cannot be reached stay as they are.
        """
        nodes, arcs = len(self.program.node_states), len(self.program.arc_states)
        flags = 2 ** len(self.program.heads)
        table = np.empty((arcs, nodes, nodes, arcs, flags, flags), dtype=np.uint8)
        table[:] = np.arange(arcs).reshape(-1, 1, 1, 1, 1, 1)
        for place in {place_of(each) for each in self.reachable.types}:
            for heard, back in itertools.product(range(flags), repeat=2):
                outcome = self.program.arc_outcome(*place, heard, back)
                table[(*place, heard, back)] = outcome
        return table


def place_of(each: ArcType) -> tuple[int, int, int, int]:
    """The table index of an arc type: arc, receiver, sender, reverse."""
    return each.arc, each.receiver, each.sender, each.reverse


def classes_of(numbers: tuple[int, ...], arc_states: int) -> tuple[ArcClass, ...]:
    """The classes of these numbers; SILENCE is NOTHING."""
    return tuple(
        NOTHING if each == SILENCE else ArcClass(*divmod(each, arc_states)) for each in numbers
    )


def analyse(program: Program, reachable: Reachable) -> Analysis:
    """The analysis of a program on the instances that `reachable` describes.

    Raises:
        UnsupportedError: the program needs something that the incremental kernel cannot do.
    """
    check_supported(program)
    other = set(reachable.kinds) - {NodeKind.REAL, NodeKind.VIRTUAL}
    if reachable.roles != GRAPH_ROLES or other:
        raise UnsupportedError("layouts of the task's own are not run incrementally")
    work = _Work(program, reachable)
    real = {state: work.listening(state) for state in sorted(reachable.kinds[NodeKind.REAL])}
    virtual = {
        state: work.listening(state) for state in sorted(reachable.kinds[NodeKind.VIRTUAL])
    }
    return Analysis(program, reachable, real, virtual, work.present)


def all_later(next_states: np.ndarray) -> np.ndarray:
    """(state, state): the transitive closure of the next states."""
    later = next_states.copy()
    for middle in range(len(later)):
        later |= later[:, [middle]] & later[[middle], :]
    return later


def check_supported(program: Program) -> None:
    """Checks the program alone, before its reachable types are enumerated.

    Raises:
        UnsupportedError: the program needs something that the incremental kernel cannot do.
    """
    nodes, arcs = len(program.node_states), len(program.arc_states)
    if nodes > MOST_STATES or arcs > MOST_ARC_STATES:
        raise UnsupportedError(
            f"more than {MOST_STATES} node states or {MOST_ARC_STATES} arc states are not run "
            "incrementally"
        )
    check_size((nodes * arcs) ** 2 * 4 ** len(program.heads))
    if program.comparisons:
        raise UnsupportedError("comparisons are not run incrementally")
    _check_scalars(program)


def check_size(entries: int) -> None:
    """Refuses tables that would be too large.

    Raises:
        UnsupportedError: there would be too many entries.
    """
    if entries > MOST_ENTRIES:
        raise UnsupportedError(f"tables of {entries:,} entries are not run incrementally")


def _check_scalars(program: Program) -> None:
    written = [scalar for scalar in program.scalars if scalar.start is not Start.STREAM]
    for place in Place:
        if sum(scalar.place is place for scalar in written) > 1:
            raise UnsupportedError(f"several {place.value} scalars are not run incrementally")
    if len(program.streams()) > 1:
        raise UnsupportedError("several streams are not run incrementally")
    for op in program.ops:
        for term in op.terms:
            if term.gate in (Gate.APPLY, Gate.TAKE, Gate.PULL):
                raise UnsupportedError(f"{term.gate.value} is not run incrementally")
        if program.scalar(op.target).place is Place.ARC:
            _check_arc_op(program, op)


def _check_arc_op(program: Program, op: Op) -> None:
    every = frozenset(range(len(program.arc_states)))
    for term in op.terms:
        if term.gate is Gate.INC and term.when:
            raise UnsupportedError("arc scalars that count are not run incrementally")
        if term.gate is Gate.KEEP and term.when != every:
            raise UnsupportedError("arc scalars that are forgotten are not run incrementally")
    if not any(term.gate is Gate.KEEP for term in op.terms):
        raise UnsupportedError("arc scalars that are forgotten are not run incrementally")


Item = tuple[int, int, bool, bool]
"""An entry of a listening order: class, group, whether the choice among its arcs has an effect,
and whether the entry is the best arc of the class or its other arcs."""


def _is_idle(items: list[Item], at: int) -> bool:
    """Whether hearing rivals that are not best has no effect.

    Without this entry the head hears the best rival, or an entry between the two.
    """
    number, group, _, best = items[at]
    if best:
        return False
    for other, meaning, which, is_best in items[at:]:
        if meaning != group or which:
            return False
        if other == number and is_best:
            return True
    return False


class _Work:
    def __init__(self, program: Program, reachable: Reachable) -> None:
        self.program, self.reachable = program, reachable
        self.arc_states = len(program.arc_states)
        self.present: dict[tuple[int, int], set[Role]] = {}
        self.types: dict[tuple[int, int], list[ArcType]] = {}
        for each in reachable.types:
            place = each.receiver, self._number(each.forth)
            self.present.setdefault(place, set()).add(reachable.roles[each.role])
            self.types.setdefault(place, []).append(each)

    def _number(self, each: ArcClass) -> int:
        return each.sender * self.arc_states + each.arc

    def listening(self, state: int) -> Listening:
        heads = range(len(self.program.heads))
        orders = [self._order(head, state) for head in heads]
        heard = [[SILENCE, *sorted({number for number, _ in order})] for order, _ in orders]
        groups = self._groups(state, heard)
        cuts = [self._cut(head, state, *orders[head], groups[head]) for head in heads]
        return Listening(
            tuple(tuple(some) for some, _ in cuts), tuple(rest for _, rest in cuts)
        )

    def _groups(self, state: int, heard: list[list[int]]) -> list[dict[int, int]]:
        """Per head and class: the first class with the same effect.

        Two classes have the same effect if the node's outcome is the same for all that the
        other heads may hear.
        """
        alike = [self._alike(state, head, numbers) for head, numbers in enumerate(heard)]
        firsts = [sorted(set(each.values())) for each in alike]
        check_size(prod(map(len, firsts)))
        meanings: list[dict[int, list[int]]] = [{} for _ in heard]
        for numbers in itertools.product(*firsts):
            new = self.program.node_outcome(state, classes_of(numbers, self.arc_states))
            for head, number in enumerate(numbers):
                meanings[head].setdefault(number, []).append(new)
        found = []
        for head, same in enumerate(alike):
            first: dict[tuple[int, ...], int] = {}
            for number in firsts[head]:
                first.setdefault(tuple(meanings[head][number]), number)
            found.append(
                {number: first[tuple(meanings[head][each])] for number, each in same.items()}
            )
        return found

    def _alike(self, state: int, head: int, numbers: list[int]) -> dict[int, int]:
        """Per class: the first class that the same cases list."""
        first: dict[tuple[bool, ...], int] = {}
        named = [case.heard[head] for case in self.program.node_cases_of(state)]
        found = {}
        for number in numbers:
            (told,) = classes_of((number,), self.arc_states)
            fits = tuple(some is None or told in some for some in named)
            found[number] = first.setdefault(fits, number)
        return found

    def _cut(
        self,
        head: int,
        state: int,
        order: list[tuple[int, bool]],
        complete: bool,
        groups: dict[int, int],
    ) -> tuple[list[Choice], int]:
        """The classes that matter, in order; all classes below them have the same effect."""
        items = [
            (number, groups[number], self._matters(head, state, number), best)
            for number, best in order
        ]
        if not complete or not items:
            items.append((SILENCE, groups[SILENCE], False, True))
        otherwise = items[-1][1]
        while items and items[-1][1] == otherwise and not items[-1][2]:
            items.pop()
        items = [item for at, item in enumerate(items) if not _is_idle(items, at)]
        if any(which and not best for _, _, which, best in items):
            raise UnsupportedError(
                f"{self.program.node_states[state]} listens to rivals that are not best, and "
                "it matters to which"
            )
        return [
            Choice(number, group, which, self._find(head, state, number, which), 2 - best)
            for number, group, which, best in items
        ], otherwise

    def _order(self, head: int, state: int) -> tuple[list[tuple[int, bool]], bool]:
        """The entries that can be heard in this state, and whether one of them always is."""
        order = self.program.order(head, state)
        places = {
            self._number(each.arc_class): at for at, each in enumerate(order) if each.best
        }
        here = {number for receiver, number in self.present if receiver == state}
        lowest = self._always_there(state, places, len(order))
        heard = []
        for at, each in enumerate(order[: lowest + 1]):
            number = self._number(each.arc_class)
            if number not in here:
                continue
            # Arcs that are not best are heard only if they rank before the best one.
            before = at < places.get(number, len(order))
            if each.best or (before and self._can_have_rivals(self.present[state, number])):
                heard.append((number, each.best))
        return heard, lowest < len(order) or here <= set(places)

    def _always_there(self, state: int, places: dict[int, int], unlisted: int) -> int:
        """The rank below which nothing is heard, because some roles are in every row."""
        classes: dict[Role, set[int]] = {}
        for (receiver, number), roles in self.present.items():
            if receiver == state:
                for role in roles:
                    classes.setdefault(role, set()).add(number)
        return min(
            (
                max(places.get(number, unlisted) for number in numbers)
                for role, numbers in classes.items()
                if self._in_every_row(role, state)
            ),
            default=unlisted,
        )

    def _in_every_row(self, role: Role, state: int) -> bool:
        kind = role.multiplicity
        real_only = state not in self.reachable.kinds[NodeKind.VIRTUAL]
        return kind is Multiplicity.SELF or (kind is Multiplicity.ONE and real_only)

    def _can_have_rivals(self, roles: set[Role]) -> bool:
        many = any(role.multiplicity is Multiplicity.ANY for role in roles)
        return many or len(roles) > 1

    def _matters(self, head: int, state: int, number: int) -> bool:
        """Whether hearing an arc of the class has an effect on it or on its reverse."""
        return any(self._depends(each, 1 << head) for each in self.types[state, number])

    def _depends(self, each: ArcType, flag: int) -> bool:
        outcome = self.program.arc_outcome
        forth = place_of(each)
        back = each.reverse, each.sender, each.receiver, each.arc
        loop = self.reachable.roles[each.role].multiplicity is Multiplicity.SELF
        bits = range(2 ** len(self.program.heads))
        return any(
            outcome(*forth, one, other) != outcome(*forth, one ^ flag, other)
            or outcome(*back, other, one) != outcome(*back, other, one ^ flag)
            for one, other in itertools.product(bits, bits)
        ) or (
            loop
            and any(
                outcome(*forth, one, one) != outcome(*forth, one ^ flag, one ^ flag)
                for one in bits
            )
        )

    def _find(self, head: int, state: int, number: int, which: bool) -> Find:
        if number == SILENCE or self.present[state, number].isdisjoint(ROW_ROLES):
            return Find.FIXED
        if not which:
            return Find.COUNT
        key = self.program.heads[head]
        if key.key is None:
            return Find.FIRST if key.prefer is Prefer.SMALLEST else Find.SCAN
        return Find.BEST if self._stays(key, number) else Find.SCAN

    def _stays(self, head: Head, number: int) -> bool:
        """Whether the compared scalar of an arc cannot change while it is in this class."""
        scalar = self.program.scalar(str(head.key))
        if scalar.place is Place.NODE:
            return False
        sender = number // self.arc_states
        ops = [op for op in self.program.ops if op.target == scalar.name]
        pushing = {
            state
            for op in ops
            for term in op.terms
            if term.gate is Gate.PUSH
            for state in term.when
        }
        return sender not in pushing

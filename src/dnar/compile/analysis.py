"""Analysis: what an executor must look at, and what it may leave alone.

A program's tables have entries that no run uses and differences that make none. From the
reachable arc types it is derived, per state: which classes matter to a head, in which order,
up to the first that decides like everything below it; whether it matters which of several
rivals is heard; which arcs change without being heard. All that the executor does follows.
"""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from dnar.errors import InputError
from dnar.machine import (
    ROW_ROLES,
    UNLISTED,
    Gate,
    Head,
    Multiplicity,
    NodeKind,
    Place,
    Prefer,
    Program,
    Reachable,
    Role,
    Start,
)


class UnsupportedError(InputError):
    """The program needs something that the incremental executor does not do."""


class Find(IntEnum):
    """How the executor finds out whether a class is in a row, and which arc is best."""

    FIXED = 0
    """Only self-loops and the virtual node's arc can be of this class."""
    COUNT = 1
    """It is enough to know how many there are."""
    FIRST = 2
    """The first in the row: a place that moves forward, unless an arc arrives before it."""
    BEST = 3
    """A best arc that is kept up to date as arcs come and go."""
    SCAN = 4
    """Its scalars change by themselves: look through the row."""
    ONCE = 5
    """Like FIRST or COUNT, but whoever hears it never listens for it again: look through the
    row once, when there is one."""


SILENCE = -1


@dataclass(frozen=True)
class Choice:
    """A class that matters to a head of a receiver in some state."""

    number: int
    """The class, as sender state * arc states + arc state."""
    group: int
    """What hearing it means to the node table."""
    matters_which: bool
    """Whether it makes a difference which of its arcs is heard."""
    find: Find
    needed: int
    """How many such arcs there must be: two if rivals that are not best are listened to."""


@dataclass(frozen=True)
class Listening:
    """Per head: the choices in order, and the group of hearing none of them."""

    choices: tuple[tuple[Choice, ...], ...]
    otherwise: tuple[int, ...]


@dataclass(frozen=True)
class Analysis:
    """All that an executor is made from."""

    program: Program
    reachable: Reachable
    real: dict[int, Listening]
    """By state, for states that real nodes can be in."""
    virtual: dict[int, Listening]
    present: dict[tuple[int, int], set[Role]]
    """(receiver's state, class): the roles over which it can be there."""


def analyse(program: Program, reachable: Reachable) -> Analysis:
    """What matters in a program on the instances that `reachable` describes.

    Raises:
        UnsupportedError: the program listens to rivals that are not best, or has too many
            scalars.
    """
    _check_scalars(program)
    work = _Work(program, reachable)
    real = {state: work.listening(state) for state in sorted(reachable.kinds[NodeKind.REAL])}
    virtual = {
        state: work.listening(state) for state in sorted(reachable.kinds[NodeKind.VIRTUAL])
    }
    return Analysis(program, reachable, real, virtual, work.present)


def all_later(next_states: np.ndarray) -> np.ndarray:
    """(state, state): whether one comes after another, in one step or in several."""
    later = next_states.copy()
    for middle in range(len(later)):
        later |= later[:, [middle]] & later[[middle], :]
    return later


def _check_scalars(program: Program) -> None:
    written = [scalar for scalar in program.scalars if scalar.start is not Start.STREAM]
    for place in Place:
        if sum(scalar.place is place for scalar in written) > 1:
            raise UnsupportedError(f"more than one {place.value} scalar is not compiled yet")
    if len(program.streams()) > 1:
        raise UnsupportedError("more than one stream is not compiled yet")
    for op in program.ops:
        if program.scalar(op.target).place is Place.ARC:
            _check_arc_op(program, op)


def _check_arc_op(program: Program, op) -> None:
    every = frozenset(range(len(program.arc_states)))
    for term in op.terms:
        if term.gate is Gate.INC and term.when:
            raise UnsupportedError("arc scalars that count are not compiled yet")
        if term.gate is Gate.KEEP and term.when != every:
            raise UnsupportedError("arc scalars that are forgotten are not compiled yet")
    if not any(term.gate is Gate.KEEP for term in op.terms):
        raise UnsupportedError("arc scalars that are forgotten are not compiled yet")


Item = tuple[int, int, bool, bool]
"""An entry of a listening order: class, group, whether it matters which arc is heard, and
whether the best arc of the class is meant, or the others."""


def _is_idle(items: list[Item], at: int) -> bool:
    """Whether hearing rivals that are not best makes no difference.

    Where there are some, the best one is heard if they are left out, or what stands between.
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
        for each in reachable.types:
            place = each.receiver, each.sender * self.arc_states + each.arc
            self.present.setdefault(place, set()).add(reachable.roles[each.role])

    def listening(self, state: int) -> Listening:
        choices, otherwise = [], []
        for head in range(len(self.program.heads)):
            some, rest = self._cut(head, state)
            choices.append(tuple(some))
            otherwise.append(rest)
        return Listening(tuple(choices), tuple(otherwise))

    def _cut(self, head: int, state: int) -> tuple[list[Choice], int]:
        """The classes that matter, in order; below them all mean the same."""
        groups = self.program.node_tables[state].groups[head]
        order, complete = self._order(head, state)
        items = [
            (number, groups[number], self._matters(head, state, number), best)
            for number, best in order
        ]
        if not complete or not items:
            items.append((SILENCE, groups[-1], False, True))
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
        """The entries that can be heard here, and whether one of them always is."""
        places = self.program.listening[head, state]
        listed = []
        complete = True
        for (receiver, number), roles in self.present.items():
            if receiver != state:
                continue
            other, best = places[divmod(number, self.arc_states)].tolist()
            if other < best and self._can_have_rivals(roles):
                listed.append((other, number, False))
            if best == UNLISTED:
                complete = False
            else:
                listed.append((best, number, True))
        lowest = self._always_there(head, state)
        heard = [(number, best) for rank, number, best in sorted(listed) if rank <= lowest]
        return heard, complete or lowest < UNLISTED

    def _always_there(self, head: int, state: int) -> int:
        """The place below which nothing is heard: some roles are in every row."""
        places = self.program.listening[head, state]
        classes: dict[Role, set[int]] = {}
        for (receiver, number), roles in self.present.items():
            if receiver == state:
                for role in roles:
                    classes.setdefault(role, set()).add(number)
        return min(
            (
                max(int(places[divmod(number, self.arc_states)][1]) for number in numbers)
                for role, numbers in classes.items()
                if self._in_every_row(role, state)
            ),
            default=UNLISTED,
        )

    def _in_every_row(self, role: Role, state: int) -> bool:
        kind = role.multiplicity
        real_only = state not in self.reachable.kinds[NodeKind.VIRTUAL]
        return kind is Multiplicity.SELF or (kind is Multiplicity.ONE and real_only)

    def _can_have_rivals(self, roles: set[Role]) -> bool:
        many = any(role.multiplicity is Multiplicity.ANY for role in roles)
        return many or len(roles) > 1

    def _matters(self, head: int, state: int, number: int) -> bool:
        """Whether an arc of the class, or its reverse, changes by being heard or not."""
        table, flag = self.program.arc_table, 1 << head
        bits = np.arange(2 ** len(self.program.heads))
        for each in self.reachable.types:
            if each.receiver != state or each.sender * self.arc_states + each.arc != number:
                continue
            forth = table[each.arc, each.receiver, each.sender, each.reverse]
            back = table[each.reverse, each.sender, each.receiver, each.arc]
            if (forth != forth[bits ^ flag]).any() or (back != back[:, bits ^ flag]).any():
                return True
            if self.reachable.roles[each.role].multiplicity is Multiplicity.SELF:
                own = forth[bits, bits]
                if (own != forth[bits ^ flag, bits ^ flag]).any():
                    return True
        return False

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

"""Enumerated cases: every local case that decides all larger ones, whether a graph showed it.

A row holds what every row of its kind holds (the self-loop, the virtual node's arc) and at
most two further classes, of one arc or of three. Selection is a total order over finitely many
classes, so what holds for these rows holds for rows of any size. Models trained on graphs
alone may decide otherwise where no training graph has been; a proof would fail there.
"""

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from dnar.machine import NOTHING, ArcClass, ArcType, Multiplicity, Reachable
from dnar.training.cases import NO_ROW, ArcCases, RowCases, Sides, pack_rows

MOST_RIVALS = 3
"""The best of a class and two others: then it shows that the others cannot be told apart."""

Member = tuple[ArcClass, int]
"""A class in a row and the number of the role its arc has."""

Bits = tuple[bool, ...]
"""A flag per head."""


@dataclass(frozen=True)
class Enumerated:
    """First the cases in which attention decides, then those that say what is heard."""

    rows: RowCases
    arcs: ArcCases
    attended_rows: int
    attended_arcs: int


def enumerate_cases(reachable: Reachable) -> Enumerated:
    """All row cases up to two optional classes, and all arc cases.

    What the rules do not listen to may be heard or not, it makes no difference. That is asked
    of every combination of heard classes.
    """
    builder = _Builder(reachable)
    states = range(len(reachable.rules.node_states))
    for state in states:
        for members in _rows(reachable, state):
            builder.add_row(state, members)
    in_rows = (len(builder.rows), len(builder.arcs))
    for state in states:
        builder.add_hearings(state)
    for each in sorted(reachable.types):
        builder.add_heard_arcs(each)
    return Enumerated(*builder.result(), *in_rows)


def _rows(reachable: Reachable, state: int) -> Iterator[list[Member]]:
    """The rows of a node in this state: what must be there, and up to two optional classes."""
    roles = {role.name: number for number, role in enumerate(reachable.roles)}
    mandatory = [
        [(arc_class, roles[name]) for arc_class in classes]
        for multiplicity in (Multiplicity.SELF, Multiplicity.ONE)
        for name, classes in reachable.classes(state, multiplicity).items()
    ]
    optional: dict[ArcClass, int] = {}
    for name, classes in reachable.classes(state, Multiplicity.ANY).items():
        for arc_class in classes:
            optional.setdefault(arc_class, roles[name])
    if not mandatory:
        return
    for always in itertools.product(*mandatory):
        for size in (0, 1, 2):
            for chosen in itertools.combinations(sorted(optional.items()), size):
                for times in (1, MOST_RIVALS) if size else (1,):
                    yield [*always, *(member for member in chosen for _ in range(times))]


class _Builder:
    def __init__(self, reachable: Reachable) -> None:
        self.rules, self.roles = reachable.rules, reachable.roles
        self.heads = [head.name for head in self.rules.heads]
        self.flags = list(itertools.product([False, True], repeat=len(self.heads)))
        self.types: dict[tuple[int, ArcClass], list[ArcType]] = {}
        for each in sorted(reachable.types):
            self.types.setdefault((each.receiver, each.forth), []).append(each)
        self.rows: list[tuple[int, list[int], list[list[int]], int]] = []
        self.arcs: list[tuple] = []

    def _number(self, arc_class: ArcClass) -> int:
        return arc_class.sender * len(self.rules.arc_states) + arc_class.arc

    def _is_loop(self, role: int) -> bool:
        return self.roles[role].multiplicity is Multiplicity.SELF

    def add_row(self, state: int, members: list[Member]) -> None:
        """Takes in one row, and every arc in it."""
        counts = Counter(arc_class for arc_class, _ in members)
        classes = sorted(counts)
        told = tuple(
            next((each for each in self.rules.rank(head, state) if each in counts), NOTHING)
            for head in self.heads
        )
        number = len(self.rows)
        per_head = [[counts[each] for each in classes]] * len(self.heads)
        outcome = self.rules.node_outcome(state, told)
        self.rows.append((state, [self._number(each) for each in classes], per_head, outcome))
        loops = {arc_class for arc_class, role in members if self._is_loop(role)}
        others = {arc_class for arc_class, role in members if not self._is_loop(role)}
        for place, arc_class in enumerate(classes):
            flags = self.flags if counts[arc_class] > 1 else self.flags[-1:]
            for each in self.types.get((state, arc_class), []):
                if arc_class in (loops if self._is_loop(each.role) else others):
                    for best in flags:
                        self._add_arc_in_row(number, place, each, best, told)

    def _add_arc_in_row(
        self, row: int, place: int, each: ArcType, best: Bits, told: tuple[ArcClass, ...]
    ) -> None:
        heard = tuple(
            is_best and arc_class == each.forth
            for is_best, arc_class in zip(best, told, strict=True)
        )
        if self._is_loop(each.role):
            self._add_arc(
                each, heard, heard, (row, place, best, best), (row, place, best, best)
            )
            return
        for back in self._hearable(each.sender, each.back):
            self._add_arc(each, heard, back, (row, place, best, best), (NO_ROW, 0, best, back))

    def _hearable(self, state: int, arc_class: ArcClass) -> list[Bits]:
        """The flags of heads that may hear this class in this state, by the rules."""
        listed = [arc_class in self.rules.rank(head, state) for head in self.heads]
        return [
            flags
            for flags in self.flags
            if all(known or not flag for flag, known in zip(flags, listed, strict=True))
        ]

    def _add_arc(self, each: ArcType, heard: Bits, back: Bits, forth_side, back_side) -> None:
        outcome = self.rules.arc_outcome(each.arc, each.receiver, each.sender, heard, back)
        states = (each.receiver, each.sender, each.arc, each.reverse)
        self.arcs.append((*states, *forth_side, *back_side, outcome))

    def add_hearings(self, state: int) -> None:
        """Takes in every combination of classes that the heads of a node may hear."""
        classes = sorted({arc_class for receiver, arc_class in self.types if receiver == state})
        for heard in itertools.product(classes, repeat=len(self.heads)):
            told = tuple(
                each if each in self.rules.rank(head, state) else NOTHING
                for head, each in zip(self.heads, heard, strict=True)
            )
            per_head = [
                [int(place == head) for place in range(len(heard))]
                for head in range(len(heard))
            ]
            outcome = self.rules.node_outcome(state, told)
            self.rows.append((state, [self._number(each) for each in heard], per_head, outcome))

    def add_heard_arcs(self, each: ArcType) -> None:
        """Takes in an arc with every combination of who hears it which way."""
        may_forth = self._hearable(each.receiver, each.forth)[-1]
        may_back = self._hearable(each.sender, each.back)[-1]
        for heard, back in itertools.product(self.flags, repeat=2):
            if self._is_loop(each.role) and heard != back:
                continue
            by_rules = [
                tuple(flag and may for flag, may in zip(flags, limit, strict=True))
                for flags, limit in ((heard, may_forth), (back, may_back))
            ]
            sides = [(NO_ROW, 0, flags, flags) for flags in (heard, back)]
            self._add_arc(each, *by_rules, *sides)

    def result(self) -> tuple[RowCases, ArcCases]:
        columns = [np.array(column) for column in zip(*self.arcs, strict=True)]
        arcs = ArcCases(
            *columns[:4],
            forth=Sides(*columns[4:8]),
            back=Sides(*columns[8:12]),
            outcome=columns[12],
        )
        return pack_rows(self.rows), arcs

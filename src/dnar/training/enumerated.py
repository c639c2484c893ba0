"""Enumerated cases: every local case that decides all larger ones, whether a graph showed it.

A row holds what every row of its kind holds (the self-loop, the virtual node's arc) and at
most two further classes, of one arc or of three, and where there are several heads, one more
class that the rules listen for: which of two classes one head hears may matter only if another
head hears the third. Selection is a total order over finitely many classes, so what holds for
these rows holds for larger ones. Models trained on graphs alone may decide otherwise where no
training graph has been; a proof would fail there.

Where there are too many combinations, some are drawn.
"""

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dnar.machine import (
    NOTHING,
    ArcClass,
    ArcType,
    Multiplicity,
    Place,
    Reachable,
    RowShape,
    Signs,
)
from dnar.training.cases import (
    ANYWHERE,
    NO_ROW,
    NOWHERE,
    ArcCases,
    Row,
    RowCases,
    Sides,
    pack_rows,
)
from dnar.training.observed import pulls

MOST_RIVALS = 3
"""The best of a class and two others: then it shows that the others cannot be told apart."""

MOST_ROWS = 50_000
"""Rows of all states that are enumerated at most, about."""

MOST_HEARINGS = 50_000
"""Combinations of heard classes of all states that are enumerated at most, about."""

MOST_ARCS = 300_000
"""Arcs in rows that are enumerated at most, about."""

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

    An arc is in its receiver's row; what its sender heard is given. Where nothing but the
    reverse arc shows what a head heard, the reverse arc is taken in with that row, too.

    What the rules do not listen to may be heard or not, it makes no difference. That is asked
    of every combination of heard classes. Signs that the rules do not read are marked so.
    """
    builder = _Builder(reachable)
    states = range(len(reachable.rules.node_states))
    products = [
        (state, builder.rows_of(shape)) for state in states for shape in reachable.rows(state)
    ]
    share = MOST_ROWS / max(sum(len(each) for _, each in products), 1)
    for state, product in products:
        for base, optional in builder.some(product, math.ceil(share * len(product))):
            builder.add_row(state, base, optional)
    builder.add_attended_arcs()
    in_rows = (len(builder.rows), len(builder.arcs))
    for state in states:
        builder.add_hearings(state)
    for each in sorted(reachable.types):
        builder.add_heard_arcs(each)
    return Enumerated(*builder.result(), *in_rows)


@dataclass(frozen=True)
class _ArcInRow:
    """An arc of an enumerated row; `several` if it has rivals there."""

    row: int
    place: int
    each: ArcType
    told: tuple[ArcClass, ...]
    several: bool


class _Builder:
    def __init__(self, reachable: Reachable) -> None:
        self.reachable, self.program = reachable, reachable.rules
        self.roles = reachable.roles
        self.rng = np.random.default_rng(0)
        self.heads = range(len(self.program.heads))
        self.flags = list(itertools.product([False, True], repeat=len(self.heads)))
        self.types: dict[tuple[int, ArcClass], list[ArcType]] = {}
        for each in sorted(reachable.types):
            self.types.setdefault((each.receiver, each.forth), []).append(each)
        self.pulls = pulls(self.program)
        self.role_numbers = {role.name: at for at, role in enumerate(self.roles)}
        self.read_by_reverse = self._states_read_by_reverse()
        states = len(self.program.node_states)
        self.most_hearings = max(MOST_HEARINGS // states, 1)
        self.rows: list[Row] = []
        self.known_rows: dict[tuple, int] = {}
        self.in_rows: dict[_ArcInRow, None] = {}
        self.arcs: list[tuple] = []

    def some(self, every: Sequence, most: int) -> Sequence:
        """All of these, or so many that are drawn."""
        if len(every) <= most:
            return every
        drawn = np.sort(self.rng.choice(len(every), most, replace=False))
        return [every[at] for at in drawn.tolist()]

    def rows_of(self, shape: RowShape) -> "_Product":
        """What must be in a row of this shape, and further classes."""
        pairs = list(itertools.combinations(shape.any_number, 2))
        singles = [(each,) for each in shape.any_number]
        chosen = [
            [each for each in classes for _ in range(times)]
            for classes in (*singles, *pairs)
            for times in (1, MOST_RIVALS)
        ]
        if len(self.heads) > 1:
            listed = {
                each for head in self.heads for each in self.program.rank(head, shape.state)
            }
            triples = {
                tuple(sorted((*pair, each)))
                for pair in pairs
                for each in listed.intersection(shape.any_number).difference(pair)
            }
            chosen += [list(each) for each in sorted(triples)]
        return _Product(list(shape.bases()), [[], *chosen])

    def _number(self, arc_class: ArcClass) -> int:
        return arc_class.sender * len(self.program.arc_states) + arc_class.arc

    def _is_loop(self, role: int) -> bool:
        return self.roles[role].multiplicity is Multiplicity.SELF

    def add_row(
        self, state: int, base: tuple[tuple[int, ArcClass], ...], optional: list[ArcClass]
    ) -> None:
        """Takes in one row, and every arc in it."""
        counts = Counter([*(each for _, each in base), *optional])
        if not counts:
            return
        classes = sorted(counts)
        told = tuple(
            next((each for each in self.program.rank(head, state) if each in counts), NOTHING)
            for head in self.heads
        )
        number = self._row_number(state, classes, counts, told)
        for place, arc_class in enumerate(classes):
            single = {role for role, each in base if each == arc_class}
            for each in self.types.get((state, arc_class), []):
                many = self.roles[each.role].multiplicity is Multiplicity.ANY
                if each.role in single or (many and arc_class in optional):
                    several = counts[arc_class] > 1
                    self.in_rows[_ArcInRow(number, place, each, told, several)] = None

    def _row_number(
        self,
        state: int,
        classes: list[ArcClass],
        counts: Counter[ArcClass],
        told: tuple[ArcClass, ...],
    ) -> int:
        key = (state, *((each, counts[each]) for each in classes))
        if key not in self.known_rows:
            self.known_rows[key] = len(self.rows)
            pulled = [ANYWHERE for _ in self.heads]
            for head, heard in enumerate(told):
                if state in self.pulls[head]:
                    pulled[head] = NOWHERE if heard == NOTHING else classes.index(heard)
            per_head = [[counts[each] for each in classes]] * len(self.heads)
            numbers = [self._number(each) for each in classes]
            self._add_rows(Row(state, numbers, per_head, pulled, False, (), (), 0), told)
        return self.known_rows[key]

    def _add_rows(self, row: Row, told: tuple[ArcClass, ...]) -> None:
        """A row with every combination of the signs that its state reads."""
        unread = self._unread(Place.NODE, row.state)
        for signs in self.program.possible_signs(Place.NODE, row.state):
            outcome = self.program.node_outcome(row.state, told, signs)
            self.rows.append(row._replace(signs=signs, unread=unread, outcome=outcome))

    def _unread(self, place: Place, state: int) -> list[bool]:
        read = self.program.read_signs(place, state)
        return [at not in read for at in range(len(self.program.compared(place)))]

    def add_attended_arcs(self) -> None:
        """Takes in the arcs of the rows with every way in which they can be best."""
        most = max(MOST_ARCS // max(len(self.in_rows), 1), 1)
        for arc in self.in_rows:
            flags = self.flags if arc.several else self.flags[-1:]
            each = arc.each
            loop = self._is_loop(each.role)
            backs = [()] if loop else self._hearable(each.sender, each.back)
            signs = list(self.program.possible_signs(Place.ARC, each.arc))
            for best, back, sign in self.some(_Product(flags, backs, signs), most):
                heard = tuple(
                    is_best and told == each.forth
                    for is_best, told in zip(best, arc.told, strict=True)
                )
                side = (arc.row, arc.place, best, best)
                other = side if loop else (NO_ROW, 0, best, back)
                self._add_arc(each, heard, heard if loop else back, side, other, sign)

            if each.receiver in self.read_by_reverse and not loop:
                self._add_attended_reverse(arc, flags)

    def _add_attended_reverse(self, arc: _ArcInRow, flags: list[Bits]) -> None:
        """Takes in the reverse of an arc in a row, which reads what the row's node hears."""
        each = arc.each
        role = self.role_numbers[self.roles[each.role].reverse]
        turned = ArcType(each.sender, each.reverse, each.receiver, each.arc, role)
        hearable = self._hearable(turned.receiver, turned.forth)
        signs = list(self.program.possible_signs(Place.ARC, turned.arc))
        for best, forth, sign in _Product(flags, hearable, signs):
            back = tuple(
                is_best and told == each.forth
                for is_best, told in zip(best, arc.told, strict=True)
            )
            given = (NO_ROW, 0, forth, forth)
            self._add_arc(turned, forth, back, given, (arc.row, arc.place, best, best), sign)

    def _states_read_by_reverse(self) -> set[int]:
        """The states in which what a head hears matters to the reverse arc alone.

        There neither the node nor the arc itself shows whether attention is right.
        """
        program, found = self.program, set()
        every = range(len(program.node_states))
        for head in self.heads:
            shown = {case.state for case in program.node_cases if case.heard[head] is not None}
            shown |= self.pulls[head]
            read = set()
            for case in program.arc_cases:
                if case.heard[head] is not None:
                    shown.update(every if case.receiver is None else case.receiver)
                if case.heard_back[head] is not None:
                    read.update(every if case.sender is None else case.sender)
            found |= read - shown
        return found

    def _hearable(self, state: int, arc_class: ArcClass) -> list[Bits]:
        """The flags of heads that may hear this class in this state, by the rules."""
        listed = [arc_class in self.program.rank(head, state) for head in self.heads]
        return [
            flags
            for flags in self.flags
            if all(known or not flag for flag, known in zip(flags, listed, strict=True))
        ]

    def _add_arc(
        self, each: ArcType, heard: Bits, back: Bits, forth_side, back_side, signs: Signs
    ) -> None:
        states = (each.receiver, each.sender, each.arc, each.reverse)
        outcome = self.program.arc_outcome(
            each.arc, each.receiver, each.sender, each.reverse, _bits(heard), _bits(back), signs
        )
        unread = self._unread(Place.ARC, each.arc)
        states = (*states, self._is_loop(each.role))
        self.arcs.append((*states, *forth_side, *back_side, signs, unread, outcome))

    def add_hearings(self, state: int) -> None:
        """Takes in the combinations of classes that the heads of a node may hear."""
        classes = sorted({arc_class for receiver, arc_class in self.types if receiver == state})
        if not classes:
            return
        # Where scalars are pulled, heads of a network may hear nothing, too.
        classes += [NOTHING] if any(self.pulls.values()) else []
        for heard in self.some(_Product(*[classes for _ in self.heads]), self.most_hearings):
            told = tuple(
                each if each in self.program.rank(head, state) else NOTHING
                for head, each in enumerate(heard)
            )
            numbers = [0 if each == NOTHING else self._number(each) for each in heard]
            per_head = [
                [int(place == head and each != NOTHING) for place, each in enumerate(heard)]
                for head in self.heads
            ]
            pulled = [ANYWHERE for _ in self.heads]
            self._add_rows(Row(state, numbers, per_head, pulled, True, (), (), 0), told)

    def add_heard_arcs(self, each: ArcType) -> None:
        """Takes in an arc with every combination of who hears it which way."""
        may_forth = self._hearable(each.receiver, each.forth)[-1]
        may_back = self._hearable(each.sender, each.back)[-1]
        for heard, back in itertools.product(self.flags, repeat=2):
            if self._is_loop(each.role) and heard != back:
                continue
            forth_by_rules, back_by_rules = (
                tuple(flag and may for flag, may in zip(flags, limit, strict=True))
                for flags, limit in ((heard, may_forth), (back, may_back))
            )
            forth_side, back_side = ((NO_ROW, 0, flags, flags) for flags in (heard, back))
            for signs in self.program.possible_signs(Place.ARC, each.arc):
                self._add_arc(each, forth_by_rules, back_by_rules, forth_side, back_side, signs)

    def result(self) -> tuple[RowCases, ArcCases]:
        count = len(self.arcs)
        columns = [
            np.array(column).reshape(count, *np.shape(column[0]))
            for column in zip(*self.arcs, strict=True)
        ]
        arcs = ArcCases(
            *columns[:5],
            forth=Sides(*columns[5:9]),
            back=Sides(*columns[9:13]),
            signs=columns[13].astype(np.int64),
            unread=columns[14].astype(bool),
            outcome=columns[15],
        )
        return pack_rows(self.rows), arcs


def _bits(flags: Bits) -> int:
    return sum(1 << head for head, flag in enumerate(flags) if flag)


class _Product(Sequence):
    """All tuples of one entry each, without making them."""

    def __init__(self, *parts: Sequence) -> None:
        self.parts = parts

    def __len__(self) -> int:
        return math.prod(len(part) for part in self.parts)

    def __getitem__(self, at):
        if not 0 <= at < len(self):
            raise IndexError(at)
        found = []
        for part in reversed(self.parts):
            at, place = divmod(at, len(part))
            found.append(part[place])
        return tuple(reversed(found))

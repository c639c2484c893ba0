"""Hearing: what two programs can hear in one row, for rows of every size.

A row holds at most one arc of some roles (its self-loop, the virtual node's arc) and any number
of others. Whom a head hears depends on which classes are there, and on whether a class is there
more than once. The row that keeps only the winners of all heads, in both programs, has the same
winners: so rows with at most two optional classes per head show everything that any row can
show (docs/proof.md, Lemma 1).
"""

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from dnar.machine.numerics import Numerics
from dnar.machine.program import Program
from dnar.machine.reachable import RowShape
from dnar.machine.vocabulary import NOTHING, ArcClass

SILENCE = -1
"""Stands for an entry where nothing listed is there."""

Row = int
"""A set of entries, one bit each; entry 2 * class + 1 is a class's best arc, 2 * class any
other of its arcs."""

Told = tuple[int, ...]
"""The entry that each head hears."""


class Listener:
    """Who is heard in a row, by one program."""

    def __init__(self, program: Program, numerics: Numerics | None = None) -> None:
        self.arc_states = len(program.arc_states)
        self.heads = len(program.heads)
        self.numerics = numerics
        self.margin = (math.inf, 1.0)
        """Of all decisions, the gap that exceeds its rounding error by the smallest factor."""
        self._program = program
        self._known: dict[tuple[int, int, Row], tuple[int, ...]] = {}
        self._orders: dict[tuple[int, int], list[int]] = {}

    def number(self, arc_class: ArcClass) -> int:
        """The number of a class."""
        return arc_class.sender * self.arc_states + arc_class.arc

    def order(self, head: int, receiver: int) -> list[int]:
        """The entries that a receiver listens for, first come first."""
        if (head, receiver) not in self._orders:
            self._orders[head, receiver] = [
                2 * self.number(entry.arc_class) + entry.best
                for entry in self._program.order(head, receiver)
            ]
        return self._orders[head, receiver]

    def heard(self, head: int, receiver: int, row: Row) -> tuple[int, ...]:
        """The entry that is heard; several where their scores are too close to call."""
        key = (head, receiver, row)
        if key not in self._known:
            self._known[key] = self._decide(head, receiver, row)
        return self._known[key]

    def _decide(self, head: int, receiver: int, row: Row) -> tuple[int, ...]:
        order = self.order(head, receiver)
        present = (place for place, entry in enumerate(order) if row >> entry & 1)
        first = next(present, SILENCE)
        if first == SILENCE:
            return (SILENCE,)
        if self.numerics is None:
            return (order[first],)
        score = self.numerics.scores[head, receiver]
        error = self.numerics.score_errors[head, receiver]
        heard = [order[first]]
        for place in present:
            gap = score[first] - score[place]
            if gap > error:
                self.margin = min(self.margin, (gap, error), key=lambda each: each[0] / each[1])
                break
            heard.append(order[place])
        return tuple(heard)

    def arc_class(self, entry: int) -> ArcClass:
        """The class of an entry."""
        if entry == SILENCE:
            return NOTHING
        return ArcClass(*divmod(entry // 2, self.arc_states))

    def classes(self, told: Told) -> tuple[ArcClass, ...]:
        """The class that each head hears."""
        return tuple(self.arc_class(entry) for entry in told)


@dataclass(frozen=True)
class Hearing:
    """What the heads of a node can hear at once, by the rules and by the program."""

    by_rules: Told
    by_program: Told


@dataclass(frozen=True)
class Base:
    """The arcs of roles that a row holds at most once, as class numbers."""

    members: tuple[tuple[int, int], ...]
    """(role number, class number)."""

    @cached_property
    def counts(self) -> dict[int, int]:
        """How often each class is there."""
        counts: dict[int, int] = {}
        for _, number in self.members:
            counts[number] = counts.get(number, 0) + 1
        return counts


class Rows:
    """All rows of one shape, and what is heard in them."""

    def __init__(self, shape: RowShape, rules: Listener, program: Listener) -> None:
        self.state, self.rules, self.program = shape.state, rules, program
        self.arc_states = rules.arc_states
        self.bases = [
            Base(tuple((role, rules.number(each)) for role, each in members))
            for members in shape.bases()
        ]
        self.optional = [rules.number(each) for each in shape.any_number]

    def row(self, base: Base, wanted: dict[int, int]) -> Row:
        """The row with these numbers of optional arcs: 1, or 2 for several."""
        row = 0
        for number, count in base.counts.items():
            row |= (3 if count + wanted.get(number, 0) > 1 else 2) << 2 * number
        for number, count in wanted.items():
            row |= (3 if count + base.counts.get(number, 0) > 1 else 2) << 2 * number
        return row

    def _needs(self, base: Base, entry: int) -> dict[int, int] | None:
        """The fewest optional arcs that put an entry into a row; None if it cannot be there."""
        if entry == SILENCE:
            return {}
        number, best = divmod(entry, 2)
        missing = (1 if best else 2) - base.counts.get(number, 0)
        if missing <= 0:
            return {}
        return {number: missing} if number in self._optional_set else None

    @cached_property
    def _optional_set(self) -> frozenset[int]:
        return frozenset(self.optional)

    def _heard_alike(self, row: Row, hearing: Hearing) -> bool:
        return all(
            entry in listener.heard(head, self.state, row)
            for listener, told in (
                (self.rules, hearing.by_rules),
                (self.program, hearing.by_program),
            )
            for head, entry in enumerate(told)
        )

    def hearings(self, base: Base) -> list[tuple[Hearing, dict[int, int]]]:
        """Everything the heads can hear at once, each with the optional arcs it takes."""
        found = [(Hearing((), ()), dict[int, int]())]
        for head in range(self.rules.heads):
            pairs = list(self._pairs(base, head))
            found = [
                (
                    Hearing((*past.by_rules, by_rules), (*past.by_program, by_program)),
                    _most(wanted, more),
                )
                for past, wanted in found
                for by_rules, by_program, more in pairs
            ]
            # Only what the heads so far hear in the smallest common row is possible.
            found = [
                each for each in found if self._heard_alike(self.row(base, each[1]), each[0])
            ]
        return found

    def _pairs(self, base: Base, head: int) -> Iterator[tuple[int, int, dict[int, int]]]:
        """What one head can hear by the rules and by the program."""
        options = [
            [
                (entry, needs)
                for entry in (*listener.order(head, self.state), SILENCE)
                if (needs := self._needs(base, entry)) is not None
            ]
            for listener in (self.rules, self.program)
        ]
        for (by_rules, needs), (by_program, more) in itertools.product(*options):
            wanted = _most(needs, more)
            row = self.row(base, wanted)
            if by_rules in self.rules.heard(head, self.state, row) and (
                by_program in self.program.heard(head, self.state, row)
            ):
                yield by_rules, by_program, wanted

    def alike(
        self,
        base: Base,
        hearing: Hearing,
        wanted: dict[int, int],
        more: dict[int, int],
        number: int,
    ) -> Iterator[bool]:
        """Whether a class has rivals, if the row with `more` arcs is still heard alike."""
        row = self.row(base, _most(wanted, more))
        if self._heard_alike(row, hearing):
            yield row >> 2 * number & 1 == 1


def _most(one: dict[int, int], other: dict[int, int]) -> dict[int, int]:
    """Enough arcs for both."""
    return {key: max(one.get(key, 0), other.get(key, 0)) for key in one.keys() | other.keys()}

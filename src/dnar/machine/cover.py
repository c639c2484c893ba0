"""Covers: a partial function of discrete inputs as few ordered boxes with wildcards.

Two-level minimisation in the manner of Espresso: a box grows from a case as far as no case of
another outcome enters it. Cases that are not known are don't-cares.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import TypeVar

Case = TypeVar("Case", bound=tuple[Hashable, ...])

Box = tuple[frozenset | None, ...]
"""Per axis the values that fit; None: any."""


MANY = 1000
"""Of so many cases only one selection of axes is tried: each takes its time."""


def cover(
    known: Mapping[Case, int],
    unchanged: int | Callable[[Case], int],
    *,
    ordered: bool = True,
) -> list[tuple[Box, int]]:
    """Few boxes with their outcomes: the first box that fits a known case has its outcome.

    A case that no box fits has the outcome `unchanged`, a number or a function of the case.
    With `ordered=False` every box that fits a known case has its outcome, so that the order
    does not matter. Where several axes would do, the later ones become wildcards. The boxes
    depend on neither the order nor the hashes of `known`, as long as equal cases have equal
    `repr`.

    >>> cover({(0, 0): 1, (0, 1): 1, (1, 0): 0}, 0)
    [((frozenset({0}), None), 1)]
    """
    cases = sorted(known, key=repr)
    if not cases:
        return []
    table = _Table(cases, [known[case] for case in cases], unchanged)
    axes = range(len(cases[0]))
    selections = list(table.sufficient(axes))
    if len(cases) > MANY:
        selections = selections[-1:]
    tries = [table.boxes(kept, ordered=ordered) for kept in selections]
    return min(tries, key=lambda boxes: (len(boxes), sum(map(_size, boxes))))


def fits(box: Box, case: Sequence[Hashable]) -> bool:
    """Whether a case lies in a box."""
    return all(some is None or each in some for some, each in zip(box, case, strict=True))


def _size(found: tuple[Box, int]) -> int:
    """How many values a box names."""
    return sum(len(some) for some in found[0] if some is not None)


class _Table:
    """Known cases; sets of cases are the bits of integers."""

    def __init__(
        self,
        cases: Sequence[Case],
        outcomes: list[int],
        unchanged: int | Callable[[Case], int],
    ) -> None:
        self.cases, self.outcomes = cases, outcomes
        self.all = (1 << len(cases)) - 1
        self.with_value: list[dict[Hashable, int]] = [{} for _ in cases[0]]
        self.with_outcome: dict[int, int] = {}
        self.to_list = 0
        for number, (case, outcome) in enumerate(zip(cases, outcomes, strict=True)):
            bit = 1 << number
            for axis, value in enumerate(case):
                by_value = self.with_value[axis]
                by_value[value] = by_value.get(value, 0) | bit
            self.with_outcome[outcome] = self.with_outcome.get(outcome, 0) | bit
            if outcome != (unchanged(case) if callable(unchanged) else unchanged):
                self.to_list |= bit

    def sufficient(self, axes: Sequence[int]) -> Iterator[list[int]]:
        """Selections of axes that determine the outcome: all, and two without spare ones."""
        yield list(axes)
        for order in (reversed(axes), axes):
            kept = list(axes)
            for axis in order:
                fewer = [each for each in kept if each != axis]
                if self._determine(fewer):
                    kept = fewer
            yield kept

    def _determine(self, axes: list[int]) -> bool:
        seen: dict[tuple, int] = {}
        return all(
            seen.setdefault(tuple(case[axis] for axis in axes), outcome) == outcome
            for case, outcome in zip(self.cases, self.outcomes, strict=True)
        )

    def boxes(self, axes: list[int], *, ordered: bool) -> list[tuple[Box, int]]:
        """The boxes over these axes, outcomes with few cases first."""
        found: list[tuple[Box, int]] = []
        settled = 0
        listed = {
            outcome: cases & self.to_list
            for outcome, cases in self.with_outcome.items()
            if cases & self.to_list
        }
        for outcome in sorted(listed, key=lambda each: (listed[each].bit_count(), each)):
            others = self.all & ~self.with_outcome[outcome] & ~settled
            group = self._group(axes, listed[outcome], others)
            found += [(box, outcome) for box, _ in group]
            if ordered:
                for _, covered in group:
                    settled |= covered
        return found

    def _group(self, axes: list[int], wanted: int, others: int) -> list[tuple[Box, int]]:
        """Boxes with the cases they hold: all of `wanted` and none of `others`."""
        group: list[tuple[Box, int]] = []
        left = wanted
        while left:
            seed = (left & -left).bit_length() - 1
            firsts = axes[::-1] if len(self.cases) <= MANY else axes[-1:]
            grown = [self._grown(axes, seed, first, left, others) for first in firsts or [0]]
            box, covered = max(
                grown, key=lambda each: ((each[1] & left).bit_count(), -_size((each[0], 0)))
            )
            group.append((box, covered))
            left &= ~covered
        for each in reversed(list(group)):
            rest = 0
            for other in group:
                rest |= other[1] if other is not each else 0
            if not wanted & ~rest:
                group.remove(each)
        return group

    def _grown(
        self, axes: list[int], seed: int, first: int, left: int, others: int
    ) -> tuple[Box, int]:
        """The box around a case that is widened along the axis `first` before all others."""
        values = {axis: {self.cases[seed][axis]} for axis in axes}
        inside = {axis: self.with_value[axis][self.cases[seed][axis]] for axis in axes}
        trying = [first] if first in values else []
        while trying:
            best: tuple[tuple[int, bool, int], int, set[Hashable], int] | None = None
            for axis in trying:
                wider = self._widened(axis, values, inside, left, others)
                if wider is not None:
                    score = (wider[2], len(wider[0]) == len(self.with_value[axis]), axis)
                    if best is None or score > best[0]:
                        best = (score, axis, wider[0], wider[1])
            if best is not None:
                _, axis, values[axis], inside[axis] = best
            elif trying == axes:
                break
            trying = axes
        box = tuple(
            frozenset(values[axis])
            if axis in values and len(values[axis]) < len(self.with_value[axis])
            else None
            for axis in range(len(self.with_value))
        )
        covered = self.all
        for each in inside.values():
            covered &= each
        return box, covered

    def _widened(
        self,
        axis: int,
        values: dict[int, set[Hashable]],
        inside: dict[int, int],
        left: int,
        others: int,
    ) -> tuple[set[Hashable], int, int] | None:
        """More values of an axis, their cases, how many of `left` are in the box then.

        All values if possible, otherwise those that bring cases of `left` into the box.
        """
        if len(values[axis]) == len(self.with_value[axis]):
            return None
        around = self.all
        for other, cases in inside.items():
            if other != axis:
                around &= cases
        blocked = around & others
        free = {value for value, cases in self.with_value[axis].items() if not cases & blocked}
        if len(free) < len(self.with_value[axis]):
            gained = around & left
            free = {value for value in free if self.with_value[axis][value] & gained}
            free |= values[axis]
            if free == values[axis]:
                return None
        cases = 0
        for value in free:
            cases |= self.with_value[axis][value]
        return free, cases, (around & cases & left).bit_count()

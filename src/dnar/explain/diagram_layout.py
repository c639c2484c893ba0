"""Where everything stands in a state diagram: all states in one row, in inches.

An arrow to the right neighbour is straight; longer ones run above the row, those that lead back
run below it. Bent arrows rise, run level and fall, each at a height of its own wherever two
would meet, and a label stands where no other arrow rises. Neighbours are as far apart as the
labels between them need.
"""

import itertools
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

RADIUS = 0.56
NARROW = 0.4
"""Between neighbours without a label."""
LETTERS = range(8, 20)
"""How many letters the lines of a label between neighbours have."""
LINES = 3
"""Labels between neighbours have no more lines than this, if their lines can be longer."""
LINE = 0.175
"""Height of a line of a label."""
LETTER = 0.1
"""Width of a wide letter."""
MARGIN = 0.35
FEET = (0.62, 0.34, 0.06)
"""Where the bent arrows at one side of a circle stand, in radii, the lowest arrow first."""


@dataclass(frozen=True)
class Transition:
    """An arrow between the states at two places of a row."""

    start: int
    end: int
    label: str

    @property
    def straight(self) -> bool:
        """Whether it leads to the right neighbour."""
        return self.end == self.start + 1

    @property
    def rises(self) -> bool:
        """Whether it runs above the row."""
        return self.end > self.start

    @property
    def ends(self) -> tuple[int, int]:
        """The places that it joins, from left to right."""
        return min(self.start, self.end), max(self.start, self.end)


@dataclass(frozen=True)
class Placed:
    """An arrow with its place; `height` is the distance of its label from the row."""

    transition: Transition
    lines: tuple[str, ...]
    x: float
    """The middle of the label."""
    height: float
    feet: tuple[float, float]
    """Where it leaves and where it arrives."""

    @property
    def top(self) -> float:
        """How far the label reaches."""
        return self.height + LINE * len(self.lines)

    @property
    def width(self) -> float:
        """How wide the label is."""
        return LETTER * max(map(len, self.lines))


@dataclass(frozen=True)
class Row:
    """Where the circles of a row stand, and its arrows."""

    middles: tuple[float, ...]
    arrows: tuple[Placed, ...]

    @property
    def width(self) -> float:
        """The width of the row with its margins."""
        return self.middles[-1] + RADIUS + MARGIN


@dataclass(frozen=True)
class Panel:
    """One row of states, with a title and a note."""

    title: str
    note: str
    states: tuple[str, ...]
    bold: frozenset[str]
    """The states in which a run begins."""
    dashed: frozenset[str]
    """The states of the machine's own nodes."""
    row: Row

    def room(self, *, above: bool) -> float:
        """The height that the arrows on one side need."""
        tops = [each.top for each in self.row.arrows if each.transition.rises == above]
        return max([RADIUS, *tops])

    @property
    def height(self) -> float:
        """The height of all, with the title."""
        return self.room(above=True) + self.room(above=False) + 2 * MARGIN + 4 * LINE


def transitions_between(
    states: Sequence[str], labels: Mapping[tuple[str, str], Sequence[str]]
) -> list[Transition]:
    """The arrows between different states; labels of one arrow stand below each other."""
    return [
        Transition(states.index(old), states.index(new), "\n".join(told))
        for (old, new), told in labels.items()
        if old != new
    ]


def place_row(states: int, transitions: Sequence[Transition]) -> Row:
    """A row of so many states, with the places of all arrows."""
    middles = _middles(states, transitions)
    straight = [_straight(each, middles) for each in transitions if each.straight]
    above = [each for each in transitions if each.rises and not each.straight]
    below = [each for each in transitions if not each.rises]
    bent = [*_bent(above, middles, straight), *_bent(below, middles)]
    return Row(middles, (*straight, *bent))


def _middles(states: int, transitions: Sequence[Transition]) -> tuple[float, ...]:
    """Where circles stand, so that every label fits into a gap that its arrow passes."""
    gaps = [NARROW] * (states - 1)
    for each in transitions:
        gap = _gap_of(each)
        gaps[gap] = max(gaps[gap], LETTER * _letters(each.label))
    steps = (gap + 2 * RADIUS for gap in gaps)
    return tuple(itertools.accumulate(steps, initial=MARGIN + RADIUS))


def _gap_of(each: Transition) -> int:
    """The gap in the middle of those that an arrow passes."""
    return (each.ends[0] + each.ends[1] - 1) // 2


def _letters(label: str) -> float:
    """How long the lines of a label are between neighbours, with some space beside them."""
    longest = max(map(len, label.split()))
    fitting = (
        letters
        for letters in LETTERS
        if longest <= letters and len(_wrapped(label, LETTER * letters)) <= LINES
    )
    return next(fitting, LETTERS[-1]) + 1.5


def _straight(each: Transition, middles: Sequence[float]) -> Placed:
    feet = middles[each.start] + RADIUS, middles[each.end] - RADIUS
    return Placed(each, _wrapped(each.label, feet[1] - feet[0]), sum(feet) / 2, 0.05, feet)


def _wrapped(label: str, width: float) -> tuple[str, ...]:
    parts = label.split("\n")
    return tuple(line for part in parts for line in textwrap.wrap(part, int(width / LETTER)))


def _bent(
    transitions: Sequence[Transition], middles: Sequence[float], straight: Sequence[Placed] = ()
) -> list[Placed]:
    """Arrows on one side of the row; the shortest run lowest, above all straight labels."""
    order = sorted(transitions, key=lambda each: (each.ends[1] - each.ends[0], each.ends))
    placed: list[Placed] = []
    for number, each in enumerate(order):
        lines, x = _label(each, middles, order[number + 1 :])
        below = [
            other.top
            for other in (*straight, *placed)
            if each.ends[0] <= other.transition.ends[1]
            and other.transition.ends[0] <= each.ends[1]
        ]
        height = max([RADIUS, *below]) + MARGIN / 2
        feet = tuple(
            middles[place] + RADIUS * _foot(place, each, placed)
            for place in (each.start, each.end)
        )
        placed.append(Placed(each, lines, x, height, (feet[0], feet[1])))
    return placed


def _foot(place: int, each: Transition, placed: Sequence[Placed]) -> float:
    """Where an arrow stands on a circle: towards its other end, beside the lower ones."""
    side = 1 if place == each.ends[0] else -1
    lower = sum(place == other.transition.ends[0 if side == 1 else 1] for other in placed)
    return side * FEET[min(lower, len(FEET) - 1)]


def _label(
    each: Transition, middles: Sequence[float], higher: Sequence[Transition]
) -> tuple[tuple[str, ...], float]:
    """The label's lines and its middle: in the centre, or wherever no higher arrow rises."""
    left, right = (middles[place] for place in each.ends)
    lines = _wrapped(each.label, right - left - 2 * RADIUS)
    half = LETTER * max(map(len, lines)) / 2
    inner = range(each.ends[0], each.ends[1])
    gaps = [(middles[place] + middles[place + 1]) / 2 for place in inner]
    centre = (left + right) / 2
    risers = {middles[place] for other in higher for place in other.ends}
    for x in (centre, *sorted(gaps, key=lambda gap: (abs(gap - centre), gap))):
        fits = left <= x - half and x + half <= right
        if fits and all(abs(riser - x) >= half + RADIUS for riser in risers):
            return lines, x
    gap = _gap_of(each)
    width = middles[gap + 1] - middles[gap] - 2 * RADIUS
    return _wrapped(each.label, width), (middles[gap] + middles[gap + 1]) / 2

"""Where everything stands in a state diagram: all states in one row, in inches.

An arrow to the right neighbour is straight; longer ones run above the row, those that lead back
run below it. Bent arrows rise, run level and fall, each at a height of its own wherever two
would meet, and a label stands where no other arrow rises.
"""

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

RADIUS = 0.52
SPACING = 2.55
GAP = SPACING - 2 * RADIUS
LINE = 0.15
"""Height of a line of a label."""
LETTER = 0.088
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
class Panel:
    """One row of states."""

    title: str
    note: str
    states: tuple[str, ...]
    bold: frozenset[str]
    """The states in which a run begins."""
    dashed: frozenset[str]
    """The states of the machine's own nodes."""
    arrows: tuple[Placed, ...] = field(default=())

    def room(self, *, above: bool) -> float:
        """The height that the arrows on one side need."""
        tops = [each.top for each in self.arrows if each.transition.rises == above]
        return max([RADIUS, *tops])

    @property
    def height(self) -> float:
        """The height of all, with the title."""
        return self.room(above=True) + self.room(above=False) + 2 * MARGIN + 4 * LINE


def middle(place: int) -> float:
    """Where the circle of a place stands."""
    return MARGIN + RADIUS + SPACING * place


def transitions_between(
    states: Sequence[str], labels: Mapping[tuple[str, str], Sequence[str]]
) -> list[Transition]:
    """The arrows between different states; labels of one arrow stand below each other."""
    return [
        Transition(states.index(old), states.index(new), "\n".join(told))
        for (old, new), told in labels.items()
        if old != new
    ]


def place_arrows(transitions: Sequence[Transition]) -> tuple[Placed, ...]:
    """All arrows with their places."""
    straight = [_straight(each) for each in transitions if each.straight]
    above = [each for each in transitions if each.rises and not each.straight]
    below = [each for each in transitions if not each.rises]
    return (*straight, *_bent(above, straight), *_bent(below))


def _straight(each: Transition) -> Placed:
    feet = middle(each.start) + RADIUS, middle(each.end) - RADIUS
    return Placed(each, _wrapped(each.label, GAP), sum(feet) / 2, 0.05, feet)


def _wrapped(label: str, width: float) -> tuple[str, ...]:
    parts = label.split("\n")
    return tuple(line for part in parts for line in textwrap.wrap(part, int(width / LETTER)))


def _bent(transitions: Sequence[Transition], straight: Sequence[Placed] = ()) -> list[Placed]:
    """Arrows on one side of the row; the shortest run lowest, above all straight labels."""
    order = sorted(transitions, key=lambda each: (each.ends[1] - each.ends[0], each.ends))
    placed: list[Placed] = []
    for number, each in enumerate(order):
        lines, x = _label(each, order[number + 1 :])
        below = [
            other.top
            for other in (*straight, *placed)
            if each.ends[0] <= other.transition.ends[1]
            and other.transition.ends[0] <= each.ends[1]
        ]
        height = max([RADIUS, *below]) + MARGIN / 2
        feet = _foot(each.start, each, placed), _foot(each.end, each, placed)
        placed.append(Placed(each, lines, x, height, feet))
    return placed


def _foot(place: int, each: Transition, placed: Sequence[Placed]) -> float:
    """Where an arrow stands on a circle: towards its other end, beside the lower ones."""
    side = 1 if place == each.ends[0] else -1
    lower = sum(place == other.transition.ends[0 if side == 1 else 1] for other in placed)
    return middle(place) + side * RADIUS * FEET[min(lower, len(FEET) - 1)]


def _label(each: Transition, higher: Sequence[Transition]) -> tuple[tuple[str, ...], float]:
    """The label's lines and its middle: in the centre, or wherever no higher arrow rises."""
    left, right = each.ends
    lines = _wrapped(each.label, SPACING * (right - left) - 2 * RADIUS)
    half = LETTER * max(map(len, lines)) / 2
    gaps = [middle(place) + SPACING / 2 for place in range(left, right)]
    centre = (middle(left) + middle(right)) / 2
    risers = {middle(place) for other in higher for place in other.ends}
    for x in (centre, *sorted(gaps, key=lambda gap: (abs(gap - centre), gap))):
        fits = middle(left) <= x - half and x + half <= middle(right)
        if fits and all(abs(riser - x) >= half + RADIUS for riser in risers):
            return lines, x
    return _wrapped(each.label, GAP), gaps[(len(gaps) - 1) // 2]

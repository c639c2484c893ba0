"""Nothing in a diagram stands in the way of anything else."""

import itertools

import numpy as np
import pytest

from dnar.explain.diagram import arc_panel, node_panel
from dnar.explain.diagram_layout import (
    LINE,
    RADIUS,
    Panel,
    Placed,
    Row,
    Transition,
    place_row,
    transitions_between,
)
from tests.unit.explain.programs import every_program, explained

Box = tuple[float, float, float, float]
"""Left, right, bottom, top."""


def label_box(each: Placed) -> Box:
    heights = sorted(side(each) * height for height in (each.height, each.top))
    return each.x - each.width / 2, each.x + each.width / 2, heights[0], heights[1]


def side(each: Placed) -> int:
    return 1 if each.transition.rises else -1


def meet(one: Box, other: Box) -> bool:
    return one[0] < other[1] and other[0] < one[1] and one[2] < other[3] and other[2] < one[3]


def lines_of(each: Placed) -> list[Box]:
    """The straight parts of an arrow, as thin boxes."""
    start, end = sorted(each.feet)
    if each.transition.straight:
        return [(start, end, 0.0, 0.0)]
    level = side(each) * (each.height - 0.05)
    low, high = sorted((0.0, level))
    return [(start, end, level, level), (start, start, low, high), (end, end, low, high)]


def check(row: Row) -> None:
    arrows = row.arrows
    boxes = [label_box(each) for each in arrows]
    circles = [(at - RADIUS, at + RADIUS, -RADIUS, RADIUS) for at in row.middles]
    assert not any(meet(*pair) for pair in itertools.pairwise(circles))
    for one, other in itertools.combinations(boxes, 2):
        assert not meet(one, other)
    for box, circle in itertools.product(boxes, circles):
        assert not meet(box, circle)
    for each, other in itertools.product(arrows, arrows):
        assert not any(meet(label_box(each), line) for line in lines_of(other))


@every_program
def test_labels_of_tasks_are_free(name: str, engine: str) -> None:
    words = explained(name, engine).words
    for panel in (node_panel(words), arc_panel(words)):
        assert len(panel.row.middles) == len(panel.states)
        check(panel.row)


def test_labels_of_random_diagrams_are_free() -> None:
    rng = np.random.default_rng(0)
    for _ in range(60):
        states = int(rng.integers(2, 8))
        pairs = [
            pair for pair in itertools.permutations(range(states), 2) if rng.random() < 0.3
        ]
        labels = [" ".join(["word"] * int(rng.integers(1, 9))) for _ in pairs]
        arrows = [Transition(*pair, label) for pair, label in zip(pairs, labels, strict=True)]
        check(place_row(states, arrows))


def test_no_two_bent_arrows_share_a_level() -> None:
    row = place_row(4, [Transition(0, 2, "a"), Transition(1, 3, "b"), Transition(0, 3, "c")])
    heights = [each.height for each in row.arrows]
    assert heights == sorted(heights)
    assert len(set(heights)) == 3


def test_stays_are_left_out_and_labels_joined() -> None:
    found = transitions_between(
        ["A", "B"], {("A", "A"): ["x"], ("A", "B"): ["one", "two"], ("B", "A"): ["back"]}
    )
    assert found == [Transition(0, 1, "one\ntwo"), Transition(1, 0, "back")]


def test_a_straight_label_fits_between_its_circles() -> None:
    row = place_row(3, [Transition(0, 1, "JOINING over NEUTRAL and much more than that")])
    (placed,) = row.arrows
    one, other, last = row.middles
    assert placed.width <= other - one - 2 * RADIUS
    assert placed.x == pytest.approx((one + other) / 2)
    assert last - other < other - one


def test_room_of_a_panel() -> None:
    row = place_row(3, [Transition(0, 2, "up"), Transition(2, 0, "down\nand more")])
    panel = Panel("", "", ("A", "B", "C"), frozenset(), frozenset(), row)
    assert panel.room(above=True) == row.arrows[0].height + LINE
    assert panel.room(above=False) == row.arrows[1].height + 2 * LINE

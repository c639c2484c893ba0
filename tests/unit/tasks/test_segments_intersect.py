"""Segment intersection, by hand and beside the textbook."""

from typing import Any

import numpy as np
import pytest

from dnar.errors import InputError
from dnar.tasks.segments_intersect import Segments
from tests.rules_run import rules_run
from tests.unit.tasks.against_textbook import check
from tests.unit.tasks.watching import node_words
from tests.unit.textbook.drawing import problems

pytestmark = pytest.mark.usefixtures("no_shape_checks")


@pytest.mark.parametrize(
    ("points", "answer"),
    [
        ([(0, 0), (2, 2), (0, 2), (2, 0)], True),
        ([(0, 0), (1, 1), (0, 2), (2, 3)], False),
        ([(0, 0), (2, 0), (1, 0), (1, 1)], True),  # an end on the other segment
        ([(0, 0), (2, 0), (3, 0), (3, 1)], False),  # on its line, beyond its end
        ([(0, 0), (2, 0), (2, 0), (3, 1)], True),  # a common end
        ([(0, 0), (2, 2), (1, 1), (3, 3)], True),  # on one line, overlapping
        ([(0, 0), (1, 1), (2, 2), (3, 3)], False),  # on one line, apart
        ([(0, 0), (0, 2), (0, 3), (0, 4)], False),  # the same, upright
        ([(0, 0), (4, 4), (1, 1), (2, 2)], True),  # one within the other
        ([(1, 1), (1, 1), (0, 0), (2, 2)], True),  # a point on a segment
        ([(1, 2), (1, 2), (0, 0), (2, 2)], False),  # a point beside it
        ([(1, 2), (1, 2), (1, 2), (1, 2)], True),
        ([(0, 0), (1, 0), (0, 1), (1, 1)], False),  # parallel
        ([(0, 0), (4, 0), (1, 1), (2, 5)], False),  # only one has its ends on both sides
    ],
)
def test_by_hand(points: list[tuple[int, int]], answer: bool) -> None:
    for order in ([0, 1, 2, 3], [1, 0, 2, 3], [0, 1, 3, 2], [2, 3, 0, 1]):
        found = rules_run("segments_intersect", [points[at] for at in order])
        assert found.intersect is answer


def test_a_crossing_step_by_step() -> None:
    words = node_words("segments_intersect", [(0, 0), (2, 2), (0, 2), (2, 0)])
    assert words[0] == "READING READING READING READING ANY_LEFT"
    assert words[4].split()[:4] in (
        ["LEFT", "RIGHT", "RIGHT", "LEFT"],
        ["RIGHT", "LEFT", "LEFT", "RIGHT"],
    )
    assert [each.split()[-1] for each in words[4:]] == [
        "ANY_LEFT",
        "ANY_RIGHT",
        "OTHER_LEFT",
        "OTHER_RIGHT",
        "YES",
    ]


@pytest.mark.parametrize(
    "given",
    [None, 3, "abc", [], [(0, 0)] * 3, [(0, 0, 0)] * 4, [(0, "x")] * 4, [(0, np.nan)] * 4],
)
def test_what_are_no_segments(given: Any) -> None:
    with pytest.raises(InputError, match="two segments are four"):
        Segments().read(given)


def test_random_segments_are_of_all_kinds() -> None:
    rng = np.random.default_rng(0)
    answers = [
        rules_run("segments_intersect", Segments().sample(4, rng).values).intersect
        for _ in range(40)
    ]
    assert {True, False} == set(answers)


def test_the_textbook_algorithm() -> None:
    assert check("segments_intersect", problems("segments_intersect", 60)) == 60

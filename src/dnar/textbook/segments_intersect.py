"""Whether two segments have a point in common, by the sides their ends are on."""

import numpy as np

from dnar.textbook.question import Entry, Outputs, Question


def expected(question: Question) -> Outputs:
    """Yes or no, as an array of one."""
    assert question.values is not None
    points = [(float(x), float(y)) for x, y in question.values]
    ends = ((2, 3), (2, 3), (0, 1), (0, 1))
    sides = [_side(points[one], points[other], at) for (one, other), at in _pairs(ends, points)]
    on = [
        side == 0 and _between(points[one], points[other], at)
        for side, ((one, other), at) in zip(sides, _pairs(ends, points), strict=True)
    ]
    crossing = sides[0] * sides[1] < 0 and sides[2] * sides[3] < 0
    return {"intersect": np.array([crossing or any(on)])}


Point = tuple[float, float]


def _pairs(ends: tuple, points: list[Point]) -> list[tuple[tuple[int, int], Point]]:
    return list(zip(ends, points, strict=True))


def _side(begin: Point, end: Point, point: Point) -> int:
    """The sign of the cross product: 1 and -1 are the two sides of the line."""
    one = (point[0] - begin[0]) * (end[1] - begin[1])
    other = (end[0] - begin[0]) * (point[1] - begin[1])
    return (one > other) - (one < other)


def _between(begin: Point, end: Point, point: Point) -> bool:
    return all(
        min(begin[axis], end[axis]) <= point[axis] <= max(begin[axis], end[axis])
        for axis in (0, 1)
    )


def valid(question: Question, outputs: Outputs) -> bool:
    """Whether the answer is right."""
    return np.array_equal(expected(question)["intersect"], outputs["intersect"])


ENTRY = Entry(expected, valid)

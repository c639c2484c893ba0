"""The position of the smallest number of an array."""

import numpy as np

from dnar.textbook.question import Entry, Outputs, Question


def expected(question: Question) -> Outputs:
    """The first of the smallest, as an array of one."""
    assert question.values is not None
    return {"minimum": np.array([int(np.argmin(question.values))])}


def valid(question: Question, outputs: Outputs) -> bool:
    """Whether it is one of the smallest."""
    values, found = question.values, outputs["minimum"]
    assert values is not None
    inside = found.shape == (1,) and 0 <= found[0] < len(values)
    return bool(inside and values[found[0]] == values.min())


ENTRY = Entry(expected, valid)

"""Sorting: every item points to the one before it, the smallest to itself."""

import numpy as np

from dnar.textbook.question import Entry, Outputs, Question


def expected(question: Question) -> Outputs:
    """Predecessors in a stable order, as insertion sort leaves it."""
    assert question.values is not None
    order = np.argsort(question.values, kind="stable")
    previous = np.empty(len(order), dtype=np.int64)
    previous[order] = np.concatenate([order[:1], order[:-1]])
    return {"previous": previous}


def valid(question: Question, outputs: Outputs) -> bool:
    """Whether following the pointers walks down the sorted numbers, equal ones in any order."""
    values, previous = question.values, outputs["previous"]
    assert values is not None
    count = len(values)
    if previous.shape != (count,) or ((previous < 0) | (previous >= count)).any():
        return False
    heads = np.flatnonzero(previous == np.arange(count))
    following = np.full(count, -1)
    following[previous] = np.arange(count)
    if len(heads) != 1 or len(np.unique(previous)) != max(1, count - 1):
        return False
    following[heads] = next(
        (at for at in np.flatnonzero(previous == heads[0]).tolist() if at != heads[0]), -1
    )
    walked, at = [], int(heads[0])
    while at >= 0 and len(walked) < count:
        walked.append(at)
        at = int(following[at])
    return len(walked) == count and bool((np.diff(values[walked]) >= 0).all())


ENTRY = Entry(expected, valid)

"""Matrix chain order, by dynamic programming over the length of products."""

import numpy as np

from dnar.textbook.question import Entry, Outputs, Question


def expected(question: Question) -> Outputs:
    """For every product of matrices i to j, after which one to cut; of equal cuts the first."""
    assert question.values is not None
    sizes = question.values.tolist()
    count = len(sizes)
    cost = np.zeros((count, count))
    cut = np.zeros((count, count), dtype=np.int64)
    for length in range(1, count):
        for row in range(1, count - length):
            column, outer = row + length, sizes[row - 1]
            ways = [
                cost[row, at] + cost[at + 1, column] + outer * sizes[at] * sizes[column]
                for at in range(row, column)
            ]
            best = int(np.argmin(ways))
            cost[row, column], cut[row, column] = ways[best], row + best
    return {"cut": cut}


def valid(question: Question, outputs: Outputs) -> bool:
    """Whether the cuts are exactly those of the algorithm."""
    return np.array_equal(expected(question)["cut"], outputs["cut"])


ENTRY = Entry(expected, valid)

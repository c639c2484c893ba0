"""Eccentricity: the level of the farthest node that can be reached."""

import numpy as np

from dnar.textbook.bfs import levels
from dnar.textbook.question import Entry, Outputs, Question, start_of


def expected(question: Question) -> Outputs:
    """The number, as an array of one."""
    farthest = levels(question.graph, start_of(question)).max()
    return {"eccentricity": np.array([float(farthest)])}


def valid(question: Question, outputs: Outputs) -> bool:
    """Whether it is that number: there is only one."""
    return np.array_equal(outputs["eccentricity"], expected(question)["eccentricity"])


ENTRY = Entry(expected, valid)

"""Where a needle first occurs in a text; where it does not, the needle's own first place."""

import numpy as np

from dnar.textbook.question import Entry, Outputs, Question


def expected(question: Question) -> Outputs:
    """The position, as an array of one."""
    assert question.values is not None
    of_needle, letter = question.values.astype(np.int64).T
    text, needle = (letter[of_needle == which].tolist() for which in (0, 1))
    places = range(len(text) - len(needle) + 1)
    found = (at for at in places if text[at : at + len(needle)] == needle)
    return {"match": np.array([next(found, len(text))])}


def valid(question: Question, outputs: Outputs) -> bool:
    """Whether it is the first place."""
    return np.array_equal(expected(question)["match"], outputs["match"])


ENTRY = Entry(expected, valid)

"""Choices about edges: what is accepted, and what each message says."""

from typing import Any

import pytest

from dnar.errors import InputError
from dnar.graph.reading import Combine, Reading, reading_of


def test_a_text_is_a_name_and_a_number_is_a_weight() -> None:
    assert reading_of() == Reading()
    assert reading_of(weight="cost").weight == "cost"
    assert reading_of(weight="2").default_weight is None
    assert reading_of(weight=2) == Reading(default_weight=2.0)
    assert reading_of(combine="sum").combine is Combine.SUM
    assert not reading_of(weight="weight").names_weight


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"weight": [1]}, r"weight is a number for every edge, or the name .*, got \[1\]"),
        ({"weight": True}, "weight is a number"),
        ({"source": 0}, "source= and target= are names of columns, got 0"),
        ({"target": 1.5}, "names of columns"),
        ({"combine": "max"}, "combine is one of 'error', 'min', 'sum', got 'max'"),
        ({"combine": None}, "combine is one of"),
        ({"directed": "yes"}, "directed must be True or False"),
    ],
)
def test_bad_choices(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        reading_of(**given)

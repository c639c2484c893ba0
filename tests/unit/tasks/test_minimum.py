"""Minimum of an array, by hand."""

import pytest

from dnar.errors import InputError
from tests.rules_run import rules_run
from tests.unit.tasks.watching import arc_words, node_words


def test_three_numbers_by_hand() -> None:
    assert node_words("minimum", [3.0, 1.0, 1.0]) == [
        "ENTRY ENTRY ENTRY VIRTUAL",
        "ENTRY ENTRY ENTRY DECIDED",
    ]
    assert arc_words("minimum", [3.0, 1.0, 1.0], "SMALLEST") == [[], [(3, 1)]]


def test_one_step_whatever_the_size() -> None:
    assert rules_run("minimum", [7]).minimum == 0
    answer = rules_run("minimum", range(100, 0, -1))
    assert (answer.minimum, answer.steps) == (99, 1)
    assert rules_run("minimum", [0.0, -0.0, 1.0]).minimum == 0


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([], r"non-empty list of finite numbers, got shape \(0,\)"),
        ([[1.0]], r"one-dimensional.*got shape \(1, 1\)"),
        ([1.0, float("nan")], "finite numbers"),
        ("karate", "one-dimensional list of numbers, got 'karate'"),
        (["a"], r"one-dimensional list of numbers, got \['a'\]"),
    ],
)
def test_what_is_no_array(values: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        rules_run("minimum", values)

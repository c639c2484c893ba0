"""Naive string matcher, by hand and beside the textbook."""

from typing import Any

import numpy as np
import pytest

from dnar.errors import InputError
from dnar.tasks.naive_string_matcher import LETTERS, Strings
from tests.rules_run import rules_run
from tests.unit.tasks.against_textbook import check
from tests.unit.tasks.watching import node_words
from tests.unit.textbook.drawing import problems

pytestmark = pytest.mark.usefixtures("no_shape_checks")


def test_a_match_step_by_step() -> None:
    words = node_words("naive_string_matcher", ("ab", "b"))
    assert words == [
        "text_a_both text_b_plain needle_b_cursor COMPARING",
        "text_a_both text_b_plain needle_b_cursor DIFFERENT",
        "text_a_plain text_b_both needle_b_cursor COMPARING",
        "text_a_plain text_b_both needle_b_cursor EQUAL",
        "text_a_plain text_b_mark needle_b_plain COMPARING",
        "text_a_plain text_b_mark needle_b_plain FOUND",
        "text_a_plain HIT needle_b_plain FOUND",
    ]


@pytest.mark.parametrize(
    ("text", "needle", "match"),
    [
        ("a", "a", 0),
        ("a", "b", 1),
        ("a", "aa", 1),
        ("aab", "ab", 1),
        ("aaab", "aab", 1),
        ("abab", "ab", 0),
        ("abcabd", "abd", 3),
        ("abcabd", "abcabd", 0),
        ("abcab", "abd", 5),
        ("dddd", "ddddd", 4),
        ("cabcab", "ba", 6),
    ],
)
def test_by_hand(text: str, needle: str, match: int) -> None:
    """Without a match the answer is the needle's first place, behind the text."""
    answer = rules_run("naive_string_matcher", (text, needle))
    assert answer.match == match
    assert match == (text.find(needle) if needle in text else len(text))


def test_two_steps_a_comparison() -> None:
    # Three comparisons that fail, and the end of the text.
    assert rules_run("naive_string_matcher", ("aaa", "b")).steps == 2 * 3 + 2
    assert rules_run("naive_string_matcher", ("aaa", "aaa")).steps == 2 * 3 + 2


@pytest.mark.parametrize(
    "given",
    [None, 3, "ab", ("a",), ("a", ""), ("", "a"), ("a", "e"), ("a", 1), ("a", "b", "c")],
)
def test_what_are_no_strings(given: Any) -> None:
    with pytest.raises(InputError, match=f"two strings of the letters {LETTERS}"):
        Strings().read(given)


def test_random_strings_match_and_do_not() -> None:
    rng = np.random.default_rng(1)
    drawn = [Strings().sample(9, rng) for _ in range(30)]
    assert {len(problem.graph.labels) for problem in drawn} <= set(range(2, 11))
    assert check("naive_string_matcher", drawn) == 30


def test_the_textbook_algorithm() -> None:
    assert check("naive_string_matcher", problems("naive_string_matcher", 40)) == 40

"""Insertion sort, by hand and beside the textbook."""

import itertools

import pytest

from tests.rules_run import rules_run
from tests.unit.tasks.against_textbook import check
from tests.unit.tasks.watching import node_words, scalar_values
from tests.unit.textbook.drawing import array, problems

pytestmark = pytest.mark.usefixtures("no_shape_checks")


def test_two_numbers_by_hand() -> None:
    assert node_words("insertion_sort", [5, 3]) == [
        "DONE WAITING",
        "SORTED READING",
        "SORTED COMPARING",
        "SORTED GIVING",
        "TAKING SORTED",
        "READING SORTED",
        "DONE SORTED",
        "SORTED DONE",
        "SORTED SORTED",
    ]
    keys = scalar_values("insertion_sort", [5, 3], "key")
    assert [keys[at] for at in (3, 4, 5)] == [[5.0, 3.0], [5.0, 5.0], [3.0, 5.0]]
    items = scalar_values("insertion_sort", [5, 3], "item")
    assert (items[0], items[-1]) == ([0.0, 1.0], [1.0, 0.0])
    assert rules_run("insertion_sort", [5, 3]).previous == {0: 1, 1: 1}


def test_the_slots_end_in_order() -> None:
    values = [2.5, -1.0, 2.5, 0.0]
    assert scalar_values("insertion_sort", values, "key")[-1] == sorted(values)
    # Equal numbers keep their order.
    assert scalar_values("insertion_sort", values, "item")[-1] == [1.0, 3.0, 0.0, 2.0]
    assert rules_run("insertion_sort", values).previous == {0: 3, 1: 1, 2: 0, 3: 1}


def test_steps() -> None:
    for size in range(1, 7):
        rising, falling = list(range(size)), list(range(size, 0, -1))
        # Each item reads, compares and passes the turn.
        assert rules_run("insertion_sort", rising).steps == 3 * size - 2
        swaps = size * (size - 1) // 2
        # A swap takes four steps, the turn goes back over as many slots, and the first slot
        # passes it on without comparing.
        assert rules_run("insertion_sort", falling).steps == 1 + 5 * swaps + 2 * (size - 1)


def test_the_textbook_algorithm() -> None:
    every = itertools.product((0, 1, 2), repeat=4)
    assert check("insertion_sort", map(array, every)) == 81
    assert check("insertion_sort", problems("insertion_sort", 20)) == 20

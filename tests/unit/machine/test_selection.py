"""Selection: class before scalar, scalar before index, and nothing where nobody fits."""

from dataclasses import replace

import numpy as np
import pytest
from dnar.machine.local_functions import UNLISTED
from hypothesis import given
from hypothesis import strategies as st

from dnar.machine import UNHEARD, Head, Prefer, first_snapshot, select
from dnar.machine.selection import head_keys, heard_arcs
from tests.unit.machine import bazaar
from tests.unit.machine.bazaar import BOUGHT, BUYER, OFFER, OPENED, RULES, SELLER, SIGN


def test_listening() -> None:
    table = RULES.listening
    assert table.shape == (2, 6, 6, 4, 2)
    listed = {tuple(map(int, place)): int(table[tuple(place)]) for place in _listed(table)}
    assert listed == {
        (0, BUYER, SELLER, OFFER, 1): 0,
        (0, BOUGHT, SELLER, OFFER, 1): 0,
        (1, BUYER, OPENED, SIGN, 1): 0,
    }
    assert len(replace(RULES, heads=(), ranks=(), node_rules=(), arc_rules=()).listening) == 0


def _listed(table: np.ndarray) -> np.ndarray:
    return np.argwhere(table != UNLISTED)


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (Head("any"), None),
        (Head("any", prefer=Prefer.LARGEST), [-1.0, -1.0, -2.0, 0.0, 0.0, 0.0]),
        (Head("any", "price"), [3.0, 1.0, 0.0, 1.0, 3.0, 0.0]),
        (Head("any", "price", Prefer.LARGEST), [-3.0, -1.0, 0.0, -1.0, -3.0, 0.0]),
        (Head("any", "tally"), [5.0, 5.0, 0.0, 10.0, 10.0, 10.0]),
        (Head("any", "tally", Prefer.LARGEST), [-5.0, -5.0, 0.0, -10.0, -10.0, -10.0]),
    ],
)
def test_what_a_head_compares(head: Head, expected: list[float] | None) -> None:
    instance = bazaar.instance()
    keys = head_keys(RULES, head, instance, first_snapshot(RULES, instance))
    assert (None if keys is None else keys.tolist()) == expected


def heard(rank: list[int], key: list[float] | None, receiver: list[int]) -> list[int]:
    keys = None if key is None else np.array(key)
    arcs = (np.array(rank, dtype=np.int32), keys, np.array(receiver, dtype=np.int32))
    return heard_arcs(*arcs, 3).tolist()


def test_class_before_scalar_before_index() -> None:
    row = [0, 0, 0, 0]
    assert heard([1, 0, 0, 0], [0.0, 9.0, 5.0, 5.0], row) == [2, UNHEARD, UNHEARD]
    assert heard([1, 1, 1, 0], None, row) == [3, UNHEARD, UNHEARD]
    assert heard([1, 1, 1, 1], None, row) == [0, UNHEARD, UNHEARD]
    assert heard([UNLISTED] * 4, [1.0] * 4, row) == [UNHEARD] * 3
    assert heard([], None, []) == [UNHEARD] * 3


def test_infinite_keys_are_still_heard() -> None:
    assert heard([0, 0], [np.inf, np.inf], [1, 1]) == [UNHEARD, 0, UNHEARD]


@given(
    st.lists(
        st.tuples(st.integers(0, 2), st.sampled_from([0, 1, 2, UNLISTED]), st.integers(-2, 2)),
        max_size=20,
    ),
    st.booleans(),
)
def test_selection_is_the_least_triple_of_each_row(
    arcs: list[tuple[int, int, int]], keyed: bool
) -> None:
    arcs = sorted(arcs, key=lambda arc: arc[0])
    receiver, rank, key = ([arc[part] for arc in arcs] for part in range(3))
    expected = []
    for node in range(3):
        row = [
            (rank[at], key[at] if keyed else 0, at)
            for at in range(len(arcs))
            if receiver[at] == node and rank[at] != UNLISTED
        ]
        expected.append(min(row)[2] if row else UNHEARD)
    assert heard(rank, [float(each) for each in key] if keyed else None, receiver) == expected


def test_two_heads_hear_different_arcs() -> None:
    instance = bazaar.instance(keeper=OPENED)
    found = select(RULES, instance, first_snapshot(RULES, instance))
    assert {head: arcs.tolist() for head, arcs in found.items()} == {
        "cheapest": [1, UNHEARD, UNHEARD],
        "richest": [2, UNHEARD, UNHEARD],
    }

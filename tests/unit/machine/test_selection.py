"""Selection: class before scalar, scalar before index, and nothing where nobody fits."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dnar.machine import UNHEARD, Entry, Head, Prefer, first_snapshot, is_best, select
from dnar.machine.selection import UNLISTED, head_keys, heard_arcs, listed_places
from tests.unit.machine import bazaar
from tests.unit.machine.bazaar import BOUGHT, BUYER, OFFER, OPENED, PROGRAM, SELLER, SIGN


def test_listed_places() -> None:
    nodes, arcs = len(PROGRAM.node_states), len(PROGRAM.arc_states)
    tables = [listed_places(PROGRAM, head) for head in range(2)]
    assert [table.shape for table in tables] == [(nodes, 2 * nodes * arcs)] * 2
    offer, sign = SELLER * arcs + OFFER, OPENED * arcs + SIGN
    assert [listed(table) for table in tables] == [
        {(BUYER, 2 * offer + 1): 0, (BOUGHT, 2 * offer + 1): 0},
        {(BUYER, 2 * sign + 1): 0},
    ]


def test_places_of_what_is_not_best() -> None:
    order = (Entry(3, 0), Entry(5, 3, best=False), Entry(3, 0, best=False), Entry(5, 3))
    table = listed_places(replace(PROGRAM, orders={(1, 2): order}), 1)
    # The others of (3, 0) come after their best arc, so nobody hears them.
    assert listed(table) == {(2, 25): 0, (2, 46): 1, (2, 47): 3}


def listed(table: np.ndarray) -> dict[tuple[int, ...], int]:
    places = np.argwhere(table != UNLISTED)
    return {tuple(place): int(table[tuple(place)]) for place in places.tolist()}


@pytest.mark.parametrize("key", [None, [4.0, 2.0, 2.0, 1.0, 0.0, 7.0]])
def test_one_rival_is_best(key: list[float] | None) -> None:
    klass, receiver = np.array([5, 5, 5, 6, 5, 5]), np.array([0, 0, 0, 0, 1, 1])
    best = is_best(klass, None if key is None else np.array(key), receiver)
    # Of equal keys the first arc of the row is best.
    first = [0, 3, 4] if key is None else [1, 3, 4]
    assert np.flatnonzero(best).tolist() == first


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
    keys = head_keys(PROGRAM, head, instance, first_snapshot(PROGRAM, instance))
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
    found = select(PROGRAM, instance, first_snapshot(PROGRAM, instance))
    assert {head: arcs.tolist() for head, arcs in found.items()} == {
        "cheapest": [1, UNHEARD, UNHEARD],
        "richest": [2, UNHEARD, UNHEARD],
    }

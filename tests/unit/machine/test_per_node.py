"""Values per node: what a dictionary holds, kept as an array."""

import copy
import pickle
from collections.abc import Hashable, Sequence
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dnar.errors import InputError
from dnar.machine import PerNode


@given(st.lists(st.one_of(st.integers(), st.text()), unique=True), st.data())
def test_items_are_those_of_a_dictionary(labels: list[Hashable], data: st.DataObject) -> None:
    places = st.integers(0, max(len(labels) - 1, 0))
    points = data.draw(st.lists(places, min_size=len(labels), max_size=len(labels)))
    check(labels, points)
    check(range(len(labels)), points)


def check(labels: Sequence[Hashable], points: list[int]) -> None:
    wanted = {label: labels[to] for label, to in zip(labels, points, strict=True)}
    made = PerNode(labels, np.array(points, dtype=np.int64), names=labels)
    assert list(made.items()) == list(wanted.items())
    assert [type(value) for value in made.values()] == [type(v) for v in wanted.values()]
    assert len(made) == len(wanted)
    assert pickle.loads(pickle.dumps(made)) == copy.deepcopy(made) == made


def test_many_values_come_in_parts() -> None:
    array = np.arange(25_001) / 2
    made = PerNode(range(25_001), array)
    assert list(made.values()) == array.tolist()
    assert list(made.items())[-1] == (25_000, 12_500.0)
    assert made != PerNode(range(25_001), array + 1)
    assert made != dict(made.items())


def test_a_value_for_every_node() -> None:
    for size in (2, 4):
        with pytest.raises(InputError, match=f"one value, got {size} for 3 nodes"):
            PerNode(range(3), np.zeros(size))


def test_nothing_can_be_changed() -> None:
    made = PerNode(range(3), np.zeros(3))
    with pytest.raises(ValueError, match="read-only"):
        made.array[0] = 1.0
    with pytest.raises(FrozenInstanceError):
        made.array = np.ones(3)  # type: ignore[misc]

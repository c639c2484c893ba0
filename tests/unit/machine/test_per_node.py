"""Values per node: all that a dictionary does, kept as an array."""

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
def test_same_as_a_dictionary(labels: list[Hashable], data: st.DataObject) -> None:
    places = st.integers(0, max(len(labels) - 1, 0))
    points = data.draw(st.lists(places, min_size=len(labels), max_size=len(labels)))
    check(labels, points)
    check(range(len(labels)), points)


def check(labels: Sequence[Hashable], points: list[int]) -> None:
    wanted = {label: labels[to] for label, to in zip(labels, points, strict=True)}
    made = PerNode(labels, np.array(points, dtype=np.int64), names=labels)
    assert made == wanted
    assert wanted == made
    assert list(made) == list(wanted)
    assert list(made.items()) == list(wanted.items())
    assert list(made.values()) == list(wanted.values())
    assert [made[label] for label in wanted] == list(wanted.values())
    assert len(made) == len(made.items()) == len(made.values()) == len(wanted)
    assert [type(value) for value in made.values()] == [type(v) for v in wanted.values()]
    assert (repr(made) == repr(wanted)) == (len(wanted) <= 100)
    assert pickle.loads(pickle.dumps(made)) == copy.deepcopy(made) == wanted


@pytest.mark.parametrize("labels", [range(3), ["a", "b", "c"]])
def test_what_is_not_there(labels: Sequence[Hashable]) -> None:
    made = PerNode(labels, np.array([0.5, 1.5, np.inf]))
    for label in (3, "x", None, 0.5):
        assert label not in made
        assert made.get(label) is None
        with pytest.raises(KeyError):
            _ = made[label]
    assert (labels[2], np.inf) in made.items()
    assert 1.5 in made.values()
    assert made != {labels[0]: 0.5}


def test_a_long_one_is_shown_in_part() -> None:
    made = PerNode(range(12_345), np.zeros(12_345))
    assert repr(made).startswith("{0: 0.0, 1: 0.0, ")
    assert repr(made).endswith(", 99: 0.0, ... (12,345 in all)}")


def test_numbers_of_other_kinds_find_their_node() -> None:
    made = PerNode(range(3), np.array([0.5, 1.5, 2.5]))
    for one in (1, True, 1.0, np.int64(1), np.uint8(1), np.float32(1.0)):
        assert made[one] == 1.5
    for none in (-1, 3, 1.5, np.int64(3), np.inf, np.nan, 1j, "1", (1,)):
        assert none not in made


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

"""Answers: outputs as attributes, and as JSON that any program can read."""

import copy
import json
import math
import pickle
from typing import Any

import numpy as np
import pandas as pd
import pytest

from dnar.machine import PerNode
from dnar.run import Answer
from dnar.run.answer import json_label


def answer(**outputs: Any) -> Answer:
    return Answer("dijkstra", 3, True, outputs)


def test_outputs_are_attributes() -> None:
    found = answer(parent={"a": "a"}, distance={"a": 0.0})
    assert (found.parent, found.distance) == ({"a": "a"}, {"a": 0.0})
    with pytest.raises(
        AttributeError, match="dijkstra returns parent, distance; there is no 'in_set'"
    ):
        _ = found.in_set
    assert found.trajectory is None


def test_answers_can_be_copied_and_sent() -> None:
    found = answer(parent={1: 2})
    assert copy.copy(found) == found
    assert pickle.loads(pickle.dumps(found)) == found


def test_json() -> None:
    found = answer(
        parent={0: 1, ("x", 1): 0},
        distance={0: 0.5, 1: math.inf},
        in_set=[np.int64(3), "b", ("x", 1)],
        eccentricity=2.0,
        head=None,
    )
    expected = {
        "task": "dijkstra",
        "engine": "rules",
        "engine_reason": "asked for",
        "steps": 3,
        "halted": True,
        "parent": {"0": 1, "('x', 1)": 0},
        "distance": {"0": 0.5, "1": None},
        "in_set": [3, "b", "('x', 1)"],
        "eccentricity": 2.0,
        "head": None,
    }
    assert found.to_json() == expected
    assert json.loads(json.dumps(found.to_json(), allow_nan=False)) == expected
    assert "".join(found.json_pieces()) == json.dumps(expected)


def test_values_per_node_become_dictionaries() -> None:
    parent = PerNode(["a", "b"], np.array([1, 1]), names=["a", "b"])
    found = answer(parent=parent, eccentricity=2.0)
    assert found.parent == {"a": "b", "b": "b"}
    assert type(found.parent) is dict
    assert found.outputs == {"parent": {"a": "b", "b": "b"}, "eccentricity": 2.0}
    assert {name: array.tolist() for name, array in found.arrays.items()} == {"parent": [1, 1]}
    assert pickle.loads(pickle.dumps(found)) == copy.copy(found) == found
    frame = pd.DataFrame(answer(parent=parent).outputs)
    assert frame["parent"].to_dict() == {"a": "b", "b": "b"}


@pytest.mark.parametrize("nodes", [0, 1, 9_999, 10_000, 10_001, 25_000])
def test_json_in_pieces(nodes: int) -> None:
    distance = np.arange(nodes, dtype=np.float64)
    distance[nodes // 2 :] = math.inf
    found = answer(distance=PerNode(range(nodes), distance), head="\u00e4")
    text = "".join(found.json_pieces())
    assert json.loads(text) == found.to_json()
    assert text == json.dumps(found.to_json(), ensure_ascii=False)
    assert max(map(len, found.json_pieces())) < 250_000


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        (1, 1),
        ("a", "a"),
        (0.5, 0.5),
        (None, None),
        (True, True),
        (np.float64(0.5), 0.5),
        (np.str_("a"), "a"),
        ((1, 2), "(1, 2)"),
        (frozenset({1}), "frozenset({1})"),
    ],
)
def test_labels_in_json(label: Any, expected: Any) -> None:
    found = json_label(label)
    assert found == expected
    assert type(found) is type(expected)

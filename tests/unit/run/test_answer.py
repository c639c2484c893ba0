"""Answers: outputs as attributes, and as JSON that any program can read."""

import copy
import json
import math
import pickle
from typing import Any

import numpy as np
import pandas as pd
import pytest

import dnar
from dnar.errors import InputError
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


def test_trees() -> None:
    graph = {"a": ["b", "c"], "b": ["a", "d"], "c": ["a"], "d": ["b"], "e": []}
    found = dnar.run("bfs", graph, start="a")
    assert found.start == "a"
    assert found.depth == {"a": 0, "b": 1, "c": 1, "d": 2, "e": None}
    assert found.tree == [("a", "b"), ("a", "c"), ("b", "d")]
    assert found.path_to("d") == ["a", "b", "d"]
    assert found.path_to("a") == ["a"]
    with pytest.raises(InputError, match="'e' cannot be reached from 'a'"):
        found.path_to("e")
    with pytest.raises(InputError, match="no node 'z' among the 5 of this answer"):
        found.path_to("z")
    forest = dnar.run("dfs", graph)
    assert (forest.start, forest.depth["e"], forest.path_to("e")) == (None, 0, ["e"])
    net = dnar.run("dijkstra", graph, start="a", weight=2).to_networkx()
    assert sorted(net.edges) == found.tree
    assert net.nodes["d"] == {"parent": "b", "distance": 4.0}


def test_depths_of_long_paths_and_of_cycles() -> None:
    assert list(dnar.run("bfs", "path:1000", start=0).depth.values()) == list(range(1000))
    labels = range(3)
    cycle = answer(parent=PerNode(labels, np.array([1, 2, 0]), names=labels))
    with pytest.raises(InputError, match="form a cycle"):
        _ = cycle.depth
    with pytest.raises(InputError, match="form a cycle"):
        cycle.path_to(0)


def test_orders() -> None:
    graph = [("shirt", "tie"), ("tie", "jacket"), ("trousers", "jacket")]
    order = dnar.run("topological_sort", graph, directed=True).order
    assert sorted(order) == ["jacket", "shirt", "tie", "trousers"]
    assert all(order.index(one) < order.index(other) for one, other in graph)
    assert dnar.run("insertion_sort", [3.0, 1.0, 2.0]).order == [1, 2, 0]
    assert dnar.run("insertion_sort", [3.0]).order == [0]


@pytest.mark.parametrize(
    ("task", "graph", "given", "what"),
    [
        ("mis", "path:3", {}, "tree"),
        ("bfs", "path:3", {"start": 0}, "order"),
        ("minimum", [1.0], {}, "depth"),
    ],
)
def test_what_a_task_does_not_find(
    task: str, graph: Any, given: dict[str, Any], what: str
) -> None:
    with pytest.raises(InputError, match=f"{task} finds no (tree|order): it returns "):
        getattr(dnar.run(task, graph, **given), what)


def test_outputs_of_a_task_come_before_what_is_derived() -> None:
    found = answer(depth={"a": 7}, tree=["a"], order="x")
    assert (found.depth, found.tree, found.order) == ({"a": 7}, ["a"], "x")


def test_tables() -> None:
    frame = dnar.run("dijkstra", [("a", "b", 2.0), ("c",)], start="a").to_pandas()
    assert frame.index.name == "node"
    assert frame.to_dict("index") == {
        "a": {"parent": "a", "distance": 0.0},
        "b": {"parent": "a", "distance": 2.0},
        "c": {"parent": "c", "distance": math.inf},
    }
    sets = dnar.run("mis", "star:4", randomness=[[0.0, 1.0, 2.0, 3.0]]).to_pandas()
    assert sets["in_set"].tolist() in ([0], [1, 2, 3])
    pairs = dnar.run("floyd_warshall", [(0, 1, 1.0)]).to_pandas()
    assert pairs.index.names == ["source", "target"]
    assert pairs["before"].tolist() == [0, 0, 1, 1]
    single = dnar.run("eccentricity", "path:3", start=0).to_pandas()
    assert single.to_dict("records") == [{"eccentricity": 2.0}]
    sort = dnar.run("topological_sort", [(0, 1)], directed=True).to_pandas()
    assert sort["head"].tolist() == [0, 0]
    both = answer(parent=PerNode("ab", np.array([0, 0]), names="ab"), in_set=["b"])
    assert list(both.csv_lines()) == ["node,parent,in_set\n", "a,a,False\n", "b,a,True\n"]
    two = answer(one=["a"], other=["a", "b"])
    assert list(two.csv_lines()) == ["one,other\n", "['a'],\"['a', 'b']\"\n"]

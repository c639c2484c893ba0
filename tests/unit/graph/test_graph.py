"""The graph: canonical, immutable, and strict about what it is made of."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dnar.errors import InputError
from dnar.graph import Graph

EDGES = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=30)


@given(edges=EDGES, directed=st.booleans(), seed=st.integers(0, 100))
def test_order_and_repetition_of_edges_change_nothing(
    edges: list[tuple[int, int]], directed: bool, seed: int
) -> None:
    order = np.random.default_rng(seed).permutation(2 * len(edges)) % max(len(edges), 1)
    again = [edges[at] for at in order]
    if not directed:
        again = [ends[::-1] if at % 2 else ends for at, ends in enumerate(again)]
    one, other = (
        Graph.from_edges(
            [i for i, _ in some], [j for _, j in some], labels=9, directed=directed
        )
        for some in (edges, again)
    )
    assert one == other
    assert hash(one) == hash(other)
    expected = set(edges) if directed else {(min(ends), max(ends)) for ends in edges}
    found = list(zip(one.source.tolist(), one.target.tolist(), strict=True))
    assert found == sorted(expected)


def test_arrays_cannot_be_written() -> None:
    graph = Graph.from_edges([0], [1], labels=2, weight=[1.0])
    for array in (graph.source, graph.target, graph.weight):
        assert array is not None
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_callers_arrays_stay_their_own() -> None:
    source, weight = np.array([0], dtype=np.int32), np.array([1.0])
    graph = Graph.from_edges(source, [1], labels=2, weight=weight)
    source[0], weight[0] = 1, 5.0
    assert graph == Graph.from_edges([0], [1], labels=2, weight=[1.0])


def test_graphs_differ_in_every_part() -> None:
    graph = Graph.from_edges([0], [1], labels=2)
    others = [
        Graph.from_edges([0], [1], labels=3),
        Graph.from_edges([0], [0], labels=2),
        Graph.from_edges([0], [1], labels=2, directed=True),
        Graph.from_edges([0], [1], labels=2, weight=[1.0]),
        Graph.from_edges([0], [1], labels=["a", "b"]),
    ]
    assert all(graph != other for other in others)
    assert others[3] != others[3].with_weight(2.0)
    assert graph != "graph"


def test_labels() -> None:
    graph = Graph.from_edges([0], [1], labels=["a", ("b", 1)])
    assert graph.index(("b", 1)) == 1
    assert graph.relabelled([5, 6]).index(6) == 1
    assert Graph.from_edges([], [], labels=3).index(2) == 2
    with pytest.raises(
        InputError, match=r"no node 'c'; the nodes are 'a', \('b', 1\) \(2 nodes\)"
    ):
        graph.index("c")
    with pytest.raises(InputError, match=r"no node 9; the nodes are 0, 1, 2, 3, 4, \.\.\. "):
        Graph.from_edges([], [], labels=7).index(9)
    with pytest.raises(InputError, match="2 nodes need as many labels, got 1"):
        graph.relabelled(["a"])
    with pytest.raises(InputError, match="'a' is repeated"):
        graph.relabelled(["a", "a"])


@pytest.mark.parametrize(
    ("source", "target", "options", "message"),
    [
        ([], [], {"labels": 0}, "empty"),
        ([0], [2], {"labels": 2}, "from 0 to 1, got 2"),
        ([-1], [0], {"labels": 2}, "from 0 to 1, got -1"),
        ([0], [0, 1], {"labels": 2}, "equally long, got 1, 2$"),
        ([0], [1], {"labels": 2, "weight": [1.0, 2.0]}, "equally long, got 1, 1 and 2"),
        ([0], [1], {"labels": ["a", "b"], "weight": [np.inf]}, r"edge \('a', 'b'\) is inf"),
        ([0, 1], [1, 0], {"labels": 2, "weight": [1.0, 2.0]}, "different weights, 1.0 and 2.0"),
        (np.array([0.5]), [1], {"labels": 2}, "whole numbers"),
        (np.array([[0]]), [1], {"labels": 2}, r"shape \(1, 1\)"),
    ],
)
def test_bad_edges(source: Any, target: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Graph.from_edges(source, target, **options)


def test_repr() -> None:
    graph = Graph.from_edges([0], [1], labels=2, weight=[1.0], directed=True)
    assert repr(graph) == "Graph(2 nodes, 1 edges, directed, weighted)"


def test_labels_that_change_later_change_nothing() -> None:
    labels = ["a", "b"]
    graph = Graph.from_edges([0], [1], labels=labels)
    labels[0] = "z"
    assert list(graph.labels) == ["a", "b"]


def test_numbers_of_other_kinds_find_their_node() -> None:
    graph = Graph.from_edges([0], [1], labels=3)
    for one in (1, True, 1.0, np.int64(1), np.uint8(1), np.float32(1.0)):
        assert graph.index(one) == 1
    for none in (-1, 3, 1.5, np.int64(3), np.inf, np.nan, 1j, "1", (1,)):
        with pytest.raises(InputError, match="no node"):
            graph.index(none)

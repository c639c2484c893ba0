"""Plain Python values as graphs: edge lists and adjacency dictionaries."""

from collections import OrderedDict
from typing import Any

import networkx as nx
import numpy as np
import pytest
import torch

import dnar
from dnar.errors import InputError
from dnar.graph import Graph, as_graph

ABC = Graph.from_edges([0, 1], [1, 2], labels=["a", "b", "c"], weight=[1.5, 2.0])
BARE = Graph.from_edges([0, 1], [1, 2], labels=["a", "b", "c"])


@pytest.mark.parametrize(
    "given",
    [
        [("b", "c", 2), ("a", "b", 1.5)],
        [["b", "c", 2], ["a", "b", 1.5]],
        (("a", "b", {"weight": 1.5}), ("b", "c", {"weight": 2, "name": "x"}), ("c",)),
        {("a", "b", 1.5), ("c", "b", 2.0)},
        iter([("a", "b", 1.5), ("b", "c", 2.0)]),
        {"a": {"b": 1.5}, "b": {"a": 1.5, "c": 2}, "c": {"b": 2.0}},
        {
            "a": {"b": {"weight": 1.5}},
            "b": {"a": {"weight": 1.5}, "c": {"weight": 2}},
            "c": {"b": {"weight": 2}},
        },
        nx.Graph([("a", "b", {"weight": 1.5}), ("b", "c", {"weight": 2})]).adj,
        list(nx.Graph([("a", "b", {"weight": 1.5}), ("b", "c", {"weight": 2})]).edges.data()),
    ],
)
def test_the_same_graph_with_weights(given: Any) -> None:
    assert as_graph(given) == ABC


@pytest.mark.parametrize(
    "given",
    [
        [("a", "b"), ("c", "b")],
        zip("ab", "bc", strict=True),
        {"a": ["b"], "b": ("a", "c"), "c": {"b"}},
        OrderedDict(a=["b"], b=["a", "c"], c=["b"]),
    ],
)
def test_the_same_graph_without_weights(given: Any) -> None:
    graph = as_graph(given)
    assert graph == BARE


def test_order_of_labels() -> None:
    assert as_graph([(10, 9), (9, 2)]).labels == [2, 9, 10]
    assert as_graph([(np.int64(1), np.int64(0))]).labels == range(2)
    assert as_graph([((0, 1), "b"), ("b", 3.5)]).labels == [(0, 1), "b", 3.5]
    assert as_graph({"z": [], "a": ["m"], "b": []}).labels == ["z", "a", "b", "m"]


def test_directions() -> None:
    one_way = {0: [1], 1: [2]}
    assert as_graph(one_way).directed
    assert not as_graph({0: [1], 1: [0]}).directed
    assert as_graph(one_way, directed=False) == as_graph([(0, 1), (1, 2)])
    assert as_graph([(0, 1), (1, 0)], directed=True).edge_count == 2


def test_attributes_can_be_named() -> None:
    rows = [(0, 1, {"cost": 1, "time": 7}), (1, 2, {"cost": 2, "time": 8})]
    costs = as_graph(rows, weight="cost").weight
    assert costs is not None
    assert costs.tolist() == [1.0, 2.0]
    assert as_graph(rows).weight is None
    nets = [nx.Graph(rows), nx.MultiDiGraph(rows), nx.Graph(rows).adj]
    for net in nets:
        times = as_graph(net, weight="time", directed=False).weight
        assert times is not None
        assert times.tolist() == [7.0, 8.0]
    answer = dnar.run("dijkstra", nx.Graph(rows), start=0, weight="time")
    assert answer.distance == {0: 0.0, 1: 7.0, 2: 15.0}


def test_parallel_edges_are_combined() -> None:
    rows = [(0, 1, 3.0), (1, 0, 1.0), (1, 2, 2.0)]
    several = nx.MultiGraph()
    several.add_weighted_edges_from(rows)
    index = torch.tensor([[0, 0, 1, 1, 1, 2], [1, 1, 0, 0, 2, 1]])
    pair = (index, torch.tensor([3.0, 1.0, 1.0, 3.0, 2.0, 2.0]))
    for given in (rows, several, pair):
        for way, expected in {"min": [1.0, 2.0], "sum": [4.0, 2.0]}.items():
            weight = as_graph(given, combine=way).weight
            assert weight is not None
            assert weight.tolist() == expected
        with pytest.raises(InputError, match="given twice with different weights, 3"):
            as_graph(given)
    one_way = nx.DiGraph()
    one_way.add_weighted_edges_from(rows)
    for directed in (one_way, as_graph(one_way), nx.to_scipy_sparse_array(one_way)):
        weight = as_graph(directed, directed=False, combine="sum").weight
        assert weight is not None
        assert weight.tolist() == [4.0, 2.0]
    with pytest.raises(InputError, match=r"the weight of edge \(0, 1\) is inf"):
        as_graph([(0, 1, 1e308), (0, 1, 1e308)], combine="sum")


def test_a_symmetric_graph_is_not_added_to_itself() -> None:
    net = nx.Graph()
    net.add_weighted_edges_from([(0, 1, 3.0), (1, 2, 2.0)])
    expected = as_graph(net)
    matrix = nx.to_numpy_array(net)
    rows, columns = np.nonzero(matrix)
    pair = (torch.tensor(np.stack([rows, columns])), torch.tensor(matrix[rows, columns]))
    for given in (nx.DiGraph(net), matrix, nx.to_scipy_sparse_array(net), pair, dict(net.adj)):
        assert as_graph(given, directed=False, combine="sum") == expected


def test_edge_index() -> None:
    index = torch.tensor([[0, 1, 1, 3], [1, 0, 3, 1]])
    assert as_graph(index) == Graph.from_edges([0, 1], [1, 3], labels=4)
    assert as_graph(index[:, :1]).directed
    weighted = as_graph((index, torch.tensor([1, 1, 2, 2])))
    assert weighted == Graph.from_edges([0, 1], [1, 3], labels=4, weight=[1.0, 2.0])
    assert dnar.run("bfs", index, start=3).parent == {0: 1, 1: 3, 2: 2, 3: 3}


BAD: list[tuple[Any, dict[str, Any], str]] = [
    ([], {}, "the edge list is empty"),
    ({}, {}, "empty"),
    ([[0, 1], [1, 0]], {}, "may be an edge list or an adjacency matrix"),
    ([[0, 1, 0], [1, 0, 1], [0, 1, 0]], {}, "may be an edge list or an adjacency matrix"),
    ([[0, 1, 0, 1]] * 4, {}, "got .0, 1, 0, 1. in row 0; give an adjacency matrix as a numpy"),
    ([("a", "b"), "ab"], {}, "got 'ab' in row 1"),
    ([("a", "b", 1.0), ("b", "c")], {}, r"edge \('b', 'c'\) has no weight"),
    ([("a", "b", "x")], {}, r"weight of edge \('a', 'b'\) must be a number, got 'x'"),
    ([("a", "b", float("nan"))], {}, "weights must be finite"),
    ([([1], "b")], {}, "node labels must be hashable"),
    ([("a", "b", 1.0)], {"weight": "cost"}, "names an attribute, and an edge list without"),
    ([("a", "b", {"w": 1})], {"weight": "cost"}, "no edge attribute 'cost' .* there are: w"),
    ([("a", "b")], {"source": "a"}, "an edge list has none; a start node"),
    ({"a": "bc"}, {}, "the neighbours of 'a' must be a list"),
    ({"a": 7}, {}, "the neighbours of 'a' must be a list"),
    ({"a": {"b": 1.0}, "b": ["a"]}, {}, "has no weight, but other edges"),
    ({"a": [[1]]}, {}, "hashable"),
    (nx.path_graph(2).edges, {}, "give the networkx graph itself instead of its EdgeView"),
    (nx.MultiGraph([(0, 1)]).edges(keys=True), {}, "instead of its MultiEdgeView"),
    (np.zeros((5, 2)), {}, "an edge list can be given as a list of tuples"),
    (torch.zeros(3, 4, dtype=torch.long), {}, r"\[2, edges\]"),
    (torch.zeros(2, 0, dtype=torch.long), {}, "does not say how many nodes"),
    (torch.zeros(2, 4), {}, "whole numbers"),
    ((torch.zeros(2, 4, dtype=torch.long), None), {}, "one tensor of weights"),
    ((torch.zeros(2, 4, dtype=torch.long), torch.ones(3)), {}, "equally long"),
    (nx.Graph([(0, 1, {"w": 1})]), {"weight": "cost"}, "no edge attribute 'cost' .*: w"),
]


@pytest.mark.parametrize(("given", "options", "message"), BAD)
def test_bad_input(given: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        as_graph(given, **options)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_named_weights_of_other_libraries() -> None:
    import igraph
    import pandas as pd
    from torch_geometric.data import Data

    net = igraph.Graph(2, [(0, 1)])
    net.es["km"] = [7.0]
    data = Data(edge_index=torch.tensor([[0], [1]]), km=torch.tensor([7.0]), num_nodes=2)
    table = pd.DataFrame({"From": [0], "to": [1], "km": [7.0], "weight": [1.0]})
    expected = Graph.from_edges([0], [1], labels=2, weight=[7.0])
    assert as_graph(net, weight="km") == expected
    assert as_graph(data, weight="km", directed=False) == expected
    assert as_graph(table, source="from", target="to", weight="km") == expected
    for given in (net, data):
        with pytest.raises(InputError, match="attribute 'miles' to take weights from"):
            as_graph(given, weight="miles")
    with pytest.raises(InputError, match="no column 'miles' to take weights from; there are"):
        as_graph(table, source="From", target="to", weight="miles")
    data.km = torch.ones(1, 2)
    with pytest.raises(InputError, match="one weight per edge, got shape"):
        as_graph(data, weight="km")

"""Graphs of other libraries: their labels, their weights, their mistakes."""

import warnings

import igraph
import networkx as nx
import numpy as np
import pandas as pd
import pytest
import torch

from dnar.errors import InputError
from dnar.graph import Graph, as_graph

with warnings.catch_warnings():
    # PyG, while it is imported, uses what torch has deprecated.
    warnings.simplefilter("ignore", DeprecationWarning)
    from torch_geometric.data import Data


def test_labels_of_any_hashable_kind_come_back_in_order() -> None:
    labels = ["b", 3, (1, 2), frozenset({1}), 2.5, True, "a"]
    made = nx.path_graph(len(labels))
    graph = as_graph(nx.relabel_nodes(made, dict(enumerate(labels))))
    assert graph.labels == labels
    assert graph.target.tolist() == [1, 2, 3, 4, 5, 6]


def test_igraph_names() -> None:
    made = igraph.Graph(3, [(0, 1)])
    made.vs["name"] = ["x", "y", "z"]
    assert as_graph(made).labels == ["x", "y", "z"]
    for names in (["x", "x", "z"], ["x", None, "z"], [["x"], "y", "z"]):
        made.vs["name"] = names
        assert as_graph(made).labels == range(3)


def test_table_names_are_sorted_and_cells_may_be_empty() -> None:
    table = pd.DataFrame(
        {"Source": ["c", "a", "d"], "Target": ["b", "c", None], "note": [1, 2, 3]}
    )
    assert as_graph(table) == Graph.from_edges([1, 0], [2, 2], labels=["a", "b", "c", "d"])


def test_parallel_edges_merge_or_conflict() -> None:
    made = nx.MultiGraph()
    made.add_edge("a", "b", weight=1)
    made.add_edge("b", "a", weight=1)
    assert as_graph(made).edge_count == 1
    made.add_edge("a", "b", weight=2)
    with pytest.raises(InputError, match=r"\('a', 'b'\) is given twice with different weights"):
        as_graph(made)


def test_pyg_without_number_of_nodes() -> None:
    made = Data(edge_index=torch.tensor([[0, 2], [2, 0]]))
    assert as_graph(made) == Graph.from_edges([0], [2], labels=3)


def test_pyg_features_of_several_columns_are_no_weight() -> None:
    made = Data(edge_index=torch.tensor([[0], [1]]), edge_attr=torch.ones(1, 4), num_nodes=2)
    assert as_graph(made).weight is None
    half = torch.ones(1, 1, dtype=torch.bfloat16, requires_grad=True)
    weighted = Data(edge_index=torch.tensor([[0], [1]]), edge_attr=half, num_nodes=2)
    assert as_graph(weighted).weight == np.ones(1)


def _weighted(*values: object) -> nx.Graph:
    made = nx.path_graph(len(values) + 1)
    for at, value in enumerate(values):
        if value is not None:
            made[at][at + 1]["weight"] = value
    return made


BAD: list[tuple[object, str]] = [
    (_weighted(1.0, None), r"edge \(1, 2\) has no weight"),
    (_weighted(1.0, "far"), r"weight of edge \(1, 2\) must be a number, got 'far'"),
    (_weighted(float("nan")), r"weight of edge \(0, 1\) is nan"),
    (nx.Graph(), "empty"),
    (Data(edge_index=torch.zeros(3, 4, dtype=torch.long), num_nodes=2), r"\[2, edges\]"),
    (Data(edge_index=torch.tensor([[0], [5]]), num_nodes=2), "from 0 to 1, got 5"),
    (
        Data(edge_index=torch.tensor([[0], [1]]), edge_weight=torch.ones(2), num_nodes=2),
        "equally long",
    ),
    (Data(), "neither nodes nor edges"),
    (
        pd.DataFrame({"from": [1], "to": [2]}),
        r"columns source and target, got \['from', 'to'\]",
    ),
    (pd.DataFrame({"source": [None, 1.0], "target": [1.0, 2.0]}), "row 0 .* no source"),
    (
        pd.DataFrame({"source": [1, 2], "target": [2, 3], "weight": [1.0, None]}),
        r"\(2, 3\) has no",
    ),
    (pd.DataFrame({"source": [1], "target": [2], "weight": ["x"]}), r"\(1, 2\) .* got 'x'"),
]


@pytest.mark.parametrize(("source", "message"), BAD)
def test_bad_input(source: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        as_graph(source)


def test_igraph_with_some_weights() -> None:
    made = igraph.Graph(3, [(0, 1)])
    made.es["weight"] = [1.0]
    made.add_edges([(1, 2)])
    with pytest.raises(InputError, match=r"edge \(1, 2\) has no weight"):
        as_graph(made)


def test_without_weights_a_networkx_graph_is_converted_once() -> None:
    made = nx.Graph([("a", "b"), ("b", "c")])
    first = as_graph(made, weighted=False)
    assert first == Graph.from_edges([0, 1], [1, 2], labels=["a", "b", "c"])
    assert as_graph(made, weighted=False) is first
    assert as_graph(made, weighted=False, directed=True).directed
    made.add_edge("c", "a", weight=2.0)
    assert as_graph(made, weighted=False).edge_count == 3
    made.remove_node("a")
    assert as_graph(made, weighted=False).labels == ["b", "c"]
    # A graph of which some edges have no weight, or one that is no number, has no weights then.
    assert as_graph(nx.Graph([(0, 1, {"weight": "x"})]), weighted=False).weight is None
    several = nx.MultiDiGraph([(0, 1), (0, 1), (1, 0)])
    assert as_graph(several, weighted=False) == as_graph(nx.DiGraph([(0, 1), (1, 0)]))


def test_views_and_graphs_that_must_not_be_kept_are_converted_each_time() -> None:
    made = nx.path_graph(4)
    view = made.subgraph([0, 1, 2])
    assert as_graph(view, weighted=False).edge_count == 2
    made.remove_edge(0, 1)
    assert as_graph(view, weighted=False).edge_count == 1
    with nx.config(cache_converted_graphs=False):
        first = as_graph(made, weighted=False)
        assert as_graph(made, weighted=False) is not first

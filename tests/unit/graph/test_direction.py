"""Direction: one edge read as two, two as one."""

import pytest

from dnar.errors import InputError
from dnar.graph.direction import undirected_if_symmetric, with_direction
from dnar.graph.graph import Graph


def test_undirected_edge_becomes_two_and_back() -> None:
    graph = Graph.from_edges([0, 1, 2], [1, 2, 2], labels=3, weight=[1.0, 2.0, 3.0])
    both = with_direction(graph, True)
    assert both.directed
    assert both.source.tolist() == [0, 1, 1, 2, 2]
    assert both.target.tolist() == [1, 0, 2, 1, 2]
    assert with_direction(both, False) == graph
    assert undirected_if_symmetric(both) == graph


def test_none_changes_nothing() -> None:
    graph = Graph.from_edges([0], [1], labels=2, directed=True)
    assert with_direction(graph, None) is graph
    assert with_direction(graph, True) is graph


def test_opposite_edges_with_different_weights_conflict() -> None:
    graph = Graph.from_edges([0, 1], [1, 0], labels=2, weight=[1.0, 2.0], directed=True)
    assert undirected_if_symmetric(graph) is graph
    with pytest.raises(InputError, match=r"edge \(0, 1\) is given twice .* 1\.0 and 2\.0"):
        with_direction(graph, False)


def test_one_way_edge_is_not_symmetric() -> None:
    # As many edges in as out everywhere, but a cycle run one way.
    graph = Graph.from_edges([0, 1, 2], [1, 2, 0], labels=3, directed=True)
    assert undirected_if_symmetric(graph) is graph

"""Where nodes are drawn."""

import numpy as np
import pytest

from dnar.graph import FAMILIES, coordinates, load_graph


@pytest.mark.parametrize("name", ["karate", *(f"{family}:9" for family in FAMILIES), "er:2"])
def test_nodes_stand_apart_in_the_unit_square(name: str) -> None:
    graph = load_graph(name, seed=3)
    points = coordinates(graph, name, seed=3)
    assert points.shape == (graph.node_count, 2)
    assert points.min() >= 0
    assert points.max() <= 1
    assert len(np.unique(points.round(6), axis=0)) == graph.node_count
    assert np.array_equal(points, coordinates(graph, name, seed=3))


def test_a_triangulation_is_drawn_on_its_own_points() -> None:
    drawn = np.random.default_rng(5).random((12, 2))
    found = coordinates(load_graph("delaunay:12", seed=5), "delaunay:12", seed=5)
    spans = [np.ptp(each, axis=0) for each in (drawn, found)]
    assert np.allclose((drawn - drawn[0]) / spans[0].max(), (found - found[0]) / spans[1].max())


def test_large_graphs_are_drawn_in_shells() -> None:
    graph = load_graph("er:2000", seed=0)
    points = coordinates(graph)
    assert len(np.unique(points.round(9), axis=0)) == 2000

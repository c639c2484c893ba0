"""Prim's and Dijkstra's common loop beside a search of all edges that leave the tree."""

import math

import pytest

from dnar.graph import Graph
from dnar.textbook.growing import grow
from tests.unit.textbook.drawing import as_networkx, drawn


def joined(graph: Graph, start: int, *, add_up: bool) -> list[int]:
    """The nodes as they join the tree, each over the best of all edges that leave it."""
    theirs, far = as_networkx(graph), {start: 0.0}
    while True:
        leaving = [
            ((far[node] if add_up else 0.0) + weight, other)
            for node, other, weight in theirs.edges(far, data="weight")
            if other not in far
        ]
        if not leaving:
            return list(far)
        way, other = min(leaving)
        far[other] = way


@pytest.mark.parametrize("add_up", [False, True])
def test_nodes_join_the_tree_over_the_best_edge_that_leaves_it(add_up: bool) -> None:
    for graph, start in drawn(60, weighted=True):
        grown = grow(graph, start, add_up=add_up)
        assert grown.order == joined(graph, start, add_up=add_up)
        reached = {node for node, key in enumerate(grown.key) if key < math.inf}
        assert set(grown.order) == reached
        above = [grown.parent[node] for node in grown.order[1:]]
        assert all(up in grown.order[:at] for at, up in enumerate(above, 1))

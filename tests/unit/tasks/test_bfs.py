"""Breadth-first search, by hand and in its number of steps."""

import pytest

from dnar.graph import Graph, cycle, grid, path, star
from dnar.textbook.bfs import levels
from tests.rules_run import rules_run
from tests.unit.tasks.watching import arc_words, node_words


def test_a_path_by_hand() -> None:
    assert node_words("bfs", path(3), start=0) == [
        "DONE UNSEEN UNSEEN VIRTUAL",
        "DONE DONE UNSEEN VIRTUAL",
        "DONE DONE DONE VIRTUAL",
    ]
    # Nodes point to themselves until they are found; the virtual node keeps its own loop.
    assert arc_words("bfs", path(3), "POINTER", start=0) == [
        [(0, 0), (1, 1), (2, 2), (3, 3)],
        [(0, 0), (1, 0), (2, 2), (3, 3)],
        [(0, 0), (1, 0), (2, 1), (3, 3)],
    ]


def test_ties_go_to_the_lowest_parent() -> None:
    assert rules_run("bfs", cycle(4), start=3).parent == {0: 3, 1: 0, 2: 3, 3: 3}
    assert rules_run("bfs", cycle(4), start=0).parent == {0: 0, 1: 0, 2: 1, 3: 0}


@pytest.mark.parametrize("graph", [path(7), star(7), grid(12), cycle(9)], ids=repr)
def test_one_step_per_level(graph: Graph) -> None:
    for start in range(graph.node_count):
        depth = levels(graph, start).max()
        assert rules_run("bfs", graph, start=start).steps == depth


def test_edges_are_followed_in_their_direction() -> None:
    one_way = Graph.from_edges([0, 2], [1, 1], labels=3, directed=True)
    assert rules_run("bfs", one_way, start=0).parent == {0: 0, 1: 0, 2: 2}
    assert rules_run("bfs", one_way, start=1).steps == 0


def test_one_node_isolated_nodes_and_self_loops() -> None:
    assert rules_run("bfs", path(1), start=0).parent == {0: 0}
    looped = Graph.from_edges([0, 0, 1], [0, 1, 1], labels=3)
    assert rules_run("bfs", looped, start=1).parent == {0: 1, 1: 1, 2: 2}

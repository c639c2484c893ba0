"""Eccentricity, by hand and in its number of steps."""

import pytest

from dnar.graph import Graph, cycle, grid, path, star
from dnar.textbook.bfs import levels
from tests.rules_run import rules_run
from tests.unit.tasks.watching import arc_words, node_words, scalar_values


def test_a_path_by_hand() -> None:
    assert node_words("eccentricity", path(3), start=0) == [
        "FRONT UNSEEN UNSEEN VIRTUAL",
        "DONE FRONT UNSEEN VIRTUAL",
        "DONE DONE FRONT VIRTUAL",
        "DONE DONE DONE VIRTUAL",
        "DONE DONE DONE ANSWERED",
        "DONE DONE DONE ANSWERED",
    ]
    assert scalar_values("eccentricity", path(3), "distance", start=0) == [
        [0.0, 0.0, 0.0, 0.0],
        [0.0, 1.0, 1.0, 0.0],
        *[[0.0, 1.0, 2.0, 0.0]] * 3,
        [0.0, 1.0, 2.0, 2.0],
    ]
    farthest = arc_words("eccentricity", path(3), "FARTHEST", start=0)
    assert farthest == [[], [], [], [], [(3, 2)], []]


@pytest.mark.parametrize("graph", [path(7), star(7), grid(12), cycle(9), path(1)], ids=repr)
def test_three_steps_more_than_the_answer(graph: Graph) -> None:
    for start in range(graph.node_count):
        answer = rules_run("eccentricity", graph, start=start)
        assert answer.eccentricity == levels(graph, start).max()
        assert answer.steps == answer.eccentricity + 3


def test_only_nodes_that_can_be_reached_count() -> None:
    apart = Graph.from_edges([0, 2, 3, 4], [1, 3, 4, 5], labels=6)
    assert rules_run("eccentricity", apart, start=0).eccentricity == 1.0
    assert rules_run("eccentricity", apart, start=2).eccentricity == 3.0
    assert rules_run("eccentricity", Graph.from_edges([], [], labels=3), start=1).steps == 3


def test_edges_are_followed_in_their_direction() -> None:
    one_way = Graph.from_edges([0, 1], [1, 2], labels=3, directed=True)
    found = [rules_run("eccentricity", one_way, start=at).eccentricity for at in range(3)]
    assert found == [2.0, 1.0, 0.0]


def test_self_loops_change_nothing() -> None:
    looped = Graph.from_edges([0, 0, 1], [0, 1, 1], labels=2)
    assert rules_run("eccentricity", looped, start=0).eccentricity == 1.0

"""Depth-first search, by hand and in its number of steps."""

import numpy as np
import pytest

from dnar.graph import FAMILIES, Graph, complete, path, star
from tests.rules_run import rules_run
from tests.unit.tasks.watching import arc_words, node_words


def test_a_path_by_hand() -> None:
    assert node_words("dfs", path(3), start=0) == [
        "TOP UNSEEN UNSEEN VIRTUAL",
        "WAITING UNSEEN UNSEEN VIRTUAL",
        "WAITING TOP UNSEEN VIRTUAL",
        "WAITING WAITING UNSEEN VIRTUAL",
        "WAITING WAITING TOP VIRTUAL",
        "WAITING WAITING ENDED VIRTUAL",
        "WAITING TOP ENDED VIRTUAL",
        "WAITING ENDED ENDED VIRTUAL",
        "TOP ENDED ENDED VIRTUAL",
        "ENDED ENDED ENDED VIRTUAL",
    ]
    one, two = [(0, 1)], [(0, 1), (1, 2)]
    children = [[], one, one, two, two, two, one, one, [], []]
    assert arc_words("dfs", path(3), "CHILD", start=0) == children


def test_a_forest_by_hand() -> None:
    lonely = Graph.from_edges([], [], labels=2)
    assert node_words("dfs", lonely) == [
        "UNSEEN UNSEEN RESTARTER",
        "UNSEEN UNSEEN RESTARTER",
        "TOP UNSEEN RESTARTER",
        "ENDED UNSEEN RESTARTER",
        "ENDED UNSEEN RESTARTER",
        "ENDED TOP RESTARTER",
        "ENDED ENDED RESTARTER",
    ]
    calls = arc_words("dfs", lonely, "CALL")
    assert calls == [[], [(0, 2), (2, 0)], [], [], [(1, 2), (2, 1)], [], []]


@pytest.mark.parametrize("family", FAMILIES)
def test_steps_from_a_start(family: str) -> None:
    graph = FAMILIES[family](12, np.random.default_rng(1))
    answer = rules_run("dfs", graph, start=5)
    reached = 1 + sum(node != to for node, to in answer.parent.items())
    assert answer.steps == 4 * (reached - 1) + 1
    if family != "clrs":
        assert reached == 12


@pytest.mark.parametrize("family", FAMILIES)
def test_steps_of_a_forest(family: str) -> None:
    graph = FAMILIES[family](12, np.random.default_rng(2))
    answer = rules_run("dfs", graph)
    roots = sum(node == to for node, to in answer.parent.items())
    assert answer.steps == 4 * 12 - roots


def test_the_lowest_unseen_neighbour_comes_first() -> None:
    assert rules_run("dfs", complete(4), start=2).parent == {0: 2, 1: 0, 2: 2, 3: 1}
    assert rules_run("dfs", star(4), start=3).parent == {0: 3, 1: 0, 2: 0, 3: 3}


def test_edges_are_followed_in_their_direction() -> None:
    one_way = Graph.from_edges([2, 1], [1, 0], labels=3, directed=True)
    assert rules_run("dfs", one_way, start=2).parent == {0: 1, 1: 2, 2: 2}
    assert rules_run("dfs", one_way, start=0).parent == {0: 0, 1: 1, 2: 2}
    # The forest starts at node 0, which leads nowhere.
    assert rules_run("dfs", one_way).parent == {0: 0, 1: 1, 2: 2}


def test_one_node_isolated_nodes_and_self_loops() -> None:
    assert rules_run("dfs", path(1), start=0).steps == 1
    assert rules_run("dfs", path(1)).parent == {0: 0}
    looped = Graph.from_edges([0, 0, 1], [0, 1, 1], labels=3, directed=True)
    assert rules_run("dfs", looped).parent == {0: 0, 1: 0, 2: 2}
    assert rules_run("dfs", looped, start=0).steps == 5

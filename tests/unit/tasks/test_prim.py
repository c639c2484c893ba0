"""Prim's algorithm, by hand and in its number of steps."""

import numpy as np
import pytest

from dnar.graph import FAMILIES, Graph, complete, path, random_weights, star
from tests.rules_run import rules_run
from tests.unit.tasks.watching import node_words, scalar_values

TRIANGLE = Graph.from_edges([0, 0, 1], [1, 2, 2], labels=3, weight=[4.0, 3.0, 2.0])


def test_one_edge_by_hand() -> None:
    assert node_words("prim", path(2).with_weight(2.0), start=0) == [
        "JOINING UNSEEN VIRTUAL",
        "TREE ASKING VIRTUAL",
        "TREE BOUND VIRTUAL",
        "TREE FRONTIER VIRTUAL",
        "TREE FRONTIER VIRTUAL",
        "TREE JOINING VIRTUAL",
        "TREE TREE VIRTUAL",
    ]


def test_a_better_edge_replaces_a_worse_one() -> None:
    assert rules_run("prim", TRIANGLE, start=0).parent == {0: 0, 1: 2, 2: 0}
    distances = [row[1] for row in scalar_values("prim", TRIANGLE, "distance", start=0)]
    # Node 1 holds its edge to 0, lets go when 2 joins, and takes the edge to 2.
    assert distances == [0, 0, 0, 4, 4, 4, 4, 4, 0, 2, 2, 2, 2]


@pytest.mark.parametrize("nodes", [2, 3, 5, 8])
def test_steps_of_well_known_graphs(nodes: int) -> None:
    rng = np.random.default_rng(nodes)

    def steps(graph: Graph) -> int:
        return rules_run("prim", random_weights(graph, rng), start=0).steps

    assert steps(star(nodes)) == 3 * nodes
    assert steps(path(nodes)) == 5 * (nodes - 1) + 1
    assert steps(complete(nodes)) == 6 * (nodes - 1)


@pytest.mark.parametrize("family", FAMILIES)
def test_at_most_six_steps_a_node(family: str) -> None:
    rng = np.random.default_rng(3)
    for nodes in (1, 2, 3, 7, 20):
        graph = random_weights(FAMILIES[family](nodes, rng), rng)
        answer = rules_run("prim", graph, start=0)
        assert answer.halted
        assert answer.steps <= max(1, 6 * (nodes - 1))


def test_equal_weights_go_to_the_lowest_node() -> None:
    even = complete(4).with_weight(1.0)
    assert rules_run("prim", even, start=3).parent == {0: 3, 1: 0, 2: 0, 3: 3}


def test_weights_below_zero() -> None:
    weights = TRIANGLE.with_weight([-4.0, -3.0, -5.0])
    assert rules_run("prim", weights, start=0).parent == {0: 0, 1: 0, 2: 1}


def test_one_node_isolated_nodes_and_self_loops() -> None:
    assert rules_run("prim", path(1), start=0).steps == 1
    looped = Graph.from_edges([0, 0, 1], [0, 1, 1], labels=3, weight=[-9.0, 1.0, -9.0])
    assert rules_run("prim", looped, start=1).parent == {0: 1, 1: 1, 2: 2}

"""Topological sort, by hand and in its number of steps."""

import numpy as np

from dnar.graph import Graph, clrs_er
from tests.rules_run import rules_run
from tests.unit.tasks.watching import node_words, scalar_values

BACKWARDS = Graph.from_edges([1], [0], labels=2, directed=True)


def test_one_edge_by_hand() -> None:
    assert node_words("topological_sort", BACKWARDS) == node_words("dfs", BACKWARDS)
    assert scalar_values("topological_sort", BACKWARDS, "ended_at") == [
        [0.0, 0.0, 0.0],
        [1.0, 1.0, 0.0],
        [2.0, 2.0, 0.0],
        [3.0, 3.0, 0.0],
        [3.0, 4.0, 0.0],
        [3.0, 5.0, 0.0],
        [3.0, 6.0, 0.0],
    ]
    answer = rules_run("topological_sort", BACKWARDS)
    assert (answer.head, answer.previous) == (1, {0: 0, 1: 0})


def test_as_many_steps_as_the_depth_first_forest() -> None:
    graph = clrs_er(14, np.random.default_rng(6), directed=True, acyclic=True)
    assert rules_run("topological_sort", graph).steps == rules_run("dfs", graph).steps


def test_one_node_and_isolated_nodes() -> None:
    one = rules_run("topological_sort", Graph.from_edges([], [], labels=["a"], directed=True))
    assert (one.head, one.previous) == ("a", {"a": "a"})
    three = rules_run("topological_sort", Graph.from_edges([], [], labels=3))
    assert (three.head, three.previous) == (2, {0: 0, 1: 0, 2: 1})

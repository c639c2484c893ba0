"""Dijkstra's algorithm, by hand and in its number of steps."""

import math

import numpy as np
import pytest

from dnar.graph import FAMILIES, Graph, complete, path, random_weights
from dnar.tasks import dijkstra, prim
from tests.rules_run import rules_run
from tests.unit.tasks.watching import arc_words, node_words, scalar_values

TRIANGLE = Graph.from_edges([0, 0, 1], [1, 2, 2], labels=3, weight=[4.0, 1.0, 2.0])


def test_a_triangle_by_hand() -> None:
    assert node_words("dijkstra", TRIANGLE, start=0) == [
        "JOINING UNSEEN UNSEEN VIRTUAL",
        "TREE ASKING ASKING VIRTUAL",
        "TREE BOUND BOUND VIRTUAL",
        "TREE FRONTIER FRONTIER VIRTUAL",
        "TREE FRONTIER FRONTIER VIRTUAL",
        "TREE FRONTIER JOINING VIRTUAL",
        "TREE RELEASING TREE VIRTUAL",
        "TREE ASKING TREE VIRTUAL",
        "TREE BOUND TREE VIRTUAL",
        "TREE FRONTIER TREE VIRTUAL",
        "TREE FRONTIER TREE VIRTUAL",
        "TREE JOINING TREE VIRTUAL",
        "TREE TREE TREE VIRTUAL",
    ]
    assert scalar_values("dijkstra", TRIANGLE, "distance", start=0) == [
        *[[0.0, 0.0, 0.0, 0.0]] * 3,
        *[[0.0, 4.0, 1.0, 0.0]] * 5,
        [0.0, 0.0, 1.0, 0.0],
        *[[0.0, 3.0, 1.0, 0.0]] * 4,
    ]
    calls = arc_words("dijkstra", TRIANGLE, "CALL", start=0)
    assert [(step, arcs) for step, arcs in enumerate(calls) if arcs] == [
        (4, [(2, 3), (3, 2)]),
        (10, [(1, 3), (3, 1)]),
    ]


def test_the_answer_has_parents_and_distances() -> None:
    answer = rules_run("dijkstra", TRIANGLE, start=0)
    assert answer.parent == {0: 0, 1: 2, 2: 0}
    assert answer.distance == {0: 0.0, 1: 3.0, 2: 1.0}


def test_it_is_prim_with_one_more_push() -> None:
    assert dijkstra.RULES.ops[:-1] == prim.RULES.ops
    assert dijkstra.RULES.ops[-1].target == "length"
    assert dijkstra.RULES.node_rules == prim.RULES.node_rules
    assert dijkstra.RULES.arc_rules == prim.RULES.arc_rules


@pytest.mark.parametrize("family", FAMILIES)
def test_at_most_six_steps_a_node(family: str) -> None:
    rng = np.random.default_rng(4)
    for nodes in (1, 2, 3, 7, 20):
        graph = random_weights(FAMILIES[family](nodes, rng), rng)
        answer = rules_run("dijkstra", graph, start=nodes - 1)
        assert answer.halted
        assert answer.steps <= max(1, 6 * (nodes - 1))


def test_ties_go_to_the_lowest_parent() -> None:
    # Both ways to node 3 have length 2.
    square = Graph.from_edges([0, 0, 1, 2], [1, 2, 3, 3], labels=4, weight=[1.0] * 4)
    assert rules_run("dijkstra", square, start=0).parent == {0: 0, 1: 0, 2: 0, 3: 1}
    zero = complete(4).with_weight(0.0)
    assert rules_run("dijkstra", zero, start=3).parent == {0: 3, 1: 0, 2: 0, 3: 3}


def test_edges_are_followed_in_their_direction_with_their_own_weight() -> None:
    graph = Graph.from_edges(
        [0, 1, 1], [1, 0, 2], labels=3, weight=[5.0, 1.0, 2.0], directed=True
    )
    assert rules_run("dijkstra", graph, start=0).distance == {0: 0.0, 1: 5.0, 2: 7.0}
    assert rules_run("dijkstra", graph, start=1).distance == {0: 1.0, 1: 0.0, 2: 2.0}
    assert rules_run("dijkstra", graph, start=2).distance == {0: math.inf, 1: math.inf, 2: 0.0}


def test_one_node_isolated_nodes_and_self_loops() -> None:
    assert rules_run("dijkstra", path(1), start=0).distance == {0: 0.0}
    looped = Graph.from_edges([0, 0, 1], [0, 1, 1], labels=3, weight=[9.0, 1.0, 0.0])
    answer = rules_run("dijkstra", looped, start=1)
    assert answer.parent == {0: 1, 1: 1, 2: 2}
    assert answer.distance == {0: 1.0, 1: 0.0, 2: math.inf}

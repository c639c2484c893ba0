"""Bellman-Ford, by hand, on weights below zero, and beside the textbook."""

import math

import numpy as np
import pytest

from dnar.errors import InputError
from dnar.graph import Graph, clrs_er, complete, path
from dnar.machine import Problem
from tests.rules_run import rules_run
from tests.unit.tasks.against_textbook import check
from tests.unit.tasks.watching import node_words, scalar_values
from tests.unit.textbook.drawing import problems

pytestmark = pytest.mark.usefixtures("no_shape_checks")

TRIANGLE = Graph.from_edges([0, 0, 1], [1, 2, 2], labels=3, weight=[4.0, 1.0, 2.0])


def test_a_triangle_by_hand() -> None:
    assert node_words("bellman_ford", TRIANGLE, start=0) == [
        "FIRST UNREACHED UNREACHED VIRTUAL",
        "SETTLED UNREACHED UNREACHED VIRTUAL",
        "SETTLED OFFERED OFFERED VIRTUAL",
        "SETTLED FIRST FIRST VIRTUAL",
        "SETTLED SETTLED SETTLED VIRTUAL",
        "SETTLED SETTLED SETTLED VIRTUAL",
        "SETTLED BETTER SETTLED VIRTUAL",
        "SETTLED SETTLED SETTLED VIRTUAL",
        "SETTLED SETTLED SETTLED VIRTUAL",
    ]
    distance = scalar_values("bellman_ford", TRIANGLE, "distance", start=0)
    assert [each[:3] for each in distance] == [
        *[[0.0, 0.0, 0.0]] * 4,
        *[[0.0, 4.0, 1.0]] * 3,
        *[[0.0, 3.0, 1.0]] * 2,
    ]
    answer = rules_run("bellman_ford", TRIANGLE, start=0)
    assert answer.parent == {0: 0, 1: 2, 2: 0}
    assert answer.distance == {0: 0.0, 1: 3.0, 2: 1.0}


def test_three_steps_a_round() -> None:
    """The start settles in one step, and every round settles the next node of a path."""
    for nodes in range(2, 8):
        answer = rules_run("bellman_ford", path(nodes).with_weight(1.0), start=0)
        assert answer.steps == 3 * (nodes - 1) + 1


def test_ties_go_to_the_lowest_parent_of_the_round() -> None:
    square = Graph.from_edges([0, 0, 1, 2], [1, 2, 3, 3], labels=4, weight=[1.0] * 4)
    assert rules_run("bellman_ford", square, start=0).parent == {0: 0, 1: 0, 2: 0, 3: 1}
    # An equal way that is found later changes nothing.
    detour = Graph.from_edges([0, 0, 1], [2, 1, 2], labels=3, weight=[2.0, 1.0, 1.0])
    assert rules_run("bellman_ford", detour, start=0).parent == {0: 0, 1: 0, 2: 0}
    zero = complete(4).with_weight(0.0)
    assert rules_run("bellman_ford", zero, start=3).parent == {0: 3, 1: 3, 2: 3, 3: 3}


def test_edges_are_followed_in_their_direction_with_their_own_weight() -> None:
    graph = Graph.from_edges(
        [0, 1, 1], [1, 0, 2], labels=3, weight=[5.0, -1.0, 2.0], directed=True
    )
    assert rules_run("bellman_ford", graph, start=0).distance == {0: 0.0, 1: 5.0, 2: 7.0}
    assert rules_run("bellman_ford", graph, start=1).distance == {0: -1.0, 1: 0.0, 2: 2.0}
    last = rules_run("bellman_ford", graph, start=2)
    assert last.distance == {0: math.inf, 1: math.inf, 2: 0.0}
    assert last.parent == {0: 0, 1: 1, 2: 2}


def two_edges(source: list[int], target: list[int], weight: list[float]) -> Graph:
    return Graph.from_edges(source, target, labels=2, weight=weight, directed=True)


@pytest.mark.parametrize(
    ("graph", "start", "refused"),
    [
        (path(3).with_weight([1.0, -1.0]), 0, True),
        (Graph.from_edges([0], [1], labels=3, weight=[-1.0]), 2, False),
        (two_edges([0, 1], [1, 0], [-2.0, 1.0]), 0, True),
        (two_edges([0, 1], [1, 0], [-2.0, 2.0]), 0, False),
        (two_edges([0, 1], [1, 1], [1.0, -2.0]), 0, False),
    ],
    ids=["undirected edge", "out of reach", "cycle", "cycle of length zero", "self-loop"],
)
def test_cycles_of_negative_length(graph: Graph, start: int, refused: bool) -> None:
    if refused:
        with pytest.raises(InputError, match="without cycles of negative length"):
            rules_run("bellman_ford", graph, start=start)
    else:
        assert check("bellman_ford", [Problem(graph, start)]) == 1


def below_zero(seed: int) -> Problem:
    """A directed acyclic graph with weights from -2 to 2, and a start."""
    rng = np.random.default_rng(seed)
    graph = clrs_er(8, rng, p=0.5, directed=True, acyclic=True)
    return Problem(graph.with_weight(rng.integers(-2, 3, graph.edge_count) / 1.0), seed % 8)


def test_the_textbook_algorithm() -> None:
    assert check("bellman_ford", problems("bellman_ford", 30)) == 60
    assert check("bellman_ford", map(below_zero, range(20))) == 20

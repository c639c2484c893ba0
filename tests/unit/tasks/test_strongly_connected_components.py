"""Strongly connected components, by hand and beside the textbook."""

import pytest

from dnar.graph import Graph, cycle, path
from tests.rules_run import rules_run
from tests.unit.tasks.against_textbook import check
from tests.unit.tasks.watching import node_words
from tests.unit.textbook.drawing import problems

pytestmark = pytest.mark.usefixtures("no_shape_checks")

NAME = "strongly_connected_components"


def test_two_nodes_by_hand() -> None:
    one_way = Graph.from_edges([0], [1], labels=2, directed=True)
    words = node_words(NAME, one_way)
    assert words[0] == "UNSEEN UNSEEN SEARCHING"
    assert "ENDED ENDED GROUPING" in words
    # Node 0 ended last: it is the first root, and nothing leads to it.
    assert "ROOT ENDED GROUPING" in words
    assert words[-1] == "JOINED JOINED GROUPING"
    assert rules_run(NAME, one_way).root == {0: 0, 1: 1}


def test_components_by_hand() -> None:
    graph = Graph.from_edges([0, 1, 2, 2, 3, 4], [1, 2, 0, 3, 4, 3], labels=6, directed=True)
    assert rules_run(NAME, graph).root == {0: 0, 1: 0, 2: 0, 3: 3, 4: 3, 5: 5}
    backwards = Graph.from_edges([2, 1, 0], [1, 0, 2], labels=3, directed=True)
    assert rules_run(NAME, backwards).root == {0: 0, 1: 0, 2: 0}


def test_undirected_graphs_have_their_components() -> None:
    assert rules_run(NAME, cycle(4)).root == dict.fromkeys(range(4), 0)
    parts = Graph.from_edges([0, 2], [3, 4], labels=5)
    assert rules_run(NAME, parts).root == {0: 0, 1: 1, 2: 2, 3: 0, 4: 2}
    assert rules_run(NAME, path(1)).root == {0: 0}


def test_self_loops_change_nothing() -> None:
    looped = Graph.from_edges([0, 0, 1], [0, 1, 1], labels=2, directed=True)
    assert rules_run(NAME, looped).root == {0: 0, 1: 1}


def test_the_textbook_algorithm() -> None:
    assert check(NAME, problems(NAME, 25)) == 50

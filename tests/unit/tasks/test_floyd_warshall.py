"""Floyd-Warshall, by hand and beside the textbook."""

import pytest

from dnar.graph import Graph, complete, path
from tests.rules_run import rules_run
from tests.unit.tasks.against_textbook import check
from tests.unit.tasks.watching import arc_words, node_words
from tests.unit.textbook.drawing import problems

pytestmark = pytest.mark.usefixtures("no_shape_checks")


def before(graph: Graph) -> list[list[int]]:
    found = rules_run("floyd_warshall", graph).before
    nodes = range(graph.node_count)
    return [[found[one, other] for other in nodes] for one in nodes]


def test_a_path_by_hand() -> None:
    graph = path(3).with_weight(1.0)
    words = node_words("floyd_warshall", graph)
    assert words[:5] == [
        "IDLE IDLE IDLE ASKING",
        "IDLE IDLE IDLE CALLING",
        "PIVOT IDLE IDLE ASKING",
        "IDLE JOINED IDLE ASKING",
        "IDLE WAITING IDLE ASKING",
    ]
    # With node 1 as the pivot, the pair (0, 2) becomes known.
    better = arc_words("floyd_warshall", graph, "BETTER")
    assert [arcs for arcs in better if arcs] == [[(0, 2), (2, 0)]]
    assert before(graph) == [[0, 0, 1], [1, 1, 1], [1, 2, 2]]


def test_only_a_shorter_way_replaces_another() -> None:
    equal = Graph.from_edges([0, 0, 1], [1, 2, 2], labels=3, weight=[1.0, 2.0, 1.0])
    assert before(equal) == [[0, 0, 0], [1, 1, 1], [2, 2, 2]]
    longer = equal.with_weight([1.0, 2.5, 1.0])
    assert before(longer) == [[0, 0, 1], [1, 1, 1], [1, 2, 2]]
    assert before(complete(3).with_weight(0.0)) == [[0, 0, 0], [1, 1, 1], [2, 2, 2]]


def test_pairs_that_no_path_joins_point_to_their_first_node() -> None:
    parts = Graph.from_edges([0], [1], labels=3, weight=[1.0])
    assert before(parts) == [[0, 0, 0], [1, 1, 1], [2, 2, 2]]
    assert before(path(1)) == [[0]]


def test_five_steps_a_node() -> None:
    """A last step clears what the last round added up."""
    for nodes in range(2, 7):
        graph = complete(nodes).with_weight(1.0)
        assert rules_run("floyd_warshall", graph).steps == 5 * nodes + 1


def test_the_textbook_algorithm() -> None:
    assert check("floyd_warshall", problems("floyd_warshall", 30)) == 30

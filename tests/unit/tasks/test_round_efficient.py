"""Tasks that take few steps on large graphs: by hand, beside networkx, in their steps."""

import networkx as nx
import numpy as np
import pytest

import dnar
from dnar.errors import InputError
from dnar.graph import FAMILIES, Graph, complete, cycle, grid, path, star
from dnar.machine import Problem
from dnar.textbook import expected, valid
from tests.rules_run import rules_run
from tests.unit.tasks.watching import arc_words, node_words, scalar_values
from tests.unit.textbook.drawing import as_networkx, drawn

GRAPHS = [FAMILIES[name](60, np.random.default_rng(3)) for name in ("er", "grid", "tree", "ws")]


def test_components_of_a_path_by_hand() -> None:
    assert scalar_values("connected_components", path(3), "label") == [
        [0.0, 1.0, 2.0, 3.0],
        [0.0, 0.0, 1.0, 3.0],
        [0.0, 0.0, 0.0, 3.0],
    ]


@pytest.mark.parametrize("directed", [False, True])
def test_components_beside_networkx(directed: bool) -> None:
    for graph, _ in drawn(30, directed=directed):
        root = rules_run("connected_components", graph).root
        theirs = nx.connected_components(nx.Graph(as_networkx(graph)))
        assert root == {node: min(part) for part in theirs for node in part}


def test_components_take_as_many_steps_as_the_lowest_node_is_far() -> None:
    assert rules_run("connected_components", path(9)).steps == 8
    assert rules_run("connected_components", star(9)).steps == 1


def test_landmarks_of_a_path_by_hand() -> None:
    assert node_words("nearest_landmark", path(4), start=[0, 3]) == [
        "REACHED UNREACHED UNREACHED REACHED VIRTUAL",
        "REACHED REACHED REACHED REACHED VIRTUAL",
    ]
    answer = rules_run("nearest_landmark", path(5), start=[4, 0])
    assert answer.landmark == {0: 0, 1: 0, 2: 0, 3: 4, 4: 4}
    assert answer.distance == {0: 0.0, 1: 1.0, 2: 2.0, 3: 1.0, 4: 0.0}


@pytest.mark.parametrize("graph", GRAPHS, ids=repr)
def test_distances_to_landmarks_beside_networkx(graph: Graph) -> None:
    starts = [5, 17, 40]
    answer = rules_run("nearest_landmark", graph, start=starts)
    far = nx.multi_source_dijkstra_path_length(
        nx.Graph(as_networkx(graph)), set(starts), weight=None
    )
    assert {node: way for node, way in answer.distance.items() if way < np.inf} == far


def test_nodes_out_of_reach_keep_themselves() -> None:
    apart = Graph.from_edges([0], [1], labels=3)
    answer = rules_run("nearest_landmark", apart, start=[0])
    assert (answer.landmark[2], answer.distance[2]) == (2, np.inf)


def test_only_a_task_that_takes_several_starts_gets_them() -> None:
    with pytest.raises(InputError, match="begins at one node"):
        dnar.run("bfs", path(3), start=[0, 1])


def test_another_landmark_that_is_as_near_is_valid() -> None:
    problem = Problem(path(3), 0, more_starts=(2,))
    book = expected("nearest_landmark", problem)
    other = {**book, "landmark": np.array([0, 2, 2])}
    assert valid("nearest_landmark", problem, other)
    assert not valid("nearest_landmark", problem, {**book, "landmark": np.array([2, 2, 2])})


def test_a_matching_by_hand() -> None:
    chain = Graph.from_edges([0, 1, 2], [1, 2, 3], labels=4, weight=[1.0, 3.0, 2.0])
    assert node_words("maximal_matching", chain) == [
        "FREE FREE FREE FREE VIRTUAL",
        "FREE FREE FREE FREE VIRTUAL",
        "FREE MATCHED MATCHED FREE VIRTUAL",
    ]
    assert arc_words("maximal_matching", chain, "MATE")[-1] == [(1, 2), (2, 1)]
    assert rules_run("maximal_matching", chain).mate == {0: 0, 1: 2, 2: 1, 3: 3}


@pytest.mark.parametrize("graph", GRAPHS, ids=repr)
def test_a_matching_is_half_as_heavy_as_the_heaviest(graph: Graph) -> None:
    weighted = graph.with_weight(np.random.default_rng(0).random(graph.edge_count))
    mate, theirs = rules_run("maximal_matching", weighted).mate, as_networkx(weighted)
    pairs = {tuple(sorted(pair)) for pair in mate.items() if pair[0] != pair[1]}
    assert nx.is_maximal_matching(theirs, pairs)
    heaviest = nx.max_weight_matching(theirs)
    weight = [sum(theirs.edges[pair]["weight"] for pair in some) for some in (pairs, heaviest)]
    assert 2 * weight[0] >= weight[1]


def test_a_pair_that_is_not_maximal_is_not_valid() -> None:
    problem = Problem(path(5).with_weight(np.ones(4)))
    assert valid("maximal_matching", problem, {"mate": np.array([0, 2, 1, 4, 3])})
    assert not valid("maximal_matching", problem, {"mate": np.array([0, 2, 1, 3, 4])})


@pytest.mark.parametrize("graph", [*GRAPHS, complete(6), star(7), path(1)], ids=repr)
def test_core_numbers_beside_networkx(graph: Graph) -> None:
    theirs = as_networkx(graph)
    assert rules_run("core_numbers", graph).core == nx.core_number(theirs)


def test_core_numbers_take_three_steps_per_round_and_four_per_level() -> None:
    assert rules_run("core_numbers", path(1)).steps == 7
    short, long = (rules_run("core_numbers", path(size)).steps for size in (8, 10))
    assert long - short == 3


@pytest.mark.parametrize(
    "graph", [*GRAPHS, cycle(7), cycle(8), complete(3), path(1), grid(12)], ids=repr
)
def test_bipartiteness_beside_networkx(graph: Graph) -> None:
    answer, theirs = rules_run("bipartite", graph), as_networkx(graph)
    assert answer.bipartite == nx.is_bipartite(theirs)
    if answer.bipartite:
        assert all(answer.colour[a] != answer.colour[b] for a, b in theirs.edges)


def test_bipartiteness_takes_three_steps_per_edge_of_distance() -> None:
    short, long = (rules_run("bipartite", path(size)).steps for size in (8, 9))
    assert long - short == 3


def test_any_proper_colouring_is_valid() -> None:
    problem = Problem(path(3))
    yes = np.array([True])
    assert valid("bipartite", problem, {"bipartite": yes, "colour": np.array([2, 1, 2])})
    assert not valid("bipartite", problem, {"bipartite": yes, "colour": np.array([2, 2, 1])})
    assert not valid("bipartite", problem, {"bipartite": ~yes, "colour": np.array([1, 2, 1])})

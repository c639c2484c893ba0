"""The textbook's answers beside networkx and brute force, on graphs of all kinds."""

import networkx as nx
import numpy as np
import pytest

from dnar.graph import Graph, clrs_er, mis_row
from dnar.machine import Problem
from dnar.run import RulesEngine
from dnar.tasks import all_tasks
from dnar.textbook import TEXTBOOK, expected, valid
from tests.unit.textbook.drawing import as_networkx, drawn, problems


def test_every_task_has_its_textbook() -> None:
    assert set(TEXTBOOK) == set(all_tasks())


@pytest.mark.parametrize("name", all_tasks())
def test_what_is_expected_is_valid(name: str) -> None:
    for problem in problems(name, 40):
        assert valid(name, problem, expected(name, problem))


@pytest.mark.parametrize("name", all_tasks())
def test_outputs_have_the_form_of_the_decoders(name: str) -> None:
    task = all_tasks()[name]
    problem = next(iter(problems(name, 1)))
    book = expected(name, problem)
    assert list(book) == list(task.decoders)
    rules = RulesEngine(task).solve(problem).outputs
    assert {key: value.dtype for key, value in book.items()} == {
        key: value.dtype for key, value in rules.items()
    }


@pytest.mark.parametrize("directed", [False, True])
def test_searches_beside_networkx(directed: bool) -> None:
    for graph, start in drawn(40, directed=directed):
        theirs = as_networkx(graph)
        far = nx.single_source_shortest_path_length(theirs, start)
        problem = Problem(graph, start)
        assert expected("eccentricity", problem)["eccentricity"].tolist() == [max(far.values())]
        parent = expected("dfs", problem)["parent"].tolist()
        tree = nx.dfs_predecessors(theirs, start, sort_neighbors=sorted)
        assert {node: up for node, up in enumerate(parent) if node != up} == tree
        for node, up in enumerate(expected("bfs", problem)["parent"].tolist()):
            before = theirs.predecessors(node) if directed else theirs[node]
            nearer = [each for each in before if far.get(each, -9) + 1 == far.get(node)]
            assert up == min(nearer, default=node)


@pytest.mark.parametrize("directed", [False, True])
def test_dijkstra_beside_networkx(directed: bool) -> None:
    for graph, start in drawn(40, directed=directed, weighted=True):
        far = nx.single_source_dijkstra_path_length(as_networkx(graph), start)
        found = expected("dijkstra", Problem(graph, start))["distance"].tolist()
        assert {node: way for node, way in enumerate(found) if way < np.inf} == far


def test_prim_beside_networkx() -> None:
    for graph, start in drawn(40, weighted=True):
        theirs = as_networkx(graph)
        inside = theirs.subgraph(nx.node_connected_component(theirs, start))
        total = nx.minimum_spanning_tree(inside).size(weight="weight")
        parent = expected("prim", Problem(graph, start))["parent"].tolist()
        ours = sum(theirs[v][up]["weight"] for v, up in enumerate(parent) if v != up)
        assert ours == pytest.approx(total)


def test_luby_by_the_letter() -> None:
    for graph, _ in drawn(40):
        theirs = as_networkx(graph)
        active, chosen, number = set(theirs), set(), 0
        while active:
            row = mis_row(graph.node_count, 5, number)
            winners = {
                node
                for node in active
                if all(
                    (row[node], node) <= (row[other], other)
                    for other in active & set(theirs[node])
                )
            }
            chosen |= winners
            active -= winners | {other for node in winners for other in theirs[node]}
            number += 1
        found = expected("mis", Problem(graph, seed=5))["in_set"]
        assert set(np.flatnonzero(found).tolist()) == chosen


def test_given_rows_go_round_and_equal_numbers_go_to_the_lower_node() -> None:
    triangle = Graph.from_edges([0, 0, 1], [1, 2, 2], labels=4)
    equal = np.zeros((1, 4))
    found = expected("mis", Problem(triangle, randomness=equal))["in_set"]
    assert found.tolist() == [True, False, False, True]


def test_a_topological_order_of_a_graph_without_edges() -> None:
    lone = clrs_er(3, np.random.default_rng(0), p=0.0, directed=True)
    book = expected("topological_sort", Problem(lone))
    assert (book["previous"].tolist(), book["head"].tolist()) == ([0, 0, 1], [2])

"""Validity: exactly the right answers are accepted, found by trying all of them.

On graphs of four nodes every array of pointers is tried; what is right comes from brute force.
"""

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import networkx as nx
import numpy as np
import pytest

from dnar.graph import Graph, erdos_renyi
from dnar.machine import Problem
from dnar.textbook import expected, valid
from tests.unit.textbook.drawing import as_networkx, drawn, problems

COUNT = 25


def accepted(task: str, problem: Problem, **more: np.ndarray) -> set[tuple[int, ...]]:
    """All arrays of pointers that are valid."""
    nodes = problem.graph.node_count
    return {
        pointers
        for pointers in itertools.product(range(nodes), repeat=nodes)
        if valid(task, problem, {"parent": np.array(pointers), **more})
    }


def depth_first_forests(theirs: Any, start: int | None) -> set[tuple[int, ...]]:
    """The forests of every depth-first search, whatever it takes first."""

    def go_on(parent: dict[int, int], stack: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        ahead = [node for node in theirs[stack[-1]] if node not in parent] if stack else []
        for node in ahead:
            yield from go_on({**parent, node: stack[-1]}, (*stack, node))
        if stack and not ahead:
            yield from go_on(parent, stack[:-1])
        if not stack:
            left = [node for node in theirs if node not in parent] if start is None else []
            for root in left:
                yield from go_on({**parent, root: root}, (root,))
            if not left:
                yield tuple(parent.get(node, node) for node in range(len(theirs)))

    return set(go_on({}, ()) if start is None else go_on({start: start}, (start,)))


@pytest.mark.parametrize("directed", [False, True])
def test_depth_first_search(directed: bool) -> None:
    for graph, start in drawn(COUNT, directed=directed, nodes=4):
        for at in (start, None):
            right = depth_first_forests(as_networkx(graph), at)
            assert accepted("dfs", Problem(graph, at)) == right


def is_tree(parent: tuple[int, ...], start: int, reached: set[int]) -> bool:
    """Whether all reached nodes lead to the start, and all others to themselves."""
    for node in range(len(parent)):
        at = node
        for _ in parent:
            at = parent[at]
        if at != (start if node in reached else node) or (
            node not in reached and parent[node] != node
        ):
            return False
    return True


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("task", ["bfs", "dijkstra"])
def test_shortest_paths(task: str, directed: bool) -> None:
    for graph, start in drawn(COUNT, directed=directed, weighted=True, nodes=4):
        weighed = graph if task == "dijkstra" else graph.with_weight(1.0)
        theirs = as_networkx(weighed)
        far = nx.single_source_dijkstra_path_length(theirs, start)
        distance = np.array([far.get(node, np.inf) for node in range(graph.node_count)])
        more = {"distance": distance} if task == "dijkstra" else {}
        right = {
            parent
            for parent in itertools.product(range(graph.node_count), repeat=graph.node_count)
            if is_tree(parent, start, set(far))
            and all(
                theirs.has_edge(up, node)
                and far[node] == pytest.approx(far[up] + theirs[up][node]["weight"])
                for node, up in enumerate(parent)
                if node != up
            )
        }
        assert accepted(task, Problem(graph, start), **more) == right


def test_minimum_spanning_trees() -> None:
    for graph, start in drawn(COUNT, weighted=True, nodes=4):
        theirs = as_networkx(graph)
        reached = set(nx.node_connected_component(theirs, start))
        least = nx.minimum_spanning_tree(theirs.subgraph(reached)).size(weight="weight")
        right = set()
        for parent in itertools.product(range(graph.node_count), repeat=graph.node_count):
            edges = [(node, up) for node, up in enumerate(parent) if node != up]
            if is_tree(parent, start, reached) and all(
                theirs.has_edge(*edge) for edge in edges
            ):
                total = sum(theirs.edges[edge]["weight"] for edge in edges)
                if total == pytest.approx(least):
                    right.add(parent)
        assert accepted("prim", Problem(graph, start)) == right


def test_maximal_independent_sets() -> None:
    for graph, _ in drawn(COUNT, nodes=5):
        theirs = as_networkx(graph)
        for bits in itertools.product([False, True], repeat=graph.node_count):
            chosen = set(itertools.compress(range(graph.node_count), bits))
            apart = not any(set(theirs[node]) & chosen for node in chosen)
            whole = all(node in chosen or set(theirs[node]) & chosen for node in theirs)
            found = valid("mis", Problem(graph), {"in_set": np.array(bits)})
            assert found == (apart and whole)


def test_topological_orders() -> None:
    for problem in problems("topological_sort", 5):
        nodes = problem.graph.node_count
        orders = set(map(tuple, nx.all_topological_sorts(as_networkx(problem.graph))))
        for order in itertools.permutations(range(nodes)):
            previous = np.arange(nodes)
            previous[list(order[:-1])] = order[1:]
            outputs = {"previous": previous, "head": np.array(order[:1])}
            assert valid("topological_sort", problem, outputs) == (order in orders)
            circle = previous.copy()
            circle[order[-1]] = order[0]
            round_about = valid("topological_sort", problem, {**outputs, "previous": circle})
            assert round_about == (nodes == 1)
            short = {**outputs, "head": np.array(order[1:2])}
            assert not valid("topological_sort", problem, short)


def test_numbers() -> None:
    edgeless = Graph.from_edges([], [], labels=3)
    values = Problem(edgeless, values=np.array([2.0, 1.0, 1.0]))
    found = [valid("minimum", values, {"minimum": np.array([at])}) for at in (-1, 0, 1, 2, 3)]
    assert found == [False, False, True, True, False]
    assert not valid("minimum", values, {"minimum": np.zeros(0, dtype=np.int64)})
    for graph, start in drawn(COUNT):
        problem = Problem(graph, start)
        right = expected("eccentricity", problem)["eccentricity"]
        assert not valid("eccentricity", problem, {"eccentricity": right + 1})


def test_wrong_distances_are_refused() -> None:
    for graph, start in drawn(COUNT, weighted=True):
        problem = Problem(graph, start)
        right = expected("dijkstra", problem)
        for node in range(graph.node_count):
            distance = right["distance"].copy()
            distance[node] = distance[node] * 1.001 + 0.001 if distance[node] < 9 else 5.0
            assert not valid("dijkstra", problem, {**right, "distance": distance})


@pytest.mark.parametrize("task", ["bfs", "dfs", "prim", "dijkstra"])
def test_pointers_that_are_no_nodes_are_refused(task: str) -> None:
    graph, start = next(drawn(1, weighted=True))
    problem = Problem(graph, start)
    right = expected(task, problem)
    beyond = np.full(graph.node_count, graph.node_count)
    assert not valid(task, problem, {**right, "parent": beyond})
    assert not valid(task, problem, {**right, "parent": right["parent"][:-1]})


def test_relabelling_a_large_search_gives_other_valid_trees() -> None:
    rng = np.random.default_rng(0)
    graph = erdos_renyi(300, rng)
    order = rng.permutation(300)
    other = Graph.from_edges(order[graph.source], order[graph.target], labels=300)
    for task in ("bfs", "dfs"):
        there = expected(task, Problem(other, int(order[0])))["parent"]
        back = {"parent": np.argsort(order)[there[order]]}
        problem = Problem(graph, 0)
        assert valid(task, problem, back)
        assert not np.array_equal(back["parent"], expected(task, problem)["parent"])
        moved = replace(problem, start=1)
        assert not valid(task, moved, back)

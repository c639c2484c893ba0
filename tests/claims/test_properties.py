"""Rules = textbook algorithm = networkx/scipy on graphs of every family up to 300 nodes."""

from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy.sparse import coo_array, csgraph

from dnar.graph import FAMILIES, Graph
from dnar.machine import Problem
from dnar.textbook import expected
from tests.rules_run import rules_run

LARGEST = {"complete": 40, "clrs": 80}
"""Families with n x n edges stay smaller; all others reach 300 nodes."""

SMALLEST = {"ws": 3, "k2": 3, "cycle": 3}

WEIGHTS = {
    "distinct": lambda rng, size: rng.random(size),
    "integers": lambda rng, size: rng.integers(0, 4, size),
    "equal": lambda _, size: np.full(size, 2.0),
    "zero": lambda _, size: np.zeros(size),
}

quick = settings(
    max_examples=4,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=True,
)
sizes = st.integers(1, 300)
seeds = st.integers(0, 2**20)


def draw(family: str, size: int, seed: int, *, directed: bool = False) -> Graph:
    """A graph of the family, every other time with edges taken out, so that it falls apart."""
    rng = np.random.default_rng(seed)
    size = min(size, LARGEST.get(family, 300))
    graph = FAMILIES[family](max(size, SMALLEST.get(family, 1)), rng)
    keep = rng.random(graph.edge_count) < (1.0 if seed % 2 else 0.8)
    ends = (graph.source[keep], graph.target[keep])
    source, target = ends[::-1] if directed and rng.random() < 0.5 else ends
    return Graph.from_edges(source, target, labels=graph.node_count, directed=directed)


def as_networkx(graph: Graph) -> nx.Graph:
    made = nx.DiGraph() if graph.directed else nx.Graph()
    made.add_nodes_from(range(graph.node_count))
    weights = np.ones(graph.edge_count) if graph.weight is None else graph.weight
    ends = zip(graph.source.tolist(), graph.target.tolist(), weights.tolist(), strict=True)
    made.add_weighted_edges_from(ends)
    return made


def depths(parent: dict[Any, Any]) -> dict[Any, int]:
    def depth(node: Any) -> int:
        count = 0
        while parent[node] != node:
            node, count = parent[node], count + 1
        return count

    return {node: depth(node) for node in parent}


families = pytest.mark.parametrize("family", FAMILIES)
directions = pytest.mark.parametrize("directed", [False, True])


@families
@directions
def test_bfs(family: str, directed: bool) -> None:
    @quick
    @given(sizes, seeds)
    def check(size: int, seed: int) -> None:
        graph = draw(family, size, seed, directed=directed)
        start = seed % graph.node_count
        parent = rules_run("bfs", graph, start=start).parent
        book = expected("bfs", Problem(graph, start))
        assert list(parent.values()) == book["parent"].tolist()
        levels = nx.single_source_shortest_path_length(as_networkx(graph), start)
        found = depths(parent)
        assert {node: found[node] for node in levels} == levels

    check()


@families
@directions
def test_dfs(family: str, directed: bool) -> None:
    @settings(quick, max_examples=2)
    @given(sizes, seeds)
    def check(size: int, seed: int) -> None:
        graph = draw(family, size, seed, directed=directed)
        start = seed % graph.node_count
        from_start = rules_run("dfs", graph, start=start).parent
        theirs = nx.dfs_predecessors(as_networkx(graph), start, sort_neighbors=sorted)
        assert {node: to for node, to in from_start.items() if node != to} == theirs
        forest = rules_run("dfs", graph).parent
        assert list(forest.values()) == expected("dfs", Problem(graph))["parent"].tolist()

    check()


@families
@directions
def test_eccentricity(family: str, directed: bool) -> None:
    @quick
    @given(sizes, seeds)
    def check(size: int, seed: int) -> None:
        graph = draw(family, size, seed, directed=directed)
        start = seed % graph.node_count
        levels = nx.single_source_shortest_path_length(as_networkx(graph), start)
        answer = rules_run("eccentricity", graph, start=start)
        assert answer.halted
        assert answer.eccentricity == max(levels.values())

    check()


@families
@directions
@pytest.mark.parametrize("kind", WEIGHTS)
def test_dijkstra(family: str, directed: bool, kind: str) -> None:
    @settings(quick, max_examples=2)
    @given(sizes, seeds)
    def check(size: int, seed: int) -> None:
        graph = draw(family, size, seed, directed=directed)
        start = seed % graph.node_count
        rng = np.random.default_rng(seed)
        weighted = graph.with_weight(WEIGHTS[kind](rng, graph.edge_count))
        answer = rules_run("dijkstra", weighted, start=start)
        book = expected("dijkstra", Problem(weighted, start))
        assert list(answer.parent.values()) == book["parent"].tolist()
        assert list(answer.distance.values()) == book["distance"].tolist()
        theirs = nx.single_source_dijkstra_path_length(as_networkx(weighted), start)
        reached = {node: far for node, far in answer.distance.items() if far < np.inf}
        assert reached == theirs

    check()


@families
@directions
def test_bellman_ford(family: str, directed: bool) -> None:
    @settings(quick, max_examples=2)
    @given(st.integers(1, 100), seeds, st.sampled_from(sorted(WEIGHTS)))
    def check(size: int, seed: int, kind: str) -> None:
        graph = draw(family, size, seed, directed=directed)
        start = seed % graph.node_count
        rng = np.random.default_rng(seed)
        weighted = graph.with_weight(WEIGHTS[kind](rng, graph.edge_count))
        answer = rules_run("bellman_ford", weighted, start=start)
        book = expected("bellman_ford", Problem(weighted, start))
        assert list(answer.parent.values()) == book["parent"].tolist()
        assert list(answer.distance.values()) == book["distance"].tolist()
        theirs = nx.single_source_bellman_ford_path_length(as_networkx(weighted), start)
        reached = {node: far for node, far in answer.distance.items() if far < np.inf}
        assert reached == theirs

    check()


@families
def test_strongly_connected_components(family: str) -> None:
    @settings(quick, max_examples=2)
    @given(st.integers(1, 60), seeds)
    def check(size: int, seed: int) -> None:
        graph = draw(family, size, seed)
        # Half of the edges go the other way: there are cycles, and ways of no return.
        turned = np.random.default_rng(seed).random(graph.edge_count) < 0.5
        graph = Graph.from_edges(
            np.where(turned, graph.target, graph.source),
            np.where(turned, graph.source, graph.target),
            labels=graph.node_count,
            directed=True,
        )
        root = rules_run("strongly_connected_components", graph).root
        book = expected("strongly_connected_components", Problem(graph))
        assert list(root.values()) == book["root"].tolist()
        theirs = nx.strongly_connected_components(nx.DiGraph(as_networkx(graph)))
        parts = {frozenset(node for node in root if root[node] == each) for each in root}
        assert parts - {frozenset()} == {frozenset(part) for part in theirs}

    check()


@families
def test_floyd_warshall(family: str) -> None:
    @settings(quick, max_examples=1)
    @given(st.integers(1, 25), seeds, st.sampled_from(sorted(WEIGHTS)))
    def check(size: int, seed: int, kind: str) -> None:
        graph = draw(family, size, seed)
        weights = WEIGHTS[kind](np.random.default_rng(seed), graph.edge_count)
        weighted = graph.with_weight(weights)
        before = rules_run("floyd_warshall", weighted).before
        book = expected("floyd_warshall", Problem(weighted))["before"]
        assert list(before.values()) == book.ravel().tolist()
        theirs = as_networkx(weighted)
        lengths = dict(nx.all_pairs_dijkstra_path_length(theirs))
        for (start, end), last in before.items():
            if end in lengths[start] and start != end:
                way = lengths[start][last] + theirs.edges[last, end]["weight"]
                assert way == pytest.approx(lengths[start][end])

    check()


@families
@pytest.mark.parametrize("kind", WEIGHTS)
def test_prim(family: str, kind: str) -> None:
    @settings(quick, max_examples=2)
    @given(sizes, seeds)
    def check(size: int, seed: int) -> None:
        graph = draw(family, size, seed)
        start = seed % graph.node_count
        rng = np.random.default_rng(seed)
        weights = WEIGHTS[kind](rng, graph.edge_count)
        weighted = graph.with_weight(weights)
        parent = rules_run("prim", weighted, start=start).parent
        book = expected("prim", Problem(weighted, start))
        assert list(parent.values()) == book["parent"].tolist()
        # One more than the weight, because scipy takes a stored zero for no edge.
        lifted = graph.with_weight(weights + 1.0)
        assert lifted.weight is not None
        matrix = coo_array(
            (lifted.weight, (lifted.source, lifted.target)), (graph.node_count,) * 2
        )
        component = csgraph.connected_components(matrix, directed=False)[1]
        inside = np.flatnonzero(component == component[start])
        theirs = csgraph.minimum_spanning_tree(matrix.tocsr()[inside][:, inside]).sum()
        ends = zip(lifted.source.tolist(), lifted.target.tolist(), strict=True)
        weight = dict(zip(ends, lifted.weight.tolist(), strict=True))
        ours = sum(
            weight[min(edge), max(edge)] for edge in parent.items() if edge[0] != edge[1]
        )
        assert ours == pytest.approx(theirs)
        assert len({node for node, to in parent.items() if node != to}) == len(inside) - 1

    check()


@families
def test_mis(family: str) -> None:
    @quick
    @given(sizes, seeds)
    def check(size: int, seed: int) -> None:
        graph = draw(family, size, seed)
        rows = np.random.default_rng(seed).integers(0, 50, (3, graph.node_count)).astype(float)
        answer = rules_run("mis", graph, randomness=rows)
        book = expected("mis", Problem(graph, randomness=rows))
        assert answer.in_set == np.flatnonzero(book["in_set"]).tolist()
        chosen, theirs = set(rules_run("mis", graph, seed=seed).in_set), as_networkx(graph)
        theirs.remove_edges_from(list(nx.selfloop_edges(theirs)))
        assert not any(chosen & set(theirs[node]) for node in chosen), "independent"
        assert all(node in chosen or chosen & set(theirs[node]) for node in theirs), "maximal"

    check()


@families
def test_topological_sort(family: str) -> None:
    @quick
    @given(sizes, seeds)
    def check(size: int, seed: int) -> None:
        graph = draw(family, size, seed)
        order = np.random.default_rng(seed).permutation(graph.node_count)
        source, target = order[graph.source], order[graph.target]
        swap = order[graph.source] > order[graph.target]
        proper = source != target
        acyclic = Graph.from_edges(
            np.where(swap, target, source)[proper],
            np.where(swap, source, target)[proper],
            labels=graph.node_count,
            directed=True,
        )
        answer = rules_run("topological_sort", acyclic)
        book = expected("topological_sort", Problem(acyclic))
        assert list(answer.previous.values()) == book["previous"].tolist()
        assert [answer.head] == book["head"].tolist()
        line = [answer.head]
        while answer.previous[line[-1]] != line[-1]:
            line.append(answer.previous[line[-1]])
        place = {node: at for at, node in enumerate(line)}
        assert len(place) == graph.node_count
        assert all(place[a] < place[b] for a, b in as_networkx(acyclic).edges)

    check()


@settings(quick, max_examples=6)
@given(st.lists(st.integers(-5, 5) | st.floats(-1e9, 1e9), min_size=1, max_size=25))
def test_insertion_sort(values: list[float]) -> None:
    previous = rules_run("insertion_sort", values).previous
    order = sorted(range(len(values)), key=values.__getitem__)
    wanted = dict(zip(order, [order[0], *order], strict=False))
    assert previous == wanted


@quick
@given(st.lists(st.integers(-5, 5) | st.floats(-1e9, 1e9), min_size=1, max_size=300))
def test_minimum(values: list[float]) -> None:
    edgeless = Graph.from_edges([], [], labels=len(values))
    book = expected("minimum", Problem(edgeless, values=np.array(values, dtype=np.float64)))
    assert [rules_run("minimum", values).minimum] == book["minimum"].tolist()

"""Shortest paths for networkx: the families of Dijkstra, Bellman-Ford and Floyd-Warshall."""

import math
from collections.abc import Callable, Hashable, Iterator
from itertools import chain
from typing import Any, TypeVar

import networkx as nx
import numpy as np

from dnar.errors import InputError
from dnar.networkx_backend.converted import ConvertedGraph, prepared

Number = int | float
Paths = dict[Hashable, list[Hashable]]
Lengths = dict[Hashable, Number]
Result = TypeVar("Result")


class ShortestPaths:
    """Distances and parents from one source, in terms of positions."""

    def __init__(
        self, graph: ConvertedGraph, task: str, source: Hashable, weight: str | None
    ) -> None:
        """Runs the task with the weights of an attribute; None: every edge has length 1.

        Raises:
            NodeNotFound: the source is not in the graph.
            NetworkXUnbounded: the source reaches a negative cycle.
            NotImplementedError: a weight is negative, for Dijkstra's algorithm; networkx runs
                on such a graph until it finds a contradiction.
        """
        graph.check(source, nx.NodeNotFound, f"Node {source} not found in graph")
        self.graph, self.source = graph, source
        self.weighted, whole = graph.weighted(weight)
        try:
            answer = prepared(task).run(self.weighted, start=source)
        except InputError as error:
            if task == "bellman_ford":
                raise nx.NetworkXUnbounded("Negative cycle detected.") from error
            raise NotImplementedError(str(error)) from error
        self.parent = answer.arrays["parent"]
        self.distance = answer.arrays["distance"]
        self.labels = self.weighted.labels
        self._number = int if whole else float
        if task == "bellman_ford":
            self._check_loops()

    def _check_loops(self) -> None:
        # The rules look past self-loops; to networkx a negative one is a negative cycle.
        graph, weight = self.weighted, self.weighted.weight
        loop = (graph.source == graph.target) & np.isfinite(self.distance[graph.source])
        if weight is not None and (weight[loop] < 0).any():
            raise nx.NetworkXUnbounded("Negative cycle detected.")

    def reached(self, cutoff: Number | None = None) -> list[int]:
        """The nodes that are reached, within a distance, nearest first."""
        inside = np.isfinite(self.distance)
        if cutoff is not None:
            inside &= self.distance <= cutoff
        found = np.flatnonzero(inside)
        return found[np.argsort(self.distance[found], kind="stable")].tolist()

    def length(self, node: int) -> Number:
        """The distance of a node, a whole number if all weights are."""
        return self._number(self.distance[node])

    def lengths(self, cutoff: Number | None = None) -> Lengths:
        """Node -> its distance."""
        return {self.labels[at]: self.length(at) for at in self.reached(cutoff)}

    def path(self, node: int) -> list[Hashable]:
        """A shortest path to a node."""
        path = [node]
        while self.parent[path[-1]] != path[-1]:
            path.append(int(self.parent[path[-1]]))
        return [self.labels[at] for at in reversed(path)]

    def paths(self, cutoff: Number | None = None) -> Paths:
        """Node -> a shortest path to it."""
        return {self.labels[at]: self.path(at) for at in self.reached(cutoff)}

    def to(self, target: Hashable, message: str) -> int:
        """The position of a target that is reached, or NetworkXNoPath with this message."""
        at = self.weighted.index(target) if target in self.graph else None
        if at is None or not math.isfinite(self.distance[at]):
            raise nx.NetworkXNoPath(message)
        return at

    def predecessors(self, cutoff: Number | None = None) -> Paths:
        """Node -> all nodes before it on shortest paths."""
        graph, weight = self.weighted, self.weighted.weight
        tails, heads = graph.source, graph.target
        if not graph.directed:
            tails, heads = np.append(tails, heads), np.append(heads, tails)
            weight = np.tile(weight, 2)  # type: ignore[arg-type]
        found: Paths = {self.labels[at]: [] for at in self.reached(cutoff)}
        tight = self.distance[tails] + weight == self.distance[heads]
        tight &= np.isfinite(self.distance[heads]) & (tails != heads)
        tight &= heads != graph.index(self.source)
        order = np.argsort(self.distance[tails[tight]], kind="stable")
        ends = zip(tails[tight][order].tolist(), heads[tight][order].tolist(), strict=True)
        for tail, head in ends:
            if self.labels[head] in found:
                found[self.labels[head]].append(self.labels[tail])
        return found


def dijkstra_path(
    G: ConvertedGraph, source: Hashable, target: Hashable, weight: str | None = "weight"
) -> list[Hashable]:
    """A shortest path."""
    return single_source_dijkstra(G, source, target, weight=weight)[1]


def dijkstra_path_length(
    G: ConvertedGraph, source: Hashable, target: Hashable, weight: str | None = "weight"
) -> Number:
    """The length of a shortest path."""
    found = ShortestPaths(G, "dijkstra", source, weight)
    return found.length(found.to(target, f"Node {target} not reachable from {source}"))


def single_source_dijkstra(
    G: ConvertedGraph,
    source: Hashable,
    target: Hashable | None = None,
    cutoff: Number | None = None,
    weight: str | None = "weight",
) -> tuple[Any, Any]:
    """Lengths and paths to all nodes, or length and path to one."""
    found = ShortestPaths(G, "dijkstra", source, weight)
    if target is None:
        return found.lengths(cutoff), found.paths(cutoff)
    at = found.to(target, f"No path to {target}.")
    if cutoff is not None and found.distance[at] > cutoff:
        raise nx.NetworkXNoPath(f"No path to {target}.")
    return found.length(at), found.path(at)


def single_source_dijkstra_path(
    G: ConvertedGraph,
    source: Hashable,
    cutoff: Number | None = None,
    weight: str | None = "weight",
) -> Paths:
    """Node -> a shortest path to it."""
    return ShortestPaths(G, "dijkstra", source, weight).paths(cutoff)


def single_source_dijkstra_path_length(
    G: ConvertedGraph,
    source: Hashable,
    cutoff: Number | None = None,
    weight: str | None = "weight",
) -> Lengths:
    """Node -> its distance, nearest first."""
    return ShortestPaths(G, "dijkstra", source, weight).lengths(cutoff)


def dijkstra_predecessor_and_distance(
    G: ConvertedGraph,
    source: Hashable,
    cutoff: Number | None = None,
    weight: str | None = "weight",
) -> tuple[Paths, Lengths]:
    """Node -> all nodes before it on shortest paths, and node -> its distance."""
    found = ShortestPaths(G, "dijkstra", source, weight)
    return found.predecessors(cutoff), found.lengths(cutoff)


def all_pairs_dijkstra(
    G: ConvertedGraph, cutoff: Number | None = None, weight: str | None = "weight"
) -> Iterator[tuple[Hashable, tuple[Lengths, Paths]]]:
    """Lengths and paths from every node."""
    return _from_every_node(
        G, lambda node: single_source_dijkstra(G, node, cutoff=cutoff, weight=weight)
    )


def all_pairs_dijkstra_path(
    G: ConvertedGraph, cutoff: Number | None = None, weight: str | None = "weight"
) -> Iterator[tuple[Hashable, Paths]]:
    """Paths from every node."""
    return _from_every_node(
        G, lambda node: single_source_dijkstra_path(G, node, cutoff, weight)
    )


def all_pairs_dijkstra_path_length(
    G: ConvertedGraph, cutoff: Number | None = None, weight: str | None = "weight"
) -> Iterator[tuple[Hashable, Lengths]]:
    """Lengths from every node."""
    return _from_every_node(
        G, lambda node: single_source_dijkstra_path_length(G, node, cutoff, weight)
    )


def bellman_ford_path(
    G: ConvertedGraph, source: Hashable, target: Hashable, weight: str | None = "weight"
) -> list[Hashable]:
    """A shortest path."""
    return single_source_bellman_ford(G, source, target, weight)[1]


def bellman_ford_path_length(
    G: ConvertedGraph, source: Hashable, target: Hashable, weight: str | None = "weight"
) -> Number:
    """The length of a shortest path."""
    found = ShortestPaths(G, "bellman_ford", source, weight)
    return found.length(found.to(target, f"node {target} not reachable from {source}"))


def single_source_bellman_ford(
    G: ConvertedGraph,
    source: Hashable,
    target: Hashable | None = None,
    weight: str | None = "weight",
) -> tuple[Any, Any]:
    """Lengths and paths to all nodes, or length and path to one."""
    found = ShortestPaths(G, "bellman_ford", source, weight)
    if target is None:
        return found.lengths(), found.paths()
    at = found.to(target, f"Node {target} not reachable from {source}")
    return found.length(at), found.path(at)


def single_source_bellman_ford_path(
    G: ConvertedGraph, source: Hashable, weight: str | None = "weight"
) -> Paths:
    """Node -> a shortest path to it."""
    return ShortestPaths(G, "bellman_ford", source, weight).paths()


def single_source_bellman_ford_path_length(
    G: ConvertedGraph, source: Hashable, weight: str | None = "weight"
) -> Lengths:
    """Node -> its distance, nearest first."""
    return ShortestPaths(G, "bellman_ford", source, weight).lengths()


def bellman_ford_predecessor_and_distance(
    G: ConvertedGraph,
    source: Hashable,
    target: Hashable | None = None,
    weight: str | None = "weight",
    heuristic: bool = False,
) -> tuple[Paths, Lengths]:
    """Node -> all nodes before it on shortest paths, and node -> its distance."""
    found = ShortestPaths(G, "bellman_ford", source, weight)
    return found.predecessors(), found.lengths()


def all_pairs_bellman_ford_path(
    G: ConvertedGraph, weight: str | None = "weight"
) -> Iterator[tuple[Hashable, Paths]]:
    """Paths from every node."""
    return _from_every_node(G, lambda node: single_source_bellman_ford_path(G, node, weight))


def all_pairs_bellman_ford_path_length(
    G: ConvertedGraph, weight: str | None = "weight"
) -> Iterator[tuple[Hashable, Lengths]]:
    """Lengths from every node."""
    return _from_every_node(
        G, lambda node: single_source_bellman_ford_path_length(G, node, weight)
    )


def _from_every_node(
    graph: ConvertedGraph, run: Callable[[Hashable], Result]
) -> Iterator[tuple[Hashable, Result]]:
    """The results of all nodes; the first one at once.

    If it raises NotImplementedError, networkx can still run the function itself.
    """
    nodes = iter(graph)
    first = next(nodes)
    return chain([(first, run(first))], ((node, run(node)) for node in nodes))


def _all_pairs(converted: ConvertedGraph, weight: str | None) -> tuple[np.ndarray, np.ndarray]:
    """The last node before each target, and the length, of every pair; infinite if none."""
    graph = converted.weighted(weight).graph
    nodes = graph.node_count
    edges = np.full((nodes, nodes), math.inf)
    if graph.weight is not None:
        edges[graph.source, graph.target] = graph.weight
        edges[graph.target, graph.source] = graph.weight
    np.fill_diagonal(edges, 0.0)
    try:
        found = prepared("floyd_warshall").run(graph).before
    except InputError as error:  # a negative weight
        raise NotImplementedError(str(error)) from error
    position = {label: at for at, label in enumerate(graph.labels)}
    before = np.fromiter((position[node] for node in found.values()), np.int64)
    before = before.reshape(nodes, nodes)
    # Lengths follow from the pointers, the nodes near the source first.
    length = np.where(before == np.arange(nodes)[:, None], edges, math.nan)
    rows = np.arange(nodes)[:, None]
    while np.isnan(length).any():
        longer = length[rows, before] + edges[before, np.arange(nodes)]
        length = np.where(np.isnan(length), longer, length)
    return before, length


def floyd_warshall_predecessor_and_distance(
    G: ConvertedGraph, weight: str | None = "weight"
) -> tuple[dict[Hashable, dict[Hashable, Hashable]], dict[Hashable, Lengths]]:
    """For every pair the node before the target, and the length."""
    before, length = _all_pairs(G, weight)
    labels = G.graph.labels
    predecessor = {
        one: {
            other: labels[int(before[at, to])]
            for to, other in enumerate(labels)
            if to != at and math.isfinite(length[at, to])
        }
        for at, one in enumerate(labels)
    }
    return {one: row for one, row in predecessor.items() if row}, floyd_warshall(G, weight)


def floyd_warshall(G: ConvertedGraph, weight: str | None = "weight") -> dict[Hashable, Lengths]:
    """For every pair the length of a shortest path, infinite if there is none."""
    length = _all_pairs(G, weight)[1]
    whole = G.weighted(weight).whole
    labels = G.graph.labels
    return {
        one: {
            other: int(value) if whole and math.isfinite(value) else value
            for other, value in zip(labels, length[at].tolist(), strict=True)
        }
        for at, one in enumerate(labels)
    }


def floyd_warshall_numpy(
    G: ConvertedGraph, nodelist: None = None, weight: str | None = "weight"
) -> np.ndarray:
    """The lengths as a matrix."""
    return _all_pairs(G, weight)[1]

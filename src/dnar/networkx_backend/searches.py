"""Breadth-first and depth-first search for networkx: edges, trees, orders, unweighted paths.

The program says which node is whose parent. Nodes of one parent are visited in node order.
"""

from collections import deque
from collections.abc import Hashable, Iterator
from typing import Any

import networkx as nx
import numpy as np

from dnar.graph import Graph
from dnar.networkx_backend.converted import ConvertedGraph, prepared
from dnar.run.parents import depths, reached


class SearchTree:
    """The tree of a search, or the forest, in terms of positions."""

    def __init__(self, graph: Graph, task: str, source: Hashable | None) -> None:
        """Runs the task; without a source every node is in a tree of its forest."""
        self.labels = graph.labels
        self.parent = prepared(task).run(graph, start=source).arrays["parent"]
        self.depth, root = depths(self.parent)
        inside = reached(root, None if source is None else graph.index(source))
        own = self.parent == np.arange(len(root))
        self.roots: list[int] = np.flatnonzero(own & inside).tolist()
        children = np.flatnonzero(inside & ~own)
        order = np.argsort(self.parent[children], kind="stable")
        children = children[order]
        first = np.searchsorted(self.parent[children], np.arange(len(root) + 1))
        # As lists: single entries of an array are slow to read.
        self._children, self._first = children.tolist(), first.tolist()

    def children(self, node: int) -> list[int]:
        """The children of a node in node order."""
        return self._children[self._first[node] : self._first[node + 1]]

    def breadth_first(self, limit: float | int | None = None) -> Iterator[int]:
        """The nodes level by level, down to a depth."""
        waiting = deque(self.roots)
        children, first = self._children, self._first
        while waiting:
            node = waiting.popleft()
            yield node
            if limit is None or self.depth[node] < limit:
                waiting.extend(children[first[node] : first[node + 1]])

    def preorder(self) -> Iterator[int]:
        """The nodes, each before its children."""
        waiting = self.roots[::-1]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(self.children(node)[::-1])

    def postorder(self) -> list[int]:
        """The nodes, each after its children."""
        order, waiting = [], list(self.roots)
        while waiting:
            node = waiting.pop()
            order.append(node)
            waiting.extend(self.children(node))
        return order[::-1]

    def edges(self, nodes: Iterator[int]) -> Iterator[tuple[Hashable, Hashable]]:
        """(parent, node) for all of these nodes that have one."""
        parent = self.parent.tolist()
        for node in nodes:
            if parent[node] != node:
                yield self.labels[parent[node]], self.labels[node]

    def path(self, node: int) -> list[Hashable]:
        """The labels from the root to a node."""
        path = [node]
        while self.parent[path[-1]] != path[-1]:
            path.append(int(self.parent[path[-1]]))
        return [self.labels[at] for at in reversed(path)]


def _bfs(graph: ConvertedGraph, source: Hashable, reverse: bool = False) -> SearchTree:
    graph.check(source, nx.NetworkXError, f"The node {source} is not in the graph.")
    return SearchTree(_reversed(graph.graph) if reverse else graph.graph, "bfs", source)


def _reversed(graph: Graph) -> Graph:
    """The graph with every edge turned round."""
    if not graph.directed:
        return graph
    return Graph.from_edges(graph.target, graph.source, labels=graph.labels, directed=True)


def bfs_edges(
    G: ConvertedGraph,
    source: Hashable,
    reverse: bool = False,
    depth_limit: float | int | None = None,
    sort_neighbors: None = None,
) -> Iterator[tuple[Hashable, Hashable]]:
    """The edges of a breadth-first search tree, level by level."""
    tree = _bfs(G, source, reverse)
    return tree.edges(tree.breadth_first(depth_limit))


def bfs_tree(
    G: ConvertedGraph,
    source: Hashable,
    reverse: bool = False,
    depth_limit: float | int | None = None,
    sort_neighbors: None = None,
) -> Any:
    """The breadth-first search tree as a DiGraph."""
    return _as_tree([source], bfs_edges(G, source, reverse, depth_limit))


def bfs_predecessors(
    G: ConvertedGraph,
    source: Hashable,
    depth_limit: float | int | None = None,
    sort_neighbors: None = None,
) -> Iterator[tuple[Hashable, Hashable]]:
    """Pairs of a node and its parent."""
    for parent, node in bfs_edges(G, source, depth_limit=depth_limit):
        yield node, parent


def bfs_successors(
    G: ConvertedGraph,
    source: Hashable,
    depth_limit: float | int | None = None,
    sort_neighbors: None = None,
) -> Iterator[tuple[Hashable, list[Hashable]]]:
    """Pairs of a node and the list of its children; the source even without any."""
    tree = _bfs(G, source)
    for node in tree.breadth_first(depth_limit):
        is_last = depth_limit is not None and tree.depth[node] >= depth_limit
        children = [] if is_last else tree.children(node)
        if children or (node in tree.roots):
            yield tree.labels[node], [tree.labels[child] for child in children]


def bfs_layers(G: ConvertedGraph, sources: Hashable) -> Iterator[list[Hashable]]:
    """The nodes of each distance from one source."""
    tree = _bfs(G, sources)
    layer: list[Hashable] = []
    depth = 0
    for node in tree.breadth_first():
        if tree.depth[node] > depth:
            yield layer
            layer, depth = [], int(tree.depth[node])
        layer.append(tree.labels[node])
    yield layer


def descendants_at_distance(
    G: ConvertedGraph, source: Hashable, distance: int
) -> set[Hashable]:
    """The nodes of one distance from a source."""
    tree = _bfs(G, source)
    return {tree.labels[at] for at in tree.breadth_first() if tree.depth[at] == distance}


def single_source_shortest_path_length(
    G: ConvertedGraph, source: Hashable, cutoff: float | int | None = None
) -> dict[Hashable, int]:
    """Node -> edges on a shortest path from the source."""
    G.check(source, nx.NodeNotFound, f"Source {source} is not in G")
    tree = SearchTree(G.graph, "bfs", source)
    return {tree.labels[at]: int(tree.depth[at]) for at in tree.breadth_first(cutoff)}


def single_source_shortest_path(
    G: ConvertedGraph, source: Hashable, cutoff: float | int | None = None
) -> dict[Hashable, list[Hashable]]:
    """Node -> a shortest path from the source."""
    G.check(source, nx.NodeNotFound, f"Source {source} not in G")
    tree = SearchTree(G.graph, "bfs", source)
    return {tree.labels[at]: tree.path(at) for at in tree.breadth_first(cutoff)}


def _dfs(graph: ConvertedGraph, source: Hashable | None) -> SearchTree:
    if source is not None:
        graph.check(source, nx.NetworkXError, f"The node {source} is not in the graph.")
    return SearchTree(graph.graph, "dfs", source)


def dfs_edges(
    G: ConvertedGraph,
    source: Hashable | None = None,
    depth_limit: None = None,
    *,
    sort_neighbors: None = None,
) -> Iterator[tuple[Hashable, Hashable]]:
    """The edges of a depth-first search tree, or forest without a source, in preorder."""
    tree = _dfs(G, source)
    return tree.edges(tree.preorder())


def dfs_tree(
    G: ConvertedGraph,
    source: Hashable | None = None,
    depth_limit: None = None,
    *,
    sort_neighbors: None = None,
) -> Any:
    """The depth-first search tree, or forest, as a DiGraph."""
    nodes = list(G) if source is None else [source]
    return _as_tree(nodes, dfs_edges(G, source))


def dfs_predecessors(
    G: ConvertedGraph,
    source: Hashable | None = None,
    depth_limit: None = None,
    *,
    sort_neighbors: None = None,
) -> dict[Hashable, Hashable]:
    """Node -> its parent."""
    return {node: parent for parent, node in dfs_edges(G, source)}


def dfs_successors(
    G: ConvertedGraph,
    source: Hashable | None = None,
    depth_limit: None = None,
    *,
    sort_neighbors: None = None,
) -> dict[Hashable, list[Hashable]]:
    """Node -> the list of its children, of nodes that have some."""
    found: dict[Hashable, list[Hashable]] = {}
    for parent, node in dfs_edges(G, source):
        found.setdefault(parent, []).append(node)
    return found


def dfs_preorder_nodes(
    G: ConvertedGraph,
    source: Hashable | None = None,
    depth_limit: None = None,
    *,
    sort_neighbors: None = None,
) -> Iterator[Hashable]:
    """The nodes in the order in which they are found."""
    tree = _dfs(G, source)
    return (tree.labels[at] for at in tree.preorder())


def dfs_postorder_nodes(
    G: ConvertedGraph,
    source: Hashable | None = None,
    depth_limit: None = None,
    *,
    sort_neighbors: None = None,
) -> Iterator[Hashable]:
    """The nodes in the order in which they are finished."""
    tree = _dfs(G, source)
    return (tree.labels[at] for at in tree.postorder())


def _as_tree(nodes: list[Hashable], edges: Iterator[tuple[Hashable, Hashable]]) -> Any:
    tree = nx.DiGraph()
    tree.add_nodes_from(nodes)
    tree.add_edges_from(edges)
    return tree

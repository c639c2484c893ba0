"""Spanning trees for networkx, by Prim's algorithm in each component."""

from collections.abc import Hashable, Iterator
from typing import Any

import numpy as np

from dnar.graph import Graph
from dnar.networkx_backend.converted import ConvertedGraph, prepared


def minimum_spanning_edges(
    G: ConvertedGraph,
    algorithm: str = "kruskal",
    weight: str = "weight",
    keys: bool = True,
    data: bool = True,
    ignore_nan: bool = False,
) -> Iterator[tuple[Any, ...]]:
    """The edges of a minimum spanning forest, with their attributes if `data` is true."""
    return _with_data(G, _forest(G.weighted(weight).graph), data)


def maximum_spanning_edges(
    G: ConvertedGraph,
    algorithm: str = "kruskal",
    weight: str = "weight",
    keys: bool = True,
    data: bool = True,
    ignore_nan: bool = False,
) -> Iterator[tuple[Any, ...]]:
    """The edges of a maximum spanning forest, with their attributes if `data` is true."""
    return _with_data(G, _forest(_negative(G.weighted(weight).graph)), data)


def minimum_spanning_tree(
    G: ConvertedGraph,
    weight: str = "weight",
    algorithm: str = "kruskal",
    ignore_nan: bool = False,
) -> Any:
    """A minimum spanning forest as a graph, with all attributes."""
    return _as_graph(G, _forest(G.weighted(weight).graph))


def maximum_spanning_tree(
    G: ConvertedGraph,
    weight: str = "weight",
    algorithm: str = "kruskal",
    ignore_nan: bool = False,
) -> Any:
    """A maximum spanning forest as a graph, with all attributes."""
    return _as_graph(G, _forest(_negative(G.weighted(weight).graph)))


def _negative(graph: Graph) -> Graph:
    return graph if graph.weight is None else graph.with_weight(-graph.weight)


def _forest(graph: Graph) -> Iterator[tuple[Hashable, Hashable]]:
    """The edges (parent, child) of a minimum spanning tree of each component."""
    from scipy.sparse import coo_array  # noqa: PLC0415 (slow to load)
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415 (slow to load)

    if graph.weight is None:
        return
    nodes = graph.node_count
    ones = np.ones(graph.edge_count, dtype=np.int8)
    matrix = coo_array((ones, (graph.source, graph.target)), shape=(nodes, nodes))
    number, component = connected_components(matrix, directed=False)
    by_component = np.argsort(component, kind="stable")
    ends = np.searchsorted(component[by_component], np.arange(number + 1))
    edge_order = np.argsort(component[graph.source], kind="stable")
    edge_ends = np.searchsorted(component[graph.source][edge_order], np.arange(number + 1))
    place = np.empty(nodes, dtype=np.int64)
    for each in range(number):
        members = by_component[ends[each] : ends[each + 1]]
        if len(members) == 1:
            continue
        inside = edge_order[edge_ends[each] : edge_ends[each + 1]]
        place[members] = np.arange(len(members))
        part = Graph.from_edges(
            place[graph.source[inside]],
            place[graph.target[inside]],
            labels=len(members),
            weight=graph.weight[inside],
        )
        for parent, child in prepared("prim").run(part, start=0).tree:
            yield graph.labels[int(members[parent])], graph.labels[int(members[child])]


def _with_data(
    G: ConvertedGraph, edges: Iterator[tuple[Hashable, Hashable]], data: bool
) -> Iterator[tuple[Any, ...]]:
    for one, other in edges:
        yield (one, other, G.net.get_edge_data(one, other)) if data else (one, other)


def _as_graph(G: ConvertedGraph, edges: Iterator[tuple[Hashable, Hashable]]) -> Any:
    tree = G.net.__class__()
    tree.graph.update(G.net.graph)
    tree.add_nodes_from(G.net.nodes.items())
    tree.add_edges_from((*edge, G.net.get_edge_data(*edge)) for edge in edges)
    return tree

"""Direction: reading the same edges as one-way or as two-way, without n x n work."""

import numpy as np

from dnar.graph.graph import Graph
from dnar.graph.reading import Combine


def with_direction(
    graph: Graph, directed: bool | None, combine: Combine = Combine.ERROR
) -> Graph:
    """The graph made directed or undirected; `None` leaves it as it is.

    An undirected edge becomes two directed ones; two opposite directed edges become one. In a
    symmetric graph they are the same edge; otherwise they are combined as parallel edges are.

    Raises:
        InputError: opposite edges that would become one have different weights, and are not
            to be combined.
    """
    if directed is None or directed == graph.directed:
        return graph
    if combine is Combine.SUM and not directed:
        once = undirected_if_symmetric(graph)
        if not once.directed:
            return once
    ends, weight = (graph.source, graph.target), graph.weight
    if directed:
        ends = (np.concatenate(ends), np.concatenate(ends[::-1]))
        weight = None if weight is None else np.tile(weight, 2)
    return Graph.from_edges(
        *ends, labels=graph.labels, weight=weight, directed=directed, combine=combine
    )


def undirected_if_symmetric(graph: Graph) -> Graph:
    """The undirected graph if every edge has an equal opposite one, else the graph itself."""
    if graph.directed and _is_symmetric(graph):
        once = graph.source <= graph.target
        weight = None if graph.weight is None else graph.weight[once]
        return Graph._trusted(
            graph.labels, graph.source[once], graph.target[once], weight, False
        )
    return graph


def _is_symmetric(graph: Graph) -> bool:
    # Edges are sorted by (source, target). A stable sort by target gives (target, source); a
    # symmetric graph reads the same in both orders.
    order = np.argsort(graph.target, kind="stable")
    return (
        np.array_equal(graph.source, graph.target[order])
        and np.array_equal(graph.target, graph.source[order])
        and (graph.weight is None or np.array_equal(graph.weight, graph.weight[order]))
    )

"""The common loop of Prim's and Dijkstra's algorithms."""

import heapq
import math
from typing import NamedTuple

from dnar.graph import Graph
from dnar.textbook.adjacency import rows_of


class Grown(NamedTuple):
    """A tree; nodes out of reach point to themselves and have an infinite key."""

    parent: list[int]
    key: list[float]
    order: list[int]
    """The nodes of the tree as they joined it; the start is the first."""


def grow(graph: Graph, start: int, *, add_up: bool) -> Grown:
    """The tree that takes in the nearest node again and again.

    What is nearest is said by the edge alone, or by the whole way with `add_up`. Of equally
    near nodes the lowest comes first, and of equally good parents the lowest remains.
    """
    rows = rows_of(graph)
    parent = list(range(graph.node_count))
    key = [math.inf] * graph.node_count
    settled = [False] * graph.node_count
    order: list[int] = []
    key[start] = 0.0
    heap = [(0.0, start)]
    while heap:
        near, node = heapq.heappop(heap)
        if settled[node]:
            continue
        settled[node] = True
        order.append(node)
        for other, weight in rows.weighted(node):
            offer = near + weight if add_up else weight
            if settled[other] or offer > key[other]:
                continue
            if offer < key[other]:
                key[other], parent[other] = offer, node
                heapq.heappush(heap, (offer, other))
            else:
                parent[other] = min(parent[other], node)
    return Grown(parent, key, order)

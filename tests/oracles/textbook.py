"""Textbook algorithms, sequential and written without the machine.

Ties are broken by index, as the tasks say; everything else is as in the books.
"""

import heapq
import itertools
from collections import deque

from dnar.graph import Graph
from tests.oracles.adjacency import out_neighbours


def levels(graph: Graph, start: int) -> dict[int, int]:
    """Edges from the start, for the nodes that can be reached."""
    rows, level, queue = out_neighbours(graph), {start: 0}, deque([start])
    while queue:
        node = queue.popleft()
        for other, _ in rows[node]:
            if other not in level:
                level[other] = level[node] + 1
                queue.append(other)
    return level


def bfs(graph: Graph, start: int) -> list[int]:
    """Parents: the lowest node one level up."""
    rows, level = out_neighbours(graph), levels(graph, start)
    parent = list(range(graph.node_count))
    for node in sorted(level, reverse=True):
        for other, _ in rows[node]:
            if level[other] == level[node] + 1:
                parent[other] = node
    return parent


def eccentricity(graph: Graph, start: int) -> float:
    return float(max(levels(graph, start).values()))


def dfs(graph: Graph, start: int | None) -> tuple[list[int], list[int]]:
    """Parents and the order in which nodes end; without a start, a forest over all nodes."""
    rows = out_neighbours(graph)
    parent = list(range(graph.node_count))
    seen: set[int] = set()
    ended: list[int] = []
    for root in range(graph.node_count) if start is None else [start]:
        if root in seen:
            continue
        seen.add(root)
        stack = [(root, iter(rows[root]))]
        while stack:
            node, ahead = stack[-1]
            child = next((other for other, _ in ahead if other not in seen), None)
            if child is None:
                ended.append(node)
                stack.pop()
            else:
                seen.add(child)
                parent[child] = node
                stack.append((child, iter(rows[child])))
    return parent, ended


def topological_sort(graph: Graph) -> tuple[list[int], int]:
    """CLRS-30's output: pointer to the node that ended before, and the head of the list."""
    _, ended = dfs(graph, None)
    before = list(range(graph.node_count))
    for earlier, later in itertools.pairwise(ended):
        before[later] = earlier
    return before, ended[-1]


def _grow(graph: Graph, start: int, *, add_up: bool) -> tuple[list[int], dict[int, float]]:
    """Prim's and Dijkstra's common loop: settle the nearest node, offer its edges."""
    rows = out_neighbours(graph)
    parent = list(range(graph.node_count))
    best, settled, heap = {start: 0.0}, {}, [(0.0, start)]
    while heap:
        distance, node = heapq.heappop(heap)
        if node in settled:
            continue
        settled[node] = distance
        for other, weight in rows[node]:
            offer = distance + weight if add_up else weight
            if other in settled:
                continue
            known = best.get(other)
            if known is None or offer < known:
                best[other], parent[other] = offer, node
                heapq.heappush(heap, (offer, other))
            elif offer == known:
                parent[other] = min(parent[other], node)
    return parent, settled


def prim(graph: Graph, start: int) -> list[int]:
    return _grow(graph, start, add_up=False)[0]


def dijkstra(graph: Graph, start: int) -> tuple[list[int], list[float]]:
    parent, distance = _grow(graph, start, add_up=True)
    return parent, [distance.get(node, float("inf")) for node in range(graph.node_count)]


def luby(graph: Graph, rows: list[list[float]]) -> list[bool]:
    """Rounds in which local minima join; the rows are used again from the first if need be."""
    neighbours = [
        {other for other, _ in row} - {node} for node, row in enumerate(out_neighbours(graph))
    ]
    active, chosen, number = set(range(graph.node_count)), set(), 0
    while active:
        lot = rows[number % len(rows)]
        winners = {
            node
            for node in active
            if all(
                (lot[node], node) < (lot[other], other) for other in neighbours[node] & active
            )
        }
        chosen |= winners
        active -= winners | {other for node in winners for other in neighbours[node]}
        number += 1
    return [node in chosen for node in range(graph.node_count)]


def minimum(values: list[float]) -> int:
    return values.index(min(values))

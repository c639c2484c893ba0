"""Depth-first search: a tree from the start, or a forest over all nodes without one.

A forest is that of some depth-first search if and only if the children of every node (and the
roots) can be ordered so that no edge leads from an earlier branch into a later one: a search
would have followed it. So each edge between two branches says which of them comes first, and
the forest is valid if these demands do not go round in a circle. An undirected edge leads both
ways, so one between two branches is a circle already.
"""

import numpy as np

from dnar.array_types import Bool
from dnar.graph import Graph
from dnar.graph.connectivity import is_acyclic
from dnar.textbook.adjacency import arcs_of, edges_between, rows_of
from dnar.textbook.bfs import UNREACHED, levels
from dnar.textbook.question import Entry, Outputs, Question
from dnar.textbook.trees import Forest, are_pointers, forest_of


def search(graph: Graph, start: int | None) -> tuple[list[int], list[int]]:
    """Parents and the order in which nodes end; the lowest unseen neighbour comes first."""
    rows = rows_of(graph)
    parent = list(range(graph.node_count))
    seen = [False] * graph.node_count
    ahead, ended = rows.begin[:-1], []
    for root in range(graph.node_count) if start is None else [start]:
        stack = [] if seen[root] else [root]
        seen[root] = True
        while stack:
            node = stack[-1]
            at, end = ahead[node], rows.begin[node + 1]
            while at < end and seen[rows.target[at]]:
                at += 1
            ahead[node] = at
            if at == end:
                ended.append(stack.pop())
            else:
                child = rows.target[at]
                seen[child], parent[child] = True, node
                stack.append(child)
    return parent, ended


def expected(question: Question) -> Outputs:
    """Parents; roots start at the lowest unseen node."""
    return {"parent": np.array(search(question.graph, question.start)[0])}


def valid(question: Question, outputs: Outputs) -> bool:
    """Whether the parents are those of some depth-first search."""
    graph, start, parent = question.graph, question.start, outputs["parent"]
    if not are_pointers(parent, graph.node_count):
        return False
    inside = np.ones(graph.node_count, dtype=bool)
    points = parent != np.arange(graph.node_count)
    if start is not None:
        inside = levels(graph, start) != UNREACHED
        wanted = inside.copy()
        wanted[start] = False
        if not np.array_equal(points, wanted):
            return False
    children = np.flatnonzero(points)
    above = parent[children]
    if not inside[above].all() or (edges_between(graph, above, children) < 0).any():
        return False
    forest = forest_of(parent)
    return forest is not None and _can_be_ordered(graph, forest, inside)


def _can_be_ordered(graph: Graph, forest: Forest, inside: Bool[np.ndarray, " nodes"]) -> bool:
    source, target, _ = arcs_of(graph)
    across = inside[source] & ~forest.above(source, target) & ~forest.above(target, source)
    source, target = source[across], target[across]
    later, sooner = forest.branch(source, target), forest.branch(target, source)
    return is_acyclic(sooner, later, graph.node_count)


ENTRY = Entry(expected, valid)

"""Breadth-first search: a node's parent is a neighbour that is one edge nearer to the start."""

import numpy as np

from dnar.array_types import Int64
from dnar.graph import Graph
from dnar.textbook.adjacency import Rows, edges_between, rows_of
from dnar.textbook.question import Entry, Outputs, Question, start_of
from dnar.textbook.trees import are_pointers

UNREACHED = -1


def levels(graph: Graph, start: int) -> Int64[np.ndarray, " nodes"]:
    """Edges from the start to each node; -1 if there is no way."""
    return np.array(_levels(rows_of(graph), start))


def _levels(rows: Rows, start: int) -> list[int]:
    level = [UNREACHED] * (len(rows.begin) - 1)
    level[start] = 0
    queue = [start]
    for node in queue:
        for other in rows.of(node):
            if level[other] == UNREACHED:
                level[other] = level[node] + 1
                queue.append(other)
    return level


def expected(question: Question) -> Outputs:
    """Parents: the lowest node one level up."""
    rows = rows_of(question.graph)
    level = _levels(rows, start_of(question))
    parent = list(range(question.graph.node_count))
    for node, own in enumerate(level):
        for other in rows.of(node) if own != UNREACHED else ():
            if level[other] == own + 1 and parent[other] == other:
                parent[other] = node
    return {"parent": np.array(parent)}


def valid(question: Question, outputs: Outputs) -> bool:
    """Whether every reached node has a parent one level up, and all others have none."""
    graph, parent = question.graph, outputs["parent"]
    if not are_pointers(parent, graph.node_count):
        return False
    level = levels(graph, start_of(question))
    nodes = np.arange(graph.node_count)
    found = level > 0
    return bool(
        (parent[~found] == nodes[~found]).all()
        and (level[parent[found]] == level[found] - 1).all()
        and (edges_between(graph, parent[found], nodes[found]) >= 0).all()
    )


ENTRY = Entry(expected, valid)

"""Connected components: nodes joined by a path, whatever the direction of its edges."""

import numpy as np

from dnar.array_types import Int64
from dnar.graph import Graph
from dnar.textbook.question import Entry, Outputs, Question


def lowest_nodes(graph: Graph) -> Int64[np.ndarray, " nodes"]:
    """The lowest node of each node's component, by union-find."""
    above = list(range(graph.node_count))

    def top(node: int) -> int:
        while above[node] != node:
            above[node] = above[above[node]]
            node = above[node]
        return node

    for one, other in zip(graph.source.tolist(), graph.target.tolist(), strict=True):
        low, high = sorted((top(one), top(other)))
        above[high] = low
    return np.array([top(node) for node in range(graph.node_count)], dtype=np.int64)


def expected(question: Question) -> Outputs:
    """The lowest node of each node's component."""
    return {"root": lowest_nodes(question.graph)}


def valid(question: Question, outputs: Outputs) -> bool:
    """Whether these are the lowest nodes: there is only one answer."""
    return np.array_equal(outputs["root"], lowest_nodes(question.graph))


ENTRY = Entry(expected, valid)

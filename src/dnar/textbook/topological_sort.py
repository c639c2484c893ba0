"""Topological sort: depth-first search ends a node after all that it leads to."""

import numpy as np

from dnar.textbook.dfs import search
from dnar.textbook.question import Entry, Outputs, Question
from dnar.textbook.trees import are_pointers


def expected(question: Question) -> Outputs:
    """Pointers to the node that ended just before, and the node that ended last."""
    ended = np.array(search(question.graph, None)[1])
    previous = np.arange(len(ended))
    previous[ended[1:]] = ended[:-1]
    return {"previous": previous, "head": ended[-1:]}


def valid(question: Question, outputs: Outputs) -> bool:
    """Whether the pointers lead from the head past all nodes, and all edges lead that way."""
    graph, previous, head = question.graph, outputs["previous"], outputs["head"]
    nodes = graph.node_count
    if not are_pointers(previous, nodes) or head.shape != (1,) or not 0 <= head[0] < nodes:
        return False
    node, line = int(head[0]), []
    place = np.full(nodes, -1)
    while place[node] < 0:
        place[node] = len(line)
        line.append(node)
        node = int(previous[node])
    whole = len(line) == nodes and node == line[-1]
    return whole and bool((place[graph.source] < place[graph.target]).all())


ENTRY = Entry(expected, valid)

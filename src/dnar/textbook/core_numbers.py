"""Core numbers: take the node with the fewest neighbours out, one after the other."""

import heapq

import numpy as np

from dnar.textbook.adjacency import rows_of
from dnar.textbook.question import Entry, Outputs, Question


def expected(question: Question) -> Outputs:
    """The most neighbours that the fewest had so far, when a node is taken out."""
    rows, nodes = rows_of(question.graph), question.graph.node_count
    around = [[other for other in rows.of(node) if other != node] for node in range(nodes)]
    degree = [len(row) for row in around]
    queue = [(count, node) for node, count in enumerate(degree)]
    heapq.heapify(queue)
    core = [-1.0] * nodes
    level = 0
    while queue:
        count, node = heapq.heappop(queue)
        if core[node] >= 0 or count != degree[node]:
            continue
        level = max(level, count)
        core[node] = float(level)
        for other in around[node]:
            if core[other] < 0:
                degree[other] -= 1
                heapq.heappush(queue, (degree[other], other))
    return {"core": np.array(core)}


def valid(question: Question, outputs: Outputs) -> bool:
    """Whether these are the core numbers: there is only one answer."""
    return np.array_equal(outputs["core"], expected(question)["core"])


ENTRY = Entry(expected, valid)

"""Floyd-Warshall: for every pair, the last node before the target on a shortest path."""

import numpy as np

from dnar.textbook.question import Entry, Outputs, Question


def expected(question: Question) -> Outputs:
    """Pointers of all pairs, pivots in index order; only a shorter way replaces another."""
    graph = question.graph
    nodes = graph.node_count
    length = np.full((nodes, nodes), np.inf)
    weight = np.ones(graph.edge_count) if graph.weight is None else graph.weight
    np.fill_diagonal(length, 0.0)
    length[graph.source, graph.target] = length[graph.target, graph.source] = weight
    before = np.repeat(np.arange(nodes)[:, None], nodes, axis=1)
    for pivot in range(nodes):
        way = length[:, pivot, None] + length[None, pivot]
        shorter = way < length
        before = np.where(shorter, before[pivot], before)
        length = np.where(shorter, way, length)
    return {"before": before}


def valid(question: Question, outputs: Outputs) -> bool:
    """Whether the pointers are exactly those of the algorithm."""
    return np.array_equal(expected(question)["before"], outputs["before"])


ENTRY = Entry(expected, valid)

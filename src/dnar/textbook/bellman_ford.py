"""Bellman-Ford: shortest paths from the start, all edges relaxed once in every round."""

import numpy as np

from dnar.textbook.adjacency import arcs_of
from dnar.textbook.dijkstra import are_shortest
from dnar.textbook.question import Entry, Outputs, Question, start_of


def expected(question: Question) -> Outputs:
    """Parents and distances; of equal offers in one round the lowest node's counts.

    A cycle of negative length has no shortest paths: the rounds end after one per node.
    """
    graph, start = question.graph, start_of(question)
    source, target, weight = arcs_of(graph)
    # Self-loops change nothing, whatever their weight.
    order = np.lexsort((source, target))
    order = order[source[order] != target[order]]
    source, target, weight = source[order], target[order], weight[order]
    distance = np.full(graph.node_count, np.inf)
    distance[start] = 0.0
    parent = np.arange(graph.node_count)
    first = np.flatnonzero(np.diff(target, prepend=-1))
    for _ in range(graph.node_count):
        offer = distance[source] + weight
        if not len(first):
            break
        best = np.minimum.reduceat(offer, first)
        taken = best < distance[target[first]]
        if not taken.any():
            break
        row = np.repeat(best, np.diff(np.append(first, len(offer))))
        where = np.where(offer == row, source, graph.node_count)
        giver = np.minimum.reduceat(where, first)
        parent[target[first][taken]] = giver[taken]
        distance[target[first][taken]] = best[taken]
    return {"parent": parent, "distance": distance}


def valid(question: Question, outputs: Outputs) -> bool:
    """Whether distances are right and every parent is on a shortest path."""
    return are_shortest(question, outputs, expected(question)["distance"])


ENTRY = Entry(expected, valid)

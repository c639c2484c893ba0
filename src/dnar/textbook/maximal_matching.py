"""Greedy matching: edges from the heaviest to the lightest, each if both its ends are free."""

import numpy as np

from dnar.textbook.adjacency import edges_between
from dnar.textbook.question import Entry, Outputs, Question


def expected(question: Question) -> Outputs:
    """Mates, a node without one itself; of equal weights the edge of the lowest nodes first."""
    graph = question.graph
    weight = np.ones(graph.edge_count) if graph.weight is None else graph.weight
    mate = list(range(graph.node_count))
    low, high = graph.source, graph.target
    for edge in np.lexsort((high, low, -weight)).tolist():
        one, other = int(low[edge]), int(high[edge])
        if mate[one] == one and mate[other] == other:
            mate[one], mate[other] = other, one
    return {"mate": np.array(mate, dtype=np.int64)}


def valid(question: Question, outputs: Outputs) -> bool:
    """Whether mates are joined and no edge joins two free nodes.

    How heavy the matching is does not matter.
    """
    graph, mate = question.graph, outputs["mate"]
    nodes = np.arange(graph.node_count)
    if mate.shape != nodes.shape or not ((mate >= 0) & (mate < len(nodes))).all():
        return False
    paired = mate != nodes
    proper = graph.source != graph.target
    free = ~paired[graph.source[proper]] & ~paired[graph.target[proper]]
    return bool(
        (mate[mate] == nodes).all()
        and (edges_between(graph, nodes[paired], mate[paired]) >= 0).all()
        and not free.any()
    )


ENTRY = Entry(expected, valid)

"""Prim's algorithm: a minimum spanning tree of the start's component.

All minimum spanning trees of a graph have the same weights, if sorted: that decides whether a
tree is one, without a sum that rounds.
"""

import numpy as np

from dnar.textbook.adjacency import edges_between
from dnar.textbook.growing import grow
from dnar.textbook.question import Entry, Outputs, Question, start_of
from dnar.textbook.trees import are_pointers, forest_of


def expected(question: Question) -> Outputs:
    """Parents; the tree takes in the nearest node first."""
    return {"parent": np.array(grow(question.graph, start_of(question), add_up=False).parent)}


def valid(question: Question, outputs: Outputs) -> bool:
    """Whether the pointers are a minimum spanning tree of the start's component."""
    graph, parent = question.graph, outputs["parent"]
    if not are_pointers(parent, graph.node_count):
        return False
    nodes, minimum = np.arange(graph.node_count), expected(question)["parent"]
    found = np.flatnonzero(minimum != nodes)
    edges, lightest = (edges_between(graph, tree[found], found) for tree in (parent, minimum))
    weights = np.ones(graph.edge_count) if graph.weight is None else graph.weight
    return bool(
        np.array_equal(np.flatnonzero(parent != nodes), found)
        and (edges >= 0).all()
        and forest_of(parent) is not None
        and np.array_equal(np.sort(weights[edges]), np.sort(weights[lightest]))
    )


ENTRY = Entry(expected, valid)

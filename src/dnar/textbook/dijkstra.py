"""Dijkstra's algorithm: shortest paths from the start, with their lengths."""

import numpy as np

from dnar.array_types import Float64
from dnar.textbook.adjacency import edges_between
from dnar.textbook.growing import grow
from dnar.textbook.question import Entry, Outputs, Question, start_of
from dnar.textbook.trees import are_pointers, forest_of

ROUNDING = 1e-9
"""How far sums along different paths of the same length may be apart, relatively."""


def expected(question: Question) -> Outputs:
    """Parents and distances; a distance is infinite where there is no way."""
    grown = grow(question.graph, start_of(question), add_up=True)
    return {"parent": np.array(grown.parent), "distance": np.array(grown.key)}


def valid(question: Question, outputs: Outputs) -> bool:
    """Whether distances are right and every parent is on a shortest path."""
    return are_shortest(question, outputs, expected(question)["distance"])


def are_shortest(
    question: Question, outputs: Outputs, best: Float64[np.ndarray, " nodes"]
) -> bool:
    """Whether these are shortest paths, given their lengths."""
    graph, parent, distance = question.graph, outputs["parent"], outputs["distance"]
    if not are_pointers(parent, graph.node_count) or distance.shape != best.shape:
        return False
    found = np.isfinite(best)
    found[start_of(question)] = False
    children, above = np.flatnonzero(found), parent[found]
    edges = edges_between(graph, above, children)
    weights = np.ones(graph.edge_count) if graph.weight is None else graph.weight
    return bool(
        np.array_equal(parent != np.arange(graph.node_count), found)
        and (edges >= 0).all()
        and np.allclose(distance, best, rtol=ROUNDING, atol=0)
        and np.allclose(best[above] + weights[edges], best[children], rtol=ROUNDING, atol=0)
        # Edges of weight zero could lead round in a circle.
        and forest_of(parent) is not None
    )


ENTRY = Entry(expected, valid)

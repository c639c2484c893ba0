"""Connectivity, and drawing until it holds."""

from collections.abc import Callable

import numpy as np

from dnar.errors import InputError
from dnar.graph.graph import Graph

TRIES = 1000
"""How often a random graph is drawn before its parameters are called hopeless."""


def is_connected(graph: Graph) -> bool:
    """Whether every node reaches every other when direction is ignored."""
    if graph.edge_count < graph.node_count - 1:
        return False
    # scipy takes longer to load than most runs: only where it is used.
    from scipy.sparse import coo_array  # noqa: PLC0415
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415

    edges = coo_array(
        (np.ones(graph.edge_count, dtype=bool), (graph.source, graph.target)),
        shape=(graph.node_count, graph.node_count),
    )
    return connected_components(edges, directed=False, return_labels=False) == 1


def first_connected(draw: Callable[[], Graph], remedy: str) -> Graph:
    """The first connected graph that `draw` returns.

    Raises:
        InputError: none of 1000 was connected; the message ends with `remedy`.
    """
    for _ in range(TRIES):
        graph = draw()
        if is_connected(graph):
            return graph
    raise InputError(f"none of {TRIES} random graphs was connected: {remedy}")

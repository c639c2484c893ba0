"""Connectivity and acyclicity, and drawing until a graph is connected."""

from collections.abc import Callable

import numpy as np

from dnar.array_types import Int
from dnar.errors import InputError
from dnar.graph.graph import Graph

TRIES = 1000
"""Draws of a random graph before its parameters are refused."""


def is_connected(graph: Graph) -> bool:
    """Whether every node reaches every other when direction is ignored."""
    if graph.edge_count < graph.node_count - 1:
        return False
    return _components(graph.source, graph.target, graph.node_count, "weak") == 1


def is_acyclic(
    source: Int[np.ndarray, " edges"], target: Int[np.ndarray, " edges"], nodes: int
) -> bool:
    """Whether directed edges, none of them a self-loop, form no cycle."""
    return _components(source, target, nodes, "strong") == nodes


def _components(
    source: Int[np.ndarray, " edges"],
    target: Int[np.ndarray, " edges"],
    nodes: int,
    connection: str,
) -> int:
    # Loading scipy takes longer than most runs.
    from scipy.sparse import coo_array  # noqa: PLC0415
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415

    entries = (np.ones(len(source), np.int8), (source, target))
    edges = coo_array(entries, shape=(nodes, nodes))
    return int(connected_components(edges, connection=connection, return_labels=False))


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

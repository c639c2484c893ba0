"""Random numbers on graphs: edge weights, and the draws of Luby's MIS algorithm."""

import numpy as np

from dnar.array_types import Float64, Generator
from dnar.errors import InputError
from dnar.graph.graph import Graph
from dnar.graph.parameter_checks import check_at_least


def random_weights(
    graph: Graph, rng: Generator, *, low: float = 0.0, high: float = 1.0
) -> Graph:
    """The graph with weights drawn uniformly from the open interval (low, high).

    Raises:
        InputError: the interval is empty or not finite.
    """
    if not (np.isfinite([low, high]).all() and low < high):
        raise InputError(f"weights need finite bounds with low < high, got {low} and {high}")
    unit = rng.integers(1, 2**53, size=graph.edge_count) / 2**53
    return graph.with_weight(low + (high - low) * unit)


def clrs_weights(graph: Graph, rng: Generator) -> Graph:
    """The graph with weights as CLRS-30 and SALSA-CLRS draw them.

    An undirected edge weighs sqrt(u v + 1e-3) with u, v uniform on [0, 1), one for each
    direction (so u = v on a self-loop); a directed edge weighs u.
    """
    forth = rng.random(graph.edge_count)
    if graph.directed:
        return graph.with_weight(forth)
    back = np.where(graph.source == graph.target, forth, rng.random(graph.edge_count))
    return graph.with_weight(np.sqrt(forth * back + 1e-3))


def mis_randomness(
    nodes: int, rounds: int, rng: Generator
) -> Float64[np.ndarray, "rounds nodes"]:
    """One number per node and round, uniform on [0, 1).

    Raises:
        InputError: there are no nodes, or fewer than zero rounds.
    """
    check_at_least("nodes", nodes, 1)
    check_at_least("rounds", rounds, 0)
    return rng.random((rounds, nodes))


def mis_row(nodes: int, seed: int, number: int) -> Float64[np.ndarray, " nodes"]:
    """The numbers that a seed gives one round, uniform on [0, 1).

    Each round is drawn on its own: the same seed and number give the same bits.
    """
    return np.random.default_rng([seed, number]).random(nodes)

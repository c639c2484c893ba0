"""Families of deterministic graphs: one graph per size."""

import math

import numpy as np

from dnar.errors import InputError
from dnar.graph.graph import Graph
from dnar.graph.parameter_checks import DENSE_LIMIT, check_at_least, check_room, check_size

COMPLETE_BYTES = 34
"""Upper bound on the memory per edge of a complete graph, which may get weights."""


def path(n: int) -> Graph:
    """The path 0 - 1 - ... - n-1.

    >>> path(4)
    Graph(4 nodes, 3 edges, undirected, unweighted)
    """
    check_size(n)
    check_room(n, n)
    return _graph(np.arange(n - 1), np.arange(1, n), n)


def star(n: int) -> Graph:
    """Node 0 in the middle, the others around it."""
    check_size(n)
    check_room(n, n)
    return _graph(np.zeros(n - 1, np.int64), np.arange(1, n), n)


def cycle(n: int) -> Graph:
    """The path on n nodes, closed; without an edge for one node, a single edge for two."""
    check_size(n)
    check_room(n, n)
    node = np.arange(n if n > 1 else 0)
    return _graph(node, (node + 1) % n, n)


def grid(n: int, *, rows: int | None = None, columns: int | None = None) -> Graph:
    """The n first cells of a grid, row by row, near a square by default.

    The last row may be shorter than the others.

    Raises:
        InputError: n cells do not fill these rows and columns.
    """
    check_size(n)
    for name, value in (("rows", rows), ("columns", columns)):
        if value is not None:
            check_at_least(name, value, 1)
    width = columns or (math.isqrt(n - 1) + 1 if rows is None else -(-n // rows))
    height = -(-n // width)
    if rows is not None and rows != height:
        raise InputError(
            f"{n} nodes do not make {rows} rows: rows of {width} nodes make {height} rows"
        )
    check_room(n, 2 * n)
    cell = np.arange(n)
    right = cell[(cell % width != width - 1) & (cell + 1 < n)]
    below = cell[: max(n - width, 0)]
    return _graph(np.append(right, below), np.append(right + 1, below + width), n)


def tree(n: int, *, branching: int = 2) -> Graph:
    """The complete tree with root 0, filled level by level."""
    check_size(n)
    check_at_least("branching", branching, 1)
    check_room(n, n)
    child = np.arange(1, n)
    return _graph((child - 1) // branching, child, n)


def complete(n: int) -> Graph:
    """Every node joined to every other."""
    check_size(n, DENSE_LIMIT)
    check_room(n, n * (n - 1) // 2, each=COMPLETE_BYTES)
    # Generated in canonical order: sorting n^2 edges would need several times the memory.
    node = np.arange(n, dtype=np.int32)
    source = np.repeat(node, n - 1 - node)
    target = np.concatenate([node[first:] for first in range(1, n + 1)])
    return Graph._trusted(range(n), source, target, None, False)


def complete_bipartite(n: int) -> Graph:
    """K(2, n-2): nodes 0 and 1, each joined to all the others."""
    check_size(n)
    check_room(n, 2 * n)
    other = np.arange(2, n)
    return _graph(np.repeat([0, 1], len(other)), np.tile(other, 2), n)


def _graph(source: np.ndarray, target: np.ndarray, n: int) -> Graph:
    return Graph.from_edges(source, target, labels=n)

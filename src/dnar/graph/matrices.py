"""Adjacency matrices: scipy sparse and numpy; node i is row and column i."""

import sys
from typing import Any

import numpy as np

from dnar.errors import InputError
from dnar.graph.direction import undirected_if_symmetric, with_direction
from dnar.graph.graph import Graph


def from_sparse(matrix: Any, directed: bool | None) -> Graph:
    """The graph whose edges are the stored entries of a scipy sparse matrix or array.

    Stored zeros are edges of weight zero, and entries stored twice are summed, as scipy does.
    A matrix of booleans has no weights: its edges are the entries that are true.

    Raises:
        InputError: the matrix is not square, or an entry is not a finite real number.
    """
    _check_matrix(matrix)
    entries = matrix.tocsr(copy=True)
    entries.sum_duplicates()
    if matrix.dtype.kind == "b" or matrix.format in ("bsr", "dia"):
        # Blocks and diagonals are stored whole, so their zeros were not asked for.
        entries.eliminate_zeros()
    entries = entries.tocoo()
    return _from_entries(entries.row, entries.col, entries.data, matrix.shape[0], directed)


def from_dense(matrix: np.ndarray, directed: bool | None) -> Graph:
    """The graph whose edges are the entries of a square array that are not zero (or masked).

    Raises:
        InputError: the array is not square, or an entry is not a finite real number.
    """
    _check_matrix(matrix)
    entries = np.asarray(np.ma.filled(matrix, 0))
    row, column = np.nonzero(entries)
    return _from_entries(row, column, entries[row, column], len(entries), directed)


def is_sparse(source: object) -> bool:
    """Whether this is a scipy sparse matrix or array."""
    # Whoever has a sparse matrix has loaded scipy.sparse; nobody else should have to.
    sparse = sys.modules.get("scipy.sparse")
    return sparse is not None and sparse.issparse(source)


def _check_matrix(matrix: Any) -> None:
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise InputError(f"an adjacency matrix must be square, got shape {tuple(matrix.shape)}")
    if matrix.dtype.kind not in "biuf":
        raise InputError(
            f"an adjacency matrix holds booleans or real numbers, got type {matrix.dtype}"
        )


def _from_entries(
    row: np.ndarray, column: np.ndarray, value: np.ndarray, nodes: int, directed: bool | None
) -> Graph:
    weight = None if value.dtype.kind == "b" or not value.size else value
    graph = Graph.from_edges(row, column, labels=nodes, weight=weight, directed=True)
    if directed is None:
        return undirected_if_symmetric(graph)
    return with_direction(graph, directed)

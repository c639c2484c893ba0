"""Adjacency matrices: scipy sparse and numpy; node i is row and column i."""

import sys
from typing import Any

import numpy as np

from dnar.errors import InputError
from dnar.graph.checks import check_finite
from dnar.graph.direction import with_direction
from dnar.graph.graph import Graph
from dnar.graph.reading import Combine, Reading


def from_sparse(matrix: Any, reading: Reading, *, weighted: bool = True) -> Graph:
    """The graph whose edges are the stored entries of a scipy sparse matrix or array.

    Stored zeros are edges of weight zero, and entries stored twice are summed, as scipy does.
    A matrix of booleans has no weights: its edges are the entries that are true. If it is not
    to be `weighted`, a matrix is symmetric if its entries are in the same places.

    Raises:
        InputError: the matrix is not square, or an entry is not a finite real number.
    """
    _check_matrix(matrix)
    entries = matrix.tocsr()
    # Blocks and diagonals are stored whole: their zeros are padding, not edges.
    padded = matrix.dtype.kind == "b" or matrix.format in ("bsr", "dia")
    has_zeros = padded and not entries.data.all()
    if entries is matrix and (has_zeros or not entries.has_canonical_format):
        entries = matrix.copy()
    entries.sum_duplicates()
    if has_zeros:
        entries.eliminate_zeros()
    nodes = matrix.shape[0]
    row = np.repeat(np.arange(nodes, dtype=np.int32), np.diff(entries.indptr))
    column, weight = entries.indices, _weight(entries.data)
    if not weighted and weight is not None:
        check_finite(range(nodes), row, column, weight)
        weight = None
        kept = (np.ones(len(column), dtype=np.int8), column, entries.indptr)
        entries = type(entries)(kept, shape=matrix.shape)
    symmetric = reading.directed is None and _is_symmetric(entries)
    if symmetric:
        upper = row <= column
        row, column = row[upper], column[upper]
        weight = None if weight is None else weight[upper]
    return _graph(row, column, weight, nodes, symmetric, reading)


def _is_symmetric(entries: Any) -> bool:
    """Whether a canonical CSR matrix equals its transpose: as CSC it has the same arrays."""
    other = entries.tocsc()
    return (
        np.array_equal(entries.indptr, other.indptr)
        and np.array_equal(entries.indices, other.indices)
        and np.array_equal(entries.data, other.data)
    )


def from_dense(matrix: np.ndarray, reading: Reading) -> Graph:
    """The graph whose edges are the entries of a square array that are not zero (or masked).

    Raises:
        InputError: the array is not square, or an entry is not a finite real number.
    """
    _check_matrix(matrix)
    entries = np.asarray(np.ma.filled(matrix, 0))
    symmetric = reading.directed is None and np.array_equal(entries, entries.T)
    row, column = np.nonzero(np.triu(entries) if symmetric else entries)
    weight = _weight(entries[row, column])
    return _graph(row, column, weight, len(entries), symmetric, reading)


def is_sparse(source: object) -> bool:
    """Whether this is a scipy sparse matrix or array."""
    # A caller who has a sparse matrix has loaded scipy.sparse; it is slow to load.
    sparse = sys.modules.get("scipy.sparse")
    return sparse is not None and sparse.issparse(source)


def _check_matrix(matrix: Any) -> None:
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise InputError(
            f"an adjacency matrix must be square, got shape {tuple(matrix.shape)}; the rows of "
            "an edge list can be given as a list of tuples"
        )
    if matrix.dtype.kind not in "biuf":
        raise InputError(
            f"an adjacency matrix holds booleans or real numbers, got type {matrix.dtype}"
        )


def _weight(value: np.ndarray) -> np.ndarray | None:
    return None if value.dtype.kind == "b" or not value.size else value


def _graph(
    row: np.ndarray,
    column: np.ndarray,
    weight: np.ndarray | None,
    nodes: int,
    symmetric: bool,
    reading: Reading,
) -> Graph:
    # Opposite entries are combined at once, so that different weights are found in one place.
    plain = reading.directed is False and reading.combine is Combine.ERROR
    graph = Graph.from_edges(
        row,
        column,
        labels=nodes,
        weight=weight,
        directed=not symmetric and not plain,
    )
    return with_direction(graph, reading.directed, reading.combine)

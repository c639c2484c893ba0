"""Adjacency matrices: zeros, number types, symmetry, and what is no matrix of numbers."""

import numpy as np
import pytest
from scipy import sparse

from dnar.errors import InputError
from dnar.graph import Graph, as_graph


def test_stored_zeros_are_edges_and_repeated_entries_are_summed() -> None:
    zeros = sparse.csr_array(([0.0, 0.0], ([0, 1], [1, 0])), shape=(2, 2))
    assert as_graph(zeros) == Graph.from_edges([0], [1], labels=2, weight=[0.0])
    twice = sparse.coo_array(([1.0, 2.0], ([0, 0], [1, 1])), shape=(2, 2))
    assert as_graph(twice) == as_graph(twice.toarray())
    assert twice.nnz == 2  # the caller's matrix is left alone


def test_matrix_with_unequal_opposite_weights_is_directed() -> None:
    matrix = np.array([[0, 1], [2, 0]])
    assert as_graph(matrix).directed
    with pytest.raises(InputError, match="different weights"):
        as_graph(matrix, directed=False)


@pytest.mark.parametrize("dtype", [np.int8, np.uint64, np.float32, np.float64])
def test_number_types(dtype: type) -> None:
    expected = Graph.from_edges([0], [1], labels=2, weight=[3.0])
    matrix = np.array([[0, 3], [3, 0]], dtype=dtype)
    assert as_graph(matrix) == expected
    assert as_graph(sparse.csr_array(matrix)) == expected


BAD: list[tuple[object, str]] = [
    (np.ones((2, 3)), r"square, got shape \(2, 3\)"),
    (np.ones(3), "square"),
    (np.zeros((0, 0)), "empty"),
    (np.array([[0, np.nan], [0, 0]]), r"edge \(0, 1\) is nan"),
    (np.array([[0, np.inf], [0, 0]]), r"edge \(0, 1\) is inf"),
    (np.array([["a"]]), "real numbers"),
    (np.array([[1j]]), "real numbers"),
    (sparse.csr_array((2, 3)), "square"),
    (sparse.csr_array(np.array([[0, np.inf], [0, 0]])), "inf"),
    (sparse.coo_array(np.ones(3)), "square"),
]


@pytest.mark.parametrize(("source", "message"), BAD)
def test_bad_input(source: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        as_graph(source)


def test_without_weights_only_the_places_of_entries_count() -> None:
    matrix = sparse.csr_array(np.array([[0.0, 2.0, 0.0], [5.0, 0.0, 1.0], [0.0, 1.0, 0.0]]))
    assert as_graph(matrix).directed
    assert as_graph(matrix, weighted=False) == Graph.from_edges([0, 1], [1, 2], labels=3)
    one_way = sparse.csr_array(np.array([[0.0, 2.0], [0.0, 0.0]]))
    assert as_graph(one_way, weighted=False).directed
    matrix.data[0] = np.nan
    with pytest.raises(InputError, match="finite"):
        as_graph(matrix, weighted=False)

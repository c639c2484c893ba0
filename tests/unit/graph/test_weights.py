"""Weights that come with a graph: numbers, for all edges or for none."""

from fractions import Fraction

import numpy as np
import pytest

from dnar.errors import InputError
from dnar.graph.fixed_families import path
from dnar.graph.weights import edge_weights, with_default_weight


def test_all_none_means_unweighted() -> None:
    assert edge_weights([None, None], str) is None
    assert edge_weights([], str) is None


def test_every_kind_of_real_number() -> None:
    weights = edge_weights([1, 2.5, np.float32(0.5), np.int64(3), Fraction(1, 4)], str)
    assert weights is not None
    assert weights.tolist() == [1.0, 2.5, 0.5, 3.0, 0.25]


def test_a_mix_names_an_edge_without_weight() -> None:
    with pytest.raises(InputError, match="edge #1 has no weight"):
        edge_weights([1.0, None], lambda at: f"#{at}")


@pytest.mark.parametrize("value", ["heavy", "1", True, 1j, [1.0], 10**400])
def test_not_a_number(value: object) -> None:
    with pytest.raises(InputError, match=r"weight of edge #1 must be a number, got"):
        edge_weights([1.0, value], lambda at: f"#{at}")


def test_default_weight_leaves_weights_alone() -> None:
    graph = with_default_weight(path(3), 2.0)
    assert graph.weight is not None
    assert graph.weight.tolist() == [2.0, 2.0]
    assert with_default_weight(graph, 7.0) is graph
    assert with_default_weight(graph, None) is graph


def test_default_weight_must_be_finite() -> None:
    with pytest.raises(InputError, match="finite"):
        with_default_weight(path(3), float("nan"))

"""Random numbers on graphs: their ranges, laws and seeds."""

import numpy as np
import pytest

from dnar.errors import InputError
from dnar.graph import (
    Graph,
    clrs_er,
    clrs_weights,
    complete,
    mis_randomness,
    path,
    random_weights,
)


def _rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def _weight(graph: Graph) -> np.ndarray:
    assert graph.weight is not None
    return graph.weight


def test_uniform_weights() -> None:
    graph = complete(100)
    weight = _weight(random_weights(graph, _rng()))
    assert ((weight > 0) & (weight < 1)).all()
    assert len(np.unique(weight)) == graph.edge_count
    assert abs(weight.mean() - 0.5) < 5 / np.sqrt(12 * graph.edge_count)
    shifted = _weight(random_weights(graph, _rng(), low=2.0, high=3.0))
    assert ((shifted > 2) & (shifted < 3)).all()
    assert random_weights(graph, _rng(1)) == random_weights(graph, _rng(1))
    assert random_weights(graph, _rng(1)) != random_weights(graph, _rng(2))


@pytest.mark.parametrize(
    ("low", "high"), [(1.0, 1.0), (2.0, 1.0), (0.0, np.inf), (np.nan, 1.0)]
)
def test_empty_interval(low: float, high: float) -> None:
    with pytest.raises(InputError, match="low < high"):
        random_weights(path(3), _rng(), low=low, high=high)


def test_clrs_weights_of_undirected_edges() -> None:
    graph = clrs_weights(clrs_er(200, _rng()), _rng(1))
    weight, is_loop = _weight(graph), graph.source == graph.target
    assert (weight >= np.sqrt(1e-3)).all()
    assert (weight < np.sqrt(1 + 1e-3)).all()
    product = weight**2 - 1e-3
    # E[u v] = 1/4 with variance 7/144, but E[u u] = 1/3 with variance 4/45 on a self-loop.
    for some, mean, variance in ((~is_loop, 1 / 4, 7 / 144), (is_loop, 1 / 3, 4 / 45)):
        drawn = product[some]
        assert abs(drawn.mean() - mean) < 5 * np.sqrt(variance / len(drawn))


def test_clrs_weights_of_directed_edges_are_uniform() -> None:
    graph = clrs_weights(clrs_er(100, _rng(), directed=True), _rng(1))
    weight = _weight(graph)
    assert graph.directed
    assert abs(weight.mean() - 0.5) < 5 / np.sqrt(12 * graph.edge_count)
    assert weight.min() < 0.01


def test_weights_of_no_edges() -> None:
    for graph in (random_weights(path(1), _rng()), clrs_weights(path(1), _rng())):
        assert _weight(graph).shape == (0,)


def test_mis_randomness() -> None:
    draws = mis_randomness(5, 3, _rng())
    assert draws.shape == (3, 5)
    assert len(np.unique(draws)) == 15
    assert ((draws >= 0) & (draws < 1)).all()
    assert (draws == mis_randomness(5, 3, _rng())).all()
    assert mis_randomness(5, 0, _rng()).shape == (0, 5)
    with pytest.raises(InputError, match="nodes must be a whole number of at least 1, got 0"):
        mis_randomness(0, 3, _rng())
    with pytest.raises(InputError, match="rounds must be a whole number of at least 0, got -1"):
        mis_randomness(3, -1, _rng())

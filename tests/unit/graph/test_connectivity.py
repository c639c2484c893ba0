"""Connectivity: with and without direction, and giving up."""

import pytest

from dnar.errors import InputError
from dnar.graph import Graph, path
from dnar.graph.connectivity import first_connected, is_connected


def test_connected_or_not() -> None:
    assert is_connected(path(1))
    assert is_connected(path(5))
    assert is_connected(Graph.from_edges([1, 1], [0, 2], labels=3, directed=True))
    assert not is_connected(Graph.from_edges([], [], labels=2))
    # Enough edges, but not where they are needed.
    assert not is_connected(Graph.from_edges([0, 0, 1], [1, 2, 2], labels=4))


def test_draws_until_connected_and_then_gives_up() -> None:
    apart = Graph.from_edges([], [], labels=2)
    draws = iter([apart, apart, path(2)])
    assert first_connected(lambda: next(draws), "") == path(2)
    with pytest.raises(InputError, match="none of 1000 random graphs was connected: add edges"):
        first_connected(lambda: apart, "add edges")

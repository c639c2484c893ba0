"""Random pairs: each exactly once, at the right rate, with small memory."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dnar.graph.random_pairs import bernoulli_pairs, pairs_of_places, rewired_ring


def test_places_run_through_all_pairs() -> None:
    low, high = pairs_of_places(np.arange(45))
    expected = [(i, j) for j in range(10) for i in range(j)]
    assert list(zip(low.tolist(), high.tolist(), strict=True)) == expected


@given(high=st.integers(1, 2**31 - 3), share=st.floats(0, 1))
def test_places_are_exact_far_beyond_53_bits(high: int, share: float) -> None:
    low = min(int(share * high), high - 1)
    place = np.array([high * (high - 1) // 2 + low])
    assert [ends.item() for ends in pairs_of_places(place)] == [low, high]


@given(n=st.integers(1, 60), p=st.floats(0, 1), seed=st.integers(0, 1000))
def test_pairs_are_distinct_and_ordered(n: int, p: float, seed: int) -> None:
    low, high = bernoulli_pairs(n, p, np.random.default_rng(seed))
    assert ((low >= 0) & (low < high) & (high < n)).all()
    assert len(np.unique(low * n + high)) == len(low)


def test_certain_and_impossible_pairs() -> None:
    rng = np.random.default_rng(0)
    assert len(bernoulli_pairs(50, 1.0, rng)[0]) == 50 * 49 // 2
    assert len(bernoulli_pairs(50, 0.0, rng)[0]) == 0
    assert len(bernoulli_pairs(2**31 - 2, 1e-300, rng)[0]) == 0
    assert len(bernoulli_pairs(2**31 - 2, 1e-18, rng)[0]) < 20


@pytest.mark.parametrize("p", [0.02, 0.3, 0.9])
def test_every_pair_is_drawn_at_the_same_rate(p: float) -> None:
    rng, draws, n = np.random.default_rng(5), 4000, 8
    count = np.zeros((n, n))
    for _ in range(draws):
        count[bernoulli_pairs(n, p, rng)] += 1
    pairs = count[np.triu_indices(n, 1)]
    # Five standard deviations, for each of 28 pairs.
    assert np.abs(pairs - draws * p).max() < 5 * np.sqrt(draws * p * (1 - p))
    assert count.sum() == pairs.sum()


def test_several_chunks_join_without_gap() -> None:
    low, high = bernoulli_pairs(2500, 0.9, np.random.default_rng(0))
    total = 2500 * 2499 // 2
    assert abs(len(low) - 0.9 * total) < 5 * np.sqrt(total * 0.09)
    place = high * (high - 1) // 2 + low
    assert (np.diff(place) > 0).all()
    assert place[-1] > total - 100


@given(n=st.integers(4, 40), half=st.integers(1, 3), p=st.floats(0, 1), seed=st.integers(0, 99))
def test_rewiring_keeps_the_number_of_edges(n: int, half: int, p: float, seed: int) -> None:
    k = min(2 * half, (n - 1) // 2 * 2)
    low, high = rewired_ring(n, k, p, np.random.default_rng(seed))
    assert (low < high).all()
    assert len(np.unique(low * n + high)) == len(low) == n * k // 2


def test_ring_without_rewiring() -> None:
    low, high = rewired_ring(10, 4, 0.0, np.random.default_rng(0))
    gap = np.minimum(high - low, 10 - (high - low))
    assert sorted(gap.tolist()) == [1] * 10 + [2] * 10


def test_share_of_rewired_edges() -> None:
    low, high = rewired_ring(20_000, 6, 0.1, np.random.default_rng(0))
    gap = np.minimum(high - low, 20_000 - (high - low))
    moved = int((gap > 3).sum())
    assert abs(moved - 6000) < 5 * np.sqrt(60_000 * 0.1 * 0.9)

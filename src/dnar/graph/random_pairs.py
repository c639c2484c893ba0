"""Random pairs of nodes, drawn sparsely: memory and time grow with the edges drawn."""

import numpy as np

from dnar.array_types import Generator, Int64

_CHUNK = 1 << 20
_MOVES = 100


def bernoulli_pairs(
    n: int, p: float, rng: Generator
) -> tuple[Int64[np.ndarray, " edges"], Int64[np.ndarray, " edges"]]:
    """Pairs i < j, each of the n (n-1) / 2 drawn independently with probability p.

    The pairs are numbered, and the gaps between drawn numbers are geometric (Batagelj and
    Brandes, 2005), which is the binomial model without a look at the pairs left out.
    """
    total = n * (n - 1) // 2
    drawn, last = [np.zeros(0, np.int64)], -1
    while p > 0 and last < total - 1:
        size = int(min(_CHUNK, (total - last) * p * 1.05 + 16))
        gaps = np.minimum(rng.geometric(p, size), total + 1)
        # Cut where the sum is far outside: for a tiny p it could overflow 64 bits.
        inside = int(np.searchsorted(np.cumsum(gaps, dtype=np.float64), 2.0 * total))
        place = last + np.cumsum(gaps[:inside])
        drawn.append(place[place < total])
        last = int(place[-1]) if inside == size else total
    return pairs_of_places(np.concatenate(drawn))


def pairs_of_places(
    place: Int64[np.ndarray, " edges"],
) -> tuple[Int64[np.ndarray, " edges"], Int64[np.ndarray, " edges"]]:
    """The pairs with these numbers in the order (0,1), (0,2), (1,2), (0,3), ...

    >>> pairs_of_places(np.array([0, 1, 2, 3]))
    (array([0, 0, 1, 0]), array([1, 2, 2, 3]))
    """
    high = ((np.sqrt(8.0 * place + 1) + 1) / 2).astype(np.int64)
    # The square root is off by at most one, where 8 * place exceeds 53 bits.
    high -= high * (high - 1) // 2 > place
    high += high * (high + 1) // 2 <= place
    return place - high * (high - 1) // 2, high


def rewired_ring(
    n: int, k: int, p: float, rng: Generator
) -> tuple[Int64[np.ndarray, " edges"], Int64[np.ndarray, " edges"]]:
    """The k-nearest ring of n nodes, each edge's far end moved with probability p.

    A moved edge never becomes a self-loop nor falls on another edge, so there are always
    n k / 2 edges. One that finds no free place (the graph is nearly complete) stays.
    """
    source = np.tile(np.arange(n), k // 2)
    target = (source + np.repeat(np.arange(1, k // 2 + 1), n)) % n
    place = _places(source, target, n)
    waiting = np.flatnonzero(rng.random(len(place)) < p)
    for _ in range(_MOVES):
        if not waiting.size:
            break
        wanted = _places(source[waiting], rng.integers(n, size=len(waiting)), n)
        is_first = np.zeros(len(wanted), dtype=bool)
        is_first[np.unique(wanted, return_index=True)[1]] = True
        fits = is_first & (wanted % (n + 1) != 0) & ~np.isin(wanted, place)
        place[waiting[fits]] = wanted[fits]
        waiting = waiting[~fits]
    return place // n, place % n


def _places(
    source: Int64[np.ndarray, " edges"], target: Int64[np.ndarray, " edges"], n: int
) -> Int64[np.ndarray, " edges"]:
    return np.minimum(source, target) * n + np.maximum(source, target)

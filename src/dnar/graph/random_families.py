"""Families of random graphs, among them those of CLRS-30 and SALSA-CLRS.

Every generator takes its randomness as an argument; the same generator state gives the same
graph. Only `clrs_er` holds n x n entries, because its model is dense.
"""

import numpy as np

from dnar.array_types import Float64, Generator, Int
from dnar.errors import InputError
from dnar.graph.connectivity import first_connected
from dnar.graph.fixed_families import cycle, path, star
from dnar.graph.graph import Graph
from dnar.graph.parameter_checks import (
    DENSE_LIMIT,
    check_at_least,
    check_probability,
    check_room,
    check_size,
)
from dnar.graph.random_pairs import bernoulli_pairs, rewired_ring

_HOPELESS_ISOLATED = 5.0
"""Expected isolated nodes above which fewer than one draw in 150 is connected."""

RING_BYTES, TRIANGLE_BYTES, ATTACHED_BYTES, COIN_BYTES = 125, 260, 110, 80
"""Upper bounds on the memory per edge while a graph is drawn, measured: Watts-Strogatz,
Delaunay, power law, CLRS-30. Other families take `EDGE_BYTES`."""


def erdos_renyi(
    n: int,
    rng: Generator,
    *,
    p: float | None = None,
    average_degree: float | None = None,
    connected: bool = True,
) -> Graph:
    """G(n, p): every pair of nodes is joined with probability p.

    Without `p` and `average_degree`, p is drawn once, uniformly from [ln n / n, 3 ln n / n],
    the range of SALSA-CLRS. With `connected` the edges are drawn again until they connect.

    Raises:
        InputError: p is no probability, both p and average_degree are given, or a connected
            graph is too unlikely.
    """
    check_size(n)
    if p is None and average_degree is None:
        p = min(1.0, rng.uniform(1, 3) * float(np.log(n)) / n)
    p = _edge_probability(n, p, average_degree)
    check_room(n, round(p * n * (n - 1) / 2))

    def draw() -> Graph:
        return Graph.from_edges(*bernoulli_pairs(n, p, rng), labels=n)

    if not connected:
        return draw()
    isolated = n * float(np.exp((n - 1) * np.log1p(-p))) if 0 < p < 1 else n * (p == 0)
    remedy = f"raise p = {p:.3g} or pass connected=False"
    if n > 1 and isolated > _HOPELESS_ISOLATED:
        raise InputError(
            f"an Erdos-Renyi graph of {n} nodes is hardly ever connected at this density: "
            f"about {isolated:.3g} nodes would have no edge; {remedy}"
        )
    return first_connected(draw, remedy)


def watts_strogatz(
    n: int, rng: Generator, *, k: int | None = None, p: float | None = None
) -> Graph:
    """A ring of n nodes, each joined to its k nearest, with edges rewired at probability p.

    Drawn again until it is connected. As in SALSA-CLRS, k is drawn from 4, 6 and 8 (less
    if the ring is too small) and p from [0.05, 0.2] unless given. A rewired edge
    keeps one end and gets a random other one.

    Raises:
        InputError: k is odd or not below n, p is no probability, or no draw was connected.
    """
    check_size(n)
    if k is not None and (k % 2 or not 2 <= k < n):
        raise InputError(f"k must be even, at least 2 and less than n = {n}, got {k}")
    if p is not None:
        check_probability("p", p)
    drawn_k, drawn_p = int(rng.choice([4, 6, 8])), float(rng.uniform(0.05, 0.2))
    nearest = min(drawn_k, (n - 1) // 2 * 2) if k is None else k
    chance = drawn_p if p is None else p
    if n <= 3:
        return cycle(n)
    check_room(n, n * nearest // 2, each=RING_BYTES)

    def draw() -> Graph:
        return Graph.from_edges(*rewired_ring(n, nearest, chance, rng), labels=n)

    return first_connected(draw, f"raise k = {nearest} or lower p = {chance:.3g}")


def delaunay(n: int, rng: Generator) -> Graph:
    """The Delaunay triangulation of n uniform points of the unit square."""
    check_size(n)
    if n < 3:
        return path(n)
    check_room(n, 3 * n, each=TRIANGLE_BYTES)
    _, corners = delaunay_points(n, rng)
    ends = np.concatenate([corners[:, [0, 1]], corners[:, [1, 2]], corners[:, [2, 0]]])
    return Graph.from_edges(ends[:, 0], ends[:, 1], labels=n)


def delaunay_points(
    n: int, rng: Generator
) -> tuple[Float64[np.ndarray, "nodes 2"], Int[np.ndarray, "triangles 3"]]:
    """The points of `delaunay` and the corners of its triangles, for three nodes or more."""
    from scipy.spatial import Delaunay, QhullError  # noqa: PLC0415 (slow to load)

    while True:
        points = rng.random((n, 2))
        try:
            corners = Delaunay(points).simplices
        except QhullError:  # points on one line, as three may be in floating point
            continue
        if len(np.unique(corners)) == n:
            return points, corners


def clrs_er(
    n: int,
    rng: Generator,
    *,
    p: float = 0.5,
    directed: bool = False,
    acyclic: bool = False,
) -> Graph:
    """CLRS-30's random graph: an n x n matrix of coins that fall on 1 with probability p.

    An undirected edge needs both of its coins, so its density is p^2; self-loops are possible.
    An acyclic graph keeps the coins above the diagonal and permutes the nodes.

    Raises:
        InputError: p is no probability, n is too large for a dense matrix, or the graph is to
            be acyclic but not directed.
    """
    check_size(n, DENSE_LIMIT)
    check_probability("p", p)
    if acyclic and not directed:
        raise InputError("only a directed graph can be acyclic: pass directed=True as well")
    share = p / (1 + acyclic) if directed else p * p / 2  # each undirected edge is found twice
    each = COIN_BYTES if directed else 2 * COIN_BYTES
    check_room(n, round(share * n * n), each, beside=3 * n * n)
    coins = np.empty((n, n), dtype=bool)
    for row in coins:  # row by row: floats for the whole matrix would take eight times as much
        row[:] = rng.random(n) < p
    if not directed:
        coins &= coins.T.copy()
    order = rng.permutation(n) if acyclic else np.arange(n)
    source, target = np.nonzero(np.triu(coins, 1) if acyclic else coins)
    return Graph.from_edges(order[source], order[target], labels=n, directed=directed)


def power_law(n: int, rng: Generator, *, m: int = 3) -> Graph:
    """Preferential attachment: each new node is joined to m others, by their degree.

    The first m + 1 nodes are a star (Barabasi and Albert, 1999); a graph of fewer nodes is a
    star altogether.
    """
    check_size(n)
    check_at_least("m", m, 1)
    check_room(n, m * n, each=ATTACHED_BYTES)
    core = star(min(n, m + 1))
    # Each node is listed once per edge, so a uniform choice is a choice by degree.
    source, target = core.source.tolist(), core.target.tolist()
    ends = source + target
    for node in range(m + 1, n):
        chosen: set[int] = set()
        while len(chosen) < m:
            chosen.add(ends[int(rng.random() * len(ends))])
        source += sorted(chosen)
        target += [node] * m
        ends += [*sorted(chosen), *[node] * m]
    return Graph.from_edges(source, target, labels=n)


def _edge_probability(n: int, p: float | None, average_degree: float | None) -> float:
    if p is not None and average_degree is not None:
        raise InputError(f"give p or average_degree, not both: got {p} and {average_degree}")
    if p is None:
        if average_degree is None or not average_degree >= 0:
            raise InputError(f"average_degree must not be negative, got {average_degree}")
        p = min(1.0, average_degree / max(n - 1, 1))
    check_probability("p", p)
    return p

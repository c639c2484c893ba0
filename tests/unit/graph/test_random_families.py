"""Random families: sizes, connectivity, parameters, seeds."""

import resource
import subprocess
import sys

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dnar.errors import InputError
from dnar.graph import (
    FAMILIES,
    Graph,
    clrs_er,
    delaunay,
    erdos_renyi,
    power_law,
    watts_strogatz,
)
from dnar.graph.connectivity import is_connected

CONNECTED = ["er", "ws", "delaunay", "power"]
RANDOM = [*CONNECTED, "clrs"]


def _rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def _degrees(graph: Graph) -> np.ndarray:
    return np.bincount(np.append(graph.source, graph.target), minlength=graph.node_count)


@settings(deadline=None, max_examples=60)
@given(family=st.sampled_from(RANDOM), n=st.integers(1, 60), seed=st.integers(0, 10_000))
def test_every_size_and_seed(family: str, n: int, seed: int) -> None:
    graph = FAMILIES[family](n, _rng(seed))
    assert graph == FAMILIES[family](n, _rng(seed))
    assert graph.labels == range(n)
    assert graph.weight is None
    assert not graph.directed
    if family in CONNECTED:
        assert is_connected(graph)
        assert (graph.source < graph.target).all()


@pytest.mark.parametrize("family", RANDOM)
def test_seeds_differ(family: str) -> None:
    assert FAMILIES[family](30, _rng(1)) != FAMILIES[family](30, _rng(2))


@pytest.mark.parametrize("family", RANDOM)
def test_global_randomness_is_neither_used_nor_touched(family: str) -> None:
    np.random.seed(0)
    expected = np.random.random()
    np.random.seed(0)
    graph = FAMILIES[family](30, _rng(1))
    assert np.random.random() == expected
    assert graph == FAMILIES[family](30, _rng(1))


def test_er_density_is_in_the_range_of_salsa() -> None:
    n = 400
    pairs, log = n * (n - 1) / 2, np.log(n)
    share = [erdos_renyi(n, _rng(seed)).edge_count / pairs * n / log for seed in range(40)]
    assert 0.9 < min(share) < 1.3
    assert 2.7 < max(share) < 3.1


def test_er_of_given_density() -> None:
    graph = erdos_renyi(2000, _rng(), average_degree=10.0, connected=False)
    assert abs(graph.edge_count - 10_000) < 5 * np.sqrt(10_000)
    assert erdos_renyi(6, _rng(), p=1.0).edge_count == 15
    assert erdos_renyi(6, _rng(), average_degree=99.0).edge_count == 15
    assert erdos_renyi(6, _rng(), p=0.0, connected=False).edge_count == 0
    assert erdos_renyi(1, _rng(), p=0.0).edge_count == 0


def test_er_that_is_never_connected() -> None:
    with pytest.raises(
        InputError, match=r"hardly ever connected .* about 35\.6 nodes .*connected=F"
    ):
        erdos_renyi(1000, _rng(), p=1 / 300)
    with pytest.raises(
        InputError, match="none of 1000 random graphs was connected: raise p = 0 or"
    ):
        erdos_renyi(4, _rng(), p=0.0)
    with pytest.raises(InputError, match=r"about 6\.14 nodes"):
        erdos_renyi(1_000_000, _rng(), average_degree=12.0)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"p": 1.5}, "probability from 0 to 1, got 1.5"),
        ({"p": float("nan")}, "probability"),
        ({"average_degree": -1.0}, "average_degree must not be negative, got -1.0"),
        ({"average_degree": float("nan")}, "average_degree"),
        ({"p": 0.5, "average_degree": 2.0}, "not both"),
    ],
)
def test_er_bad_parameters(options: dict[str, float], message: str) -> None:
    with pytest.raises(InputError, match=message):
        erdos_renyi(5, _rng(), **options)  # type: ignore[arg-type]


def test_ws_parameters_are_those_of_salsa() -> None:
    halves = {watts_strogatz(50, _rng(seed)).edge_count / 50 for seed in range(30)}
    assert halves == {2, 3, 4}
    # On a large ring the share of long edges shows p.
    n, share = 2000, []
    for seed in range(20):
        graph = watts_strogatz(n, _rng(seed))
        gap = np.minimum(graph.target - graph.source, n - (graph.target - graph.source))
        share.append(float((gap > graph.edge_count / n).mean()))
    assert 0.03 < min(share) < 0.1
    assert 0.15 < max(share) < 0.22


def test_ws_of_given_parameters() -> None:
    ring = watts_strogatz(10, _rng(), k=4, p=0.0)
    assert (_degrees(ring) == 4).all()
    assert watts_strogatz(5, _rng(), k=4, p=1.0).edge_count == 10
    assert [watts_strogatz(n, _rng()).edge_count for n in (1, 2, 3)] == [0, 1, 3]
    for k in (0, 3, 10):
        with pytest.raises(InputError, match=f"even, at least 2 and less than n = 10, got {k}"):
            watts_strogatz(10, _rng(), k=k)
    with pytest.raises(InputError, match="probability"):
        watts_strogatz(10, _rng(), p=2.0)


def test_delaunay_is_planar_and_nearly_full() -> None:
    graph = delaunay(200, _rng())
    made = nx.Graph(list(zip(graph.source.tolist(), graph.target.tolist(), strict=True)))
    assert nx.check_planarity(made)[0]
    # A triangulation with h points on its hull has 3n - 3 - h edges.
    assert 3 * 200 - 3 - 40 < graph.edge_count <= 3 * 200 - 6
    assert [delaunay(n, _rng()).edge_count for n in (1, 2, 3)] == [0, 1, 3]


def test_clrs_density() -> None:
    n = 200
    graph = clrs_er(n, _rng())
    loops = int((graph.source == graph.target).sum())
    pairs = n * (n - 1) / 2
    assert abs(loops - n / 2) < 5 * np.sqrt(n / 4)
    assert abs(graph.edge_count - loops - pairs / 4) < 5 * np.sqrt(pairs * 3 / 16)
    one_way = clrs_er(n, _rng(), p=0.3, directed=True)
    assert one_way.directed
    assert abs(one_way.edge_count - 0.3 * n * n) < 5 * np.sqrt(0.21 * n * n)


def test_clrs_acyclic() -> None:
    graph = clrs_er(30, _rng(), directed=True, acyclic=True)
    made = nx.DiGraph(list(zip(graph.source.tolist(), graph.target.tolist(), strict=True)))
    assert nx.is_directed_acyclic_graph(made)
    # The nodes were permuted: some edge points to a lower number.
    assert (graph.source > graph.target).any()


def test_clrs_bad_parameters() -> None:
    with pytest.raises(InputError, match="only a directed graph can be acyclic"):
        clrs_er(5, _rng(), acyclic=True)
    with pytest.raises(InputError, match="from 1 to 20000, got 20001"):
        clrs_er(20_001, _rng())
    with pytest.raises(InputError, match="probability"):
        clrs_er(5, _rng(), p=-1.0)


def test_power_law_degrees() -> None:
    graph = power_law(2000, _rng(), m=3)
    assert graph.edge_count == 3 + 3 * (2000 - 4)
    degree = np.sort(_degrees(graph))
    assert degree[0] >= 1
    assert (degree[3:] >= 3).all()
    # A uniform choice would give the largest hub about 30 edges.
    assert degree[-1] > 60
    assert power_law(3, _rng()).edge_count == 2
    with pytest.raises(InputError, match="m must be a whole number of at least 1, got 0"):
        power_law(5, _rng(), m=0)


@pytest.mark.parametrize("family", RANDOM)
def test_sizes_below_one(family: str) -> None:
    with pytest.raises(InputError, match=r"whole number from 1 to .*, got 0"):
        FAMILIES[family](0, _rng())


@pytest.mark.slow
def test_a_million_nodes_need_less_than_a_gigabyte() -> None:
    # A process of its own: the peak of this one includes whatever ran before.
    program = (
        "import numpy as np, dnar.graph as g\n"
        "graph = g.erdos_renyi(10**6, np.random.default_rng(0), average_degree=12.0,"
        " connected=False)\n"
        "assert graph.node_count == 10**6\n"
        "assert abs(graph.edge_count - 6_000_000) < 5 * 6_000_000**0.5\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    assert peak * 1024 < 10**9

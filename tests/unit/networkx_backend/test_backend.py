"""The networkx backend: the results of networkx, up to ties, and limits that have reasons."""

import math
import random
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import entry_points
from typing import Any

import networkx as nx
import pytest

import dnar
from dnar.networkx_backend import interface
from dnar.networkx_backend.info import FUNCTIONS, get_info


@pytest.fixture(autouse=True)
def kept_quietly() -> Iterator[None]:
    """Without the warning that a converted graph was kept."""
    nx.config.warnings_to_ignore.add("cache")
    yield
    nx.config.warnings_to_ignore.discard("cache")


def drawn(seed: int, *, directed: bool = False, kind: type = float) -> Any:
    """A connected random graph with weights that are all different."""
    rng = random.Random(seed)
    net = nx.gnm_random_graph(20, 45, seed=seed, directed=directed)
    nx.add_cycle(net, range(20))
    weights = rng.sample(range(1, 10**9), net.number_of_edges())
    for weight, (one, other) in zip(weights, net.edges, strict=True):
        net[one][other]["weight"] = kind(weight)
    return nx.relabel_nodes(net, {node: f"n{node}" for node in net})


SAME: dict[str, Callable[..., Any]] = {
    "single_source_shortest_path_length": lambda f, net: f(net, "n0"),
    "descendants_at_distance": lambda f, net: f(net, "n0", 2),
    "bfs_layers": lambda f, net: [set(layer) for layer in f(net, "n0")],
    "dijkstra_path": lambda f, net: f(net, "n0", "n9"),
    "dijkstra_path_length": lambda f, net: f(net, "n0", "n9"),
    "dijkstra_predecessor_and_distance": lambda f, net: f(net, "n0"),
    "single_source_dijkstra": lambda f, net: f(net, "n0", cutoff=6 * 10**8),
    "single_source_dijkstra_path": lambda f, net: f(net, "n0"),
    "single_source_dijkstra_path_length": lambda f, net: list(f(net, "n0").items()),
    "all_pairs_dijkstra": lambda f, net: dict(f(net)),
    "all_pairs_dijkstra_path": lambda f, net: dict(f(net)),
    "all_pairs_dijkstra_path_length": lambda f, net: dict(f(net)),
    "bellman_ford_path": lambda f, net: f(net, "n0", "n9"),
    "bellman_ford_path_length": lambda f, net: f(net, "n0", "n9"),
    "bellman_ford_predecessor_and_distance": lambda f, net: f(net, "n0"),
    "single_source_bellman_ford": lambda f, net: f(net, "n0"),
    "single_source_bellman_ford_path": lambda f, net: f(net, "n0"),
    "single_source_bellman_ford_path_length": lambda f, net: f(net, "n0"),
    "all_pairs_bellman_ford_path": lambda f, net: dict(f(net)),
    "all_pairs_bellman_ford_path_length": lambda f, net: dict(f(net)),
    "floyd_warshall": lambda f, net: f(net),
    "floyd_warshall_numpy": lambda f, net: f(net).tolist(),
    "floyd_warshall_predecessor_and_distance": lambda f, net: f(net),
    "minimum_spanning_edges": lambda f, net: {
        (frozenset(edge[:2]), edge[2]["weight"]) for edge in f(net)
    },
    "maximum_spanning_edges": lambda f, net: {frozenset(edge) for edge in f(net, data=False)},
    "minimum_spanning_tree": lambda f, net: set(map(frozenset, f(net).edges)),
    "maximum_spanning_tree": lambda f, net: set(map(frozenset, f(net).edges)),
    "eccentricity": lambda f, net: (f(net), f(net, v="n3"), f(net, v=["n3", "n4"])),
    "strongly_connected_components": lambda f, net: set(map(frozenset, f(net))),
    "number_strongly_connected_components": lambda f, net: f(net),
    "is_strongly_connected": lambda f, net: f(net),
}
"""Functions whose results do not depend on ties."""


@pytest.mark.parametrize("name", SAME)
@pytest.mark.parametrize("directed", [False, True], ids=["undirected", "directed"])
def test_the_same_as_networkx(name: str, directed: bool) -> None:
    task = FUNCTIONS[name]
    if (task in ("prim", "floyd_warshall") and directed) or (
        task == "strongly_connected_components" and not directed
    ):
        pytest.skip("not defined")
    for seed, kind in ((0, float), (1, int)):
        net = drawn(seed, directed=directed, kind=kind)
        if task == "strongly_connected_components":
            net.remove_edges_from(list(net.edges)[::3])
        found, expected = (
            SAME[name](partial(getattr(nx, name), backend=each), net)
            for each in ("dnar", "networkx")
        )
        assert found == expected
        assert repr(found)[:2] == repr(expected)[:2]  # 3 is not 3.0


def check_tree(tree: Any, net: Any, lengths: dict[Any, int] | None) -> None:
    assert nx.is_arborescence(tree)
    assert set(tree) == set(net)
    assert all(net.has_edge(*edge) for edge in tree.edges)
    if lengths is not None:
        assert dict(nx.single_source_shortest_path_length(tree, "n0")) == lengths


@pytest.mark.parametrize("directed", [False, True])
def test_trees_of_searches(directed: bool) -> None:
    net = drawn(3, directed=directed)
    lengths = nx.single_source_shortest_path_length(net, "n0", backend="networkx")
    tree = nx.bfs_tree(net, "n0", backend="dnar")
    check_tree(tree, net, lengths)
    edges = list(nx.bfs_edges(net, "n0", backend="dnar"))
    assert edges == list(tree.edges)
    pairs = [(one, other) for other, one in nx.bfs_predecessors(net, "n0", backend="dnar")]
    assert pairs == edges
    successors = dict(nx.bfs_successors(net, "n0", backend="dnar"))
    assert [(one, each) for one, all_ in successors.items() for each in all_] == edges
    near = nx.bfs_tree(net, "n0", depth_limit=1, backend="dnar")
    assert set(near) == {"n0", *net["n0"]}
    paths = nx.single_source_shortest_path(net, "n0", backend="dnar")
    assert {node: len(path) - 1 for node, path in paths.items()} == lengths
    back = nx.bfs_tree(net, "n0", reverse=True, backend="dnar")
    check_tree(back, net.reverse() if directed else net, None)
    deep: Any = nx.dfs_tree(net, "n0", backend="dnar")
    check_tree(deep, net, None)
    assert list(nx.dfs_edges(net, "n0", backend="dnar")) == list(nx.dfs_edges(deep, "n0"))
    assert nx.dfs_predecessors(net, "n0", backend="dnar") == {v: u for u, v in deep.edges}
    assert nx.dfs_successors(net, "n0", backend="dnar") == {
        node: list(deep[node]) for node in deep if deep[node]
    }
    order = list(nx.dfs_preorder_nodes(net, "n0", backend="dnar"))
    ends = list(nx.dfs_postorder_nodes(net, "n0", backend="dnar"))
    assert order == list(nx.dfs_preorder_nodes(deep, "n0"))
    assert ends == list(nx.dfs_postorder_nodes(deep, "n0"))


def test_a_tie_goes_to_the_first_node_and_not_to_the_first_in_the_queue() -> None:
    # 4 has two neighbours at distance 1. networkx queues 2 before 1, as its edge comes first.
    net = nx.Graph()
    net.add_nodes_from(range(4))
    net.add_edges_from([(0, 2), (0, 1), (1, 3), (2, 3)])
    assert dict(nx.bfs_predecessors(net, 0))[3] == 2
    assert dict(nx.bfs_predecessors(net, 0, backend="dnar"))[3] == 1


def test_forests_and_isolated_nodes() -> None:
    net: Any = nx.Graph([("a", "b", {"weight": 2}), ("c", "d", {"weight": 3})])
    net.add_node("e")
    tree = nx.minimum_spanning_tree(net, backend="dnar")
    assert (set(tree), set(tree.edges)) == (set("abcde"), {("a", "b"), ("c", "d")})
    assert list(nx.dfs_preorder_nodes(net, backend="dnar")) == list("abcde")
    assert set(nx.dfs_tree(net, backend="dnar")) == set("abcde")
    assert nx.floyd_warshall(net, backend="dnar")["a"] == {
        "a": 0, "b": 2, "c": math.inf, "d": math.inf, "e": math.inf,
    }  # fmt: skip
    assert nx.minimum_spanning_tree(nx.empty_graph(3), backend="dnar").number_of_edges() == 0


def test_sets_and_orders() -> None:
    net = drawn(5)
    for seed in (None, 3, random.Random(1)):
        found = nx.maximal_independent_set(net, ["n3"], seed=seed, backend="dnar")
        assert "n3" in found
        assert not any(net.has_edge(one, other) for one in found for other in found)
        assert all(node in found or set(net[node]) & set(found) for node in net)
    once, again = (nx.maximal_independent_set(net, seed=3, backend="dnar") for _ in range(2))
    assert once == again
    acyclic = nx.DiGraph((one, other) for one, other in net.edges if one < other)
    order = list(nx.topological_sort(acyclic, backend="dnar"))
    assert set(order) == set(acyclic)
    assert all(order.index(one) < order.index(other) for one, other in acyclic.edges)


def test_missing_weights_are_1_and_parallel_edges_take_the_shortest() -> None:
    net = nx.MultiGraph([(0, 1, {"weight": 5}), (0, 1, {"weight": 3}), (1, 2, {})])
    assert nx.dijkstra_path_length(net, 0, 2, backend="dnar") == 4
    assert nx.dijkstra_path_length(net, 0, 2, weight=None, backend="dnar") == 2
    assert nx.dijkstra_path_length(net, 0, 2, weight="cost", backend="dnar") == 2


NEGATIVE, NEGATIVE_LOOP = (nx.Graph([(0, each, {"weight": -1})]) for each in (1, 0))

ERRORS: list[tuple[str, Any, tuple[Any, ...], type[Exception]]] = [
    ("bfs_tree", nx.path_graph(3), (7,), nx.NetworkXError),
    ("dfs_tree", nx.path_graph(3), (7,), nx.NetworkXError),
    ("single_source_shortest_path", nx.path_graph(3), (7,), nx.NodeNotFound),
    ("dijkstra_path", nx.path_graph(3), (7, 0), nx.NodeNotFound),
    ("dijkstra_path", nx.empty_graph(3), (0, 1), nx.NetworkXNoPath),
    ("dijkstra_path_length", nx.path_graph(3), (0, 7), nx.NetworkXNoPath),
    ("bellman_ford_path", nx.empty_graph(3), (0, 1), nx.NetworkXNoPath),
    ("single_source_bellman_ford", NEGATIVE, (0,), nx.NetworkXUnbounded),
    ("single_source_bellman_ford", NEGATIVE_LOOP, (0,), nx.NetworkXUnbounded),
    ("eccentricity", nx.empty_graph(3), (), nx.NetworkXError),
    ("eccentricity", nx.path_graph(3), (7,), nx.NetworkXError),
    ("topological_sort", nx.cycle_graph(3, create_using=nx.DiGraph), (), nx.NetworkXUnfeasible),
    ("topological_sort", nx.path_graph(3), (), nx.NetworkXError),
    ("maximal_independent_set", nx.path_graph(3), ([7],), nx.NetworkXUnfeasible),
    ("maximal_independent_set", nx.path_graph(3), ([0, 1],), nx.NetworkXUnfeasible),
]  # fmt: skip


@pytest.mark.parametrize(("name", "net", "given", "error"), ERRORS)
@pytest.mark.parametrize("backend", ["dnar", "networkx"])
def test_the_errors_of_networkx(
    name: str, net: Any, given: tuple[Any, ...], error: type[Exception], backend: str
) -> None:
    with pytest.raises(error):
        list(getattr(nx, name)(net, *given, backend=backend))


PATH = nx.path_graph(3)

REASONS: list[tuple[str, tuple[Any, ...], dict[str, Any], str]] = [
    ("bfs_tree", (PATH, 0), {"sort_neighbors": sorted}, "sort_neighbors must be None"),
    ("dfs_tree", (PATH, 0, 2), {}, "depth_limit must be None, got 2"),
    (
        "dijkstra_path",
        (PATH, 0, 1),
        {"weight": len},
        "the name of an edge attribute, not a func",
    ),
    ("eccentricity", (PATH,), {"weight": "weight"}, "dnar counts edges: weight must be None"),
    ("eccentricity", (PATH,), {"sp": {}}, "sp must be None"),
    ("bfs_layers", (PATH, [0, 1]), {}, "there must be one source"),
    ("floyd_warshall", (nx.DiGraph(PATH),), {}, "the graph must be undirected"),
    ("minimum_spanning_tree", (nx.MultiGraph(PATH),), {}, "must not be a multigraph"),
    ("minimum_spanning_tree", (PATH,), {"algorithm": "x"}, "algorithm must be one of kruskal"),
    ("minimum_spanning_tree", (PATH,), {"ignore_nan": True}, "ignore_nan must be False"),
    ("topological_sort", (nx.DiGraph(),), {}, "the graph has no nodes"),
    ("bfs_tree", (), {}, "missing a required argument"),
]


@pytest.mark.parametrize(("name", "given", "more", "reason"), REASONS)
def test_what_cannot_run_has_a_reason(
    name: str, given: tuple[Any, ...], more: dict[str, Any], reason: str
) -> None:
    found = interface.can_run(name, given, more)
    assert isinstance(found, str)
    assert reason in found
    if given:
        with pytest.raises(
            NotImplementedError, match="not implemented by 'dnar' backend for the"
        ):
            getattr(nx, name)(*given, **more, backend="dnar")


def test_what_should_run() -> None:
    large = nx.star_graph(2_000)
    assert interface.should_run("dijkstra_path", (large, 0, 1), {}) is True
    assert interface.should_run("dijkstra_path", (PATH, 0, 1), {}) == (
        "3 nodes: below 1000 networkx is faster"
    )
    assert "as fast or faster" in str(interface.should_run("bfs_tree", (large, 0), {}))
    assert "missing" in str(interface.should_run("bfs_tree", (), {}))
    priority: Any = nx.config.backend_priority
    with priority(algos=["dnar"]):
        assert nx.dijkstra_path(large, 1, 2) == [1, 0, 2]
    assert "dnar" in large.__networkx_cache__["backends"]


def test_weights_that_cannot_be_used_are_left_to_networkx() -> None:
    bad = [nx.Graph([(0, 1, {"weight": value})]) for value in ("far", math.nan, math.inf)]
    for net, reason in [
        *((each, "dnar cannot read these weights") for each in bad),
        (nx.DiGraph([(0, 1, {"weight": -1})]), "dijkstra needs weights of zero or more"),
    ]:
        with pytest.raises(NotImplementedError, match="raised NotImplementedError") as caught:
            nx.dijkstra_path(net, 0, 1, backend="dnar")
        assert reason in str(caught.value.__cause__)


@pytest.mark.parametrize("name", [each for each in FUNCTIONS if "all_pairs" in each])
def test_results_one_by_one_are_refused_at_once(name: str) -> None:
    net = nx.Graph([(0, 1, {"weight": math.nan})])
    with pytest.raises(NotImplementedError):
        getattr(nx, name)(net, backend="dnar")


def test_converted_graphs_are_kept_with_the_graph() -> None:
    net = nx.path_graph(4)
    nx.bfs_tree(net, 0, backend="dnar")
    kept = net.__networkx_cache__["backends"]["dnar"]
    assert len(kept) == 1
    nx.dfs_tree(net, 0, backend="dnar")
    assert len(kept) == 1
    net.add_edge(0, 3)
    assert nx.dijkstra_path_length(net, 0, 3, backend="dnar") == 1
    net.add_edge(0, 3, weight=2, km=7)
    for attribute, length in {"weight": 2, "km": 3, None: 1}.items():
        found = nx.dijkstra_path_length(net, 0, 3, weight=attribute, backend="dnar")
        assert found == length


def test_the_entry_points() -> None:
    for group in ("networkx.backends", "networkx.backend_info"):
        assert [each.name for each in entry_points(group=group, name="dnar")] == ["dnar"]
    info = get_info()
    assert set(info["functions"]) == set(FUNCTIONS)
    assert set(FUNCTIONS.values()) <= set(dnar.all_tasks())
    for name in FUNCTIONS:
        assert callable(getattr(interface, name))
        assert "dnar" in getattr(nx, name).backends

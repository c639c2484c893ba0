"""Functions of networkx, run by the backend and by networkx itself; prints CPU milliseconds.

The backend is measured with the converted graph kept, and with a graph that has just changed.
"""

import random
import time
import warnings
from collections.abc import Callable
from typing import Any

import networkx as nx

SIZES = (200, 1_000, 5_000)
DEGREE = 12
SCC_NODES = 1_000
"""Most nodes on which strongly connected components are measured: time grows fast."""


def main() -> None:
    warnings.simplefilter("ignore")  # networkx warns that it uses a graph that it kept
    print(f"{'nodes':>6} {'function':40} {'kept':>8} {'changed':>8} {'networkx':>8}")
    for size in SIZES:
        for name, (net, call) in calls(size).items():
            call("dnar")
            kept = milliseconds(lambda call=call: call("dnar"))
            changed = milliseconds(lambda net=net, call=call: after_a_change(net, call))
            own = milliseconds(lambda call=call: call("networkx"))
            print(f"{size:6} {name:40} {kept:8.2f} {changed:8.2f} {own:8.2f}", flush=True)


def calls(size: int) -> dict[str, tuple[Any, Callable[[str], Any]]]:
    """Every measured function with its graph and a call on it, given a backend."""
    net = nx.gnm_random_graph(size, size * DEGREE // 2, seed=1)
    net = net.subgraph(max(nx.connected_components(net), key=len)).copy()
    rng = random.Random(0)
    for one, other in net.edges:
        net[one][other]["weight"] = rng.random()
    acyclic = nx.DiGraph()
    acyclic.add_nodes_from(net)
    acyclic.add_edges_from((*sorted(edge[:2]), edge[2]) for edge in net.edges(data=True))
    start = next(iter(net))
    found: dict[str, tuple[Any, Callable[[str], Any]]] = {
        name: (
            graph,
            lambda backend, name=name, graph=graph: all_of(name, graph, start, backend),
        )
        for graph, names in (
            (net, ("bfs_tree", "single_source_shortest_path_length", "dfs_tree")),
            (net, ("single_source_dijkstra_path_length",)),
            (acyclic, ("single_source_bellman_ford_path_length",)),
        )
        for name in names
    }
    for name, graph in {
        "minimum_spanning_edges": net,
        "maximal_independent_set": net,
        "topological_sort": acyclic,
        "strongly_connected_components": net.to_directed(),
    }.items():
        if name != "strongly_connected_components" or size <= SCC_NODES:
            found[name] = (
                graph,
                lambda backend, name=name, graph=graph: list(
                    getattr(nx, name)(graph, backend=backend)
                ),
            )
    return found


def all_of(name: str, graph: Any, start: Any, backend: str) -> Any:
    return getattr(nx, name)(graph, start, backend=backend)


def after_a_change(net: Any, call: Callable[[str], Any]) -> None:
    net.__networkx_cache__.clear()
    call("dnar")


def milliseconds(call: Callable[[], Any]) -> float:
    """The least CPU time of three calls."""
    spent = []
    for _ in range(3):
        began = time.process_time()
        call()
        spent.append(time.process_time() - began)
    return 1000 * min(spent)


if __name__ == "__main__":
    main()

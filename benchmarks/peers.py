"""What networkx, scipy and igraph need for the same answers, on their own graph objects."""

from collections.abc import Callable, Sequence
from typing import Any

import igraph
import networkx as nx
import numpy as np
from scipy.sparse import csgraph, csr_array

from dnar.graph import Graph

Call = Callable[[], Any]
Calls = Sequence[Call]
"""The same on several graphs."""

MOST_NETWORKX = 100_000
"""Nodes up to which networkx graphs are built, all together: more would take gigabytes."""


def peers_on(graphs: Sequence[Graph]) -> dict[str, dict[str, Calls]]:
    """Per task and peer, its calls; the graphs are ready made, as the executor's rows are."""
    few = graphs[: MOST_NETWORKX // graphs[0].node_count]
    found: dict[str, dict[str, Calls]] = {}
    for peer, made in {
        "scipy": [_scipy(graph) for graph in graphs],
        "igraph": [_igraph(graph) for graph in graphs],
        "networkx": [_networkx(graph) for graph in few],
    }.items():
        for task in made[0] if made else ():
            found.setdefault(task, {})[peer] = [calls[task] for calls in made]
    return found


def _scipy(graph: Graph) -> dict[str, Call]:
    assert graph.weight is not None
    size = graph.node_count
    both = np.concatenate([graph.weight, graph.weight])
    ends = (graph.source, graph.target)
    places = tuple(np.concatenate([ends[one], ends[1 - one]]) for one in (0, 1))
    matrix = csr_array((both, places), shape=(size, size))
    return {
        "bfs": lambda: csgraph.breadth_first_order(matrix, 0),
        "dfs": lambda: csgraph.depth_first_order(matrix, 0),
        "eccentricity": lambda: csgraph.dijkstra(matrix, indices=0, unweighted=True).max(),
        "prim": lambda: csgraph.minimum_spanning_tree(matrix),
        "dijkstra": lambda: csgraph.dijkstra(matrix, indices=0),
        "bellman_ford": lambda: csgraph.bellman_ford(matrix, indices=0),
        "floyd_warshall": lambda: csgraph.floyd_warshall(matrix, return_predecessors=True),
        "strongly_connected_components": lambda: csgraph.connected_components(
            matrix, connection="strong"
        ),
    }


def _igraph(graph: Graph) -> dict[str, Call]:
    plain = igraph.Graph(n=graph.node_count, edges=np.stack([graph.source, graph.target], 1))
    plain.es["weight"] = graph.weight
    return {
        "bfs": lambda: plain.bfs(0),
        "dfs": lambda: plain.dfs(0),
        "eccentricity": lambda: plain.eccentricity(0),
        "prim": lambda: plain.spanning_tree(weights="weight"),
        "dijkstra": lambda: plain.distances(0, weights="weight"),
        "bellman_ford": lambda: plain.distances(0, weights="weight", algorithm="bellman_ford"),
        "strongly_connected_components": lambda: plain.connected_components(mode="strong"),
    }


def _networkx(graph: Graph) -> dict[str, Call]:
    assert graph.weight is not None
    net = nx.Graph()
    net.add_nodes_from(range(graph.node_count))
    net.add_weighted_edges_from(
        zip(graph.source.tolist(), graph.target.tolist(), graph.weight.tolist(), strict=True)
    )
    return {
        "bfs": lambda: dict(nx.bfs_predecessors(net, 0)),
        "dfs": lambda: nx.dfs_predecessors(net, 0),
        "eccentricity": lambda: max(nx.single_source_shortest_path_length(net, 0).values()),
        "prim": lambda: nx.minimum_spanning_tree(net, algorithm="prim"),
        "mis": lambda: nx.maximal_independent_set(net, seed=0),
        "dijkstra": lambda: nx.single_source_dijkstra(net, 0),
        "bellman_ford": lambda: nx.single_source_bellman_ford(net, 0),
        "floyd_warshall": lambda: nx.floyd_warshall_predecessor_and_distance(net),
        # Without directions, all components are strongly connected.
        "strongly_connected_components": lambda: list(nx.connected_components(net)),
    }

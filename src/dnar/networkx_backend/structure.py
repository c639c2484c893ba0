"""Eccentricity, independent sets, topological order and strong components for networkx."""

import random
from collections.abc import Hashable, Iterable, Iterator
from typing import Any

import networkx as nx
import numpy as np

from dnar.errors import InputError
from dnar.graph import Graph
from dnar.networkx_backend.converted import ConvertedGraph, prepared


def eccentricity(G: ConvertedGraph, v: Any = None, sp: None = None, weight: None = None) -> Any:
    """The distance to the farthest node: of one node, or node -> distance.

    Raises:
        NetworkXError: some node does not reach all others.
    """
    _check_connected(G)
    if v is not None and isinstance(v, Hashable) and v in G:
        return _eccentricity(G, v)
    nodes = G if v is None else list(G.net.nbunch_iter(v))
    return {node: _eccentricity(G, node) for node in nodes}


def _eccentricity(G: ConvertedGraph, node: Hashable) -> int:
    return int(prepared("eccentricity").run(G.graph, start=node).eccentricity)


def _check_connected(G: ConvertedGraph) -> None:
    from scipy.sparse import coo_array  # noqa: PLC0415 (slow to load)
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415 (slow to load)

    graph, nodes = G.graph, len(G)
    ones = np.ones(graph.edge_count, dtype=np.int8)
    matrix = coo_array((ones, (graph.source, graph.target)), shape=(nodes, nodes))
    found = connected_components(matrix, directed=graph.directed, connection="strong")[0]
    if found > 1:
        kind = (
            "digraph is not strongly connected" if graph.directed else "graph is not connected"
        )
        raise nx.NetworkXError(f"Found infinite path length because the {kind}")


def maximal_independent_set(
    G: ConvertedGraph, nodes: Iterable[Hashable] | None = None, seed: Any = None
) -> list[Hashable]:
    """A maximal independent set that contains the given nodes.

    Raises:
        NetworkXUnfeasible: the nodes are not in the graph, or are not independent.
    """
    given = set(nodes or ())
    if not given <= set(G.net):
        raise nx.NetworkXUnfeasible(f"{given} is not a subset of the nodes of G")
    beside = {other for node in given for other in G.net[node]}
    if beside & given:
        raise nx.NetworkXUnfeasible(f"{given} is not an independent set of G")
    left = [at for at, node in enumerate(G) if node not in given and node not in beside]
    found = list(given)
    if left:
        place = np.full(len(G), -1, dtype=np.int64)
        place[left] = np.arange(len(left))
        ends = place[G.graph.source], place[G.graph.target]
        kept = (ends[0] >= 0) & (ends[1] >= 0)
        part = Graph.from_edges(ends[0][kept], ends[1][kept], labels=len(left))
        labels = list(G)
        answer = prepared("mis").run(part, seed=_number(seed))
        found += [labels[left[at]] for at in answer.in_set]
    return found


def _number(seed: Any) -> int:
    """A seed of ours for what networkx takes as one."""
    if seed is None:
        return random.getrandbits(63)
    if isinstance(seed, int | np.integer):
        return abs(int(seed))
    if isinstance(seed, random.Random):
        return seed.getrandbits(63)
    return (
        int(seed.randint(0, 2**31)) if hasattr(seed, "randint") else int(seed.integers(2**63))
    )


def topological_sort(G: ConvertedGraph) -> Iterator[Hashable]:
    """The nodes in an order in which every edge leads forward.

    Raises:
        NetworkXError: the graph is undirected.
        NetworkXUnfeasible: it has a cycle.
    """
    if not G.is_directed():
        raise nx.NetworkXError("Topological sort not defined on undirected graphs.")
    try:
        yield from prepared("topological_sort").run(G.graph).order
    except InputError as error:
        raise nx.NetworkXUnfeasible("Graph contains a cycle.") from error


def strongly_connected_components(G: ConvertedGraph) -> Iterator[set[Hashable]]:
    """The strongly connected components as sets of nodes."""
    found: dict[int, set[Hashable]] = {}
    answer = prepared("strongly_connected_components").run(G.graph)
    roots = answer.arrays["root"].tolist()
    for node, root in zip(G, roots, strict=True):
        found.setdefault(root, set()).add(node)
    yield from found.values()


def number_strongly_connected_components(G: ConvertedGraph) -> int:
    """How many strongly connected components there are."""
    return sum(1 for _ in strongly_connected_components(G))


def is_strongly_connected(G: ConvertedGraph) -> bool:
    """Whether every node reaches every other one."""
    return number_strongly_connected_components(G) == 1

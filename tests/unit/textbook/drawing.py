"""Small random graphs with everything that is easily got wrong, and problems on them."""

from collections.abc import Iterator
from typing import Any

import networkx as nx
import numpy as np

from dnar.graph import Graph, clrs_er
from dnar.machine import Problem


def drawn(
    count: int, *, directed: bool = False, weighted: bool = False, nodes: int = 9
) -> Iterator[tuple[Graph, int]]:
    """Graphs with self-loops, loose parts and, if weighted, ties and zeros; and starts."""
    for seed in range(count):
        rng = np.random.default_rng(seed)
        size = int(rng.integers(1, nodes + 1))
        graph = clrs_er(size, rng, p=float(rng.uniform(0.2, 0.8)), directed=directed)
        if weighted:
            tied = rng.integers(0, 3, graph.edge_count).astype(np.float64)
            graph = graph.with_weight(tied if seed % 2 else rng.random(graph.edge_count))
        yield graph, int(rng.integers(size))


def problems(task: str, count: int) -> Iterator[Problem]:
    """Problems that the task can take, directed ones too where it takes them."""
    rng = np.random.default_rng(0)
    if task == "minimum":
        for size in range(1, count + 1):
            edgeless = Graph.from_edges([], [], labels=size)
            yield Problem(edgeless, values=rng.integers(0, 5, size).astype(np.float64))
    elif task == "topological_sort":
        for size in range(1, count + 1):
            yield Problem(clrs_er(size, rng, p=0.4, directed=True, acyclic=True))
    elif task == "mis":
        yield from (Problem(graph, seed=start) for graph, start in drawn(count))
    else:
        weighted = task in ("prim", "dijkstra")
        for directed in (False,) if task == "prim" else (False, True):
            for graph, start in drawn(count, directed=directed, weighted=weighted):
                yield Problem(graph, start)
                if task == "dfs":
                    yield Problem(graph)


def as_networkx(graph: Graph) -> Any:
    """The same graph without its self-loops."""
    made = nx.DiGraph() if graph.directed else nx.Graph()
    made.add_nodes_from(range(graph.node_count))
    weights = np.ones(graph.edge_count) if graph.weight is None else graph.weight
    ends = zip(graph.source.tolist(), graph.target.tolist(), weights.tolist(), strict=True)
    made.add_weighted_edges_from(edge for edge in ends if edge[0] != edge[1])
    return made

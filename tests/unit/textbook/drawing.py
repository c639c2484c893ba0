"""Small random graphs with everything that is easily got wrong, and problems on them."""

from collections.abc import Iterator
from typing import Any

import networkx as nx
import numpy as np

from dnar.graph import Graph, clrs_er
from dnar.machine import Problem, Shape, StartNode, Weights
from dnar.tasks import get_task


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


def problems(name: str, count: int, nodes: int = 9) -> Iterator[Problem]:
    """Problems that the task can take, directed ones too where it takes them."""
    task, rng = get_task(name), np.random.default_rng(0)
    inputs = task.inputs
    if task.source is not None:
        for at in range(count):
            yield task.source.sample(1 + at % (2 * nodes), rng)
    elif inputs.shape is Shape.ARRAY:
        for at in range(count):
            values = rng.integers(1, 5, 1 + at % nodes).astype(np.float64)
            yield array(values if at % 2 else values + rng.random(len(values)))
    elif inputs.shape is Shape.ACYCLIC:
        for at in range(count):
            yield Problem(clrs_er(1 + at % nodes, rng, p=0.4, directed=True, acyclic=True))
    else:
        weighted = inputs.weights is not Weights.UNUSED
        for directed in (False,) if inputs.shape is Shape.UNDIRECTED else (False, True):
            for graph, start in drawn(count, directed=directed, weighted=weighted, nodes=nodes):
                if inputs.start is not StartNode.REQUIRED:
                    yield Problem(graph, seed=start)
                if inputs.start is not StartNode.UNUSED:
                    yield Problem(graph, start)


def array(values: Any) -> Problem:
    """These numbers as a problem."""
    numbers = np.array(values, dtype=np.float64)
    return Problem(Graph.from_edges([], [], labels=len(numbers)), values=numbers)


def as_networkx(graph: Graph) -> Any:
    """The same graph without its self-loops."""
    made = nx.DiGraph() if graph.directed else nx.Graph()
    made.add_nodes_from(range(graph.node_count))
    weights = np.ones(graph.edge_count) if graph.weight is None else graph.weight
    ends = zip(graph.source.tolist(), graph.target.tolist(), weights.tolist(), strict=True)
    made.add_weighted_edges_from(edge for edge in ends if edge[0] != edge[1])
    return made

"""Problems: every small one, and larger random ones, with their right outputs."""

import itertools
from collections.abc import Iterator

import numpy as np

from dnar.array_types import Generator
from dnar.discover.sketch import Key, Sketch
from dnar.graph import Graph
from dnar.machine import Problem, Shape, StartNode

EXHAUSTIVE = 5
"""Every labelled graph of up to so many nodes is tried, disconnected ones too."""

EXHAUSTIVE_DIRECTED = 3
"""The same for directed graphs, where a task takes them."""

DRAWS = {1: 1, 2: 2, 3: 6, 4: 4, 5: 2}
"""Orders of the given or random numbers that are drawn per graph, by its size."""

ROUNDS = 8
"""Rows of random numbers that are drawn; later rounds begin again."""


def labelled_graphs(nodes: int, *, directed: bool = False) -> Iterator[Graph]:
    """Every labelled graph of so many nodes, without self-loops."""
    chooser = itertools.permutations if directed else itertools.combinations
    pairs = np.array(list(chooser(range(nodes), 2)), dtype=np.int64).reshape(-1, 2)
    for bits in itertools.product([False, True], repeat=len(pairs)):
        source, target = pairs[np.array(bits, dtype=bool)].T
        yield Graph.from_edges(source, target, labels=nodes, directed=directed)


def small_problems(sketch: Sketch, nodes: int, rng: Generator) -> Iterator[Problem]:
    """Every problem of a size; where numbers belong to it, some orders of them."""
    if sketch.inputs.shape is Shape.ARRAY:
        edgeless = Graph.from_edges([], [], labels=nodes)
        for order in itertools.permutations(range(nodes)):
            yield Problem(edgeless, values=np.array(order, dtype=np.float64))
        return
    directed = sketch.closed and nodes <= EXHAUSTIVE_DIRECTED
    for one_way in (False, True) if directed else (False,):
        for graph in labelled_graphs(nodes, directed=one_way):
            yield from _accepted(sketch, problems_on(sketch, graph, rng))


def problems_on(sketch: Sketch, graph: Graph, rng: Generator) -> Iterator[Problem]:
    """A graph with every start, or with some orders of the numbers that belong to it."""
    nodes = graph.node_count
    if sketch.inputs.start is not StartNode.UNUSED:
        for start in range(nodes):
            yield _numbered(sketch, graph, rng, start)
        return
    draws = 1 if sketch.key is Key.INDEX else DRAWS.get(nodes, 1)
    for _ in range(draws):
        yield _numbered(sketch, graph, rng)


def _numbered(
    sketch: Sketch, graph: Graph, rng: Generator, start: int | None = None
) -> Problem:
    nodes = graph.node_count
    if sketch.key is Key.LOT:
        rows = [rng.permutation(nodes).astype(np.float64) for _ in range(ROUNDS)]
        return Problem(graph, start, randomness=np.array(rows))
    if sketch.key is Key.LENGTH:
        edges = graph.source, graph.target
        weight = 1.0 + rng.permutation(len(graph.source))
        return Problem(
            Graph.from_edges(*edges, labels=nodes, weight=weight, directed=graph.directed),
            start,
        )
    if sketch.key is Key.INDEX:
        return Problem(graph, start)
    return Problem(graph, start, values=rng.permutation(nodes).astype(np.float64))


def random_problem(sketch: Sketch, nodes: int, rng: Generator) -> Problem:
    """A random problem of a size that the sketch accepts."""
    if sketch.inputs.shape is Shape.ARRAY:
        edgeless = Graph.from_edges([], [], labels=nodes)
        return Problem(edgeless, values=rng.permutation(nodes).astype(np.float64))
    while True:
        directed = sketch.closed and bool(rng.random() < 0.3)
        graph = _random_graph(nodes, rng, directed=directed)
        start = None
        if sketch.inputs.start is not StartNode.UNUSED:
            start = int(rng.integers(nodes))
        for problem in _accepted(sketch, [_numbered(sketch, graph, rng, start)]):
            return problem


def without_a_node(sketch: Sketch, problem: Problem) -> Iterator[Problem]:
    """The problems of one node less that the sketch accepts; the start stays."""
    graph = problem.graph
    for dropped in range(graph.node_count):
        if dropped == problem.start:
            continue
        kept = (graph.source != dropped) & (graph.target != dropped)
        smaller = Graph.from_edges(
            *(ends[kept] - (ends[kept] > dropped) for ends in (graph.source, graph.target)),
            labels=graph.node_count - 1,
            weight=None if graph.weight is None else graph.weight[kept],
            directed=graph.directed,
        )
        start, values, rows = problem.start, problem.values, problem.randomness
        made = Problem(
            smaller,
            None if start is None else start - (start > dropped),
            values=None if values is None else np.delete(values, dropped),
            randomness=None if rows is None else np.delete(rows, dropped, axis=1),
        )
        yield from _accepted(sketch, [made])


def _random_graph(nodes: int, rng: Generator, *, directed: bool) -> Graph:
    """Sparse and dense ones, trees with a few more edges among them."""
    if rng.random() < 0.5:
        later = np.arange(1, nodes)
        earlier = (rng.random(nodes - 1) * later).astype(np.int64)
        order = rng.permutation(nodes)
        source, target = order[earlier], order[later]
    else:
        pairs = np.array(list(itertools.combinations(range(nodes), 2))).reshape(-1, 2)
        source, target = pairs[rng.random(len(pairs)) < rng.uniform(0.1, 0.6)].T
    if directed:
        swap = rng.random(len(source)) < 0.5
        source, target = np.where(swap, target, source), np.where(swap, source, target)
    return Graph.from_edges(source, target, labels=nodes, directed=directed)


def _accepted(sketch: Sketch, problems: Iterator[Problem] | list[Problem]) -> Iterator[Problem]:
    return (each for each in problems if sketch.accepts is None or sketch.accepts(each))

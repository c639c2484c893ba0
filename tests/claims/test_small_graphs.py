"""Rules = textbook algorithm on every labelled graph of up to 5 nodes (4 when directed).

All problems of a task run side by side as one instance. Sampled, because there are too many:
orders of the weights where a graph has more than 4 edges, and Luby's rows for 5 nodes.
"""

import itertools
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import pytest

from dnar.graph import Graph
from dnar.machine import Problem, execute, split, union
from dnar.tasks import get_task
from tests.oracles import textbook
from tests.oracles.enumeration import is_acyclic, labelled_graphs, weight_orders

AT_ONCE = 4000
"""Problems laid side by side in one run."""

ALL_ORDERS = 4
"""Edges up to which every order of the weights is tried."""


def found(
    task_name: str, problems: Iterable[Problem]
) -> Iterator[tuple[Problem, dict[str, Any]]]:
    """Each problem with what the rules found, as lists of positions and numbers."""
    task = get_task(task_name)
    source = iter(problems)
    while batch := list(itertools.islice(source, AT_ONCE)):
        instances = [task.encode(problem) for problem in batch]
        execution = execute(task.rules, union(instances))
        assert execution.halted
        finals = split(task.rules, execution.final, instances)
        for problem, instance, final in zip(batch, instances, finals, strict=True):
            yield (
                problem,
                {
                    name: decoder.decode(instance, final).tolist()
                    for name, decoder in task.decoders.items()
                },
            )


def all_graphs() -> Iterator[Graph]:
    yield from labelled_graphs(5)
    yield from labelled_graphs(4, directed=True)


def from_every_start(graphs: Iterable[Graph]) -> Iterator[Problem]:
    for graph in graphs:
        for start in range(graph.node_count):
            yield Problem(graph, start)


def start_of(problem: Problem) -> int:
    assert problem.start is not None
    return problem.start


def test_there_are_as_many_graphs_as_there_should_be() -> None:
    assert sum(1 for _ in labelled_graphs(5)) == 1 + 2 + 8 + 64 + 1024
    assert sum(1 for _ in labelled_graphs(4, directed=True)) == 1 + 4 + 64 + 4096


def test_bfs() -> None:
    for problem, outputs in found("bfs", from_every_start(all_graphs())):
        assert outputs["parent"] == textbook.bfs(problem.graph, start_of(problem))


def test_dfs_from_a_start() -> None:
    for problem, outputs in found("dfs", from_every_start(all_graphs())):
        assert outputs["parent"] == textbook.dfs(problem.graph, problem.start)[0]


def test_dfs_forest() -> None:
    for problem, outputs in found("dfs", map(Problem, all_graphs())):
        assert outputs["parent"] == textbook.dfs(problem.graph, None)[0]


def test_eccentricity() -> None:
    for problem, outputs in found("eccentricity", from_every_start(all_graphs())):
        assert outputs["eccentricity"] == [
            textbook.eccentricity(problem.graph, start_of(problem))
        ]


def weighted(graphs: Iterable[Graph], all_up_to: int, drawn: int) -> Iterator[Problem]:
    rng = np.random.default_rng(0)
    for graph in graphs:
        orders = weight_orders(graph, all_up_to=all_up_to, drawn=drawn, rng=rng)
        yield from from_every_start(orders)


def test_prim() -> None:
    for problem, outputs in found("prim", weighted(labelled_graphs(5), ALL_ORDERS, drawn=4)):
        assert outputs["parent"] == textbook.prim(problem.graph, start_of(problem))


@pytest.mark.parametrize("directed", [False, True])
def test_dijkstra(directed: bool) -> None:
    graphs = labelled_graphs(4 if directed else 5, directed=directed)
    problems = weighted(graphs, 2 if directed else ALL_ORDERS, drawn=2)
    for problem, outputs in found("dijkstra", problems):
        parent, distance = textbook.dijkstra(problem.graph, start_of(problem))
        assert outputs == {"parent": parent, "distance": distance}


def lotteries(nodes: int, rng: np.random.Generator) -> Iterator[np.ndarray]:
    """Every order of two rounds' numbers up to 4 nodes; of the first round's for 5."""
    orders = list(itertools.permutations(range(nodes)))
    for first in orders:
        seconds = orders if nodes < 5 else [tuple(rng.permutation(nodes))]
        for second in seconds:
            yield np.array([first, second], dtype=np.float64)


def test_mis() -> None:
    rng = np.random.default_rng(0)
    problems = (
        Problem(graph, randomness=rows)
        for graph in labelled_graphs(5)
        for rows in lotteries(graph.node_count, rng)
        if graph.node_count < 5 or rng.random() < 0.1
    )
    for problem, outputs in found("mis", problems):
        assert problem.randomness is not None
        assert outputs["in_set"] == textbook.luby(problem.graph, problem.randomness.tolist())


def test_topological_sort() -> None:
    graphs = [graph for graph in labelled_graphs(4, directed=True) if is_acyclic(graph)]
    assert len(graphs) == 1 + 3 + 25 + 543
    for problem, outputs in found("topological_sort", map(Problem, graphs)):
        previous, head = textbook.topological_sort(problem.graph)
        assert outputs == {"previous": previous, "head": [head]}


def test_minimum_of_every_array_of_small_numbers() -> None:
    arrays = [
        np.array(values, dtype=np.float64)
        for length in range(1, 6)
        for values in itertools.product(range(-1, 3), repeat=length)
    ]
    problems = (
        Problem(Graph.from_edges([], [], labels=len(values)), values=values)
        for values in arrays
    )
    for problem, outputs in found("minimum", problems):
        assert problem.values is not None
        assert outputs["minimum"] == [textbook.minimum(problem.values.tolist())]

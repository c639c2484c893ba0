"""Rules = textbook algorithm on every labelled graph of up to 5 nodes (4 when directed).

Tasks that take no graph get every small array, every two strings, or all segments of a grid.
All problems of a task run side by side as one instance. Sampled, because there are too many:
orders of the weights where a graph has more than 4 edges (2 when directed), and Luby's rows for
5 nodes.
"""

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from dnar.graph import Graph
from dnar.machine import InstanceEnding, Problem, Task, decode_all, execute, split, union
from dnar.tasks import get_task
from dnar.textbook import expected
from tests.oracles.enumeration import is_acyclic, labelled_graphs, weight_orders

AT_ONCE = 4000
"""Problems laid side by side in one run."""

ALL_ORDERS = 4
"""Edges up to which every order of the weights is tried."""

Outputs = dict[str, Any]


@dataclass(frozen=True)
class Check:
    """Many problems of a task."""

    task: str
    covers: str
    problems: Callable[[], Iterable[Problem]]

    def mismatches(
        self, on_problem: Callable[[], None], other: Task | None = None
    ) -> Iterator[tuple[Problem, Outputs]]:
        """The problems on which the rules find something else, with what they find.

        Args:
            on_problem: Called for every problem.
            other: A task to check instead that must find the same.
        """
        for problem, outputs in found(other or get_task(self.task), self.problems()):
            on_problem()
            book = expected(self.task, problem)
            if outputs != {name: value.tolist() for name, value in book.items()}:
                yield problem, outputs


def found(task: Task, problems: Iterable[Problem]) -> Iterator[tuple[Problem, Outputs]]:
    """Each problem with what the rules found, as lists of positions and numbers."""
    source = iter(problems)
    while batch := list(itertools.islice(source, AT_ONCE)):
        instances = [task.encode(problem) for problem in batch]
        execution = execute(task.program, union(instances))
        assert execution.halted
        finals = split(task.program, execution.final, instances)
        for problem, instance, final in zip(batch, instances, finals, strict=True):
            ending = InstanceEnding(instance, final)
            outputs = decode_all(task.decoders, task.program.readouts, ending)
            yield problem, {name: value.tolist() for name, value in outputs.items()}


def all_graphs() -> Iterator[Graph]:
    """Undirected ones of up to five nodes, directed ones of up to four."""
    yield from labelled_graphs(5)
    yield from labelled_graphs(4, directed=True)


def from_every_start(graphs: Iterable[Graph]) -> Iterator[Problem]:
    """Every graph with every start."""
    for graph in graphs:
        for start in range(graph.node_count):
            yield Problem(graph, start)


def from_several_starts(graphs: Iterable[Graph]) -> Iterator[Problem]:
    """Every graph with every set of one to three starts."""
    for graph in graphs:
        for count in (1, 2, 3):
            for first, *more in itertools.combinations(range(graph.node_count), count):
                yield Problem(graph, first, more_starts=tuple(more))


def weights_on(graphs: Iterable[Graph], all_up_to: int, drawn: int) -> Iterator[Graph]:
    """Every graph with many orders of the weights."""
    rng = np.random.default_rng(0)
    for graph in graphs:
        yield from weight_orders(graph, all_up_to=all_up_to, drawn=drawn, rng=rng)


def weighted(graphs: Iterable[Graph], all_up_to: int, drawn: int) -> Iterator[Problem]:
    """Every graph with every start and many orders of the weights."""
    return from_every_start(weights_on(graphs, all_up_to, drawn))


def below_zero() -> Iterator[Problem]:
    """Every acyclic graph of up to four nodes, every start, weights from -2 to 2."""
    rng = np.random.default_rng(0)
    for problem in acyclic_problems():
        numbers = rng.integers(-2, 3, problem.graph.edge_count).astype(np.float64)
        yield from from_every_start([problem.graph.with_weight(numbers)])


def lotteries(nodes: int, rng: np.random.Generator) -> Iterator[np.ndarray]:
    """Every order of two rounds' numbers up to 4 nodes; of the first round's for 5."""
    orders = list(itertools.permutations(range(nodes)))
    for first in orders:
        seconds = orders if nodes < 5 else [tuple(rng.permutation(nodes))]
        for second in seconds:
            yield np.array([first, second], dtype=np.float64)


def luby_problems() -> Iterator[Problem]:
    """Every graph with all these rows of random numbers; of five nodes a twentieth of them."""
    rng = np.random.default_rng(0)
    for graph in labelled_graphs(5):
        for rows in lotteries(graph.node_count, rng):
            if graph.node_count < 5 or rng.random() < 0.05:
                yield Problem(graph, randomness=rows)


def acyclic_problems() -> Iterator[Problem]:
    """Every acyclic graph of up to four nodes."""
    return (Problem(each) for each in labelled_graphs(4, directed=True) if is_acyclic(each))


def array_problems(lowest: int = -1) -> Iterator[Problem]:
    """Every array of up to five of four numbers that follow each other."""
    for length in range(1, 6):
        for values in itertools.product(range(lowest, lowest + 4), repeat=length):
            edgeless = Graph.from_edges([], [], labels=length)
            yield Problem(edgeless, values=np.array(values, dtype=np.float64))


def read_by(task_name: str, given: Iterable[Any]) -> Iterator[Problem]:
    """Problems of a task that has a source of its own."""
    source = get_task(task_name).source
    assert source is not None
    return map(source.read, given)


def segments() -> Iterator[Problem]:
    """Every two segments, also of one point, between the nine points of a grid."""
    grid = list(itertools.product(range(3), repeat=2))
    return read_by("segments_intersect", itertools.product(grid, repeat=4))


def strings() -> Iterator[Problem]:
    """Texts of up to five and needles of up to three of two letters; shorter ones of four."""

    def words(letters: str, most: int) -> Iterator[str]:
        for length in range(1, most + 1):
            yield from map("".join, itertools.product(letters, repeat=length))

    for letters, text, needle in (("ad", 5, 3), ("abcd", 2, 2)):
        pairs = itertools.product(words(letters, text), words(letters, needle))
        yield from read_by("naive_string_matcher", pairs)


CHECKS = (
    Check("bfs", "all graphs, every start", lambda: from_every_start(all_graphs())),
    Check("dfs", "all graphs, every start", lambda: from_every_start(all_graphs())),
    Check("dfs", "all graphs, as forests", lambda: map(Problem, all_graphs())),
    Check("eccentricity", "all graphs, every start", lambda: from_every_start(all_graphs())),
    Check(
        "prim",
        "undirected graphs, every start, all orders of up to 4 weights, 2 of more",
        lambda: weighted(labelled_graphs(5), ALL_ORDERS, drawn=2),
    ),
    Check(
        "dijkstra",
        "undirected graphs, every start, all orders of up to 4 weights, 1 of more",
        lambda: weighted(labelled_graphs(5), ALL_ORDERS, drawn=1),
    ),
    Check(
        "dijkstra",
        "directed graphs, every start, all orders of up to 2 weights, 1 of more",
        lambda: weighted(labelled_graphs(4, directed=True), 2, drawn=1),
    ),
    Check(
        "mis",
        "undirected graphs, all orders of two rounds up to 4 nodes, a twentieth for 5",
        luby_problems,
    ),
    Check("topological_sort", "acyclic graphs", acyclic_problems),
    Check("minimum", "arrays of up to 5 numbers from -1 to 2", array_problems),
    Check(
        "bellman_ford",
        "undirected graphs, every start, all orders of up to 4 weights, 1 of more",
        lambda: weighted(labelled_graphs(5), ALL_ORDERS, drawn=1),
    ),
    Check(
        "bellman_ford",
        "directed graphs, every start, all orders of up to 2 weights, 1 of more",
        lambda: weighted(labelled_graphs(4, directed=True), 2, drawn=1),
    ),
    Check("bellman_ford", "acyclic graphs, every start, weights below zero", below_zero),
    Check(
        "floyd_warshall",
        "undirected graphs, all orders of up to 4 weights, 1 of more",
        lambda: map(Problem, weights_on(labelled_graphs(5), ALL_ORDERS, drawn=1)),
    ),
    Check("connected_components", "all graphs", lambda: map(Problem, all_graphs())),
    Check(
        "nearest_landmark",
        "undirected graphs of up to 4 nodes, 1 to 3 starts",
        lambda: from_several_starts(labelled_graphs(4)),
    ),
    Check(
        "nearest_landmark",
        "directed graphs of up to 3 nodes, 1 to 3 starts",
        lambda: from_several_starts(labelled_graphs(3, directed=True)),
    ),
    Check(
        "maximal_matching",
        "undirected graphs, all orders of up to 4 weights, 1 of more",
        lambda: map(Problem, weights_on(labelled_graphs(5), ALL_ORDERS, drawn=1)),
    ),
    Check("core_numbers", "undirected graphs", lambda: map(Problem, labelled_graphs(5))),
    Check("bipartite", "undirected graphs", lambda: map(Problem, labelled_graphs(5))),
    Check("strongly_connected_components", "all graphs", lambda: map(Problem, all_graphs())),
    Check("insertion_sort", "arrays of up to 5 numbers from -1 to 2", array_problems),
    Check(
        "matrix_chain_order",
        "up to 5 dimensions from 1 to 4",
        lambda: array_problems(lowest=1),
    ),
    Check("segments_intersect", "segments between 9 points", segments),
    Check("naive_string_matcher", "short strings of 2 and of 4 letters", strings),
)

"""Tasks: what they cannot take is refused with a message that says what to do."""

from dataclasses import replace

import numpy as np
import pytest

from dnar.errors import InputError
from dnar.graph import Graph, path
from dnar.machine import Inputs, Problem, Shape, StartNode, Task, Weights
from dnar.tasks import get_task

ONE_WAY = Graph.from_edges([0], [1], labels=["a", "b"], weight=[1.0], directed=True)
CYCLE = Graph.from_edges([0, 1], [1, 0], labels=2, directed=True)
LOOP = Graph.from_edges([0], [0], labels=1, directed=True)
NEGATIVE = Graph.from_edges([0, 1], [1, 2], labels=["a", "b", "c"], weight=[1.0, -2.0])
ROWS = np.zeros((2, 3))


@pytest.mark.parametrize(
    ("task", "problem", "message"),
    [
        ("bfs", Problem(path(3)), "bfs begins at a node: give it one, start=LABEL"),
        ("mis", Problem(path(3), 0), "mis takes no start node; leave it out"),
        ("bfs", Problem(path(3), 3), "a position from 0 to 2, got 3"),
        ("bfs", Problem(path(3), -1), "a position from 0 to 2, got -1"),
        ("bfs", Problem(path(3), 0, np.zeros(3)), "bfs takes a graph, not an array"),
        ("minimum", Problem(path(3)), "minimum takes an array of numbers"),
        ("prim", Problem(ONE_WAY, 0), "prim takes an undirected graph.*--undirected"),
        ("mis", Problem(ONE_WAY), "mis takes an undirected graph.*directed=False"),
        ("topological_sort", Problem(path(3)), "takes a directed graph.*--directed"),
        (
            "topological_sort",
            Problem(CYCLE),
            "takes an acyclic graph, but this one has a cycle",
        ),
        ("topological_sort", Problem(LOOP), "takes an acyclic graph, but this one has a cycle"),
        ("prim", Problem(path(3), 0), "prim needs a weight on every edge.*--weight 1"),
        ("dijkstra", Problem(path(3), 0), "dijkstra needs a weight.*weight=1 in Python"),
        ("dijkstra", Problem(NEGATIVE, 0), r"but edge \('b', 'c'\) has -2.0"),
        ("bfs", Problem(path(3), 0, randomness=ROWS), "bfs uses no random numbers"),
        ("mis", Problem(path(2), randomness=ROWS), r"\(rounds, 2\), got shape \(2, 3\)"),
        ("mis", Problem(path(3), randomness=ROWS[:0]), r"got shape \(0, 3\)"),
        ("mis", Problem(path(3), randomness=ROWS * np.nan), "finite numbers, got NaN"),
        ("mis", Problem(path(3), randomness=ROWS + np.inf), "finite numbers, got NaN"),
    ],
)
def test_refused(task: str, problem: Problem, message: str) -> None:
    with pytest.raises(InputError, match=message):
        get_task(task).encode(problem)


@pytest.mark.parametrize(
    ("task", "problem"),
    [
        ("prim", Problem(NEGATIVE, 0)),
        ("prim", Problem(path(1), 0)),
        ("dijkstra", Problem(path(1), 0)),
        ("dijkstra", Problem(ONE_WAY, 0)),
        ("dfs", Problem(path(3))),
        ("dfs", Problem(path(3), 2)),
        ("topological_sort", Problem(ONE_WAY)),
        ("topological_sort", Problem(Graph.from_edges([], [], labels=3))),
        ("mis", Problem(path(3), randomness=ROWS)),
        ("bfs", Problem(NEGATIVE, 0)),
    ],
)
def test_taken(task: str, problem: Problem) -> None:
    instance = get_task(task).encode(problem)
    assert instance.node_count == problem.graph.node_count + 1
    assert list(instance.labels) == list(problem.graph.labels)


def test_a_task_of_ones_own_says_what_it_takes() -> None:
    bfs = get_task("bfs")
    strict = Task(
        name="strict",
        title="Strict",
        summary="takes hardly anything",
        inputs=Inputs(StartNode.REQUIRED, Weights.NON_NEGATIVE, Shape.UNDIRECTED),
        rules=bfs.rules,
        encoder=bfs.encoder,
    )
    with pytest.raises(InputError, match="strict needs a weight on every edge"):
        strict.encode(Problem(path(2), 0))
    relaxed = replace(strict, inputs=Inputs(StartNode.REQUIRED))
    assert relaxed.encode(Problem(path(2), 0)).node_state.tolist() == [1, 0, 2]

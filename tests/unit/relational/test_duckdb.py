"""DuckDB makes the interpreter's steps, one by one."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import dnar
from dnar.graph import Graph, clrs_er, complete, grid, path, star
from dnar.machine import Problem, Shape, StartNode, Task, Weights
from dnar.relational.duckdb import DuckDBTables
from dnar.tasks import all_tasks
from tests.unit.relational.side_by_side import check_random, check_task

pytestmark = pytest.mark.usefixtures("no_shape_checks")

ROUND_EFFICIENT = [
    name
    for name, task in all_tasks().items()
    if task.rounds is not None and not task.rounds.linear
]


@pytest.fixture(scope="module")
def tables() -> Iterator[DuckDBTables]:
    made = DuckDBTables(threads=1)
    yield made
    made.close()


def problems(task: Task) -> Iterator[Problem]:
    """Small graphs of many kinds; weights with ties and zeros; several starts."""
    rng = np.random.default_rng(1)
    graphs: list[Graph] = [path(1), star(6), grid(6), complete(4)]
    graphs.append(Graph.from_edges([0, 2, 2], [1, 3, 2], labels=5))
    if task.inputs.shape is Shape.ANY:
        graphs += [clrs_er(size, rng, p=0.4, directed=True) for size in (5, 8)]
    for graph in graphs:
        weighted = graph.with_weight(rng.integers(0, 3, graph.edge_count).astype(float))
        given = graph if task.inputs.weights is Weights.UNUSED else weighted
        start = None if task.inputs.start is StartNode.UNUSED else graph.node_count // 2
        more = (0,) if task.inputs.several_starts and start else ()
        yield Problem(given, start, seed=3, more_starts=more)


def test_the_round_efficient_tasks_are_these() -> None:
    assert ROUND_EFFICIENT == [
        "bellman_ford",
        "bfs",
        "bipartite",
        "connected_components",
        "core_numbers",
        "eccentricity",
        "maximal_matching",
        "mis",
        "nearest_landmark",
    ]


@pytest.mark.parametrize("name", ROUND_EFFICIENT)
def test_every_step_is_the_interpreters(name: str, tables: DuckDBTables) -> None:
    task = all_tasks()[name]
    steps = [check_task(task, problem, tables) for problem in problems(task)]
    assert max(steps) > 1


@pytest.mark.parametrize("seed", range(2))
def test_sums_that_are_kept_are_those_of_the_interpreter(
    seed: int, tables: DuckDBTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nodes leave a few at a time: what they push is taken off, not added up again."""
    made: list[str] = []
    scratch = DuckDBTables.scratch

    def seen(self: DuckDBTables, name: str, query: str) -> None:
        made.append("full" if "JOIN nodes" in query else "kept") if name == "q0" else None
        scratch(self, name, query)

    monkeypatch.setattr(DuckDBTables, "scratch", seen)
    graph = clrs_er(14, np.random.default_rng(seed), p=0.25)
    steps = check_task(all_tasks()["core_numbers"], Problem(graph), tables)
    assert 0 < made.count("full") < made.count("kept") < steps - made.count("full")


@pytest.mark.parametrize("seeds", [range(0, 12), range(12, 24)], ids=str)
def test_random_programs(seeds: range, tables: DuckDBTables) -> None:
    assert sum(check_random(seed, tables, steps=5) for seed in seeds) > len(seeds)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 400, 40))
def test_many_random_programs(first: int, tables: DuckDBTables) -> None:
    seeds = range(first, first + 40)
    assert sum(check_random(seed, tables, steps=8) for seed in seeds) > len(seeds)


@pytest.mark.parametrize("threads", [1, 3])
def test_answers_do_not_depend_on_threads(threads: int) -> None:
    graph = dnar.load_graph("er:300")
    engine = dnar.DuckDB(threads=threads)
    for name in ("mis", "connected_components"):
        ours = dnar.run(name, graph, engine=engine)
        theirs = dnar.run(name, graph, engine="program")
        assert (ours.outputs, ours.steps) == (theirs.outputs, theirs.steps)
        assert ours.engine == "duckdb"


def test_every_output_is_read_off() -> None:
    graph = dnar.load_graph("karate")
    for name in ROUND_EFFICIENT:
        task = all_tasks()[name]
        start: dict[str, Any] = {}
        if task.inputs.start is not StartNode.UNUSED:
            start["start"] = 33
        given = graph.with_weight((graph.source * 7 + graph.target) % 5 + 1.0)
        ours = dnar.run(name, given, engine="duckdb", **start)
        theirs = dnar.run(name, given, engine="rules", **start)
        assert (ours.outputs, ours.steps) == (theirs.outputs, theirs.steps), name
        for output, array in theirs.arrays.items():
            assert ours.arrays[output].tolist() == array.tolist()

"""Running a task: from the caller's graph to an answer in the caller's labels."""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from dnar.errors import InputError
from dnar.graph import Graph, as_graph, load_graph
from dnar.machine import Problem, Shape, StartNode, Task, Weights
from dnar.run.answer import Answer
from dnar.run.bundled import BundledSource
from dnar.run.engine import Engine, EngineChoice, EngineUsed, engine_from_source
from dnar.tasks import all_tasks, get_task


def run(
    task: str | Task,
    graph: Any,
    *,
    start: Hashable | Sequence[Hashable] | None = None,
    seed: int = 0,
    randomness: Any = None,
    weight: float | int | str | None = None,
    directed: bool | None = None,
    source: str | None = None,
    target: str | None = None,
    combine: str = "error",
    max_steps: int | None = None,
    trajectory: bool = False,
    engine: "Engine | EngineChoice | str | None" = None,
) -> Answer:
    """The answer of a task on a graph.

    Args:
        task: A task or its name, such as "dijkstra"; `dnar.all_tasks()` lists them.
        graph: A `Graph`, or anything `as_graph` takes; for an array task a list of numbers.
        start: The label of the start node, for tasks that begin at one; a list of labels, for
            tasks that may begin at several.
        seed: Where random numbers come from: those of the task, and those of a built-in graph
            such as "er:100".
        randomness: The random numbers themselves, rounds x nodes, instead of a seed.
        weight: A number: one weight for all edges of a graph that has none; built-in random
            graphs otherwise get random weights, if the task needs some. A text: the attribute
            or column that holds the weights, "weight" by default.
        directed: Overrides what the graph's type says about its direction.
        source: The column of a table or text file that holds the sources of edges.
        target: The column that holds their targets.
        combine: What parallel edges of different weights become: "min", "sum" or "error".
        max_steps: Stop after so many steps; by default when nothing changes any more.
        trajectory: Keep the whole run in `answer.trajectory`.
        engine: "compiled" for the proved tables of the model that comes with the package, as
            native code; "program" for the same tables, interpreted; "network" for the model
            itself; "rules" for the rules it learned; "duckdb" or "spark", or a `dnar.DuckDB`
            or `dnar.Spark`, for queries of a database; or an engine of your own, see
            `dnar.Engine`. By default "automatic": compiled, or interpreted where no kernel is
            ready and the graph is small or nothing can be compiled. `answer.engine` says which
            one ran, and `answer.engine.reason` why.

    Raises:
        InputError: the task, the graph or the start cannot be used; says what to do.
    """
    task = task if isinstance(task, Task) else get_task(task)
    if max_steps is not None and max_steps < 0:
        raise InputError(f"the number of steps must be zero or more, got {max_steps}")
    problem = pose(
        task,
        graph,
        start=start,
        seed=seed,
        randomness=randomness,
        weight=weight,
        directed=directed,
        source=source,
        target=target,
        combine=combine,
    )
    if engine is None or isinstance(engine, str):
        engine = engine_for(task, engine)
    elif isinstance(engine, EngineChoice) and not isinstance(engine, type):
        engine = engine.engine_for(BundledSource(task))
    elif isinstance(engine, type) or not isinstance(engine, Engine):
        raise InputError(
            f"an engine is a name or an object with name, task and solve, got {engine!r:.60}"
        )
    solution = engine.solve(problem, max_steps=max_steps, record=trajectory)
    kept = {
        name: decoder.labelled(solution.outputs[name], problem.graph.labels)
        for name, decoder in task.decoders.items()
    }
    return Answer(
        task.name,
        solution.steps,
        solution.halted,
        kept,
        solution.trajectory,
        solution.engine or EngineUsed(engine.name),
        start=None if problem.start is None else problem.graph.labels[problem.start],
    )


def engine_for(task: Task, name: str | None) -> Engine:
    """The engine of this name for a task; by default the proved program of the package.

    Tasks without a program run by their rules.

    Raises:
        InputError: there is no such engine, no PyTorch, or no model for the task.
    """
    if all_tasks().get(task.name) is not task:
        return engine_from_source(BundledSource(task), name)
    return _engine_of_package(task.name, name)


@lru_cache(maxsize=100)
def _engine_of_package(task: str, name: str | None) -> Engine:
    return engine_from_source(BundledSource(get_task(task)), name)


def pose(
    task: Task,
    graph: Any,
    *,
    start: Hashable | Sequence[Hashable] | None = None,
    seed: int = 0,
    randomness: Any = None,
    weight: float | int | str | None = None,
    directed: bool | None = None,
    source: str | None = None,
    target: str | None = None,
    combine: str = "error",
) -> Problem:
    """The problem that these arguments state, see `run`."""
    if not isinstance(seed, int | np.integer) or seed < 0:
        raise InputError(f"a seed is a whole number, zero or more, got {seed!r}")
    if task.source is not None:
        problem = task.source.read(graph)
        if start is not None:
            first, _ = _positions(task, problem.graph, start)
            problem = replace(problem, start=first)
        return replace(problem, seed=int(seed))
    if task.inputs.shape is Shape.ARRAY:
        values = _numbers(graph, "an array task takes a one-dimensional list of numbers")
        if values.ndim != 1 or values.size == 0 or not np.isfinite(values).all():
            raise InputError(
                f"{task.name} takes a one-dimensional, non-empty list of finite numbers, "
                f"got shape {values.shape}"
            )
        edgeless = Graph.from_edges([], [], labels=len(values))
        return Problem(edgeless, _positions(task, edgeless, start)[0], values, seed=int(seed))
    reading = {"source": source, "target": target, "combine": combine}
    if isinstance(graph, str):
        graph = named_graph(
            task, graph, seed=int(seed), weight=weight, directed=directed, **reading
        )
    else:
        weighted = task.inputs.weights is not Weights.UNUSED
        graph = as_graph(graph, directed=directed, weight=weight, weighted=weighted, **reading)
    rows = None if randomness is None else _numbers(randomness, "randomness is rounds x nodes")
    if rows is not None and rows.ndim != 2:
        raise InputError(f"randomness is rounds x nodes, got shape {rows.shape}")
    first, more = _positions(task, graph, start)
    return Problem(graph, first, None, rows, int(seed), more)


def named_graph(
    task: Task,
    name: str,
    *,
    seed: int,
    weight: float | int | str | None,
    directed: bool | None,
    **reading: Any,
) -> Graph:
    """The built-in graph or file of this name, as the task can use it.

    A graph drawn at random gets random weights too, if the task needs some and no weight is
    given. `reading` holds further choices of `dnar.load_graph`.
    """
    weighted = task.inputs.weights is not Weights.UNUSED
    return load_graph(
        name,
        seed=seed,
        directed=directed,
        weight=weight,
        random_weights=weighted and (weight is None or isinstance(weight, str)),
        **reading,
    )


def _positions(
    task: Task, graph: Graph, start: Hashable | Sequence[Hashable] | None
) -> tuple[int | None, tuple[int, ...]]:
    """The position of the start, and of further ones."""
    labels = start if isinstance(start, list) else [] if start is None else [start]
    # A task without a start refuses any position: whether the label exists is beside the point.
    unused = task.inputs.start is StartNode.UNUSED
    found = [0 if unused else graph.index(label) for label in labels]
    return (found[0], tuple(found[1:])) if found else (None, ())


def _numbers(values: Any, expected: str) -> np.ndarray:
    try:
        return np.array(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"{expected}, got {values!r:.60}") from error

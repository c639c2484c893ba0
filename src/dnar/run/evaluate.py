"""Evaluation: how often an engine's outputs are exactly those of the rules.

Node level is the share of nodes whose output is right, graph level the share of graphs on
which all are. Graphs of one cell run side by side; no answer depends on its neighbours.
"""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from dnar.errors import InputError
from dnar.graph import FAMILIES, Graph
from dnar.machine import (
    Execution,
    Instance,
    Problem,
    Shape,
    StartNode,
    Task,
    array_problem,
    problem_on,
    split,
    union,
)
from dnar.run.engine import Engine, RulesEngine

SIDE_BY_SIDE = 200_000
"""Arcs that run together at most."""

STEPS_FACTOR, STEPS_MORE = 2, 100
"""An engine gets so many times the steps of the rules, and so many more."""


@dataclass(frozen=True)
class Score:
    """One cell of an evaluation."""

    family: str
    size: int
    graphs: int
    node: float | None
    """Share of right nodes in percent; None where the output is one number per graph."""
    graph: float
    """Share of graphs without any error in percent."""
    halted: float
    """Share of graphs on which the engine came to rest by itself, in percent. Graphs that run
    side by side count as one: one that never rests takes the others with it."""

    def to_json(self) -> dict[str, Any]:
        """The cell as JSON values."""
        return asdict(self)


def evaluate(
    engine: Engine,
    task: Task,
    *,
    sizes: tuple[int, ...] = (16, 80, 160),
    families: tuple[str, ...] = ("er", "ws", "delaunay"),
    graphs: int = 100,
    seed: int = 0,
    on_graphs: Callable[[int], None] | None = None,
) -> Iterator[Score]:
    """The scores of every family and size, one after the other.

    Raises:
        InputError: an unknown family, or a size or number of graphs below one.
    """
    unknown = [family for family in families if family not in FAMILIES]
    if unknown:
        raise InputError(f"no family {unknown[0]!r}; the families are {', '.join(FAMILIES)}")
    if graphs < 1 or min(sizes, default=0) < 1:
        raise InputError(f"sizes and graphs must be 1 or more, got {sizes} and {graphs}")
    for family in families:
        for size in sizes:
            rng = np.random.default_rng([seed, size, *family.encode()])
            drawn = (_problem(task, family, size, rng) for _ in range(graphs))
            yield _score(engine, task, family, size, graphs, drawn, on_graphs)


def _problem(task: Task, family: str, size: int, rng: np.random.Generator) -> Problem:
    if task.inputs.shape is Shape.ARRAY:
        return array_problem(size, rng)
    graph = FAMILIES[family](size, rng)
    if task.inputs.shape is Shape.ACYCLIC:
        order = rng.permutation(graph.node_count)
        ends = (order[graph.source], order[graph.target])
        graph = Graph.from_edges(*ends, labels=graph.node_count, directed=True)
    with_start = task.inputs.start is not StartNode.UNUSED
    return problem_on(task, graph, rng, with_start=with_start)


def _score(
    engine: Engine,
    task: Task,
    family: str,
    size: int,
    graphs: int,
    problems: Iterator[Problem],
    on_graphs: Callable[[int], None] | None,
) -> Score:
    right = nodes = whole = halted = 0
    per_node = True
    for batch in _batches(task, problems):
        whole_batch = union(batch)
        solved = RulesEngine(task).execute(whole_batch, max_steps=None, record=False)
        # An engine that never rests must come back, however many graphs lie side by side.
        limit = STEPS_FACTOR * solved.steps + STEPS_MORE
        made = engine.execute(whole_batch, max_steps=limit, record=False)
        truth = list(_outputs(RulesEngine(task), batch, solved))
        found = list(_outputs(engine, batch, made))
        for (expected, _), (given, rested) in zip(truth, found, strict=True):
            same = [np.equal(expected[name], given[name]) for name in task.decoders]
            per_node = per_node and all(each.size > 1 or size == 1 for each in same)
            agree = np.logical_and.reduce(np.broadcast_arrays(*same))
            right, nodes = right + int(agree.sum()), nodes + agree.size
            whole, halted = whole + bool(agree.all()), halted + rested
        if on_graphs is not None:
            on_graphs(len(batch))
    return Score(
        family,
        size,
        graphs,
        100 * right / nodes if per_node else None,
        100 * whole / graphs,
        100 * halted / graphs,
    )


def _batches(task: Task, problems: Iterator[Problem]) -> Iterator[list[Instance]]:
    batch: list[Instance] = []
    arcs = 0
    for problem in problems:
        instance = task.encode(problem)
        if batch and arcs + instance.arc_count > SIDE_BY_SIDE:
            yield batch
            batch, arcs = [], 0
        batch.append(instance)
        arcs += instance.arc_count
    if batch:
        yield batch


def _outputs(
    engine: Engine, batch: list[Instance], execution: Execution
) -> Iterator[tuple[dict[str, np.ndarray], bool]]:
    finals = split(engine.task.rules, execution.final, batch)
    for instance, final in zip(batch, finals, strict=True):
        single = Execution(final, execution.steps, execution.halted, None)
        yield engine.outputs(instance, single), execution.halted

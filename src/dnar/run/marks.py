"""Marks: how many of an engine's outputs are right on some graphs.

What is right is said by the textbook, or by the rules where a task has no textbook. An output
that differs may still solve the problem: then it is wrong, but valid.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from jaxtyping import Bool

from dnar.machine import Problem
from dnar.run.engine import Engine, RulesEngine
from dnar.run.plan import Chunk, Plan, evaluation_problem
from dnar.run.side_by_side import find_all
from dnar.textbook import TEXTBOOK, Outputs

NAMED = 3
"""Wrong graphs whose numbers are kept, so that they can be drawn again."""


@dataclass(frozen=True)
class Marks:
    """What was counted on the graphs of a chunk."""

    chunk: Chunk
    right: int
    """Nodes whose outputs are all right."""
    nodes: int | None
    """All nodes; None where an output is one value per graph."""
    whole: int
    """Graphs without any error."""
    valid: int | None
    """Graphs whose problem is solved; None without a textbook."""
    halted: int
    """Graphs on which the engine came to rest by itself."""
    wrong: tuple[int, ...]
    """Numbers of the first graphs with an error."""

    def to_json(self) -> dict[str, Any]:
        """The marks as JSON values."""
        return asdict(self)


def marks_from_json(value: dict[str, Any]) -> Marks:
    """The marks that `to_json` gave."""
    chunk, wrong = Chunk(**value["chunk"]), tuple(value["wrong"])
    return Marks(**{**value, "chunk": chunk, "wrong": wrong})


def mark(engine: Engine, plan: Plan, chunk: Chunk) -> Marks:
    """The marks of an engine on the graphs of a chunk."""
    try:
        return _mark(engine, plan.seed, chunk)
    except Exception as error:
        where = f"{chunk.family}, size {chunk.size}, seed {plan.seed}"
        last = chunk.numbers[-1]
        error.add_note(f"on one of the graphs {chunk.first} to {last} of {where}")
        raise


def _mark(engine: Engine, seed: int, chunk: Chunk) -> Marks:
    task = engine.task
    book = TEXTBOOK.get(task.name)
    problems = [
        evaluation_problem(task, chunk.family, chunk.size, number, seed=seed)
        for number in chunk.numbers
    ]
    truth = _truth(engine, problems)
    right, valid, halted, wrong = 0, 0, 0, []
    per_node, nodes = True, 0
    for number, problem, (given, rested) in zip(
        chunk.numbers, problems, find_all(engine, problems), strict=True
    ):
        expected = truth[number - chunk.first]
        count = problem.graph.node_count
        per_node &= all(values.shape == (count,) for values in expected.values())
        agree = _agreement(expected, given)
        right, nodes, halted = right + int(agree.sum()), nodes + agree.size, halted + rested
        if not agree.all():
            wrong.append(number)
        # Who found what is expected need not be checked again.
        valid += bool(agree.all()) or (book is not None and book.valid(problem, given))
    return Marks(
        chunk,
        right,
        nodes if per_node else None,
        chunk.graphs - len(wrong),
        None if book is None else valid,
        halted,
        tuple(wrong[:NAMED]),
    )


def _truth(engine: Engine, problems: Sequence[Problem]) -> list[Outputs]:
    book = TEXTBOOK.get(engine.task.name)
    if book is not None:
        return [book.expected(problem) for problem in problems]
    return [outputs for outputs, _ in find_all(RulesEngine(engine.task), problems)]


def _agreement(expected: Outputs, given: Outputs) -> Bool[np.ndarray, " entries"]:
    """Where all outputs are right, per node or for the whole graph."""
    same = [
        values == given[name]
        if values.shape == given[name].shape
        else np.zeros(values.shape, dtype=bool)
        for name, values in expected.items()
    ]
    return np.logical_and.reduce(np.broadcast_arrays(*same))

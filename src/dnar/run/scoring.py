"""Scoring: how many of an engine's outputs are right on some graphs.

What is right is said by the textbook, or by the rules where a task has no textbook. An output
that differs may still solve the problem: then it is wrong, but valid.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from dnar.array_types import Bool
from dnar.machine import Problem, Task
from dnar.run.batching import find_all
from dnar.run.engine import Engine
from dnar.run.engines.rules import RulesEngine
from dnar.run.plan import Chunk, Plan, evaluation_problem
from dnar.textbook import TEXTBOOK, Outputs

NAMED = 3
"""Wrong graphs whose numbers are kept, so that they can be drawn again."""


@dataclass(frozen=True)
class Tally:
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
        """The tally as JSON values."""
        return asdict(self)


def tally_from_json(value: dict[str, Any]) -> Tally:
    """The tally that `to_json` gave.

    Raises:
        KeyError, TypeError: it gave something else.
    """
    chunk, wrong = Chunk(**value["chunk"]), tuple(value["wrong"])
    tally = Tally(**{**value, "chunk": chunk, "wrong": wrong})
    counts = (tally.right, tally.whole, tally.halted, chunk.size, chunk.first, chunk.graphs)
    maybe = [count for count in (tally.nodes, tally.valid) if count is not None]
    if not all(type(count) is int for count in (*counts, *maybe, *wrong)):
        raise TypeError("counts are whole numbers")
    return tally


def tally_chunk(engine: Engine, plan: Plan, chunk: Chunk) -> Tally:
    """The tally of an engine on the graphs of a chunk."""
    try:
        return _tally_chunk(engine, plan.seed, chunk)
    except Exception as error:
        where = f"{chunk.family}, size {chunk.size}, seed {plan.seed}"
        last = chunk.numbers[-1]
        error.add_note(f"on one of the graphs {chunk.first} to {last} of {where}")
        raise


def total(counts: Iterable[int | None]) -> int | None:
    """The sum, or None where some are not defined."""
    known = list(counts)
    return None if None in known else sum(count for count in known if count is not None)


@dataclass(frozen=True)
class _Judged:
    """The tally of one graph."""

    right: int
    nodes: int | None
    whole: bool
    valid: bool | None
    halted: bool


def _tally_chunk(engine: Engine, seed: int, chunk: Chunk) -> Tally:
    problems = [
        evaluation_problem(engine.task, chunk.family, chunk.size, number, seed=seed)
        for number in chunk.numbers
    ]
    return tally_problems(engine, problems, chunk)


def tally_problems(engine: Engine, problems: Sequence[Problem], chunk: Chunk) -> Tally:
    """The tally of an engine on these problems, which are those of a chunk."""
    book = TEXTBOOK.get(engine.task.name)
    if book is None:
        truth = (outputs for outputs, _ in find_all(RulesEngine(engine.task), problems))
    else:
        truth = (book.expected(problem) for problem in problems)
    found = find_all(engine, problems)
    judged = [
        _judge(engine.task, problem, expected, given, halted)
        for problem, expected, (given, halted) in zip(problems, truth, found, strict=True)
    ]
    wrong = [number for number, one in zip(chunk.numbers, judged, strict=True) if not one.whole]
    return Tally(
        chunk,
        right=sum(one.right for one in judged),
        nodes=total(one.nodes for one in judged),
        whole=chunk.graphs - len(wrong),
        valid=total(one.valid for one in judged),
        halted=sum(one.halted for one in judged),
        wrong=tuple(wrong[:NAMED]),
    )


def _judge(
    task: Task, problem: Problem, expected: Outputs, given: Outputs, halted: bool
) -> _Judged:
    nodes, book = problem.graph.node_count, TEXTBOOK.get(task.name)
    asked = {name: values for name, values in expected.items() if name in task.decoders}
    per_node = all(values.shape == (nodes,) for values in asked.values())
    agree = _agreement(asked, given)
    same_shape = all(values.shape == given[name].shape for name, values in asked.items())
    whole = same_shape and bool(agree.all())
    if len(asked) < len(expected):
        book = None  # Part of an answer has not solved the problem, nor failed to.
    return _Judged(
        right=int(agree.sum()),
        nodes=nodes if per_node else None,
        whole=whole,
        # Who found what is expected need not be checked again.
        valid=None if book is None else whole or book.valid(problem, given),
        halted=halted,
    )


def _agreement(expected: Outputs, given: Outputs) -> Bool[np.ndarray, "..."]:
    """Where all outputs are right, per node or pair of nodes or for the whole graph."""
    same = [
        values == given[name]
        if values.shape == given[name].shape
        else np.zeros(values.shape, dtype=bool)
        for name, values in expected.items()
    ]
    return np.logical_and.reduce(np.broadcast_arrays(*same))

"""Answers and tasks as tables for a terminal."""

import itertools
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from dnar.machine import Shape, StartNode, Task, Weights
from dnar.printable import printable
from dnar.run import Answer, AnswerTable, table_of

MOST_ROWS = 40
"""How many nodes a report lists before it refers to --json."""


_SHAPES = {
    Shape.ANY: "graph",
    Shape.UNDIRECTED: "undirected graph",
    Shape.ACYCLIC: "directed acyclic graph",
    Shape.ARRAY: "array",
}


def task_table(tasks: list[Task]) -> Table:
    """All tasks with what they take and return."""
    table = Table("task", "finds", "takes", "returns")
    table.columns[0].no_wrap = True
    for task in tasks:
        takes = [_SHAPES.get(task.inputs.shape, task.inputs.own)]
        if task.inputs.start is not StartNode.UNUSED:
            required = task.inputs.start is StartNode.REQUIRED
            takes.append("start" if required else "start (optional)")
        if task.inputs.weights is not Weights.UNUSED:
            takes.append("weights")
        if task.inputs.random:
            takes.append("seed")
        table.add_row(task.name, task.summary, ", ".join(takes), ", ".join(task.decoders))
    return table


def answer_heading(task: Task, answer: Answer) -> str:
    """One line about the run."""
    state = "came to rest" if answer.halted else "was stopped"
    steps = "1 step" if answer.steps == 1 else f"{answer.steps} steps"
    return f"{task.title}: {state} after {steps}"


def answer_report(task: Task, answer: Answer) -> RenderableType:
    """The answer as text: one line for single values, a table for values per node."""
    parts: list[RenderableType] = [Text(answer_heading(task, answer))]
    if answer.engine.fallback:
        parts.append(Text(f"run by the {answer.engine} engine: {answer.engine.reason}"))
    table = table_of(answer.kept)
    for name, value in answer.kept.items():
        if name not in table.columns or not table.index:
            parts.append(Text(f"{name}: {_short(value)}"))
    if table.index:
        parts.extend(_rows(table))
    return Group(*parts)


def _short(value: Any) -> str:
    if isinstance(value, list):
        shown = ", ".join(printable(str(entry)) for entry in value[:MOST_ROWS])
        rest = f", ... ({len(value)} in all; --json prints them)"
        return shown + (rest if len(value) > MOST_ROWS else f" ({len(value)} in all)")
    return f"{value:g}" if isinstance(value, float) else printable(str(value))


def _rows(table: AnswerTable) -> list[RenderableType]:
    pairs = len(table.index) > 1
    shown = Table("pair" if pairs else "node", *table.columns)
    for row in itertools.islice(table.rows(), MOST_ROWS):
        names, values = row[: len(table.index)], row[len(table.index) :]
        cells = [printable(str(names if pairs else names[0])), *map(_short, values)]
        # As Text, or rich would take a label such as [red] or :key: for its own markup.
        shown.add_row(*map(Text, cells))
    more = len(table) - MOST_ROWS
    if more <= 0:
        return [shown]
    things = "pairs" if pairs else "nodes"
    return [shown, Text(f"... and {more} more {things}; --json or --csv prints all of them")]

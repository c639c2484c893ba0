"""Answers and tasks as tables for a terminal."""

import itertools
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from dnar.machine import PerNode, Shape, StartNode, Task, Weights
from dnar.printable import printable
from dnar.run import Answer

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


def answer_report(task: Task, answer: Answer) -> RenderableType:
    """The answer as text: one line for single values, a table for values per node."""
    state = "came to rest" if answer.halted else "was stopped"
    steps = "1 step" if answer.steps == 1 else f"{answer.steps} steps"
    parts: list[RenderableType] = [Text(f"{task.title}: {state} after {steps}")]
    if answer.engine.fallback:
        parts.append(Text(f"run by the {answer.engine} engine: {answer.engine.reason}"))
    per_node = {
        name: out for name, out in answer.kept.items() if isinstance(out, PerNode | dict)
    }
    for name, value in answer.kept.items():
        if name not in per_node:
            parts.append(Text(f"{name}: {_short(value)}"))
    if per_node:
        parts.extend(_node_table(per_node))
    return Group(*parts)


def _short(value: Any) -> str:
    if isinstance(value, list):
        shown = ", ".join(printable(str(entry)) for entry in value[:MOST_ROWS])
        rest = f", ... ({len(value)} in all; --json prints them)"
        return shown + (rest if len(value) > MOST_ROWS else f" ({len(value)} in all)")
    return f"{value:g}" if isinstance(value, float) else printable(str(value))


def _node_table(per_node: dict[str, PerNode | dict]) -> list[RenderableType]:
    pairs = all(isinstance(output, dict) for output in per_node.values())
    table = Table("pair" if pairs else "node", *per_node)
    outputs = list(per_node.values())
    rows = zip(*(output.items() for output in outputs), strict=True)
    for row in itertools.islice(rows, MOST_ROWS):
        cells = [printable(str(row[0][0])), *(_short(value) for _, value in row)]
        # As Text, or rich would take a label such as [red] or :key: for its own markup.
        table.add_row(*map(Text, cells))
    more = len(outputs[0]) - MOST_ROWS
    if more <= 0:
        return [table]
    things = "pairs" if pairs else "nodes"
    return [table, Text(f"... and {more} more {things}; --json prints all of them")]

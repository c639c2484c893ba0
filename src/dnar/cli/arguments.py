"""What people type on a command line, turned into values."""

import re
from collections.abc import Hashable
from pathlib import Path
from typing import Annotated

from dnar.cli.parser import Option
from dnar.errors import InputError
from dnar.graph import STDIN, Graph, input_name, read_bytes
from dnar.machine import Shape, StartNode, Task
from dnar.run import named_graph

VALUES = "values:"
"""Begins an array that is written on the command line."""

TaskFile = Annotated[
    str | None,
    Option(
        "--task",
        metavar="FILE.py",
        help="The file of your own task, as FILE.py or FILE.py:NAME, for a folder or program "
        "that does not hold all of it.",
    ),
]
"""The option that names the task of a folder or file."""

INTERRUPTED = 130
"""The exit code of a command that Ctrl-C ended."""


def resolve_label(graph: Graph, text: str) -> Hashable:
    """The node label that `text` means: the text itself, or the number it spells.

    Raises:
        InputError: no node is called that.
    """
    for read in (str, int, float):
        try:
            label = read(text)
            graph.index(label)
        except (ValueError, InputError):
            continue
        return label
    graph.index(text)
    return text


def start_label(
    task: Task, source: Graph | list[float] | str, text: str | None
) -> Hashable | list[Hashable] | None:
    """The label of the start node that `text` means, for a task that takes one.

    For a task that takes several they are separated by commas.

    Raises:
        InputError: no node is called that.
    """
    takes_start = task.inputs.start is not StartNode.UNUSED
    if text is not None and takes_start and isinstance(source, Graph):
        if task.inputs.several_starts and "," in text:
            return [resolve_label(source, each.strip()) for each in text.split(",")]
        return resolve_label(source, text)
    return text


def parse_weight(text: str | None) -> float | str | None:
    """The weight of all edges, if the text spells a number; else the name of a column."""
    try:
        return None if text is None else float(text)
    except ValueError:
        return text


def table_start(task: Task, text: str | None) -> Hashable | list[Hashable] | None:
    """The start node or nodes that `text` names, if labels are in a table."""
    if text is not None and task.inputs.several_starts and "," in text:
        return [each.strip() for each in text.split(",")]
    return text


def task_input(
    task: Task,
    name: str,
    *,
    seed: int,
    weight: float | str | None,
    directed: bool | None,
    **reading: str | None,
) -> Graph | list[float] | str:
    """The graph of this name, the numbers of an array task, or the text of a task of its own.

    `reading` holds further choices of `dnar.load_graph`.

    Raises:
        InputError: there is no such graph, file or array.
    """
    if task.source is not None:
        return name
    if task.inputs.shape is Shape.ARRAY:
        return parse_values(name)
    return named_graph(task, name, seed=seed, weight=weight, directed=directed, **reading)


_NUMBER_BYTES = 24
"""What a byte of a file of numbers takes at most while they are read."""


def parse_values(text: str) -> list[float]:
    """The numbers of `values:3,1,2`, or of a file that holds numbers.

    Raises:
        InputError: it is neither, or something in it is no number.
    """
    if text.startswith(VALUES):
        return [_number(part, repr(text)) for part in text[len(VALUES) :].split(",")]
    if text != STDIN and not Path(text).is_file():
        raise InputError(
            f"expected {VALUES}3,1,2, a file of numbers, or - for standard input, got {text!r}"
        )
    name = input_name(text)
    data = read_bytes(text, _NUMBER_BYTES, f"{name}: reading the numbers")
    try:
        lines = data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise InputError(f"{name} cannot be read as text: {error}") from error
    return [
        _number(part, f"{name}:{number}")
        for number, line in enumerate(lines, start=1)
        for part in re.split(r"[\s,;]+", line)
        if part
    ]


def _number(part: str, where: str) -> float:
    try:
        return float(part)
    except ValueError:
        raise InputError(f"{where}: expected a number, got {part.strip()!r}") from None


def parse_names(text: str) -> tuple[str, ...]:
    """The parts of a comma-separated list."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def parse_sizes(text: str, option: str) -> tuple[int, ...]:
    """The whole numbers of a comma-separated list.

    Raises:
        InputError: one of them is no whole number above zero, or there are none.
    """
    parts = parse_names(text)
    if not parts or not all(re.fullmatch("0*[1-9][0-9]{0,11}", part) for part in parts):
        raise InputError(f"{option} takes whole numbers above zero, got {text!r}")
    return tuple(int(part) for part in parts)


def parse_graphs(text: str) -> int | Path:
    """A number of graphs, or the folder or file that holds them.

    Raises:
        InputError: it is neither.
    """
    if re.fullmatch("0*[1-9][0-9]{0,11}", text):
        return int(text)
    if not text or not Path(text).exists():
        raise InputError(
            f"--graphs takes a whole number above zero, or a folder or file of graphs, got "
            f"{text!r}"
        )
    return Path(text)

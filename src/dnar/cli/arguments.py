"""What people type on a command line, turned into values."""

import re
from collections.abc import Hashable
from pathlib import Path

from dnar.errors import InputError
from dnar.graph import Graph
from dnar.memory import check_memory

VALUES = "values:"
"""Begins an array that is written on the command line."""

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


_NUMBER_BYTES = 24
"""What a byte of a file of numbers takes at most while they are read."""


def parse_values(text: str) -> list[float]:
    """The numbers of `values:3,1,2`, or of a file that holds numbers.

    Raises:
        InputError: it is neither, or something in it is no number.
    """
    if text.startswith(VALUES):
        return [_number(part, repr(text)) for part in text[len(VALUES) :].split(",")]
    path = Path(text)
    if not path.is_file():
        raise InputError(f"expected {VALUES}3,1,2 or a file of numbers, got {text!r}")
    check_memory(_NUMBER_BYTES * path.stat().st_size, f"{text}: reading the numbers")
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{text} cannot be read as text: {error}") from error
    return [
        _number(part, f"{text}:{number}")
        for number, line in enumerate(lines, start=1)
        for part in line.replace(",", " ").split()
    ]


def _number(part: str, where: str) -> float:
    try:
        return float(part)
    except ValueError:
        raise InputError(f"{where}: expected a number, got {part.strip()!r}") from None


LISTS = ("--sizes", "--families", "--train-sizes")
"""Options that take several values, one after the other."""


def joined_lists(arguments: list[str]) -> list[str]:
    """The arguments with the values of list options joined by commas.

    >>> joined_lists(["evaluate", "bfs", "--sizes", "16", "80", "--json"])
    ['evaluate', 'bfs', '--sizes', '16,80', '--json']
    """
    joined: list[str] = []
    for argument in arguments:
        open_list = len(joined) > 1 and joined[-2] in LISTS
        if open_list and not argument.startswith("-"):
            joined[-1] += f",{argument}"
        else:
            joined.append(argument)
    return joined


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

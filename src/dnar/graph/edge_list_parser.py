"""Edge lists as text: CSV with a header, or words separated by spaces.

Every error names the file and the line.
"""

import csv
import io
import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np

from dnar.errors import InputError
from dnar.graph.edge_table import graph_of_table
from dnar.graph.graph import Graph
from dnar.graph.numeric_edge_list import numbered_csv, numbered_edge_list
from dnar.memory import check_memory

ROW_BYTES, LETTER_BYTES = 300, 25
"""Upper bounds on the memory per line and per letter while a text is parsed."""

_SHOWN = 60


class Row(NamedTuple):
    """One edge, or one node if `target` is None, and its line number."""

    line: int
    source: str
    target: str | None
    weight: float | None


def parse_csv(text: str, name: str, *, directed: bool) -> Graph:
    """The graph of a CSV text with the header `source,target[,weight]`.

    Other columns are left out; a row with an empty target is a node of its own.

    Raises:
        InputError: `name:line: what was expected, what came`.
    """
    with _in_file(name):
        graph = numbered_csv(text, directed=directed)
    if graph is not None:
        return graph
    _check_room(text, name)
    return _graph(list(_csv_rows(text, name)), name, directed)


def parse_edge_list(text: str, name: str, *, directed: bool) -> Graph:
    """The graph of lines `source target [weight]`; `#` and `%` begin a comment line.

    A line with one word is a node of its own.

    Raises:
        InputError: `name:line: what was expected, what came`, or no line is an edge.
    """
    with _in_file(name):
        graph = numbered_edge_list(text, directed=directed)
    if graph is not None:
        return graph
    _check_room(text, name)
    rows = list(_edge_list_rows(text, name))
    if rows and all(row.target is None for row in rows):
        raise InputError(
            f"{name}: not a graph, no line is an edge 'source target [weight]'; nodes without "
            "any edge can be given as CSV with the header source,target and empty targets"
        )
    return _graph(rows, name, directed)


def _check_room(text: str, name: str) -> None:
    need = ROW_BYTES * (text.count("\n") + 1) + LETTER_BYTES * len(text)
    check_memory(need, f"{name}: reading the graph")


def has_csv_header(text: str) -> bool:
    """Whether the first line names the columns of a CSV edge list."""
    first = text.lstrip().split("\n", 1)[0]
    return {"source", "target"} <= {cell.strip(' \r"').lower() for cell in first.split(",")}


def _csv_rows(text: str, name: str) -> Iterator[Row]:
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    width, columns = 0, (0, 0, None)
    try:
        for raw in reader:
            cells = [cell.strip() for cell in raw]
            if not any(cells):
                continue
            if not width:
                width, columns = len(cells), _columns(cells, name, reader.line_num)
            elif len(cells) != width:
                expected = f"{width} cells as in the header"
                raise _unexpected(name, reader.line_num, expected, ",".join(raw))
            else:
                yield _csv_row(cells, columns, name, reader.line_num)
    except csv.Error as error:
        raise InputError(f"{name}:{reader.line_num}: not CSV: {error}") from error


def _columns(header: list[str], name: str, line: int) -> tuple[int, int, int | None]:
    """The columns of source, target and weight."""
    names = [cell.lower() for cell in header]
    if "source" not in names or "target" not in names:
        raise _unexpected(name, line, "the header source,target[,weight]", ",".join(header))
    weight = names.index("weight") if "weight" in names else None
    return names.index("source"), names.index("target"), weight


def _csv_row(
    cells: list[str], columns: tuple[int, int, int | None], name: str, line: int
) -> Row:
    source, target = cells[columns[0]], cells[columns[1]] or None
    word = "" if columns[2] is None else cells[columns[2]]
    if not source:
        raise _unexpected(name, line, "a source", ",".join(cells))
    if target is None and word:
        raise _unexpected(name, line, "a target beside the weight", ",".join(cells))
    return Row(line, source, target, _weight(word, name, line) if word else None)


def _edge_list_rows(text: str, name: str) -> Iterator[Row]:
    first = True
    for line, raw in enumerate(io.StringIO(text, newline=None), start=1):
        words = raw.split()
        if not words or words[0][0] in "#%":
            continue
        is_header = first and [word.lower() for word in words[:2]] == ["source", "target"]
        first = False
        if is_header:
            continue
        if len(words) > 3 or words[0].endswith(",") or (len(words) == 1 and "," in words[0]):
            expected = "'source target [weight]', or 'source,target[,weight]' as CSV header"
            raise _unexpected(name, line, expected, raw)
        yield Row(
            line,
            words[0],
            words[1] if len(words) > 1 else None,
            _weight(words[2], name, line) if len(words) > 2 else None,
        )


def _weight(word: str, name: str, line: int) -> float:
    try:
        weight = float(word)
    except ValueError:
        weight = math.nan
    if not math.isfinite(weight):
        raise _unexpected(name, line, "a finite number as weight", word)
    return weight


def _graph(rows: list[Row], name: str, directed: bool) -> Graph:
    if not rows:
        raise InputError(f"{name}: the graph is empty: it needs at least one node")
    edges = [row for row in rows if row.target is not None]
    for row in edges:
        if (row.weight is None) != (edges[0].weight is None):
            without, other = (row, edges[0]) if row.weight is None else (edges[0], row)
            raise InputError(
                f"{name}:{without.line}: edge ({without.source!r}, {without.target!r}) has no "
                f"weight, but line {other.line} has one; give a weight to every edge or to none"
            )
    weighted = bool(edges) and edges[0].weight is not None
    weight = np.array([row.weight for row in edges], np.float64) if weighted else None
    sources, targets = [row.source for row in rows], [row.target for row in rows]
    with _in_file(name):
        return graph_of_table(sources, targets, weight, directed=directed)


@contextmanager
def _in_file(name: str) -> Iterator[None]:
    """Puts the name of the file in front of every error."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{name}: {error}") from error


def _unexpected(name: str, line: int, expected: str, came: str) -> InputError:
    came = came.strip()
    shown = came if len(came) <= _SHOWN else came[:_SHOWN] + "..."
    return InputError(f"{name}:{line}: expected {expected}, got {shown!r}")

"""Edge lists as text: cells separated by commas or semicolons, or words by spaces.

Columns are found by a header, or by their position: source, target, weight. Every error names
the file and the line.
"""

import csv
import io
import itertools
import math
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np

from dnar.errors import InputError
from dnar.graph.edge_table import find_columns, graph_of_table, is_whole_number
from dnar.graph.graph import Graph
from dnar.graph.numeric_edge_list import numbered_cells, numbered_edge_list
from dnar.graph.reading import SOURCE, TARGET, Reading
from dnar.memory import check_memory

ROW_BYTES, LETTER_BYTES = 300, 25
"""Upper bounds on the memory per line and per letter while a text is parsed."""

_SHOWN = 60
_PEEK = 2**16
"""Letters in which the first two lines are looked for."""
_WORD = re.compile(r"\S")
_LINE = re.compile(r"[^\r\n]*")
_COMMENTS = re.compile(r"(?:[ \t]*(?:[#%][^\r\n]*)?(?:\r\n|\r|\n))*")
_END_OF_LINE = re.compile(r"\r\n|\r|\n|\Z")

USUAL_HEADERS = {
    *("source", "target", "src", "dst", "from", "to", "sender", "receiver", "tail", "head"),
    *("origin", "destination", "start", "end", "node1", "node2", "id1", "id2", "weight"),
}
"""Words that are taken for the names of columns, and not for nodes, in a first line."""


class Row(NamedTuple):
    """One edge, or one node if `target` is None, and its line number."""

    line: int
    source: str
    target: str | None
    weight: float | None


class Line(NamedTuple):
    """The cells of a line that is not empty, its number, and the line as it is written."""

    number: int
    cells: list[str]
    raw: str


def parse_text(text: str, name: str, reading: Reading, *, is_csv: bool = False) -> Graph:
    """The graph of an edge list as text.

    A row without a target is a node of its own. Comments, lines that begin with `#` or `%`,
    may precede a text that is no CSV, and stand anywhere in one separated by spaces.

    Raises:
        InputError: `name:line: what was expected, what came`.
    """
    begin = 0 if is_csv else _end(_COMMENTS, text, 0)
    separator = _separator(_first_line(text, begin), reading, is_csv=is_csv)
    if separator is None:
        return _parse_words(text, name, reading)
    return _parse_cells(text, begin, separator, name, reading)


def _separator(first: str, reading: Reading, *, is_csv: bool) -> str | None:
    """What separates the cells of a text with this first line; None: spaces."""
    wanted = {(reading.source or SOURCE).lower(), (reading.target or TARGET).lower()}
    for each in ",;":
        if wanted <= {cell.strip(' "').lower() for cell in first.split(each)}:
            return each
    plain = re.sub('"[^"]*"', "", first)
    if is_csv:
        return ";" if ";" in plain else ","
    word, *others = plain.split() or [""]
    if word.endswith((",", ";")) or (not others and re.search("[,;]", word)):
        return ";" if ";" in word else ","
    return None


def _parse_cells(text: str, begin: int, separator: str, name: str, reading: Reading) -> Graph:
    """The graph of a text of cells; the rows start at `begin`."""
    skipped = text.count("\n", 0, begin)
    few = text[begin : begin + _PEEK]
    peeked = list(itertools.islice(_cell_lines(few, separator, name, skipped), 2))
    if not peeked:
        raise _empty(name)
    first, second = peeked[0], peeked[1] if len(peeked) > 1 else None
    columns = _columns_of_header(first, name, reading)
    has_header = columns is not None
    if columns is None:
        columns = _columns_without_header(first, second, name)
    width = len(first.cells)
    weighted = columns[2] is not None
    if columns[:2] == (0, 1) and columns[2] in (None, 2) and width == 2 + weighted:
        start = _WORD.search(text, begin)
        at_first = begin if start is None else start.start()
        with _in_file(name):
            graph = numbered_cells(
                text,
                _END_OF_LINE.search(text, at_first).end() if has_header else at_first,  # type: ignore[union-attr]
                separator,
                weighted=weighted,
                directed=bool(reading.directed),
                combine=reading.combine,
            )
        if graph is not None:
            return graph
    _check_room(text, name)
    lines = itertools.islice(
        _cell_lines(text[begin:], separator, name, skipped), int(has_header), None
    )
    return _graph([_row(line, columns, width, name) for line in lines], name, reading)


def _parse_words(text: str, name: str, reading: Reading) -> Graph:
    """The graph of lines `source target [weight]`, or of columns that a header names."""
    named = reading.names_ends or reading.names_weight
    if not named:
        with _in_file(name):
            graph = numbered_edge_list(
                text, directed=bool(reading.directed), combine=reading.combine
            )
        if graph is not None:
            return graph
    _check_room(text, name)
    lines = _word_lines(text)
    first = next(lines, None)
    if first is None:
        raise _empty(name)
    if named:
        columns = _columns_of_header(first, name, reading)
        if columns is None:
            raise _unexpected(name, first.number, "a header with these columns", first.raw)
        rows = [_row(line, columns, len(first.cells), name) for line in lines]
    else:
        second = next(lines, None)
        both = [line for line in (first, second) if line is not None]
        if [word.lower() for word in first.cells[:2]] == [SOURCE, TARGET]:
            both = both[1:]
        else:
            _refuse_header(first, second, name)
        rows = [_word_row(line, name) for line in itertools.chain(both, lines)]
    if rows and all(row.target is None for row in rows):
        raise InputError(
            f"{name}: not a graph, no line is an edge 'source target [weight]'; nodes without "
            "any edge can be given as CSV with the header source,target and empty targets"
        )
    return _graph(rows, name, reading)


def _columns_of_header(
    first: Line, name: str, reading: Reading
) -> tuple[int, int, int | None] | None:
    """The columns, if the first line names them; None if it is no header."""
    usual = {SOURCE, TARGET} <= {cell.lower() for cell in first.cells}
    if not usual and not reading.names_ends and not reading.names_weight:
        return None
    with _in_file(f"{name}:{first.number}"):
        return find_columns(first.cells, reading, "the header")


def _columns_without_header(
    first: Line, second: Line | None, name: str
) -> tuple[int, int, int | None]:
    _refuse_header(first, second, name)
    if len(first.cells) not in (2, 3):
        expected = "2 or 3 cells, or the header source,target[,weight]"
        raise _unexpected(name, first.number, expected, first.raw)
    return 0, 1, 2 if len(first.cells) == 3 else None


def _refuse_header(first: Line, second: Line | None, name: str) -> None:
    """Returns if the first line can be an edge.

    Raises:
        InputError: it looks like names of columns, which nobody named.
    """
    ends = [cell.strip('"').lower() for cell in first.cells[:2]]
    usual = set(ends) <= USUAL_HEADERS
    numbered = second is not None and all(map(is_whole_number, second.cells[:2]))
    unlike = numbered and not any(map(is_whole_number, ends))
    if len(ends) == 2 and (usual or unlike):
        raise InputError(
            f"{name}:{first.number}: {_short(first.raw)!r} looks like a header; name the "
            f"columns with source={first.cells[0]!r} and target={first.cells[1]!r} (--source "
            "and --target on the command line), or begin with the header source,target"
        )


def _cell_lines(text: str, separator: str, name: str, skipped: int) -> Iterator[Line]:
    """The lines of a text of cells that are not empty; `skipped` lines are before it."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        for raw in reader:
            cells = [cell.strip() for cell in raw]
            if any(cells):
                yield Line(skipped + reader.line_num, cells, separator.join(raw))
    except csv.Error as error:
        raise InputError(f"{name}:{skipped + reader.line_num}: not CSV: {error}") from error


def _word_lines(text: str) -> Iterator[Line]:
    """The lines of a text of words that are neither empty nor comments."""
    for number, raw in enumerate(io.StringIO(text, newline=None), start=1):
        words = raw.split()
        if words and words[0][0] not in "#%":
            yield Line(number, words, raw)


def _row(line: Line, columns: tuple[int, int, int | None], width: int, name: str) -> Row:
    if len(line.cells) != width:
        expected = f"{width} cells as in the first line"
        raise _unexpected(name, line.number, expected, line.raw)
    source, target = line.cells[columns[0]], line.cells[columns[1]] or None
    word = "" if columns[2] is None else line.cells[columns[2]]
    if not source:
        raise _unexpected(name, line.number, "a source", line.raw)
    if target is None and word:
        raise _unexpected(name, line.number, "a target beside the weight", line.raw)
    return Row(line.number, source, target, _weight(word, name, line.number) if word else None)


def _word_row(line: Line, name: str) -> Row:
    words = line.cells
    if len(words) > 3 or words[0].endswith(",") or (len(words) == 1 and "," in words[0]):
        expected = "'source target [weight]', or 'source,target[,weight]' as CSV header"
        raise _unexpected(name, line.number, expected, line.raw)
    return Row(
        line.number,
        words[0],
        words[1] if len(words) > 1 else None,
        _weight(words[2], name, line.number) if len(words) > 2 else None,
    )


def _weight(word: str, name: str, line: int) -> float:
    try:
        weight = float(word)
    except ValueError:
        weight = math.nan
    if not math.isfinite(weight):
        point = " (with a decimal point)" if "," in word else ""
        raise _unexpected(name, line, f"a finite number{point} as weight", word)
    return weight


def _graph(rows: Sequence[Row], name: str, reading: Reading) -> Graph:
    if not rows:
        raise _empty(name)
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
        return graph_of_table(
            sources,
            targets,
            weight,
            directed=bool(reading.directed),
            combine=reading.combine,
        )


def _check_room(text: str, name: str) -> None:
    need = ROW_BYTES * (text.count("\n") + 1) + LETTER_BYTES * len(text)
    check_memory(need, f"{name}: reading the graph")


def _first_line(text: str, begin: int) -> str:
    """The first line that is not empty."""
    found = _WORD.search(text, begin)
    return "" if found is None else text[found.start() : _end(_LINE, text, found.start())]


def _end(pattern: re.Pattern[str], text: str, begin: int) -> int:
    """Where a pattern that matches here ends."""
    found = pattern.match(text, begin)
    return begin if found is None else found.end()


@contextmanager
def _in_file(name: str) -> Iterator[None]:
    """Puts the name of the file in front of every error."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{name}: {error}") from error


def _empty(name: str) -> InputError:
    return InputError(f"{name}: the graph is empty: it needs at least one node")


def _unexpected(name: str, line: int, expected: str, came: str) -> InputError:
    return InputError(f"{name}:{line}: expected {expected}, got {_short(came)!r}")


def _short(text: str) -> str:
    text = text.strip()
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "..."

"""Edge lists whose names are whole numbers, parsed as arrays: most large files are such.

A regular expression decides whether a text is that plain. If not, `edge_list_parser` reads it
line by line and reports what is wrong with it.
"""

import re

import numpy as np

from dnar.array_types import Int, Int64
from dnar.graph.graph import Graph
from dnar.graph.reading import Combine
from dnar.memory import check_memory

LINE_BYTES = 110
"""Upper bound on the memory per edge while its line is parsed and the graph is built."""
NAME_BYTES = 120
"""Upper bound on the memory per label that is not its position: it is a Python object."""

_SPARSE = 4
"""Up to this ratio of largest number to names, a lookup table is smaller than a sort."""

# Names that begin with 0 stay strings, and with weights they must be exact as floating point
# numbers, too.
_NAME = "(?:0|[1-9][0-9]{{0,{}}})"
_WEIGHT = r"-?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"


def _line_but(what: str) -> re.Pattern[str]:
    """The beginning of a line that is anything but this, or empty."""
    return re.compile(rf"^(?!(?:{what})?\r?$)", re.MULTILINE)


def _no_edge(space: str, around: str, weight: str | None) -> re.Pattern[str]:
    """The beginning of a line that is not an edge."""
    name = _NAME.format(17 if weight is None else 14)
    words = [name, name] if weight is None else [name, name, weight]
    return _line_but(around + space.join(words) + around)


_NOT_SPACED = [_no_edge(r"[ \t]+", r"[ \t]*", weight) for weight in (None, _WEIGHT)]
_NOT_CELLS = {
    separator: [_no_edge(separator, "", weight) for weight in (None, _WEIGHT)]
    for separator in (",", ";")
}
_NOT_COMMENT = _line_but(r"[ \t]*[#%][^\r\n]*")
_SPACED_HEADER = re.compile(
    r"[ \t]*source[ \t]+target(?:[ \t][^\r\n]*)?\r?\n", re.IGNORECASE | re.ASCII
)


def numbered_edge_list(text: str, *, directed: bool, combine: Combine) -> Graph | None:
    """The graph of lines `source target [weight]`, None if they are not that plain.

    Raises:
        InputError: there are parallel edges with different weights.
    """
    first = _NOT_COMMENT.search(text)
    begin = first.start() if first else len(text)
    header = _SPACED_HEADER.match(text, begin)
    begin = header.end() if header else begin
    for columns, other in zip((2, 3), _NOT_SPACED, strict=True):
        if not other.search(text, begin):
            return _graph(text[begin:], columns, directed, combine)
    return None


def numbered_cells(
    text: str, begin: int, separator: str, *, weighted: bool, directed: bool, combine: Combine
) -> Graph | None:
    """The graph of rows `source,target[,weight]` from `begin` on, None if they are not plain.

    Raises:
        InputError: there are parallel edges with different weights.
    """
    rows = text[begin:]  # a pattern that starts at `begin` does not take it for a line's start
    if _NOT_CELLS[separator][weighted].search(rows):
        return None
    return _graph(rows.replace(separator, " "), 2 + weighted, directed, combine)


def _graph(text: str, columns: int, directed: bool, combine: Combine) -> Graph | None:
    """The graph of a plain text; the order of its lines does not matter."""
    if not text or text.isspace():
        return None
    lines = text.count("\n") + 1
    check_memory(LINE_BYTES * lines + 3 * len(text), f"a graph of about {lines:,} edges")
    kind = np.int64 if columns == 2 else np.float64
    table = np.fromstring(text, dtype=kind, sep=" ").reshape(-1, columns)
    weight = table[:, 2] if columns == 3 else None
    if weight is not None and not np.isfinite(weight).all():
        return None
    names, ends = _places(table[:, :2].astype(np.int64, copy=False))
    numbered = range(len(names))
    if names[-1] == numbered[-1]:
        labels = numbered
    else:
        need = NAME_BYTES * len(names) + LINE_BYTES * len(table)
        check_memory(need, f"a graph of {len(names):,} nodes with numbers up to {names[-1]:,}")
        labels = names.tolist()
    source, target = ends[:, 0], ends[:, 1]
    return Graph.from_edges(
        source, target, labels=labels, weight=weight, directed=directed, combine=combine
    )


def _places(
    given: Int64[np.ndarray, "edges 2"],
) -> tuple[Int64[np.ndarray, " names"], Int[np.ndarray, "edges 2"]]:
    """The names in order, and the edge ends as positions in them."""
    highest = int(given.max())
    if highest > _SPARSE * given.size:
        names, places = np.unique(given, return_inverse=True)
        return names, places.reshape(-1, 2)
    there = np.zeros(highest + 1, dtype=bool)
    there[given] = True
    names = np.flatnonzero(there)
    return names, given if len(names) == len(there) else (np.cumsum(there) - 1)[given]

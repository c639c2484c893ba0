"""Edge lists whose names are whole numbers, read as arrays: most large files are such.

One look decides whether a text is as plain as that. If it is not, nothing is read: `edge_text`
takes everything, line by line, and tells what is wrong with it.
"""

import re

import numpy as np

from dnar.graph.graph import Graph

# Possessive: nothing is tried twice, however long the text is. Names that begin with 0 stay
# strings, and with weights they must be exact as floating point numbers, too.
_NAME = "(?:0|[1-9][0-9]{{0,{}}}+)"
_WEIGHT = r"-?+(?:[0-9]++(?:\.[0-9]*+)?+|\.[0-9]++)(?:[eE][-+]?+[0-9]++)?+"
_LINE_END = r"\r?+(?:\n|\Z)"


def _edges(space: str, around: str, weight: str | None) -> re.Pattern[str]:
    """What a text of edges and empty lines looks like."""
    name = _NAME.format(17 if weight is None else 14)
    words = [name, name] if weight is None else [name, name, weight]
    line = around + space.join(words) + around + _LINE_END
    return re.compile(f"(?:{line}|{around}\\r?+\\n)*+")


_SPACED = [_edges(r"[ \t]++", r"[ \t]*+", weight) for weight in (None, _WEIGHT)]
_COMMAS = [_edges(",", "", weight) for weight in (None, _WEIGHT)]
_COMMENTS = re.compile(r"(?:[ \t]*+(?:[#%][^\r\n]*+)?+\r?+\n)*+")
_SPACED_HEADER = re.compile(
    r"[ \t]*+source[ \t]++target(?:[ \t][^\r\n]*+)?+\r?+\n", re.IGNORECASE | re.ASCII
)
_CSV_HEADER = re.compile(r"source,target(,weight)?+\r?+\n", re.IGNORECASE | re.ASCII)


def numbered_edge_list(text: str, *, directed: bool) -> Graph | None:
    """The graph of lines `source target [weight]`, None if they are not that plain.

    Raises:
        InputError: there are parallel edges with different weights.
    """
    match = _COMMENTS.match(text)
    begin = match.end() if match else 0
    header = _SPACED_HEADER.match(text, begin)
    begin = header.end() if header else begin
    for columns, edges in zip((2, 3), _SPACED, strict=True):
        if edges.fullmatch(text, begin):
            return _graph(text[begin:], columns, directed)
    return None


def numbered_csv(text: str, *, directed: bool) -> Graph | None:
    """The graph of a text with the header `source,target[,weight]`, None if it is not so plain.

    Raises:
        InputError: there are parallel edges with different weights.
    """
    header = _CSV_HEADER.match(text)
    if not header:
        return None
    weighted = header[1] is not None
    if not _COMMAS[weighted].fullmatch(text, header.end()):
        return None
    return _graph(text[header.end() :].replace(",", " "), 2 + weighted, directed)


def _graph(text: str, columns: int, directed: bool) -> Graph | None:
    """The graph of a text that was found to be plain; its order does not matter."""
    if not text or text.isspace():
        return None
    kind = np.int64 if columns == 2 else np.float64
    table = np.fromstring(text, dtype=kind, sep=" ").reshape(-1, columns)
    weight = table[:, 2] if columns == 3 else None
    if weight is not None and not np.isfinite(weight).all():
        return None
    names, ends = np.unique(table[:, :2].astype(np.int64), return_inverse=True)
    numbered = range(len(names))
    labels = numbered if names[-1] == numbered[-1] else names.tolist()
    source, target = ends.reshape(-1, 2).T
    return Graph.from_edges(source, target, labels=labels, weight=weight, directed=directed)

"""Files: CSV, plain edge lists, GraphML and GML."""

import importlib
import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dnar.errors import InputError
from dnar.graph.direction import with_direction
from dnar.graph.edge_list_parser import has_csv_header, parse_csv, parse_edge_list
from dnar.graph.edge_table import compact, tidy_names
from dnar.graph.graph import Graph
from dnar.graph.libraries import from_networkx
from dnar.graph.weights import with_default_weight
from dnar.memory import check_memory

_OTHER_FORMATS = {
    "{": "JSON",
    "[": "JSON",
    "<": "XML without the extension .graphml",
    "%%MatrixMarket": "a Matrix Market file (read it with scipy.io.mmread)",
}

_GRAPHML = (".graphml", ".xml")
_MARKED_UP = (*_GRAPHML, ".gml")

FILE_BYTES, MARKED_UP_BYTES = 3, 45
"""Memory per byte of a file: to read text, and to parse GraphML or GML completely."""


def read_graph(
    path: str | Path, *, directed: bool | None = None, weight: float | None = None
) -> Graph:
    """The graph in a file: .csv, .graphml, .gml, and any other name for a plain edge list.

    Args:
        path: the file.
        directed: whether edges have a direction. By default GraphML and GML say so themselves,
            and a CSV or edge list is undirected.
        weight: the weight of every edge, if the file gives none.

    Raises:
        InputError: the file cannot be read, is not a graph (the message names the line), or
            needs more memory than there is.
    """
    suffix = Path(path).suffix.lower()
    each = MARKED_UP_BYTES if suffix in _MARKED_UP else FILE_BYTES
    check_memory(each * _size(path), f"{path}: reading the graph")
    data = _bytes(path)
    if suffix in _GRAPHML:
        graph = _from_graphml(data, str(path), directed)
    elif suffix == ".gml":
        graph = _from_gml(_text(data, path), str(path), directed)
    else:
        text = _text(data, path)
        _refuse_other_formats(text, path)
        is_csv = suffix == ".csv" or has_csv_header(text)
        parse = parse_csv if is_csv else parse_edge_list
        graph = parse(text, str(path), directed=bool(directed))
    return with_default_weight(graph, weight)


def _size(path: str | Path) -> int:
    with _readable(path):
        return Path(path).stat().st_size


def _bytes(path: str | Path) -> bytes:
    with _readable(path):
        data = Path(path).read_bytes()
    if not data.strip():
        raise InputError(f"{path}: the file is empty, so the graph has no nodes")
    return data


@contextmanager
def _readable(path: str | Path) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(f"cannot read {str(path)!r}: {reason}") from error


def _text(data: bytes, path: str | Path) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise InputError(f"{path}: not a graph, the file is not UTF-8 text")
    return text


def _refuse_other_formats(text: str, path: str | Path) -> None:
    for start, what in _OTHER_FORMATS.items():
        if text.lstrip().startswith(start):
            raise InputError(
                f"{path}: not a graph, it looks like {what}; expected CSV with the header "
                "source,target[,weight], lines 'source target [weight]', .graphml or .gml"
            )


def _from_graphml(data: bytes, name: str, directed: bool | None) -> Graph:
    networkx = _networkx(name)
    try:
        parsed = networkx.read_graphml(io.BytesIO(data))
    except Exception as error:  # networkx raises any kind of error for bad files
        raise InputError(f"{name}: not GraphML: {_reason(error)}") from error
    return _tidy(parsed, name, directed)


def _from_gml(text: str, name: str, directed: bool | None) -> Graph:
    networkx = _networkx(name)
    lines = text.splitlines()
    try:
        parsed = networkx.parse_gml(lines, label="label")
    except Exception:  # labels may be missing or repeated; the ids are unique
        try:
            parsed = networkx.parse_gml(lines, label="id")
        except Exception as error:
            raise InputError(f"{name}: not GML: {_reason(error)}") from error
    return _tidy(parsed, name, directed)


def _tidy(parsed: Any, name: str, directed: bool | None) -> Graph:
    """The graph in the file's node order; these formats write numbers as strings."""
    try:
        graph = from_networkx(parsed, None)
        graph = graph.relabelled(compact(tidy_names(graph.labels)))
        return with_direction(graph, directed)
    except InputError as error:
        raise InputError(f"{name}: {error}") from error


def _reason(error: Exception) -> str:
    return f"{error}" or type(error).__name__


def _networkx(name: str) -> Any:
    try:
        return importlib.import_module("networkx")
    except ImportError as error:
        raise InputError(
            f"{name}: reading this format needs networkx: pip install 'dnar[graphs]'"
        ) from error

"""Files: CSV, edge lists, GraphML, GML, also compressed or piped; folders of arrays."""

import importlib
import io
import re
from pathlib import Path
from typing import Any

from dnar.errors import InputError
from dnar.graph.direction import with_direction
from dnar.graph.edge_list_parser import parse_text
from dnar.graph.edge_table import compact, tidy_names
from dnar.graph.graph import Graph
from dnar.graph.graph_folder import is_graph_folder, open_graph_folder
from dnar.graph.input_bytes import STDIN, input_name, read_bytes, suffix_of, text_of
from dnar.graph.libraries import from_networkx
from dnar.graph.reading import Reading, reading_of
from dnar.graph.weights import with_default_weight

_OTHER_FORMATS = {
    "{": "JSON",
    "[": "JSON",
    "<": "XML without the extension .graphml",
    "%%MatrixMarket": "a Matrix Market file (read it with scipy.io.mmread)",
}

PARQUET = (".parquet", ".pq")
_GRAPHML = (".graphml", ".xml")
_MARKED_UP = (*_GRAPHML, ".gml")

FILE_BYTES, MARKED_UP_BYTES = 3, 45
"""Memory per byte of a file: to read text, and to parse GraphML or GML completely."""


_GML = re.compile(r"\s*(?:(?:#[^\n]*|[A-Z][^\n]*)\n\s*)*graph\s*\[", re.IGNORECASE)
"""The beginning of GML, which standard input is recognised by."""


def read_graph(
    path: str | Path,
    *,
    directed: bool | None = None,
    weight: float | int | str | None = None,
    source: str | None = None,
    target: str | None = None,
    combine: str = "error",
) -> Graph:
    """The graph in a file: .csv, .graphml, .gml, and any other name for a plain edge list.

    Files may be compressed with gzip, as `.csv.gz`; `-` is standard input. A folder that
    `save_graph` wrote is mapped into memory.

    Args:
        path: the file, or the folder of a saved graph.
        directed: whether edges have a direction. By default GraphML, GML and saved graphs say
            so themselves, and a CSV or edge list is undirected.
        weight: the weight of every edge, if the file gives none; a text names the column or
            attribute that holds the weights.
        source: the column that holds the sources, "source" by default.
        target: the column that holds the targets, "target" by default.
        combine: what parallel edges of different weights become, as in `dnar.as_graph`.

    Raises:
        InputError: the file cannot be read, is not a graph (the message names the line), or
            needs more memory than there is.
    """
    reading = reading_of(directed, weight, source, target, combine)
    return with_default_weight(read_as(path, reading), reading.default_weight)


def read_as(path: str | Path, reading: Reading) -> Graph:
    """The graph in a file, read with these choices; a missing weight stays missing.

    Raises:
        InputError: as in `read_graph`.
    """
    suffix, name = suffix_of(path), input_name(path)
    if is_graph_folder(path):
        reading.refuse_columns("a graph folder")
        reading.refuse_attribute("a graph folder")
        return with_direction(open_graph_folder(path), reading.directed, reading.combine)
    if suffix in PARQUET:
        raise InputError(
            f"{name}: Parquet is read by a database; run with engine duckdb, or write a graph "
            f"folder with: dnar convert {name} FOLDER"
        )
    each = MARKED_UP_BYTES if suffix in _MARKED_UP else FILE_BYTES
    data = read_bytes(path, each, f"{name}: reading the graph")
    if not data.strip():
        raise InputError(f"{name}: the file is empty, so the graph has no nodes")
    if str(path) == STDIN:
        suffix = _suffix_of_content(data)
    if suffix in _GRAPHML:
        return _from_graphml(data, name, reading)
    text = text_of(data, path)
    if suffix == ".gml":
        return _from_gml(text, name, reading)
    _refuse_other_formats(text, name)
    return parse_text(text, name, reading, is_csv=suffix == ".csv")


def _suffix_of_content(data: bytes) -> str:
    """The suffix that a file with this content would have."""
    if data.lstrip().startswith(b"<"):
        return ".graphml"
    return ".gml" if _GML.match(data[:10_000].decode("utf-8", "replace")) else ""


def _refuse_other_formats(text: str, name: str) -> None:
    for start, what in _OTHER_FORMATS.items():
        if text.lstrip().startswith(start):
            raise InputError(
                f"{name}: not a graph, it looks like {what}; expected CSV with the header "
                "source,target[,weight], lines 'source target [weight]', .graphml or .gml"
            )


def _from_graphml(data: bytes, name: str, reading: Reading) -> Graph:
    networkx = _networkx(name)
    try:
        parsed = networkx.read_graphml(io.BytesIO(data))
    except Exception as error:  # networkx raises any kind of error for bad files
        raise InputError(f"{name}: not GraphML: {_reason(error)}") from error
    return _tidy(parsed, name, reading)


def _from_gml(text: str, name: str, reading: Reading) -> Graph:
    networkx = _networkx(name)
    lines = text.splitlines()
    try:
        parsed = networkx.parse_gml(lines, label="label")
    except Exception:  # labels may be missing or repeated; the ids are unique
        try:
            parsed = networkx.parse_gml(lines, label="id")
        except Exception as error:
            raise InputError(f"{name}: not GML: {_reason(error)}") from error
    return _tidy(parsed, name, reading)


def _tidy(parsed: Any, name: str, reading: Reading) -> Graph:
    """The graph in the file's node order; these formats write numbers as strings."""
    try:
        graph = from_networkx(parsed, reading)
        return graph.relabelled(compact(tidy_names(graph.labels)))
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

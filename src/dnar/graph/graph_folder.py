"""Graph folders: canonical edges as arrays in files, which are mapped into memory.

A mapped array takes no memory of its own: the system reads pages of the file when they are used
and drops them when memory is short. The compiled executor reads such arrays where they are.
"""

import json
import os
import shutil
import tempfile
from collections.abc import Hashable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from dnar.array_types import Float64, Int32
from dnar.errors import InputError
from dnar.graph.checks import check_finite, checked_labels
from dnar.graph.graph import Graph, edge_places, is_rising

HEADER = "dnar-graph.json"
"""The file that says what the others hold; a folder with it is a graph."""

LABELS = "labels.json"
FORMAT, VERSION = "dnar graph", 1
POSITION, WEIGHT = np.dtype("<i4"), np.dtype("<f8")

BLOCK = 2**20
"""Edges that are written or checked at a time."""

Block = tuple[np.ndarray, np.ndarray, np.ndarray | None]
"""Sources, targets and, if there are some, weights of consecutive edges."""


def is_graph_folder(path: str | Path) -> bool:
    """Whether a path is a folder that `save_graph` wrote."""
    return (Path(path) / HEADER).is_file()


def save_graph(graph: Graph, folder: str | Path) -> None:
    """Writes a graph as a folder of arrays, which `read_graph` maps into memory.

    The folder appears only when it is complete.

    Raises:
        InputError: it exists already or cannot be written, or a label is neither a whole
            number nor text.
    """
    weight = graph.weight
    blocks = (
        (graph.source[at], graph.target[at], None if weight is None else weight[at])
        for at in _slices(graph.edge_count)
    )
    write_graph_folder(
        folder,
        blocks,
        labels=graph.labels,
        edges=graph.edge_count,
        directed=graph.directed,
        weighted=weight is not None,
    )


def write_graph_folder(
    folder: str | Path,
    blocks: Iterable[Block],
    *,
    labels: Sequence[Hashable],
    edges: int,
    directed: bool,
    weighted: bool,
) -> None:
    """Writes canonical edges, which come in blocks, as a graph folder.

    Raises:
        InputError: as in `save_graph`.
    """
    path = Path(folder)
    _check_labels(labels)
    if path.exists() or path.is_symlink():
        raise InputError(f"{path} exists already; remove it or give another name")
    if not path.absolute().parent.is_dir():
        raise InputError(f"there is no folder {path.parent} to write {path.name} into")
    header = {
        "format": FORMAT,
        "version": VERSION,
        "nodes": len(labels),
        "edges": edges,
        "directed": directed,
        "weighted": weighted,
        "labelled": not _is_numbered(labels),
    }
    part = None
    try:
        part = Path(tempfile.mkdtemp(dir=path.absolute().parent, prefix=".dnar."))
        _write_arrays(part, blocks, edges, weighted)
        if header["labelled"]:
            _write_json(part / LABELS, list(labels))
        _write_json(part / HEADER, header)
        # mkdtemp makes folders private; a result should be as readable as any other.
        mask = os.umask(0)
        os.umask(mask)
        part.chmod(0o777 & ~mask)
        part.rename(path)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        if part is not None and part.exists():
            shutil.rmtree(part)


def _is_numbered(labels: Sequence[Hashable]) -> bool:
    return isinstance(labels, range) and labels == range(len(labels))


def _check_labels(labels: Sequence[Hashable]) -> None:
    if isinstance(labels, range):
        return
    for label in labels:
        if isinstance(label, bool) or not isinstance(label, int | str):
            raise InputError(
                f"labels in a graph folder are whole numbers or text, got {label!r:.60}; give "
                "the nodes other labels with graph.relabelled"
            )


def _slices(edges: int) -> Iterator[slice]:
    for begin in range(0, edges, BLOCK):
        yield slice(begin, min(begin + BLOCK, edges))


def _write_arrays(part: Path, blocks: Iterable[Block], edges: int, weighted: bool) -> None:
    kinds = {"source": POSITION, "target": POSITION} | ({"weight": WEIGHT} if weighted else {})
    files = {name: (part / f"{name}.npy").open("wb") for name in kinds}
    try:
        for name, file in files.items():
            np.lib.format.write_array_header_1_0(
                file, {"descr": kinds[name].str, "fortran_order": False, "shape": (edges,)}
            )
        written = 0
        for block in blocks:
            written += len(block[0])
            for (name, file), array in zip(files.items(), block, strict=False):
                file.write(np.ascontiguousarray(array, dtype=kinds[name]).data)
        if written != edges:
            raise RuntimeError(f"{edges} edges were announced, {written} came")
        for file in files.values():
            file.flush()
            os.fsync(file.fileno())
    finally:
        for file in files.values():
            file.close()


def _write_json(path: Path, value: Any) -> None:
    with path.open("w", encoding="utf-8") as file:
        json.dump(value, file)
        file.flush()
        os.fsync(file.fileno())


def open_graph_folder(folder: str | Path) -> Graph:
    """The graph in a folder, its arrays mapped into memory.

    Everything is checked in one pass over the files. They must not be changed in place as long
    as the graph is used; `save_graph` never does that.

    Raises:
        InputError: a file is missing or damaged, or the edges are not canonical.
    """
    path = Path(folder)
    header = _header(path)
    nodes, edges, directed = header["nodes"], header["edges"], header["directed"]
    labels = _labels(path, nodes) if header["labelled"] else checked_labels(nodes)
    ends = ("source", "target")
    source, target = (_mapped(path / f"{end}.npy", POSITION, edges) for end in ends)
    weight = _mapped(path / "weight.npy", WEIGHT, edges) if header["weighted"] else None
    try:
        _check_edges(labels, source, target, weight, directed)
    except InputError as error:
        raise InputError(f"{path}: {error}") from error
    return Graph._trusted(labels, source, target, weight, directed)


def _header(path: Path) -> dict[str, Any]:
    value = _read_json(path / HEADER)
    kinds = {"nodes": int, "edges": int, "directed": bool, "weighted": bool, "labelled": bool}
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise InputError(f"{path / HEADER} does not describe a graph; write it with save_graph")
    if value.get("version") != VERSION:
        raise InputError(
            f"{path / HEADER} has version {value.get('version')!r:.60}, and this dnar reads "
            f"version {VERSION}; write the folder again"
        )
    for name, kind in kinds.items():
        if type(value.get(name)) is not kind or value[name] < 0:
            raise InputError(
                f"{path / HEADER}: {name} is {value.get(name)!r:.60}, expected "
                f"{'true or false' if kind is bool else 'a number, zero or more'}"
            )
    return value


def _labels(path: Path, nodes: int) -> Sequence[Hashable]:
    labels = _read_json(path / LABELS)
    if not isinstance(labels, list) or len(labels) != nodes:
        raise InputError(f"{path / LABELS} must be a list of {nodes} labels")
    _check_labels(labels)
    return checked_labels(labels)


def _read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} is not JSON: {error}") from error


def _mapped(path: Path, kind: np.dtype, edges: int) -> np.ndarray:
    """An array in a file; nothing of it is read yet."""
    try:
        # An empty array cannot be mapped.
        array = np.load(path, mmap_mode="r" if edges else None, allow_pickle=False)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from error
    except (ValueError, EOFError, SyntaxError) as error:
        reason = str(error).splitlines()[0] if str(error) else "it is damaged"
        raise InputError(f"{path} is not an array of {edges:,} numbers: {reason}") from error
    if not isinstance(array, np.ndarray) or array.dtype != kind or array.shape != (edges,):
        what = (
            f"shape {array.shape} and type {array.dtype}"
            if isinstance(array, np.ndarray)
            else "several arrays"
        )
        raise InputError(f"{path} must have shape ({edges},) and type {kind}, got {what}")
    return np.asarray(array)


def _check_edges(
    labels: Sequence[Hashable],
    source: Int32[np.ndarray, " edges"],
    target: Int32[np.ndarray, " edges"],
    weight: Float64[np.ndarray, " edges"] | None,
    directed: bool,
) -> None:
    """Returns if the edges are canonical; looks at a block at a time."""
    last, nodes = np.int64(-1), len(labels)
    for at in _slices(len(source)):
        tails, heads = source[at], target[at]
        lowest = min(int(tails.min()), int(heads.min()))
        highest = max(int(tails.max()), int(heads.max()))
        if lowest < 0 or highest >= nodes:
            bad = lowest if lowest < 0 else highest
            raise InputError(f"edge ends must be positions from 0 to {nodes - 1}, got {bad}")
        place = edge_places(tails, heads, nodes)
        falls = not is_rising(place) or place[0] <= last
        if falls or not (directed or (tails <= heads).all()):
            raise InputError(
                "edges must be sorted by source and target, without duplicates, and with "
                "source <= target when undirected; write the folder with save_graph"
            )
        if weight is not None:
            check_finite(labels, tails, heads, weight[at])
        last = place[-1]

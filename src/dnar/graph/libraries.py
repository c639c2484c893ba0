"""Graphs of other libraries: networkx, igraph and pandas.

None of them is imported here: a caller who has such a graph has loaded its library already.
"""

import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, repeat
from operator import contains, itemgetter, methodcaller
from typing import Any

import numpy as np

from dnar.errors import InputError
from dnar.graph.direction import with_direction
from dnar.graph.edge_table import compact, find_columns, tidy_names
from dnar.graph.graph import Graph
from dnar.graph.reading import Combine, Reading
from dnar.graph.weights import edge_weights, needs_attribute


def from_networkx(source: Any, reading: Reading) -> Graph:
    """The graph of a networkx graph: its node order, its edge attribute of weights.

    Raises:
        InputError: only some edges have a weight, a weight is not a finite number, or parallel
            edges have different weights and are not to be combined.
    """
    reading.refuse_columns("a networkx graph")
    names, position = _names_and_positions(source)
    own = bool(source.is_directed())
    several = source.is_multigraph()
    edges = None if several else _adjacency_edges(source, position, own, reading.weight)
    if edges is None:
        rows = list(source.edges(data=reading.weight))
        weight = edge_weights(
            [row[2] for row in rows], lambda at: f"({rows[at][0]!r}, {rows[at][1]!r})"
        )
        ends = _flat([row[:2] for row in rows], position)
        edges = ends[::2], ends[1::2], weight
    if reading.names_weight and edges[2] is None and len(edges[0]):
        known = {name for *_, data in source.edges(data=True) for name in data}
        raise needs_attribute(reading.weight, known, "edge attribute")
    return _as_said(names, *edges, own, reading)


CACHE = "dnar"
"""Our key in the cache of a networkx graph, which networkx clears when the graph changes."""


def structure_of_networkx(source: Any, directed: bool | None) -> Graph:
    """The graph of a networkx graph without its weights, converted once and kept with it.

    networkx forgets it whenever nodes or edges are added or removed. Weights are not in it:
    they can change without networkx noticing.
    """
    cache = _networkx_cache(source)
    kept = {} if cache is None else cache.get(CACHE, {})
    if directed not in kept or kept[directed].node_count != len(source):
        names, position = _names_and_positions(source)
        own = bool(source.is_directed())
        tails, heads = _ends([row for _, row in source.adjacency()], position)
        if not own:
            once = tails <= heads
            tails, heads = tails[once], heads[once]
        reading = Reading(directed)
        kept = {**kept, directed: _as_said(names, tails, heads, None, own, reading)}
        if cache is not None:
            cache[CACHE] = kept
    return kept[directed]


def _networkx_cache(source: Any) -> dict[str, Any] | None:
    """What networkx keeps with a graph and clears when it changes; None if it cannot tell.

    A view changes with its graph, which networkx does not follow.
    """
    cache = getattr(source, "__networkx_cache__", None)
    config = getattr(sys.modules["networkx"], "config", None)
    allowed = getattr(config, "cache_converted_graphs", False)
    is_view = hasattr(source, "_graph")
    return cache if isinstance(cache, dict) and allowed and not is_view else None


def _adjacency_edges(
    source: Any, position: dict[Hashable, int] | None, directed: bool, name: str
) -> tuple[np.ndarray, np.ndarray, np.ndarray | None] | None:
    """Sources, targets and weights, read row by row of the adjacency without a Python loop.

    None if a weight needs a closer look.
    """
    rows = [row for _, row in source.adjacency()]
    values: list[Any] | None = None
    try:
        values = list(map(itemgetter(name), _attributes(rows)))
    except KeyError:
        if any(map(contains, _attributes(rows), repeat(name))):
            return None
    if values is not None and not set(map(type, values)) <= {int, float}:
        return None
    tails, heads = _ends(rows, position)
    try:
        weight = np.array(values, np.float64) if values else None
    except OverflowError:
        return None
    if directed:
        return tails, heads, weight
    once = tails <= heads  # an undirected edge is in the rows of both ends
    return tails[once], heads[once], None if weight is None else weight[once]


def _names_and_positions(
    source: Any,
) -> tuple[Sequence[Hashable], dict[Hashable, int] | None]:
    """The labels of a networkx graph, and their positions unless they are 0, 1, 2, ..."""
    labels = list(source)
    names = compact(labels)
    if isinstance(names, range):
        return names, None
    return names, dict(zip(labels, range(len(labels)), strict=True))


def _ends(
    rows: Sequence[Mapping[Hashable, Any]], position: dict[Hashable, int] | None
) -> tuple[np.ndarray, np.ndarray]:
    """Tails and heads of all entries of an adjacency, as positions."""
    lengths = np.fromiter(map(len, rows), np.int64, len(rows))
    tails = np.repeat(np.arange(len(rows), dtype=np.int32), lengths)
    return tails, _flat(rows, position)


def _attributes(rows: Sequence[Mapping[Hashable, Any]]) -> Iterator[Any]:
    """The attribute dictionary of each entry of an adjacency."""
    return chain.from_iterable(map(methodcaller("values"), rows))


def _flat(rows: Iterable[Iterable[Any]], position: dict[Hashable, int] | None) -> np.ndarray:
    """The labels in all rows, one after the other, as positions."""
    labels = chain.from_iterable(rows)
    return np.fromiter(
        labels if position is None else map(position.__getitem__, labels), np.int32
    )


def from_igraph(source: Any, reading: Reading) -> Graph:
    """The graph of an igraph graph: labels are the vertex names if they are all different."""
    reading.refuse_columns("an igraph graph")
    labels = compact(_vertex_names(source))
    ends = _flat(source.get_edgelist(), None)
    tails, heads = ends[::2], ends[1::2]
    weighted = reading.weight in source.es.attributes()
    if reading.names_weight and not weighted:
        raise needs_attribute(reading.weight, source.es.attributes(), "edge attribute")

    def edge(at: int) -> str:
        return f"({labels[int(tails[at])]!r}, {labels[int(heads[at])]!r})"

    weight = edge_weights(source.es[reading.weight], edge) if weighted else None
    return _as_said(labels, tails, heads, weight, source.is_directed(), reading)


def from_pandas(source: Any, reading: Reading) -> Graph:
    """The graph of a table with columns of sources, targets and perhaps weights.

    A row without a target is a node of its own; an empty weight is a missing one.

    Raises:
        InputError: a column or a source is missing.
    """
    at_source, at_target, at_weight = find_columns(list(source.columns), reading, "the table")
    tails, heads = (source.iloc[:, at] for at in (at_source, at_target))
    tail_codes, tail_names = _coded(tails)
    head_codes, head_names = _coded(heads)
    if (tail_codes < 0).any():
        raise InputError(f"row {int(np.argmax(tail_codes < 0))} of the table has no source")
    rows = np.flatnonzero(head_codes >= 0)

    def edge(at: int) -> str:
        row = rows[at]
        return f"({tail_names[tail_codes[row]]!r}, {head_names[head_codes[row]]!r})"

    weight = None
    if at_weight is not None:
        weight = _weight_column(source.iloc[rows, at_weight], edge)
    names = tidy_names([*tail_names, *head_names])
    labels = sorted(set(names))
    position = dict(zip(labels, range(len(labels)), strict=True))
    places = np.fromiter(map(position.__getitem__, names), np.int32, len(names))
    return Graph.from_edges(
        places[: len(tail_names)][tail_codes[rows]],
        places[len(tail_names) :][head_codes[rows]],
        labels=compact(labels),
        weight=weight,
        directed=bool(reading.directed),
        combine=reading.combine,
    )


def _coded(column: Any) -> tuple[np.ndarray, list[Hashable]]:
    """Cells as positions in the list of different values, -1 if empty, and that list."""
    codes, values = column.factorize()
    return codes, [_whole(value) for value in values.tolist()]


def _whole(cell: Any) -> Any:
    # An integer column with empty cells is a float column in pandas.
    return int(cell) if isinstance(cell, float) and cell.is_integer() else cell


def _weight_column(column: Any, edge: Callable[[int], str]) -> np.ndarray | None:
    """The weights of the edges, None if all cells are empty."""
    empty = column.isna().to_numpy(bool)
    if column.dtype.kind in "iuf" and not empty.any():
        return column.to_numpy(np.float64) if len(column) else None
    cells = column.tolist()
    return edge_weights([None if no else cells[at] for at, no in enumerate(empty)], edge)


def _as_said(
    labels: Sequence[Hashable],
    source: np.ndarray,
    target: np.ndarray,
    weight: np.ndarray | None,
    own: bool,
    reading: Reading,
) -> Graph:
    """The graph with the library's own direction, changed if the caller says another."""
    # Opposite edges are merged at once, so that different weights are found in one place.
    merged = reading.directed is False and reading.combine is Combine.ERROR
    graph = Graph.from_edges(
        source,
        target,
        labels=labels,
        weight=weight,
        directed=own and not merged,
        combine=reading.combine,
    )
    return with_direction(graph, reading.directed, reading.combine)


def _vertex_names(source: Any) -> Sequence[Hashable]:
    if "name" in source.vs.attributes():
        names = source.vs["name"]
        hashable = all(isinstance(name, Hashable) for name in names)
        if hashable and None not in names and len(set(names)) == len(names):
            return names
    return range(source.vcount())

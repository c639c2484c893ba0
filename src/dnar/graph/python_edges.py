"""Graphs as plain Python values: edge lists of pairs or triples, and adjacency dictionaries."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np

from dnar.errors import InputError
from dnar.graph.checks import is_real
from dnar.graph.direction import undirected_if_symmetric, with_direction
from dnar.graph.edge_table import compact
from dnar.graph.graph import Graph
from dnar.graph.reading import Reading
from dnar.graph.weights import edge_weights, needs_attribute

_SHOWN = 60


def from_edge_list(rows: Iterable[Any], reading: Reading) -> Graph:
    """The graph of pairs (source, target) or triples (source, target, weight).

    A third entry may also be a dictionary of attributes; a row of one entry is a node of its
    own. Labels are sorted if all are whole numbers or all are text, and otherwise in the order
    in which they appear.

    Raises:
        InputError: a row is something else, or the list could be a matrix as well.
    """
    reading.refuse_columns("an edge list")
    rows = rows if isinstance(rows, list) else list(rows)
    _check_rows(rows)
    edges = [row for row in rows if len(row) > 1]
    labels = _ordered(chain.from_iterable(row[:2] for row in rows))
    ends = _positions(chain.from_iterable(row[:2] for row in edges), labels)
    values = [row[2] if len(row) == 3 else None for row in edges]
    return Graph.from_edges(
        ends[::2],
        ends[1::2],
        labels=compact(labels),
        weight=_weights(values, [row[:2] for row in edges], reading),
        directed=bool(reading.directed),
        combine=reading.combine,
    )


def from_adjacency(adjacency: Mapping[Any, Any], reading: Reading) -> Graph:
    """The graph of a dictionary: node -> neighbours, or node -> neighbour -> weight.

    A weight may also be a dictionary of attributes. Nodes are in the order of the dictionary;
    neighbours that are no keys follow. As a matrix, it is undirected if it is symmetric.

    Raises:
        InputError: the neighbours of a node are no collection, or a weight is no number.
    """
    reading.refuse_columns("an adjacency dictionary")
    for node, row in adjacency.items():
        if isinstance(row, str | bytes) or not isinstance(row, Iterable):
            raise InputError(
                f"the neighbours of {node!r} must be a list, a set or a dictionary, got "
                f"{row!r:.60}"
            )
    edges = [(node, neighbour) for node, row in adjacency.items() for neighbour in row]
    labels = _distinct(chain(adjacency, (head for _, head in edges)))
    values = [
        row[neighbour] if isinstance(row, Mapping) else None
        for row in adjacency.values()
        for neighbour in row
    ]
    ends = _positions(chain.from_iterable(edges), labels)
    graph = Graph.from_edges(
        ends[::2],
        ends[1::2],
        labels=compact(labels),
        weight=_weights(values, edges, reading),
        directed=True,
        combine=reading.combine,
    )
    if reading.directed is None:
        return undirected_if_symmetric(graph)
    return with_direction(graph, reading.directed, reading.combine)


def _check_rows(rows: list[Any]) -> None:
    if not rows:
        raise InputError("the edge list is empty, and a graph needs at least one node")
    for number, row in enumerate(rows):
        if not isinstance(row, tuple | list) or not 1 <= len(row) <= 3:
            raise InputError(
                "a row of an edge list is (source, target) or (source, target, weight), got "
                f"{_short(row)} in row {number}; give an adjacency matrix as a numpy array"
            )
    # Two rows of two numbers, or three of three, are a matrix as much as an edge list.
    square = len(rows) in (2, 3) and all(
        isinstance(row, list) and len(row) == len(rows) and all(map(is_real, row))
        for row in rows
    )
    if square:
        raise InputError(
            f"{_short(rows)} may be an edge list or an adjacency matrix; give edges as tuples, "
            "or a matrix as a numpy array"
        )


def _ordered(labels: Iterable[Hashable]) -> list[Hashable]:
    """Every label once; whole numbers and text sorted, others as they come."""
    found = [
        each.item() if isinstance(each, np.generic) else each for each in _distinct(labels)
    ]
    kinds = set(map(type, found))
    return sorted(found) if kinds <= {int} or kinds <= {str} else found  # type: ignore[type-var]


def _distinct(labels: Iterable[Hashable]) -> list[Hashable]:
    try:
        return list(dict.fromkeys(labels))
    except TypeError as error:
        raise InputError(f"node labels must be hashable: {error}") from error


def _positions(ends: Iterable[Hashable], labels: list[Hashable]) -> np.ndarray:
    position = dict(zip(labels, range(len(labels)), strict=True))
    return np.fromiter(map(position.__getitem__, ends), np.int32)


def _weights(
    values: list[Any], edges: Sequence[Sequence[Any]], reading: Reading
) -> np.ndarray | None:
    """The weights, of which each is a number, None, or a dictionary of attributes."""
    is_attributed = any(isinstance(value, Mapping) for value in values)
    if is_attributed:
        known = {name for value in values if isinstance(value, Mapping) for name in value}
        if reading.names_weight and reading.weight not in known:
            raise needs_attribute(reading.weight, known, "edge attribute")
        values = [
            value.get(reading.weight) if isinstance(value, Mapping) else value
            for value in values
        ]
    elif edges:
        reading.refuse_attribute("an edge list without attributes")
    return edge_weights(values, lambda at: f"({edges[at][0]!r}, {edges[at][1]!r})")


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "..."

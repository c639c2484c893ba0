"""Conversion: any graph a user may hold becomes the one `Graph` of this package."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from dnar.errors import InputError
from dnar.graph.builtin import load_graph
from dnar.graph.direction import with_direction
from dnar.graph.edge_index import from_edge_index, from_pyg
from dnar.graph.files import read_graph
from dnar.graph.graph import Graph
from dnar.graph.libraries import (
    from_igraph,
    from_networkx,
    from_pandas,
    structure_of_networkx,
)
from dnar.graph.matrices import from_dense, from_sparse, is_sparse
from dnar.graph.python_edges import from_adjacency, from_edge_list
from dnar.graph.reading import AS_USUAL, Reading, reading_of
from dnar.graph.weights import with_default_weight

Converter = Callable[[Any, Reading], Graph]


def _refuse_edge_view(given: object, _: Reading) -> Graph:
    # Such a view is a dictionary of edges, and one of parallel edges ends in keys, not weights.
    raise InputError(f"give the networkx graph itself instead of its {type(given).__name__}")


# Keyed by (root module, class) so that no library is imported only to test for its type.
_LIBRARIES: dict[tuple[str, str], Converter] = {
    ("networkx", "Graph"): from_networkx,
    ("networkx", "OutEdgeView"): _refuse_edge_view,
    ("networkx", "OutEdgeDataView"): _refuse_edge_view,
    ("igraph", "Graph"): from_igraph,
    ("torch_geometric", "Data"): from_pyg,
    ("pandas", "DataFrame"): from_pandas,
    ("torch", "Tensor"): from_edge_index,
}

_ACCEPTED = (
    "a dnar Graph, a networkx graph, an igraph Graph, a PyG Data or edge_index, a scipy sparse "
    "matrix, a square numpy array, a pandas DataFrame with columns source and target, a list "
    "of pairs or triples, a dictionary of neighbours, a file, or the name of a built-in graph"
)


def as_graph(
    given: object,
    /,
    *,
    directed: bool | None = None,
    weight: float | int | str | None = None,
    weighted: bool = True,
    source: str | None = None,
    target: str | None = None,
    combine: str = "error",
) -> Graph:
    """The graph that `given` stands for, whatever library or file it comes from.

    Args:
        given: a `Graph`, a networkx, igraph or PyG graph, a torch `edge_index` alone or in a
            pair with its weights, a scipy or numpy adjacency matrix, a pandas edge table, a
            list of pairs or triples, a dictionary of neighbours, the path of a file, "-" for
            standard input, or the name of a built-in graph.
        directed: whether edges have a direction. By default as the library says; a matrix, a
            dictionary, a PyG graph or an edge_index is undirected if it is symmetric; a table
            or a list is undirected.
        weight: a text names the attribute or column of the weights, "weight" by default; a
            number is the weight of every edge, if the graph has none of its own.
        weighted: whether weights are read. Without them a networkx graph is converted once
            and kept, until networkx changes it.
        source: the column of the sources of a table or text file, "source" by default.
        target: the column of the targets, "target" by default.
        combine: what parallel edges of different weights become: the smallest ("min"), their
            "sum", or an "error".

    Raises:
        InputError: what is given is of another type, or is not a graph.
    """
    if isinstance(given, str | Path):
        load = load_graph if isinstance(given, str) else read_graph
        return load(
            given,
            directed=directed,
            weight=weight,
            source=source,
            target=target,
            combine=combine,
        )
    reading = reading_of(directed, weight, source, target, combine)
    if not weighted and is_sparse(given):
        return from_sparse(given, reading, weighted=False)
    if not weighted and _converter(given) is from_networkx:
        reading.refuse_columns("a networkx graph")
        return structure_of_networkx(given, reading.directed)
    return with_default_weight(_converted(given, reading), reading.default_weight)


def _converted(given: object, reading: Reading) -> Graph:
    if isinstance(given, Graph):
        _refuse_names(reading, "a dnar Graph")
        return with_direction(given, reading.directed, reading.combine)
    if is_sparse(given):
        _refuse_names(reading, "a matrix")
        return from_sparse(given, reading)
    if isinstance(given, np.ndarray):
        _refuse_names(reading, "a matrix")
        return from_dense(given, reading)
    converter = _converter(given)
    if converter is not None:
        return converter(given, reading)
    if isinstance(given, Mapping):
        return from_adjacency(given, reading)
    if isinstance(given, tuple) and given and _converter(given[0]) is from_edge_index:
        return from_edge_index(given, reading)
    if isinstance(given, Iterable) and not isinstance(given, bytes):
        return from_edge_list(given, reading)
    raise InputError(f"cannot make a graph of a {type(given).__name__}; give {_ACCEPTED}")


def _refuse_names(reading: Reading, what: str) -> None:
    if reading is AS_USUAL:
        return
    reading.refuse_columns(what)
    reading.refuse_attribute(what)


def _converter(given: object) -> Converter | None:
    for base in type(given).__mro__:
        converter = _LIBRARIES.get((base.__module__.split(".")[0], base.__name__))
        if converter is not None:
            return converter
    return None


def is_graph(source: object) -> bool:
    """Whether this is one graph, or a table of one, and no collection of graphs."""
    whole = isinstance(source, Graph | np.ndarray) or is_sparse(source)
    return whole or _converter(source) is not None

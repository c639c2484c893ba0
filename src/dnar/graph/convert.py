"""Conversion: any graph a user may hold becomes the one `Graph` of this package."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from dnar.errors import InputError
from dnar.graph.builtin import load_graph
from dnar.graph.direction import with_direction
from dnar.graph.files import read_graph
from dnar.graph.graph import Graph
from dnar.graph.libraries import (
    from_igraph,
    from_networkx,
    from_pandas,
    from_pyg,
    structure_of_networkx,
)
from dnar.graph.matrices import from_dense, from_sparse, is_sparse
from dnar.graph.weights import with_default_weight

# Keyed by (root module, class) so that no library is imported only to test for its type.
_LIBRARIES: dict[tuple[str, str], Callable[[Any, bool | None], Graph]] = {
    ("networkx", "Graph"): from_networkx,
    ("igraph", "Graph"): from_igraph,
    ("torch_geometric", "Data"): from_pyg,
    ("pandas", "DataFrame"): from_pandas,
}

_ACCEPTED = (
    "a dnar Graph, a networkx graph, an igraph Graph, a PyG Data, a scipy sparse matrix, "
    "a square numpy array, a pandas DataFrame with columns source and target, a file, or the "
    "name of a built-in graph"
)


def as_graph(
    source: object,
    *,
    directed: bool | None = None,
    weight: float | None = None,
    weighted: bool = True,
) -> Graph:
    """The graph that `source` stands for, whatever library or file it comes from.

    Args:
        source: a `Graph`, a networkx, igraph or PyG graph, a scipy or numpy adjacency matrix, a
            pandas edge table, the path of a file, or the name of a built-in graph.
        directed: whether edges have a direction. By default as the library says; a matrix or
            PyG graph is undirected if it is symmetric; a table is undirected.
        weight: the weight of every edge, if the graph has none of its own.
        weighted: whether weights are read. Without them a networkx graph is converted once
            and kept, until networkx changes it.

    Raises:
        InputError: the source is of another type, or is not a graph.
    """
    if isinstance(source, Path):
        return read_graph(source, directed=directed, weight=weight)
    if isinstance(source, str):
        return load_graph(source, directed=directed, weight=weight)
    if not weighted and is_sparse(source):
        return from_sparse(source, directed, weighted=False)
    if not weighted and _converter(source) is from_networkx:
        return structure_of_networkx(source, directed)
    return with_default_weight(_converted(source, directed), weight)


def _converted(source: object, directed: bool | None) -> Graph:
    if isinstance(source, Graph):
        return with_direction(source, directed)
    if is_sparse(source):
        return from_sparse(source, directed)
    if isinstance(source, np.ndarray):
        return from_dense(source, directed)
    converter = _converter(source)
    if converter is not None:
        return converter(source, directed)
    raise InputError(f"cannot make a graph of a {type(source).__name__}; give {_ACCEPTED}")


def _converter(source: object) -> Callable[[Any, bool | None], Graph] | None:
    for base in type(source).__mro__:
        converter = _LIBRARIES.get((base.__module__.split(".")[0], base.__name__))
        if converter is not None:
            return converter
    return None


def is_graph(source: object) -> bool:
    """Whether this is one graph, or a table of one, and no collection of graphs."""
    whole = isinstance(source, Graph | np.ndarray) or is_sparse(source)
    return whole or _converter(source) is not None

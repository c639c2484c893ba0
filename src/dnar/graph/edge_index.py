"""Graphs in PyTorch: PyG's `Data`, and an `edge_index` alone or with its weights.

Neither library is imported here: a caller who has such a graph has loaded it already.
"""

import warnings
from typing import Any

import numpy as np

from dnar.errors import InputError
from dnar.graph.direction import undirected_if_symmetric, with_direction
from dnar.graph.graph import Graph
from dnar.graph.reading import Reading
from dnar.graph.weights import needs_attribute


def from_pyg(source: Any, reading: Reading) -> Graph:
    """The graph of a PyG `Data`: weights are `edge_weight` or an `edge_attr` of one column.

    An `edge_attr` of several columns is not a weight and is left out.

    Raises:
        InputError: `edge_index` is not of shape [2, edges], or there is no attribute of the
            name that was asked for.
    """
    reading.refuse_columns("a PyG Data")
    with warnings.catch_warnings():
        # PyG warns where only the edges tell how many nodes there are.
        warnings.simplefilter("ignore", UserWarning)
        nodes = source.num_nodes
    if nodes is None:
        raise InputError(
            "this PyG Data has neither nodes nor edges; set num_nodes or edge_index"
        )
    ends = _edge_index(source.edge_index)
    return _of_edge_index(
        ends, int(nodes), _pyg_weight(source, ends.shape[1], reading), reading
    )


def from_edge_index(source: Any, reading: Reading) -> Graph:
    """The graph of a torch `edge_index`, or of a pair of one and its weights.

    Nodes are 0 to the largest that an edge names.

    Raises:
        InputError: it is not of shape [2, edges], or has no edges to tell the nodes from.
    """
    reading.refuse_columns("an edge_index")
    reading.refuse_attribute("an edge_index")
    index, values = source, None
    if isinstance(source, tuple):
        if len(source) != 2 or not hasattr(source[1], "detach"):
            raise InputError(
                "beside an edge_index there can be one tensor of weights, as in "
                f"(edge_index, edge_weight), got {len(source)} entries"
            )
        index, values = source
    ends = _edge_index(index)
    if not ends.size:
        raise InputError(
            "an edge_index without edges does not say how many nodes there are; give a PyG "
            "Data with num_nodes"
        )
    weight = None if values is None else values.detach().cpu().double().numpy().reshape(-1)
    return _of_edge_index(ends, int(ends.max()) + 1, weight, reading)


def _edge_index(index: Any) -> np.ndarray:
    """An edge_index as an array; None is one without edges."""
    ends = np.zeros((2, 0), np.int64) if index is None else index.detach().cpu().numpy()
    if ends.ndim != 2 or len(ends) != 2:
        raise InputError(f"edge_index must have shape [2, edges], got {list(ends.shape)}")
    return ends


def _of_edge_index(
    ends: np.ndarray, nodes: int, weight: np.ndarray | None, reading: Reading
) -> Graph:
    graph = Graph.from_edges(
        *ends, labels=nodes, weight=weight, directed=True, combine=reading.combine
    )
    if reading.directed is None:
        return undirected_if_symmetric(graph)
    return with_direction(graph, reading.directed, reading.combine)


def _pyg_weight(source: Any, edges: int, reading: Reading) -> np.ndarray | None:
    named = reading.names_weight
    if named and getattr(source, reading.weight, None) is None:
        raise needs_attribute(reading.weight, source.keys(), "attribute")
    for name in (reading.weight,) if named else ("edge_weight", "edge_attr"):
        column = getattr(source, name, None)
        if column is None or not edges:
            continue
        if column.ndim == 1 or (column.ndim == 2 and column.shape[1] == 1):
            return column.detach().cpu().double().numpy().reshape(-1)
        if named:
            raise InputError(
                f"the attribute {name!r} must hold one weight per edge, got shape "
                f"{list(column.shape)}"
            )
    return None

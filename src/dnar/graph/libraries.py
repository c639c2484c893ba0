"""Graphs of other libraries: networkx, igraph, PyTorch Geometric and pandas.

None of them is imported here: whoever holds such a graph has imported its library already.
"""

import warnings
from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np

from dnar.errors import InputError
from dnar.graph.direction import undirected_if_symmetric, with_direction
from dnar.graph.edge_table import compact, graph_of_table
from dnar.graph.graph import Graph
from dnar.graph.weights import edge_weights


def from_networkx(source: Any, directed: bool | None) -> Graph:
    """The graph of a networkx graph: its node order, its edge attribute "weight"."""
    labels = list(source.nodes)
    position = {label: index for index, label in enumerate(labels)}
    rows = list(source.edges(data="weight"))
    weight = edge_weights(
        [row[2] for row in rows], lambda at: f"({rows[at][0]!r}, {rows[at][1]!r})"
    )
    ends = _pairs([(position[row[0]], position[row[1]]) for row in rows])
    own = bool(source.is_directed())
    return _as_said(labels, ends, weight, own, directed)


def from_igraph(source: Any, directed: bool | None) -> Graph:
    """The graph of an igraph graph: labels are the vertex names if they are all different."""
    labels = _vertex_names(source)
    ends = _pairs(source.get_edgelist())
    weighted = "weight" in source.es.attributes()
    values = source.es["weight"] if weighted else [None] * len(ends)

    def edge(at: int) -> str:
        return f"({labels[int(ends[at, 0])]!r}, {labels[int(ends[at, 1])]!r})"

    return _as_said(labels, ends, edge_weights(values, edge), source.is_directed(), directed)


def from_pyg(source: Any, directed: bool | None) -> Graph:
    """The graph of a PyG `Data`: weights are `edge_weight` or an `edge_attr` of one column.

    An `edge_attr` of several columns is not a weight and is left out.

    Raises:
        InputError: `edge_index` is not of shape [2, edges].
    """
    with warnings.catch_warnings():
        # PyG warns where only the edges tell how many nodes there are.
        warnings.simplefilter("ignore", UserWarning)
        nodes = source.num_nodes
    if nodes is None:
        raise InputError(
            "this PyG Data has neither nodes nor edges; set num_nodes or edge_index"
        )
    index = source.edge_index
    ends = np.zeros((2, 0), np.int64) if index is None else index.detach().cpu().numpy()
    if ends.ndim != 2 or len(ends) != 2:
        raise InputError(f"edge_index must have shape [2, edges], got {list(ends.shape)}")
    graph = Graph.from_edges(
        *ends, labels=int(nodes), weight=_pyg_weight(source, ends.shape[1]), directed=True
    )
    if directed is None:
        return undirected_if_symmetric(graph)
    return with_direction(graph, directed)


def from_pandas(source: Any, directed: bool | None) -> Graph:
    """The graph of a table with the columns source, target and perhaps weight.

    A row without a target is a node of its own; an empty weight is a missing one.

    Raises:
        InputError: a column or a source is missing.
    """
    columns = [str(name).strip().lower() for name in source.columns]
    for name in ("source", "target"):
        if name not in columns:
            raise InputError(
                f"the table needs the columns source and target, got {list(source.columns)}"
            )
    tails, heads = (_cells(source, columns.index(name)) for name in ("source", "target"))
    if None in tails:
        raise InputError(f"row {tails.index(None)} of the table has no source")
    rows = [at for at, head in enumerate(heads) if head is not None]
    values = _cells(source, columns.index("weight")) if "weight" in columns else None
    weight = edge_weights(
        [None if values is None else values[at] for at in rows],
        lambda at: f"({tails[rows[at]]!r}, {heads[rows[at]]!r})",
    )
    return graph_of_table(tails, heads, weight, directed=bool(directed))


def _as_said(
    labels: Sequence[Hashable],
    ends: np.ndarray,
    weight: np.ndarray | None,
    own: bool,
    directed: bool | None,
) -> Graph:
    """The graph as the library directs it, then as the caller does."""
    # Two opposite edges become one at once, so that their conflict is found in one place.
    kept = own and directed is not False
    graph = Graph.from_edges(
        ends[:, 0], ends[:, 1], labels=compact(labels), weight=weight, directed=kept
    )
    return with_direction(graph, directed)


def _pairs(edges: Sequence[tuple[int, int]]) -> np.ndarray:
    return np.array(edges, dtype=np.int64).reshape(-1, 2)


def _vertex_names(source: Any) -> Sequence[Hashable]:
    if "name" in source.vs.attributes():
        names = source.vs["name"]
        hashable = all(isinstance(name, Hashable) for name in names)
        if hashable and None not in names and len(set(names)) == len(names):
            return names
    return range(source.vcount())


def _pyg_weight(source: Any, edges: int) -> np.ndarray | None:
    for name in ("edge_weight", "edge_attr"):
        column = getattr(source, name, None)
        if column is None or not edges:
            continue
        if column.ndim == 1 or (column.ndim == 2 and column.shape[1] == 1):
            return column.detach().cpu().double().numpy().reshape(-1)
    return None


def _cells(table: Any, column: int) -> list[Any]:
    """The cells of a column as Python values, None where empty, whole floats as integers."""
    series = table.iloc[:, column]
    cells = series.tolist()
    empty = series.isna().tolist()
    return [None if none else _whole(cell) for cell, none in zip(cells, empty, strict=True)]


def _whole(cell: Any) -> Any:
    # An integer column with empty cells is a float column in pandas.
    return int(cell) if isinstance(cell, float) and cell.is_integer() else cell

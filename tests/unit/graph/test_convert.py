"""Conversion: the same data gives the same graph, whatever holds it."""

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import igraph
import networkx as nx
import numpy as np
import pandas as pd
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from dnar.errors import InputError
from dnar.graph import Graph, as_graph

with warnings.catch_warnings():
    # PyG, while it is imported, uses what torch has deprecated.
    warnings.simplefilter("ignore", DeprecationWarning)
    from torch_geometric.data import Data

Making = Callable[[Graph, Path], Any]


def _dense(graph: Graph) -> np.ndarray:
    weighted = graph.weight is not None
    matrix = np.zeros((graph.node_count,) * 2, dtype=float if weighted else bool)
    value = graph.weight if weighted else True
    matrix[graph.source, graph.target] = value
    if not graph.directed:
        matrix[graph.target, graph.source] = value
    return matrix


def _networkx(graph: Graph) -> nx.Graph:
    made = nx.DiGraph() if graph.directed else nx.Graph()
    made.add_nodes_from(graph.labels)
    for at, ends in enumerate(zip(graph.source.tolist(), graph.target.tolist(), strict=True)):
        weight = {} if graph.weight is None else {"weight": float(graph.weight[at])}
        made.add_edge(*ends, **weight)
    return made


def _igraph(graph: Graph) -> igraph.Graph:
    ends = list(zip(graph.source.tolist(), graph.target.tolist(), strict=True))
    made = igraph.Graph(graph.node_count, ends, directed=graph.directed)
    if graph.weight is not None:
        made.es["weight"] = graph.weight.tolist()
    return made


def _pyg(graph: Graph, *, attribute: str = "edge_weight") -> Data:
    rows, columns = np.nonzero(_dense(graph))
    made = Data(edge_index=torch.tensor(np.stack([rows, columns])), num_nodes=graph.node_count)
    if graph.weight is not None:
        made[attribute] = torch.tensor(_dense(graph)[rows, columns])
    return made


def _table(graph: Graph) -> pd.DataFrame:
    # Every node has a row of its own, so that those without edges are there.
    nodes = pd.DataFrame({"source": range(graph.node_count)})
    edges = pd.DataFrame({"source": graph.source, "target": graph.target})
    if graph.weight is not None:
        edges["weight"] = graph.weight
    return pd.concat([edges, nodes]).sample(frac=1, random_state=0)


def _written(graph: Graph, path: Path, how: str) -> Path:
    table = _table(graph)
    if how == "csv":
        table["target"] = table["target"].astype("Int64")
        table.to_csv(path, index=False)
    elif how == "edges":
        words = [
            [
                str(int(cell)) if at < 2 else repr(cell)
                for at, cell in enumerate(row)
                if not pd.isna(cell)
            ]
            for row in table.itertuples(index=False)
        ]
        path.write_text("\n".join(" ".join(row) for row in words))
    elif how == "graphml":
        nx.write_graphml(_networkx(graph), path)
    else:
        nx.write_gml(_networkx(graph), path)
    return path


MAKERS: dict[str, Making] = {
    "networkx": lambda graph, _: _networkx(graph),
    "multigraph": lambda graph, _: (
        nx.MultiDiGraph(_networkx(graph)) if graph.directed else nx.MultiGraph(_networkx(graph))
    ),
    "csr_array": lambda graph, _: sparse.csr_array(_dense(graph)),
    "coo_matrix": lambda graph, _: sparse.coo_matrix(_dense(graph)),
    "lil_array": lambda graph, _: sparse.lil_array(_dense(graph)),
    "bsr_array": lambda graph, _: sparse.bsr_array(_dense(graph)),
    "dia_array": lambda graph, _: sparse.dia_array(_dense(graph)),
    "numpy": lambda graph, _: _dense(graph),
    "masked": lambda graph, _: np.ma.masked_equal(_dense(graph), 0),
    "igraph": lambda graph, _: _igraph(graph),
    "pyg": lambda graph, _: _pyg(graph),
    "pyg edge_attr": lambda graph, _: _pyg(graph, attribute="edge_attr"),
    "pandas": lambda graph, _: _table(graph),
    "csv": lambda graph, folder: _written(graph, folder / "graph.csv", "csv"),
    "edge list": lambda graph, folder: _written(graph, folder / "graph.edges", "edges"),
    "graphml": lambda graph, folder: _written(graph, folder / "graph.graphml", "graphml"),
    "gml": lambda graph, folder: _written(graph, folder / "graph.gml", "gml"),
    "file name": lambda graph, folder: str(_written(graph, folder / "graph.gml", "gml")),
}


def _example(*, directed: bool, weighted: bool) -> Graph:
    """Self-loop, two components, a node without edges, and eleven nodes (10 sorts after 9)."""
    source = [0, 0, 1, 3, 3, 6, 10, 9]
    target = [1, 2, 2, 3, 4, 7, 6, 10]
    weight = [0.1, 2.0, -1.5, 3.0, 1e-9, 0.25, 7.0, 1 / 3] if weighted else None
    return Graph.from_edges(source, target, labels=11, weight=weight, directed=directed)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("name", MAKERS)
def test_all_representations_agree(
    name: str, directed: bool, weighted: bool, tmp_path: Path
) -> None:
    graph = _example(directed=directed, weighted=weighted)
    source = MAKERS[name](graph, tmp_path)
    # Tables alone cannot say that they are directed.
    is_table = name in ("pandas", "csv", "edge list")
    assert as_graph(source, directed=directed if is_table else None) == graph


@settings(max_examples=40, deadline=None)
@given(
    edges=st.dictionaries(
        st.tuples(st.integers(0, 6), st.integers(0, 6)), st.floats(0.5, 9.0), max_size=20
    ),
    directed=st.booleans(),
)
def test_libraries_agree_on_any_graph(
    edges: dict[tuple[int, int], float], directed: bool
) -> None:
    if not directed:
        edges = {(min(ends), max(ends)): weight for ends, weight in edges.items()}
    graph = Graph.from_edges(
        [ends[0] for ends in edges],
        [ends[1] for ends in edges],
        labels=7,
        weight=list(edges.values()) or None,
        directed=directed,
    )
    for source in (
        _networkx(graph),
        sparse.csr_array(_dense(graph)),
        _dense(graph),
        _igraph(graph),
    ):
        assert as_graph(source, directed=directed) == graph
    assert as_graph(_pyg(graph), directed=directed) == graph
    assert as_graph(_table(graph), directed=directed) == graph


@pytest.mark.parametrize(
    "name", [name for name in MAKERS if name not in ("csv", "edge list", "pandas")]
)
def test_direction_can_be_overruled(name: str, tmp_path: Path) -> None:
    graph = _example(directed=False, weighted=True)
    both = as_graph(MAKERS[name](graph, tmp_path), directed=True)
    assert both.directed
    assert both.edge_count == 2 * graph.edge_count - 1  # the self-loop has one direction
    one_way = _example(directed=True, weighted=True)
    assert as_graph(MAKERS[name](one_way, tmp_path), directed=False) == graph


def test_weight_is_set_only_where_there_is_none() -> None:
    bare = _example(directed=False, weighted=False)
    assert as_graph(_networkx(bare), weight=2.0) == bare.with_weight(2.0)
    full = _example(directed=False, weighted=True)
    assert as_graph(_networkx(full), weight=2.0) == full
    assert as_graph(full, weight=2.0) is full
    assert as_graph(bare) is bare


class _MyGraph(nx.Graph):
    """A subclass defined outside networkx."""


def test_subclasses_are_recognised() -> None:
    made = _MyGraph()
    made.add_edge("a", "b")
    assert as_graph(made) == Graph.from_edges([0], [1], labels=["a", "b"])
    assert as_graph(nx.path_graph(3).subgraph([0, 1])).edge_count == 1


@pytest.mark.parametrize(
    "source",
    [
        nx.empty_graph(3),
        np.zeros((3, 3)),
        sparse.csr_array((3, 3)),
        igraph.Graph(3),
        Data(num_nodes=3),
        pd.DataFrame({"source": [0, 1, 2], "target": [None] * 3}),
    ],
    ids=lambda source: type(source).__module__.split(".")[0],
)
def test_graph_without_edges(source: object) -> None:
    assert as_graph(source) == Graph.from_edges([], [], labels=3)


BAD: list[tuple[object, str]] = [
    (None, "cannot make a graph of a NoneType; give a dnar Graph, a networkx graph"),
    (b"abc", "cannot make a graph of a bytes"),
    ("no-such-graph", "no file and no built-in graph 'no-such-graph'"),
    (Path("no-such-file.csv"), "cannot read 'no-such-file.csv'"),
]


@pytest.mark.parametrize(("source", "message"), BAD)
def test_bad_input(source: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        as_graph(source)

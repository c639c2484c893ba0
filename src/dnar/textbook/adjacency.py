"""Neighbours and edges of a graph, in the forms that sequential code wants."""

from dataclasses import dataclass

import numpy as np

from dnar.array_types import Float64, Int64
from dnar.graph import Graph


@dataclass(frozen=True)
class Rows:
    """Out-neighbours of every node in index order, one row after the other."""

    begin: list[int]
    """Where the row of a node begins; the next one's begins where it ends."""
    target: list[int]
    weight: list[float]

    def of(self, node: int) -> list[int]:
        """The out-neighbours of a node."""
        return self.target[self.begin[node] : self.begin[node + 1]]

    def weighted(self, node: int) -> "zip[tuple[int, float]]":
        """The out-neighbours of a node, each with the weight of the edge."""
        row = slice(self.begin[node], self.begin[node + 1])
        return zip(self.target[row], self.weight[row], strict=True)


def rows_of(graph: Graph) -> Rows:
    """The out-neighbours in a graph; edges without a weight weigh one."""
    source, target, weight = arcs_of(graph)
    order = np.argsort(source * graph.node_count + target, kind="stable")
    begin = np.zeros(graph.node_count + 1, dtype=np.int64)
    np.cumsum(np.bincount(source, minlength=graph.node_count), out=begin[1:])
    return Rows(begin.tolist(), target[order].tolist(), weight[order].tolist())


def arcs_of(
    graph: Graph,
) -> tuple[
    Int64[np.ndarray, " arcs"], Int64[np.ndarray, " arcs"], Float64[np.ndarray, " arcs"]
]:
    """Sources, targets and weights of all ways to go; undirected edges lead both ways."""
    source, target = graph.source.astype(np.int64), graph.target.astype(np.int64)
    weight = np.ones(graph.edge_count) if graph.weight is None else graph.weight
    if graph.directed:
        return source, target, weight
    back = source != target
    return (
        np.concatenate([source, target[back]]),
        np.concatenate([target, source[back]]),
        np.concatenate([weight, weight[back]]),
    )


def edges_between(
    graph: Graph, source: Int64[np.ndarray, " pairs"], target: Int64[np.ndarray, " pairs"]
) -> Int64[np.ndarray, " pairs"]:
    """The number of the edge that leads from each source to its target; -1 without one."""
    if not graph.directed:
        source, target = np.minimum(source, target), np.maximum(source, target)
    wanted = source * graph.node_count + target
    places = graph.source.astype(np.int64) * graph.node_count + graph.target
    if not places.size:
        return np.full(len(wanted), -1)
    # The edges of a graph are sorted by source and then by target.
    found = np.minimum(np.searchsorted(places, wanted), len(places) - 1)
    return np.where(places[found] == wanted, found, -1)

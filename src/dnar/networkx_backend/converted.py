"""A networkx graph as the backend holds it: kept by networkx with the graph, converted once.

networkx may give a graph that it kept for one call to another call that wants other weights. So
each set of weights is read when it is first wanted, and kept beside the others.
"""

from collections.abc import Hashable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from dnar.errors import InputError
from dnar.graph import Graph, as_graph
from dnar.run.prepared import PreparedEngine, engine

DEFAULT_WEIGHT = 1
"""What networkx takes as the weight of an edge that has none."""

_ENGINES: dict[str, PreparedEngine] = {}


class Weighted(NamedTuple):
    """A graph with weights."""

    graph: Graph
    whole: bool
    """Whether all weights are whole numbers: distances are then whole, too."""


class ConvertedGraph:
    """A networkx graph, with its nodes and edges and any of its weights as ours."""

    __networkx_backend__ = "dnar"

    def __init__(self, net: Any) -> None:
        """Converts nothing yet."""
        self.net = net
        self._weighted: dict[str | None, Weighted] = {}

    @cached_property
    def graph(self) -> Graph:
        """Nodes and edges without weights."""
        return as_graph(self.net, weighted=False)

    def weighted(self, attribute: str | None) -> Weighted:
        """The graph with the weights of an attribute; None gives every edge the weight 1.

        A missing weight is 1, too; of parallel edges the smallest weight counts.

        Raises:
            NotImplementedError: a weight is not a finite number.
        """
        if attribute not in self._weighted:
            self._weighted[attribute] = (
                Weighted(self.graph.with_weight(float(DEFAULT_WEIGHT)), True)
                if attribute is None
                else _with_weights(self, attribute)
            )
        return self._weighted[attribute]

    def is_directed(self) -> bool:
        """Whether edges have a direction."""
        return self.net.is_directed()

    def is_multigraph(self) -> bool:
        """Whether the networkx graph may have parallel edges."""
        return self.net.is_multigraph()

    def __len__(self) -> int:
        return len(self.net)

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.net)

    def __contains__(self, node: Hashable) -> bool:
        return node in self.net

    def check(self, node: Hashable, error: type[Exception], message: str) -> None:
        """Returns if a node is in the graph, and raises this error if it is not."""
        if node not in self.net:
            raise error(message)


def prepared(task: str) -> PreparedEngine:
    """The engine of a task, made once."""
    if task not in _ENGINES:
        _ENGINES[task] = engine(task)
    return _ENGINES[task]


def convert_from_nx(graph: Any, **_: Any) -> ConvertedGraph:
    """The graph as the backend holds it; weights are read when they are wanted."""
    return graph if isinstance(graph, ConvertedGraph) else ConvertedGraph(graph)


def convert_to_nx(result: Any, **_: Any) -> Any:
    """Results are values of networkx and Python already; a converted graph gives its own."""
    return result.net if isinstance(result, ConvertedGraph) else result


def _with_weights(converted: ConvertedGraph, attribute: str) -> Weighted:
    try:
        graph = as_graph(converted.net, weight=attribute, combine="min")
    except InputError:
        graph = None  # perhaps weights are missing
    if graph is None or (graph.weight is None and graph.edge_count):
        graph = _with_default(converted, attribute)
    weight = graph.weight
    if weight is None or not (weight == np.floor(weight)).all():
        return Weighted(graph, weight is None)
    *_, first = next(iter(converted.net.edges(data=attribute, default=DEFAULT_WEIGHT)))
    return Weighted(graph, isinstance(first, int))


def _with_default(converted: ConvertedGraph, attribute: str) -> Graph:
    """The graph, where edges without the attribute get the default."""
    labels = converted.graph.labels
    position = dict(zip(labels, range(len(labels)), strict=True))
    edges = converted.net.edges(data=attribute, default=DEFAULT_WEIGHT)
    rows = [(position[one], position[other], value) for one, other, value in edges]
    try:
        # Rows of one entry give every node a place, in the order of the networkx graph.
        numbered = as_graph(
            rows + [(at,) for at in range(len(labels))],
            directed=bool(converted.is_directed()),
            combine="min",
        )
    except InputError as error:
        raise NotImplementedError(f"dnar cannot read these weights: {error}") from error
    return numbered.relabelled(labels)

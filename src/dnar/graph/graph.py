"""The graph: one immutable, sparse value that every part of the package shares.

Edges are stored once, as positions into `labels`; the order of `labels` is the order of the
node indices, which breaks ties everywhere. Nothing here is ever of size nodes x nodes.
"""

import math
import numbers
import operator
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from dnar.array_types import Bool, Float64, Int32, Int64
from dnar.display import MOST_ROWS, html_page
from dnar.errors import InputError
from dnar.graph.checks import (
    check_finite,
    check_lengths,
    checked_direction,
    checked_labels,
    checked_positions,
    checked_weights,
)
from dnar.graph.reading import Combine, combine_of

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True, eq=False)
class Graph:
    """Labelled nodes and weighted or unweighted edges, directed or not.

    Build one with `Graph.from_edges` or `dnar.as_graph`. The constructor is for edges that are
    canonical already: sorted, without duplicates, source <= target when undirected.

    Raises:
        InputError: the labels, positions or weights cannot be used, or the edges are not
            canonical.
    """

    labels: Sequence[Hashable]
    source: Int32[np.ndarray, " edges"]
    target: Int32[np.ndarray, " edges"]
    weight: Float64[np.ndarray, " edges"] | None
    directed: bool

    def __post_init__(self) -> None:
        labels, directed = checked_labels(self.labels), checked_direction(self.directed)
        source, target, weight = _checked_edges(labels, self.source, self.target, self.weight)
        place = edge_places(source, target, len(labels))
        if not is_rising(place) or not (directed or (source <= target).all()):
            raise InputError(
                "edges must be sorted by source and target, without duplicates, and with "
                "source <= target when undirected; Graph.from_edges takes them in any order"
            )
        self._store(labels, source, target, weight, directed)

    @classmethod
    def from_edges(
        cls,
        source: Sequence[int] | np.ndarray,
        target: Sequence[int] | np.ndarray,
        *,
        labels: Sequence[Hashable] | int,
        weight: Sequence[float] | np.ndarray | None = None,
        directed: bool = False,
        combine: str | Combine = Combine.ERROR,
    ) -> "Graph":
        """The canonical graph of these edges; `labels` may be just the number of nodes.

        Equal parallel edges become one. Of different weights `combine` keeps the smallest
        ("min"), adds all ("sum", equal ones too), or refuses them ("error"). Self-loops are
        kept.

        Raises:
            InputError: no nodes, a repeated or unhashable label, an endpoint that does not
                exist, a weight that is not a finite number, or parallel edges with different
                weights.
        """
        names, directed = checked_labels(labels), checked_direction(directed)
        edges = _checked_edges(names, source, target, weight)
        way = combine_of(combine)
        return cls._trusted(names, *canonical_edges(names, *edges, directed, way), directed)

    @classmethod
    def _trusted(
        cls,
        labels: Sequence[Hashable],
        source: Int32[np.ndarray, " edges"],
        target: Int32[np.ndarray, " edges"],
        weight: Float64[np.ndarray, " edges"] | None,
        directed: bool,
    ) -> "Graph":
        """The graph of canonical arrays that nobody else holds, unchecked."""
        graph = object.__new__(cls)
        graph._store(labels, source, target, weight, directed)
        return graph

    def _store(
        self,
        labels: Sequence[Hashable],
        source: Int32[np.ndarray, " edges"],
        target: Int32[np.ndarray, " edges"],
        weight: Float64[np.ndarray, " edges"] | None,
        directed: bool,
    ) -> None:
        for array in (source, target, weight):
            if array is not None:
                array.setflags(write=False)
        # The class is frozen: only its dictionary can be written.
        self.__dict__.update(
            labels=labels, source=source, target=target, weight=weight, directed=directed
        )

    @property
    def node_count(self) -> int:
        """How many nodes there are."""
        return len(self.labels)

    @property
    def edge_count(self) -> int:
        """How many edges there are, self-loops included, an undirected edge counted once."""
        return len(self.source)

    @cached_property
    def _position(self) -> dict[Hashable, int]:
        return dict(zip(self.labels, range(self.node_count), strict=True))

    def index(self, label: Hashable) -> int:
        """The position of the node called `label`.

        Raises:
            InputError: no node has this label.
        """
        if isinstance(self.labels, range):
            found = _position_in(self.labels, label)
        else:
            try:
                found = self._position.get(label)
            except TypeError:  # unhashable, so no label
                found = None
        if found is not None:
            return found
        few = ", ".join(repr(name) for name in self.labels[:5])
        more = ", ..." if self.node_count > 5 else ""
        raise InputError(
            f"no node {label!r}; the nodes are {few}{more} ({self.node_count} nodes)"
        )

    def with_weight(self, weight: float | Sequence[float] | np.ndarray) -> "Graph":
        """The same graph with these weights: one number for all edges, or one per edge.

        Raises:
            InputError: a weight is not a finite number, or there are too few or too many.
        """
        weights = checked_weights(weight)
        if weights.ndim == 0:
            # One number is checked even where there is no edge to name.
            if not np.isfinite(weights):
                raise InputError(f"the weight is {weights}; weights must be finite numbers")
            weights = np.full(self.edge_count, weights)
        check_lengths(self.source, self.target, weights)
        check_finite(self.labels, self.source, self.target, weights)
        return self._trusted(self.labels, self.source, self.target, weights, self.directed)

    def relabelled(self, labels: Sequence[Hashable]) -> "Graph":
        """The same graph with other names for its nodes, in the same order.

        Raises:
            InputError: the number of labels is wrong, or two are equal.
        """
        names = checked_labels(labels)
        if len(names) != self.node_count:
            raise InputError(f"{self.node_count} nodes need as many labels, got {len(names)}")
        return self._trusted(names, self.source, self.target, self.weight, self.directed)

    def to_networkx(self) -> "nx.Graph":
        """The graph for networkx, weights as the attribute `weight`."""
        import networkx as nx  # noqa: PLC0415 (optional)

        made: nx.Graph = nx.DiGraph() if self.directed else nx.Graph()
        made.add_nodes_from(self.labels)
        ends = [[self.labels[at] for at in end.tolist()] for end in (self.source, self.target)]
        if self.weight is None:
            made.add_edges_from(zip(*ends, strict=True))
        else:
            made.add_weighted_edges_from(zip(*ends, self.weight.tolist(), strict=True))
        return made

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Graph):
            return NotImplemented
        return (
            self.directed == other.directed
            and _same_labels(self.labels, other.labels)
            and np.array_equal(self.source, other.source)
            and np.array_equal(self.target, other.target)
            and (self.weight is None) == (other.weight is None)
            and (self.weight is None or np.array_equal(self.weight, other.weight))  # type: ignore[arg-type]
        )

    def __hash__(self) -> int:
        return hash(
            (self.directed, self.node_count, self.source.tobytes(), self.target.tobytes())
        )

    def __repr__(self) -> str:
        kind = "directed" if self.directed else "undirected"
        weighted = "weighted" if self.weight is not None else "unweighted"
        return f"Graph({self.node_count} nodes, {self.edge_count} edges, {kind}, {weighted})"

    def _repr_html_(self) -> str:
        weight = self.weight
        facts = {
            "nodes": f"{self.node_count:,}",
            "edges": f"{self.edge_count:,}",
            "edges have": "a direction" if self.directed else "no direction",
            "weights": "none" if weight is None else "yes",
        }
        few = range(min(MOST_ROWS, self.edge_count))
        rows = [
            [
                self.labels[int(self.source[at])],
                self.labels[int(self.target[at])],
                *([] if weight is None else [float(weight[at])]),
            ]
            for at in few
        ]
        header = ["source", "target", *([] if weight is None else ["weight"])]
        return html_page("Graph", facts, header=header, rows=rows, count=self.edge_count)


def canonical_edges(
    labels: Sequence[Hashable],
    source: Int32[np.ndarray, " given"],
    target: Int32[np.ndarray, " given"],
    weight: Float64[np.ndarray, " given"] | None,
    directed: bool,
    combine: Combine = Combine.ERROR,
) -> tuple[
    Int32[np.ndarray, " edges"],
    Int32[np.ndarray, " edges"],
    Float64[np.ndarray, " edges"] | None,
]:
    """The edges sorted by source and target, parallel ones merged.

    Raises:
        InputError: parallel edges have different weights, and are not to be combined.
    """
    if not directed and not (source <= target).all():
        source, target = np.minimum(source, target), np.maximum(source, target)
    place = edge_places(source, target, len(labels))
    if is_rising(place):
        return source, target, weight
    if weight is None:
        place.sort()  # without an order to keep, far faster than a stable argsort
        repeated = place[1:] == place[:-1]
        if repeated.any():
            place = place[np.append(True, ~repeated)]
        source = (place // len(labels)).astype(np.int32)
        return source, (place - source * np.int64(len(labels))).astype(np.int32), None
    order = np.argsort(place, kind="stable")
    place, weight = place[order], weight[order]
    source, target = source[order], target[order]
    repeated = place[1:] == place[:-1]
    if not repeated.any():
        return source, target, weight
    first = np.append(True, ~repeated)
    source, target, kept = source[first], target[first], weight[first]
    if combine is Combine.MIN:
        kept = np.minimum.reduceat(weight, np.flatnonzero(first))
    elif combine is Combine.SUM:
        with np.errstate(over="ignore"):  # an infinite sum is refused with its edge
            kept = np.add.reduceat(weight, np.flatnonzero(first))
        check_finite(labels, source, target, kept)
    else:
        _check_equal(labels, source, target, weight, first)
    return source, target, kept


def _check_equal(
    labels: Sequence[Hashable],
    source: Int32[np.ndarray, " edges"],
    target: Int32[np.ndarray, " edges"],
    weight: Float64[np.ndarray, " given"],
    first: Bool[np.ndarray, " given"],
) -> None:
    """Returns if parallel edges, of which each first one is marked, have equal weights.

    Raises:
        InputError: they have not.
    """
    differs = np.flatnonzero(~first[1:] & (weight[1:] != weight[:-1]))
    if differs.size:
        at = int(differs[0])
        edge = int(np.count_nonzero(first[: at + 1])) - 1
        raise InputError(
            f"edge ({labels[int(source[edge])]!r}, {labels[int(target[edge])]!r}) is given "
            f"twice with different weights, {float(weight[at])} and {float(weight[at + 1])}; "
            "keep one of them, or say what they become: combine='min' or 'sum' in Python, "
            "--combine on the command line"
        )


def _checked_edges(
    labels: Sequence[Hashable], source: object, target: object, weight: object
) -> tuple[
    Int32[np.ndarray, " edges"],
    Int32[np.ndarray, " edges"],
    Float64[np.ndarray, " edges"] | None,
]:
    tails, heads = (checked_positions(ends, len(labels)) for ends in (source, target))
    weights = None if weight is None else checked_weights(weight)
    check_lengths(tails, heads, weights)
    if weights is not None:
        check_finite(labels, tails, heads, weights)
    return tails, heads, weights


def edge_places(
    source: Int32[np.ndarray, " edges"], target: Int32[np.ndarray, " edges"], nodes: int
) -> Int64[np.ndarray, " edges"]:
    """One number per edge, in the order of (source, target)."""
    place = source * np.int64(nodes)
    place += target
    return place


def is_rising(place: Int64[np.ndarray, " edges"]) -> bool:
    """Whether edges are sorted by source and target, without duplicates."""
    return bool((place[1:] > place[:-1]).all())


def _same_labels(one: Sequence[Hashable], other: Sequence[Hashable]) -> bool:
    if isinstance(one, range) and isinstance(other, range):
        return one == other
    return list(one) == list(other)


def _position_in(labels: range, label: Hashable) -> int | None:
    """The position of a label in a range, found without a search, or None.

    A bool or a float equal to an integer is found, as a dictionary would find it.
    """
    try:
        number = operator.index(label)  # type: ignore[arg-type]
    except TypeError:
        exact = float(label) if isinstance(label, numbers.Real) else math.nan
        if not exact.is_integer():
            return None
        number = int(exact)
    return labels.index(number) if number in labels else None

"""The graph: one immutable, sparse value that every part of the package shares.

Edges are stored once, as positions into `labels`; the order of `labels` is the order of the
node indices, which breaks ties everywhere. Nothing here is ever of size nodes x nodes.
"""

import math
import numbers
import operator
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from dnar.array_types import Float64, Int32
from dnar.errors import InputError

NODE_LIMIT = 2**31 - 2
"""Most nodes a graph can have: positions and the virtual node must fit in 32 bits."""


@dataclass(frozen=True, eq=False)
class Graph:
    """Labelled nodes and weighted or unweighted edges, directed or not.

    Build one with `Graph.from_edges` or `dnar.as_graph`; the constructor takes arrays that
    are already canonical (sorted, no duplicates, source <= target when undirected).
    """

    labels: Sequence[Hashable]
    source: Int32[np.ndarray, " edges"]
    target: Int32[np.ndarray, " edges"]
    weight: Float64[np.ndarray, " edges"] | None
    directed: bool

    def __post_init__(self) -> None:
        for array in (self.source, self.target, self.weight):
            if array is not None:
                array.setflags(write=False)

    @classmethod
    def from_edges(
        cls,
        source: Sequence[int] | np.ndarray,
        target: Sequence[int] | np.ndarray,
        *,
        labels: Sequence[Hashable] | int,
        weight: Sequence[float] | np.ndarray | None = None,
        directed: bool = False,
    ) -> "Graph":
        """The canonical graph of these edges; `labels` may be just the number of nodes.

        Equal parallel edges become one. Self-loops are kept.

        Raises:
            InputError: no nodes, a repeated label, an endpoint that does not exist, a weight
                that is not finite, or parallel edges with different weights.
        """
        names = range(labels) if isinstance(labels, int) else labels
        names = names if isinstance(names, range | tuple) else list(names)
        _check_labels(names)
        ends = [_positions(array, len(names)) for array in (source, target)]
        weights = None if weight is None else np.array(weight, dtype=np.float64)
        if len(ends[0]) != len(ends[1]) or (
            weights is not None and len(weights) != len(ends[0])
        ):
            raise InputError(
                "sources, targets and weights must be equally long, got "
                f"{len(ends[0])}, {len(ends[1])}"
                + ("" if weights is None else f" and {len(weights)}")
            )
        if weights is not None:
            _check_weights(names, ends[0], ends[1], weights)
        if not directed:
            ends = [np.minimum(*ends), np.maximum(*ends)]
        return cls(names, *_merged(names, ends[0], ends[1], weights), directed)

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
        return {label: position for position, label in enumerate(self.labels)}

    def index(self, label: Hashable) -> int:
        """The position of the node called `label`.

        Raises:
            InputError: no node has this label.
        """
        if isinstance(self.labels, range):
            found = _position_in(self.labels, label)
        else:
            found = self._position.get(label)
        if found is not None:
            return found
        few = ", ".join(repr(name) for name in self.labels[:5])
        more = ", ..." if self.node_count > 5 else ""
        raise InputError(
            f"no node {label!r}; the nodes are {few}{more} ({self.node_count} nodes)"
        )

    def with_weight(self, weight: float | Sequence[float] | np.ndarray) -> "Graph":
        """The same graph with these weights: one number for all edges, or one per edge."""
        weights = np.broadcast_to(
            np.asarray(weight, dtype=np.float64), (self.edge_count,)
        ).copy()
        _check_weights(self.labels, self.source, self.target, weights)
        return replace(self, weight=weights)

    def relabelled(self, labels: Sequence[Hashable]) -> "Graph":
        """The same graph with other names for its nodes, in the same order.

        Raises:
            InputError: the number of labels is wrong, or two are equal.
        """
        if len(labels) != self.node_count:
            raise InputError(f"{self.node_count} nodes need as many labels, got {len(labels)}")
        _check_labels(labels)
        return replace(self, labels=labels)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Graph):
            return NotImplemented
        return (
            self.directed == other.directed
            and list(self.labels) == list(other.labels)
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


def _check_labels(labels: Sequence[Hashable]) -> None:
    if len(labels) == 0:
        raise InputError("the graph is empty: it needs at least one node")
    if len(labels) > NODE_LIMIT:
        raise InputError(f"a graph has at most {NODE_LIMIT} nodes, got {len(labels)}")
    if not isinstance(labels, range) and len(set(labels)) != len(labels):
        seen: set[Hashable] = set()
        twice = next(label for label in labels if label in seen or seen.add(label))
        raise InputError(f"every node needs a label of its own, but {twice!r} stands twice")


def _check_weights(
    labels: Sequence[Hashable],
    source: Int32[np.ndarray, " edges"],
    target: Int32[np.ndarray, " edges"],
    weight: Float64[np.ndarray, " edges"],
) -> None:
    finite = np.isfinite(weight)
    if not finite.all():
        bad = int(np.argmin(finite))
        edge = f"({labels[int(source[bad])]!r}, {labels[int(target[bad])]!r})"
        raise InputError(
            f"the weight of edge {edge} is {weight[bad]}; weights must be finite numbers"
        )


def _position_in(labels: range, label: Hashable) -> int | None:
    """Where a label stands in a range, found at once, or None.

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


def _positions(ends: Sequence[int] | np.ndarray, nodes: int) -> Int32[np.ndarray, " edges"]:
    array = np.asarray(ends)
    if array.size == 0:
        return np.zeros(0, dtype=np.int32)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise InputError(
            "edge ends must be a one-dimensional list of whole numbers, got an array of shape "
            f"{array.shape} and type {array.dtype}"
        )
    lowest, highest = int(array.min()), int(array.max())
    if lowest < 0 or highest >= nodes:
        bad = lowest if lowest < 0 else highest
        raise InputError(f"edge ends must be positions from 0 to {nodes - 1}, got {bad}")
    return array.astype(np.int32)


def _merged(
    labels: Sequence[Hashable],
    source: Int32[np.ndarray, " given"],
    target: Int32[np.ndarray, " given"],
    weight: Float64[np.ndarray, " given"] | None,
) -> tuple[
    Int32[np.ndarray, " edges"],
    Int32[np.ndarray, " edges"],
    Float64[np.ndarray, " edges"] | None,
]:
    """Sorts the edges and drops equal parallel ones."""
    place = source.astype(np.int64) * len(labels) + target
    order = np.argsort(place, kind="stable")
    place = place[order]
    first = np.ones(len(place), dtype=bool)
    first[1:] = place[1:] != place[:-1]
    source, target = source[order], target[order]
    if weight is not None:
        weight = weight[order]
        differs = np.flatnonzero(~first[1:] & (weight[1:] != weight[:-1]))
        if differs.size:
            at = int(differs[0])
            raise InputError(
                f"edge ({labels[int(source[at])]!r}, {labels[int(target[at])]!r}) stands twice "
                f"with different weights, {float(weight[at])} and {float(weight[at + 1])}; "
                "keep one of them"
            )
        weight = weight[first]
    return source[first], target[first], weight

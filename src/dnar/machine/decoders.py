"""Decoders: how an output is read off the last snapshot (paper, Section 3.1).

Each reads one output of a task, per real node or as a single value; a task may have several.
`decode` works on positions, also for a union of instances; `labelled` gives the node labels.
"""

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np

from dnar.array_types import Bool, Float64, Int64
from dnar.machine.instance import Instance, NodeKind
from dnar.machine.per_node import PerNode
from dnar.machine.snapshot import Snapshot


@runtime_checkable
class Decoder(Protocol):
    """Reads one output."""

    def decode(self, instance: Instance, snapshot: Snapshot) -> np.ndarray:
        """The raw output, as an array over real nodes (or one entry per instance)."""
        ...

    def labelled(self, raw: np.ndarray, labels: Sequence[Hashable]) -> Any:
        """The output of a single instance in terms of its labels."""
        ...


class _PerNodePointer:
    """Raw outputs are positions, one per real node."""

    def labelled(self, raw: Int64[np.ndarray, " real"], labels: Sequence[Hashable]) -> PerNode:
        """Node -> the node it points to."""
        return PerNode(labels, raw, names=labels)


class _SingleNode:
    """The raw output is the position of one node, or empty where a run was cut off early."""

    def labelled(
        self, raw: Int64[np.ndarray, " instances"], labels: Sequence[Hashable]
    ) -> Hashable:
        """The node; None if there is none yet."""
        return labels[int(raw[0])] if raw.size else None


@dataclass(frozen=True)
class Pointer(_PerNodePointer):
    """Each node points along its arc in this state; a node without one points to itself."""

    arc_state: int

    def decode(self, instance: Instance, snapshot: Snapshot) -> Int64[np.ndarray, " real"]:
        """The position that each real node points to."""
        points = np.arange(instance.node_count)
        # From the last arc to the first: of several, the lowest sender would remain.
        arcs = np.flatnonzero(snapshot.arc_state == self.arc_state)[::-1]
        points[instance.receiver[arcs]] = instance.sender[arcs]
        return points[instance.real]


@dataclass(frozen=True)
class NodeMask:
    """The set of nodes in this state."""

    node_state: int

    def decode(self, instance: Instance, snapshot: Snapshot) -> Bool[np.ndarray, " real"]:
        """Which real nodes are in the set."""
        return (snapshot.node_state == self.node_state)[instance.real]

    def labelled(
        self, raw: Bool[np.ndarray, " real"], labels: Sequence[Hashable]
    ) -> list[Hashable]:
        """The nodes of the set, in node order."""
        return [labels[at] for at in np.flatnonzero(raw).tolist()]


@dataclass(frozen=True)
class NodeScalar:
    """A scalar of every node that ends in this state; infinite on all others."""

    scalar: str
    node_state: int

    def decode(self, instance: Instance, snapshot: Snapshot) -> Float64[np.ndarray, " real"]:
        """The scalar of each real node."""
        has = snapshot.node_state == self.node_state
        return np.where(has, snapshot.scalars[self.scalar], math.inf)[instance.real]

    def labelled(
        self, raw: Float64[np.ndarray, " real"], labels: Sequence[Hashable]
    ) -> PerNode:
        """Node -> its scalar."""
        return PerNode(labels, raw)


@dataclass(frozen=True)
class VirtualScalar:
    """The virtual node's scalar: one number for the whole problem."""

    scalar: str

    def decode(
        self, instance: Instance, snapshot: Snapshot
    ) -> Float64[np.ndarray, " instances"]:
        """The number, one per instance of a union."""
        return snapshot.scalars[self.scalar][instance.node_kind == NodeKind.VIRTUAL]

    def labelled(self, raw: Float64[np.ndarray, " 1"], labels: Sequence[Hashable]) -> float:
        """The number."""
        return float(raw[0])


@dataclass(frozen=True)
class VirtualPointer(_SingleNode):
    """The node that the virtual node's arc in this state comes from."""

    arc_state: int

    def decode(self, instance: Instance, snapshot: Snapshot) -> Int64[np.ndarray, " instances"]:
        """The position of the node, one per instance of a union."""
        to_virtual = instance.node_kind[instance.receiver] == NodeKind.VIRTUAL
        arcs = np.flatnonzero(to_virtual & (snapshot.arc_state == self.arc_state))
        return instance.sender[arcs].astype(np.int64)


@dataclass(frozen=True)
class PreviousByScalar(_PerNodePointer):
    """Each node points to the node that comes before it in the order of a scalar.

    The first one points to itself. Nodes of equal scalars stand in node order.
    """

    scalar: str

    def decode(self, instance: Instance, snapshot: Snapshot) -> Int64[np.ndarray, " real"]:
        """The position that each real node points to; for a single instance."""
        order = _order(self.scalar, instance, snapshot)
        points = np.empty(instance.node_count, dtype=np.int64)
        points[order] = np.concatenate([order[:1], order[:-1]])
        return points[instance.real]


@dataclass(frozen=True)
class LastByScalar(_SingleNode):
    """The node that comes last in the order of a scalar."""

    scalar: str

    def decode(self, instance: Instance, snapshot: Snapshot) -> Int64[np.ndarray, " 1"]:
        """The position of the node; for a single instance."""
        return _order(self.scalar, instance, snapshot)[-1:]


def _order(scalar: str, instance: Instance, snapshot: Snapshot) -> Int64[np.ndarray, " real"]:
    real = np.flatnonzero(instance.real)
    return real[np.argsort(snapshot.scalars[scalar][real], kind="stable")]

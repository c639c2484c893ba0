"""Outputs: what a task returns, read off the end of a run (paper, Section 3.1).

An output is read from three things only: pointers along arcs, labels of states, and scalars.
Each kind below says which of them it uses; networks, verifier, certificates and engines know
the three and not the kinds. To add a kind, add a class here.

`decode` works on positions, also for a union of instances; `labelled` gives the node labels.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, runtime_checkable

import numpy as np

from dnar.machine.instance import Instance, NodeKind
from dnar.machine.per_node import PerNode
from dnar.machine.readout import Labels, PointerOrder, Readout
from dnar.machine.selection import heard_arcs
from dnar.machine.snapshot import Snapshot
from dnar.machine.vocabulary import Place


@runtime_checkable
class Ending(Protocol):
    """The end of a run, as an engine holds it."""

    def node_states(self) -> np.ndarray:
        """The state of every node."""
        ...

    def of_kind(self, kind: int) -> np.ndarray:
        """The positions of the nodes of a kind."""
        ...

    def scalar(self, name: str) -> np.ndarray:
        """The scalar of every node or arc."""
        ...

    def pointed(self, order: PointerOrder) -> np.ndarray:
        """The position that every node points to."""
        ...

    def arcs(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Receiver, sender and state of every arc."""
        ...


@dataclass(frozen=True, eq=False)
class InstanceEnding:
    """The last snapshot of an instance."""

    instance: Instance
    final: Snapshot

    def node_states(self) -> np.ndarray:
        """The state of every node."""
        return self.final.node_state

    def of_kind(self, kind: int) -> np.ndarray:
        """The positions of the nodes of a kind."""
        return np.flatnonzero(self.instance.node_kind == kind)

    def scalar(self, name: str) -> np.ndarray:
        """The scalar of every node or arc."""
        return self.final.scalars[name]

    def pointed(self, order: PointerOrder) -> np.ndarray:
        """The position that every node points to."""
        instance = self.instance
        loop = (instance.receiver == instance.sender).astype(np.int64)
        place = np.array(order.places)[self.final.arc_state, loop]
        arcs = heard_arcs(place, None, instance.receiver, instance.node_count)
        return np.where(arcs < 0, np.arange(instance.node_count), instance.sender[arcs])

    def arcs(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Receiver, sender and state of every arc."""
        return self.instance.receiver, self.instance.sender, self.final.arc_state


@dataclass(frozen=True)
class ScalarUse:
    """A scalar that an output copies or orders."""

    scalar: str
    kind: int | None
    """Of the nodes of this kind; None: of arcs."""
    states: frozenset[int] | None = None
    """In these node states; None: in all."""


class Output(ABC):
    """One output of a task."""

    kind: ClassVar[int] = NodeKind.REAL
    """The kind of nodes that it is read from."""

    def readout(self, node_states: int, arc_states: int) -> Readout | None:
        """How the rules read it off states; None if only scalars are read."""
        return None

    def scalar_uses(self) -> tuple[ScalarUse, ...]:
        """The scalars that it reads."""
        return ()

    @abstractmethod
    def decode(self, ending: Ending, readout: Readout | None) -> np.ndarray:
        """The raw output, as an array over nodes or arcs (or one entry per instance)."""

    @abstractmethod
    def labelled(self, raw: np.ndarray, labels: Sequence[Hashable]) -> Any:
        """The output of a single instance in terms of its labels."""


def decode_all(
    outputs: Mapping[str, Output], readouts: Mapping[str, Readout], ending: Ending
) -> dict[str, np.ndarray]:
    """Every output, raw."""
    return {name: output.decode(ending, readouts.get(name)) for name, output in outputs.items()}


def _pointer_order(pointer: int, arc_states: int) -> PointerOrder:
    """Pointers first, wherever they lead; then the node itself; all else last."""
    return PointerOrder(
        tuple((0, 0) if state == pointer else (2, 1) for state in range(arc_states))
    )


def _pointed(ending: Ending, readout: Readout | None) -> np.ndarray:
    assert isinstance(readout, PointerOrder)
    return ending.pointed(readout)


def _label_of(states: np.ndarray, readout: Readout | None) -> np.ndarray:
    assert isinstance(readout, Labels)
    return np.array(readout.labels)[states]


class _NodeToNode(Output):
    """Raw outputs are positions, one per real node."""

    def labelled(self, raw: np.ndarray, labels: Sequence[Hashable]) -> PerNode:
        """Node -> the node it points to."""
        return PerNode(labels, raw, names=labels)


class _OneNode(Output):
    """The raw output is the position of one node, or empty where a run was cut off early."""

    def labelled(self, raw: np.ndarray, labels: Sequence[Hashable]) -> Hashable:
        """The node; None if there is none yet."""
        return labels[int(raw[0])] if raw.size else None


@dataclass(frozen=True)
class Pointer(_NodeToNode):
    """Each node points along its arc in this state; a node without one points to itself."""

    arc_state: int

    def readout(self, node_states: int, arc_states: int) -> PointerOrder:
        """An order of arc states."""
        return _pointer_order(self.arc_state, arc_states)

    def decode(self, ending: Ending, readout: Readout | None) -> np.ndarray:
        """The position that each real node points to."""
        return _pointed(ending, readout)[ending.of_kind(self.kind)].astype(np.int64)


@dataclass(frozen=True)
class VirtualPointer(_OneNode):
    """The node that the virtual node's arc in this state comes from."""

    arc_state: int
    kind: ClassVar[int] = NodeKind.VIRTUAL

    def readout(self, node_states: int, arc_states: int) -> PointerOrder:
        """An order of arc states."""
        return _pointer_order(self.arc_state, arc_states)

    def decode(self, ending: Ending, readout: Readout | None) -> np.ndarray:
        """The position of the node, one per instance; a node that points to itself has none."""
        own = ending.of_kind(self.kind)
        to = _pointed(ending, readout)[own]
        return to[to != own].astype(np.int64)


@dataclass(frozen=True)
class NodeMask(Output):
    """The set of nodes in this state."""

    node_state: int

    def readout(self, node_states: int, arc_states: int) -> Labels:
        """1 for members."""
        return Labels.of_set(Place.NODE, frozenset({int(self.node_state)}), node_states)

    def decode(self, ending: Ending, readout: Readout | None) -> np.ndarray:
        """Which real nodes are in the set."""
        return _label_of(ending.node_states()[ending.of_kind(self.kind)], readout) == 1

    def labelled(self, raw: np.ndarray, labels: Sequence[Hashable]) -> list[Hashable]:
        """The nodes of the set, in node order."""
        return [labels[at] for at in np.flatnonzero(raw).tolist()]


@dataclass(frozen=True)
class NodeCategory(Output):
    """The category of every node, by the state that it ends in."""

    categories: tuple[tuple[Hashable, tuple[int, ...]], ...]
    """Each category with its states; nodes in other states have the category None."""

    def readout(self, node_states: int, arc_states: int) -> Labels:
        """1 for the states of the first category, and so on; 0 for those of none."""
        labels = [0] * node_states
        for number, (_, states) in enumerate(self.categories, start=1):
            for state in states:
                labels[int(state)] = number
        return Labels(Place.NODE, tuple(labels))

    def decode(self, ending: Ending, readout: Readout | None) -> np.ndarray:
        """The number of each real node's category."""
        return _label_of(ending.node_states()[ending.of_kind(self.kind)], readout)

    def labelled(self, raw: np.ndarray, labels: Sequence[Hashable]) -> PerNode:
        """Node -> its category."""
        return PerNode(labels, raw, names=(None, *(name for name, _ in self.categories)))


@dataclass(frozen=True)
class OneNode(_OneNode):
    """The one node in this state; of several the first."""

    node_state: int

    def readout(self, node_states: int, arc_states: int) -> Labels:
        """1 for the node."""
        return Labels.of_set(Place.NODE, frozenset({int(self.node_state)}), node_states)

    def decode(self, ending: Ending, readout: Readout | None) -> np.ndarray:
        """The position of the node, if there is one; for a single instance."""
        nodes = ending.of_kind(self.kind)
        return np.flatnonzero(_label_of(ending.node_states()[nodes], readout) == 1)[:1]


@dataclass(frozen=True)
class NodeScalar(Output):
    """A scalar of every node that ends in this state; infinite on all others."""

    scalar: str
    node_state: int

    def readout(self, node_states: int, arc_states: int) -> Labels:
        """1 for the nodes that have it."""
        return Labels.of_set(Place.NODE, frozenset({int(self.node_state)}), node_states)

    def scalar_uses(self) -> tuple[ScalarUse, ...]:
        """The scalar, in that state."""
        return (ScalarUse(self.scalar, self.kind, frozenset({int(self.node_state)})),)

    def decode(self, ending: Ending, readout: Readout | None) -> np.ndarray:
        """The scalar of each real node."""
        has = _label_of(ending.node_states(), readout) == 1
        return np.where(has, ending.scalar(self.scalar), math.inf)[ending.of_kind(self.kind)]

    def labelled(self, raw: np.ndarray, labels: Sequence[Hashable]) -> PerNode:
        """Node -> its scalar."""
        return PerNode(labels, raw)


@dataclass(frozen=True)
class VirtualScalar(Output):
    """The virtual node's scalar: one number for the whole problem."""

    scalar: str
    kind: ClassVar[int] = NodeKind.VIRTUAL

    def scalar_uses(self) -> tuple[ScalarUse, ...]:
        """The scalar of the virtual node."""
        return (ScalarUse(self.scalar, self.kind),)

    def decode(self, ending: Ending, readout: Readout | None) -> np.ndarray:
        """The number, one per instance of a union."""
        return ending.scalar(self.scalar)[ending.of_kind(self.kind)]

    def labelled(self, raw: np.ndarray, labels: Sequence[Hashable]) -> float:
        """The number."""
        return float(raw[0])


@dataclass(frozen=True)
class GraphMask(Output):
    """Whether the virtual node ends in one of these states: yes or no for the whole problem."""

    node_states: tuple[int, ...]
    kind: ClassVar[int] = NodeKind.VIRTUAL

    def readout(self, node_states: int, arc_states: int) -> Labels:
        """1 for yes."""
        return Labels.of_set(Place.NODE, frozenset(map(int, self.node_states)), node_states)

    def decode(self, ending: Ending, readout: Readout | None) -> np.ndarray:
        """Yes or no, one per instance of a union."""
        return _label_of(ending.node_states()[ending.of_kind(self.kind)], readout) == 1

    def labelled(self, raw: np.ndarray, labels: Sequence[Hashable]) -> bool:
        """Yes or no."""
        return bool(raw[0])


class _ByScalar(_NodeToNode):
    """Pointers that scalars alone decide; for a single instance."""

    scalar: str

    def scalar_uses(self) -> tuple[ScalarUse, ...]:
        """The scalar of every real node."""
        return (ScalarUse(self.scalar, self.kind),)


@dataclass(frozen=True)
class PointerByScalar(_ByScalar):
    """Each node points to the node whose position its scalar holds."""

    scalar: str

    def decode(self, ending: Ending, readout: Readout | None) -> np.ndarray:
        """The position that each real node points to."""
        return ending.scalar(self.scalar)[ending.of_kind(self.kind)].astype(np.int64)


@dataclass(frozen=True)
class PreviousByScalar(_ByScalar):
    """Each node points to the node that comes before it in the order of a scalar.

    The first one points to itself. Nodes of equal scalars stand in node order.
    """

    scalar: str

    def decode(self, ending: Ending, readout: Readout | None) -> np.ndarray:
        """The position that each real node points to."""
        return _predecessors(_order(self.scalar, ending, self.kind))


@dataclass(frozen=True)
class PreviousInSlots(_ByScalar):
    """Real nodes are slots that hold items: each item points to the item one slot earlier.

    The scalar holds the item's position; the first item points to itself.
    """

    scalar: str

    def decode(self, ending: Ending, readout: Readout | None) -> np.ndarray:
        """The position that each item points to."""
        return _predecessors(
            ending.scalar(self.scalar)[ending.of_kind(self.kind)].astype(np.int64)
        )


@dataclass(frozen=True)
class LastByScalar(_OneNode):
    """The node that comes last in the order of a scalar; for a single instance."""

    scalar: str

    def scalar_uses(self) -> tuple[ScalarUse, ...]:
        """The scalar of every real node."""
        return (ScalarUse(self.scalar, self.kind),)

    def decode(self, ending: Ending, readout: Readout | None) -> np.ndarray:
        """The position of the node."""
        return _order(self.scalar, ending, self.kind)[-1:]


@dataclass(frozen=True)
class ArcPointer(Output):
    """Each ordered pair of nodes points to the node whose position its arc's scalar holds.

    The pair (i, j) is the arc that j receives from i; a pair that no arc joins points to i.
    """

    scalar: str

    def scalar_uses(self) -> tuple[ScalarUse, ...]:
        """The scalar of every arc."""
        return (ScalarUse(self.scalar, None),)

    def decode(self, ending: Ending, readout: Readout | None) -> np.ndarray:
        """The position that each pair points to, row by row."""
        real = ending.of_kind(self.kind)
        receiver, sender, _ = ending.arcs()
        points = np.repeat(np.arange(len(real)), len(real)).reshape(len(real), len(real))
        between = (receiver < len(real)) & (sender < len(real))
        values = ending.scalar(self.scalar)[between].astype(np.int64)
        points[sender[between], receiver[between]] = values
        return points

    def labelled(
        self, raw: np.ndarray, labels: Sequence[Hashable]
    ) -> dict[tuple[Hashable, Hashable], Hashable]:
        """(node, node) -> the node that the pair points to."""
        return _labelled_pairs(raw, labels)


@dataclass(frozen=True)
class PairPointer(Output):
    """Helper nodes stand for pairs of nodes, each of which points to a node.

    Three scalars of a helper hold the positions of the pair and of the node that it points
    to. A pair without a helper points to the first node.
    """

    row: str
    column: str
    scalar: str
    helpers: int = NodeKind.HELPER

    def scalar_uses(self) -> tuple[ScalarUse, ...]:
        """The three scalars of every such helper."""
        names = (self.row, self.column, self.scalar)
        return tuple(ScalarUse(name, self.helpers) for name in names)

    def decode(self, ending: Ending, readout: Readout | None) -> np.ndarray:
        """The position that each pair points to, row by row; for a single instance."""
        size = len(ending.of_kind(NodeKind.REAL))
        at = ending.of_kind(self.helpers)
        row, column, value = (
            ending.scalar(name)[at].astype(np.int64)
            for name in (self.row, self.column, self.scalar)
        )
        points = np.zeros((size, size), dtype=np.int64)
        points[row, column] = value
        return points

    def labelled(
        self, raw: np.ndarray, labels: Sequence[Hashable]
    ) -> dict[tuple[Hashable, Hashable], Hashable]:
        """(node, node) -> the node that the pair points to."""
        return _labelled_pairs(raw, labels)


def _labelled_pairs(
    raw: np.ndarray, labels: Sequence[Hashable]
) -> dict[tuple[Hashable, Hashable], Hashable]:
    return {
        (one, other): labels[int(raw[at, to])]
        for at, one in enumerate(labels)
        for to, other in enumerate(labels)
    }


def _order(scalar: str, ending: Ending, kind: int) -> np.ndarray:
    nodes = ending.of_kind(kind)
    return nodes[np.argsort(ending.scalar(scalar)[nodes], kind="stable")]


def _predecessors(order: np.ndarray) -> np.ndarray:
    # A run that is cut off between the two steps of a swap has one item twice, another nowhere.
    points = np.arange(len(order))
    points[order] = np.concatenate([order[:1], order[:-1]])
    return points

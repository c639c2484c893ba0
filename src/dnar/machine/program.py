"""A program: everything a trained network can do, as finite tables.

It is total: every state, every class and every combination of what was heard has an entry,
also those that no graph shows. A network and its program make the same trajectories.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from dnar.array_types import Int32, UInt8
from dnar.machine.local_functions import UNLISTED
from dnar.machine.readout import Members, Readout
from dnar.machine.vocabulary import NOTHING, ArcClass, Head, Op, Scalar


@dataclass(frozen=True)
class NodeTable:
    """What becomes of a node in one state.

    Classes that a head need not tell apart form a group, so the table stays small whatever
    the number of heads.
    """

    groups: tuple[tuple[int, ...], ...]
    """Per head: the group of every class, and last of having heard nothing."""
    becomes: UInt8[np.ndarray, "..."]
    """The next state, by one group per head."""


@dataclass(frozen=True, eq=False)
class Program:
    """An algorithm as tables over named states.

    Raises:
        ValueError: the tables do not fit the states; the message says which.
    """

    task: str
    node_states: tuple[str, ...]
    arc_states: tuple[str, ...]
    heads: tuple[Head, ...]
    scalars: tuple[Scalar, ...]
    listening: Int32[np.ndarray, "heads node_states node_states arc_states 2"]
    node_tables: tuple[NodeTable, ...]
    """By node state."""
    arc_table: UInt8[np.ndarray, "arc_states node_states node_states arc_states bits bits"]
    ops: tuple[Op, ...]
    readouts: Mapping[str, Readout] = field(default_factory=dict)

    def __post_init__(self) -> None:
        nodes, arcs, heads = len(self.node_states), len(self.arc_states), len(self.heads)
        _demand("a task's name", isinstance(self.task, str), True)
        _demand("listening", self.listening.shape, (heads, nodes, nodes, arcs, 2))
        for order in self.listening.reshape(-1, nodes * arcs * 2):
            places = order[order != UNLISTED]
            _demand("places in an order, each once", len(np.unique(places)), len(places))
        flags = 2**heads
        _demand("arc_table", self.arc_table.shape, (arcs, nodes, nodes, arcs, flags, flags))
        _demand("arc states in range", bool((self.arc_table < arcs).all()), True)
        _demand("node_tables", len(self.node_tables), nodes)
        for table in self.node_tables:
            _demand("groups", [len(each) for each in table.groups], [nodes * arcs + 1] * heads)
            _demand("groups from zero on", all(min(each) >= 0 for each in table.groups), True)
            sizes = tuple(max(each) + 1 for each in table.groups)
            _demand("a node table", table.becomes.shape, sizes)
            _demand("node states in range", bool((table.becomes < nodes).all()), True)
        self._check_words()

    def _check_words(self) -> None:
        """Operations and readouts must speak of what there is."""
        scalars = {scalar.name for scalar in self.scalars}
        named = {op.target for op in self.ops}
        named |= {str(term.scalar) for op in self.ops for term in op.terms if term.scalar}
        _demand("scalars of operations that are unknown", sorted(named - scalars), [])
        for readout in self.readouts.values():
            if isinstance(readout, Members):
                known = readout.node_states <= set(range(len(self.node_states)))
                _demand("members among the node states", known, True)
            else:
                _demand("a pointer's places", len(readout.places), len(self.arc_states))

    def node_outcome(self, state: int, heard: tuple[ArcClass, ...]) -> int:
        """The next state of a node that heard these classes, one per head (or NOTHING)."""
        table = self.node_tables[state]
        place = tuple(
            groups[self.class_number(each)]
            for groups, each in zip(table.groups, heard, strict=True)
        )
        return int(table.becomes[place])

    def class_number(self, heard: ArcClass) -> int:
        """Where a class stands in a list of all; the last place is for nothing."""
        if heard == NOTHING:
            return len(self.node_states) * len(self.arc_states)
        return heard.sender * len(self.arc_states) + heard.arc

    def order(self, head: int, receiver: int) -> list[tuple[int, int, bool]]:
        """All (sender state, arc state, is best) that a receiver may hear, first come first."""
        places = self.listening[head, receiver]
        listed = np.argwhere(places != UNLISTED)
        ranked = sorted(listed.tolist(), key=lambda at: (int(places[tuple(at)]), at))
        return [(sender, arc, bool(best)) for sender, arc, best in ranked]

    def streams(self) -> tuple[Scalar, ...]:
        """The scalars that are given anew as the run goes on."""
        return tuple(scalar for scalar in self.scalars if scalar.period)

    def scalar(self, name: str) -> Scalar:
        """The scalar called `name`."""
        return next(scalar for scalar in self.scalars if scalar.name == name)


def _demand(what: str, found: object, expected: object) -> None:
    if found != expected:
        raise ValueError(f"ill-formed program: {what} must be {expected}, got {found}")


def node_table(becomes: UInt8[np.ndarray, "..."]) -> NodeTable:
    """Merges the classes of a full table, one axis per head, that nothing tells apart."""
    groups = []
    for axis in range(becomes.ndim):
        rows = np.moveaxis(becomes, axis, 0)
        _, first, group = np.unique(
            rows.reshape(len(rows), -1), axis=0, return_index=True, return_inverse=True
        )
        # Numbered as they come, so that equal tables have equal groups.
        rank = np.argsort(np.argsort(first))
        groups.append(tuple(rank[group].tolist()))
        becomes = np.moveaxis(rows[np.sort(first)], 0, axis)
    return NodeTable(tuple(groups), becomes)

"""Readout: how learned decoders read outputs off the last snapshot (paper, Section 3.1).

A pointer goes along the arc of a row that comes first in an order of arc states; a set holds
the nodes in some states. Outputs that only order or copy scalars need nothing learned.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from dnar.array_types import Int64
from dnar.machine.decoders import Decoder, NodeScalar, Pointer
from dnar.machine.instance import Instance, NodeKind
from dnar.machine.selection import heard_arcs
from dnar.machine.snapshot import Snapshot
from dnar.machine.task import Task


@dataclass(frozen=True)
class PointerOrder:
    """A node points along the arc of its row that comes first, of equal ones the first arc."""

    places: tuple[tuple[int, int], ...]
    """By arc state: the place of an arc to another node, and of a self-loop. Zero is first."""


@dataclass(frozen=True)
class Members:
    """Nodes in these states belong to the output."""

    node_states: frozenset[int]


Readout = PointerOrder | Members


def read_out(
    task: Task, readouts: Mapping[str, Readout], instance: Instance, final: Snapshot
) -> dict[str, np.ndarray]:
    """Every output of the task, raw as its decoder would give it."""
    found = {}
    for name, decoder in task.decoders.items():
        match readouts.get(name):
            case PointerOrder(places):
                found[name] = _pointed(decoder, np.array(places), instance, final)
            case Members(states):
                members = np.isin(final.node_state, list(states))
                found[name] = _masked(decoder, members, instance, final)
            case None:
                found[name] = decoder.decode(instance, final)
    return found


def _pointed(
    decoder: Decoder, places: np.ndarray, instance: Instance, final: Snapshot
) -> Int64[np.ndarray, " pointing"]:
    loop = (instance.receiver == instance.sender).astype(np.int64)
    place = places[final.arc_state, loop].astype(np.int32)
    arcs = heard_arcs(place, None, instance.receiver, instance.node_count)
    if isinstance(decoder, Pointer):
        return instance.sender[arcs[instance.real]].astype(np.int64)
    # A virtual node that points to itself has not found anything yet.
    chosen = arcs[instance.node_kind == NodeKind.VIRTUAL]
    return instance.sender[chosen[loop[chosen] == 0]].astype(np.int64)


def _masked(
    decoder: Decoder, members: np.ndarray, instance: Instance, final: Snapshot
) -> np.ndarray:
    if isinstance(decoder, NodeScalar):
        return np.where(members, final.scalars[decoder.scalar], np.inf)[instance.real]
    return members[instance.real]

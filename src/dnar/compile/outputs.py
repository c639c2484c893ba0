"""Outputs of a compiled run, read off the kernel without laying out any arc."""

from collections.abc import Mapping

import numpy as np

from dnar.compile.loaded import Loaded
from dnar.machine import (
    Decoder,
    Instance,
    Members,
    NodeKind,
    NodeScalar,
    Place,
    Pointer,
    PointerOrder,
    Program,
    Readout,
    Snapshot,
    Start,
    Task,
)


def outputs_of(
    task: Task, readouts: Mapping[str, Readout], program: Program, loaded: Loaded
) -> dict[str, np.ndarray]:
    """Every output of the task, raw as its decoder would give it."""
    found = {}
    bare = None
    for name, decoder in task.decoders.items():
        match readouts.get(name):
            case PointerOrder() as order:
                found[name] = _pointed(decoder, loaded.pointers(order))
            case Members(states):
                members = np.isin(np.arange(256), list(states))[loaded.node_states]
                found[name] = _masked(decoder, members, loaded)
            case None:
                bare = bare or _bare(program, loaded)
                found[name] = decoder.decode(*bare)
    return found


def _pointed(decoder: Decoder, points: np.ndarray) -> np.ndarray:
    if isinstance(decoder, Pointer):
        return points[:-1]
    # A virtual node that points to itself has not found anything yet.
    return points[-1:][points[-1:] < len(points) - 1]


def _masked(decoder: Decoder, members: np.ndarray, loaded: Loaded) -> np.ndarray:
    if isinstance(decoder, NodeScalar):
        return np.where(members, loaded.values, np.inf)[:-1]
    return members[:-1]


def _bare(program: Program, loaded: Loaded) -> tuple[Instance, Snapshot]:
    """The last snapshot with nodes only: whatever has no readout is read off their scalars."""
    kind = np.full(loaded.nodes + 1, NodeKind.REAL, dtype=np.uint8)
    kind[-1] = NodeKind.VIRTUAL
    none, no_states = np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.uint8)
    states, values = loaded.node_states, loaded.values
    instance = Instance(
        range(loaded.nodes), kind, states, none, none, none, no_states, no_states, ()
    )
    scalars = {
        scalar.name: values
        for scalar in program.scalars
        if scalar.place is Place.NODE and scalar.start is not Start.STREAM
    }
    return instance, Snapshot(loaded.steps, states, no_states, scalars)

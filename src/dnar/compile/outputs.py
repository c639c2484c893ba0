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
    bare = _Bare(program, loaded)
    found = {}
    for name, decoder in task.decoders.items():
        match readouts.get(name):
            case PointerOrder() as order:
                found[name] = _pointed(decoder, loaded.pointers(order))
            case Members(states):
                found[name] = bare.masked(decoder, np.isin(loaded.node_states, list(states)))
            case None:
                found[name] = bare.decoded(decoder)
    return found


def _pointed(decoder: Decoder, points: np.ndarray) -> np.ndarray:
    if isinstance(decoder, Pointer):
        return points[:-1]
    # A virtual node that points to itself has not found anything yet.
    return points[-1:][points[-1:] < len(points) - 1]


class _Bare:
    """The last snapshot with nodes only: whatever has no readout is read off scalars alone."""

    def __init__(self, program: Program, loaded: Loaded) -> None:
        nodes = loaded.nodes + 1
        kind = np.full(nodes, NodeKind.REAL, dtype=np.uint8)
        kind[-1] = NodeKind.VIRTUAL
        none, no_states = np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.uint8)
        states = loaded.node_states
        self.instance = Instance(
            range(loaded.nodes), kind, states, none, none, none, no_states, no_states, ()
        )
        values = loaded.values
        scalars = {
            scalar.name: values
            for scalar in program.scalars
            if scalar.place is Place.NODE and scalar.start is not Start.STREAM
        }
        self.snapshot = Snapshot(loaded.steps, states, no_states, scalars)

    def masked(self, decoder: Decoder, members: np.ndarray) -> np.ndarray:
        if isinstance(decoder, NodeScalar):
            values = self.snapshot.scalars[decoder.scalar]
            return np.where(members, values, np.inf)[self.instance.real]
        return members[self.instance.real]

    def decoded(self, decoder: Decoder) -> np.ndarray:
        return decoder.decode(self.instance, self.snapshot)

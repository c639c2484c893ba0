"""Outputs of a compiled run; of an incremental one without laying out any arc."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

from dnar.compile.analysis import UnsupportedError
from dnar.machine import (
    Ending,
    NodeKind,
    Place,
    PointerOrder,
    Program,
    Readout,
    Start,
    Task,
    decode_all,
)

if TYPE_CHECKING:
    from dnar.compile.loaded import Loaded


@dataclass(frozen=True, eq=False)
class LoadedEnding:
    """The end of a run as the incremental kernel holds it."""

    program: Program
    loaded: "Loaded"

    def node_states(self) -> np.ndarray:
        """The state of every node."""
        return self.loaded.node_states

    def of_kind(self, kind: int) -> np.ndarray:
        """The positions of the nodes of a kind."""
        nodes = self.loaded.nodes
        ends = {int(NodeKind.REAL): (0, nodes), int(NodeKind.VIRTUAL): (nodes, nodes + 1)}
        return np.arange(*ends.get(int(kind), (0, 0)))

    def scalar(self, name: str) -> np.ndarray:
        """The scalar of every node.

        Raises:
            UnsupportedError: it is a scalar of arcs, which the kernel keeps only in part.
        """
        scalar = self.program.scalar(name)
        if scalar.place is Place.ARC:
            raise UnsupportedError(f"{name} of every arc is not kept in incremental runs")
        if scalar.start is Start.STREAM:
            return self.loaded.stream_row()
        return self.loaded.values

    def pointed(self, order: PointerOrder) -> np.ndarray:
        """The position that every node points to."""
        return self.loaded.pointers(order)

    def arcs(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Receiver, sender and state of every arc.

        Raises:
            UnsupportedError: the kernel has no such list.
        """
        raise UnsupportedError("arcs are not listed in incremental runs")


@runtime_checkable
class Machine(Protocol):
    """A program on a graph or on an instance, ready to run, whichever kernel runs it."""

    @property
    def steps(self) -> int:
        """Steps that changed something."""
        ...

    @property
    def visits(self) -> int:
        """Row entries that were visited, plus steps."""
        ...

    @property
    def nbytes(self) -> int:
        """Bytes held beside the input."""
        ...

    def run(self, limit: int) -> bool:
        """Runs until nothing changes, or to the step `limit`; whether it came to rest."""
        ...

    def ending(self) -> Ending:
        """The end of the run, for reading outputs."""
        ...


def outputs_of(
    task: Task, readouts: Mapping[str, Readout], machine: Machine
) -> dict[str, np.ndarray]:
    """Every output of the task, raw."""
    return decode_all(task.decoders, readouts, machine.ending())

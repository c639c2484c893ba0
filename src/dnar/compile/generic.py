"""The generic executor: any program on any instance, as native code.

It re-evaluates only the surroundings of a change, but uses no analysis of the program. Programs
that the incremental kernel supports run much faster there.
"""

import ctypes
import itertools
import weakref
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from dnar.compile.generic_source import generic_source, state_type
from dnar.compile.kernels import CompiledProgram
from dnar.compile.loaded import (
    ARC_LIMIT,
    HALTED,
    LAST_STEP,
    NEEDS_ROW,
    NO_MEMORY,
    PAUSED,
    WORK,
)
from dnar.errors import InputError
from dnar.machine import (
    Execution,
    Instance,
    InstanceEnding,
    Place,
    Program,
    Setup,
    Snapshot,
    Start,
    StepChanges,
    Trajectory,
)
from dnar.machine.snapshot import Change, fed
from dnar.memory import check_memory, out_of_memory

FUNCTIONS = {
    "dnar_need": (ctypes.c_int64, "ll"),
    "dnar_new": (ctypes.c_void_p, "llppp"),
    "dnar_start": (None, "pppppi"),
    "dnar_due": (ctypes.c_int32, "p"),
    "dnar_row": (None, "pip"),
    "dnar_run": (ctypes.c_int, "pll"),
    "dnar_free": (None, "p"),
    "dnar_steps": (ctypes.c_int64, "p"),
    "dnar_visits": (ctypes.c_int64, "p"),
    "dnar_bytes": (ctypes.c_int64, "p"),
    "dnar_records": (ctypes.c_int64, "pp"),
    "dnar_states": (None, "ppp"),
    "dnar_scalar": (None, "pip"),
}
"""The kernel's functions: what they return, and their arguments (int32, int64, pointer)."""

LAYOUT_BYTES = 75
"""What an arc takes at most while it is laid out, and where outputs are read."""

RECORD = np.dtype([("step", "i8"), ("new", "f8"), ("kind", "i4"), ("at", "i4")])
"""A recorded change, as the kernel writes it."""

NODE_STATE, ARC_STATE, FIRST_SCALAR = range(3)
"""What a recorded change is of; scalars follow in the program's order."""


@dataclass(frozen=True, eq=False)
class GenericExecutor(CompiledProgram):
    """A program on the kernel that takes every program."""

    reason: str = "it was derived before"
    """Why it is not run incrementally."""
    design: ClassVar[str] = "generic"
    functions = FUNCTIONS

    def started(self, began: Setup | Instance, *, recording: bool = False) -> "GenericRun":
        """The machine before its first step; a setup is laid out.

        Raises:
            InputError: it is too large, or there is no compiler.
        """
        library = self.kernel().library
        if isinstance(began, Setup):
            # Two opposite edges of a directed graph are one pair.
            graph = began.graph
            pairs = graph.edge_count // (1 + graph.directed)
            _check_size(library, graph.node_count + 1, 2 * pairs + 3 * graph.node_count)
            began = began.laid_out(self.program.scalars)
        return GenericRun(library, self.program, began, recording=recording)

    def execute(
        self, began: Setup | Instance, *, max_steps: int | None = None, record: bool = False
    ) -> Execution:
        """Runs until nothing changes, or for `max_steps` steps."""
        machine = self.started(began, recording=record)
        bound = self.step_bound(machine.instance.node_count)
        halted = machine.run(bound if max_steps is None else max_steps)
        trajectory = machine.trajectory() if record else None
        return Execution(machine.snapshot(), machine.steps, halted, trajectory)


def compile_generic(program: Program, reason: str = "it was asked for") -> GenericExecutor:
    """A program on the generic kernel.

    Raises:
        UnsupportedError: it has too many heads.
    """
    return GenericExecutor(program, generic_source(program), reason)


class GenericRun:
    """A run of a program on an instance."""

    def __init__(
        self, library: ctypes.CDLL, program: Program, instance: Instance, *, recording: bool
    ) -> None:
        """The machine before its first step.

        Raises:
            InputError: there are too many arcs, or too little memory.
        """
        self.program, self.instance, self.recording = program, instance, recording
        _check_size(library, instance.node_count, instance.arc_count)
        self._library = library
        # The kernel reads these arrays while it runs: they must stay alive.
        arcs = (instance.receiver, instance.sender, instance.reverse_arc)
        self._given = [np.ascontiguousarray(array, dtype=np.int32) for array in arcs]
        self._machine = library.dnar_new(
            instance.node_count, instance.arc_count, *map(_at, self._given)
        )
        if not self._machine:
            raise self._too_large()
        weakref.finalize(self, library.dnar_free, self._machine)
        self.start()

    def start(self) -> None:
        """Everything as it is before the first step; may be called again for another run."""
        program, instance = self.program, self.instance
        nodes = _states(instance.node_state, len(program.node_states), "node")
        arcs = _states(instance.arc_state, len(program.arc_states), "arc")
        given = {
            Place.NODE: (instance.node_scalars, instance.node_count),
            Place.ARC: (instance.arc_scalars, instance.arc_count),
        }
        kept: list[np.ndarray] = []
        tables = []
        for place, (values, count) in given.items():
            addresses: list[int | None] = []
            for scalar in program.scalars:
                if scalar.place is place and scalar.start is Start.STREAM:
                    addresses.append(None)
                elif scalar.place is place:
                    kept.append(_values(values.get(scalar.name), count, scalar.name))
                    addresses.append(_at(kept[-1]))
            tables.append((ctypes.c_void_p * (len(addresses) + 1))(*addresses))
        self._library.dnar_start(
            self._machine, _at(nodes), _at(arcs), *tables, int(self.recording)
        )

    def run(self, limit: int) -> bool:
        """Runs until nothing changes, or to the step `limit`; whether it came to rest.

        Raises:
            InputError: memory is short, or a stream gives rows of another length.
        """
        limit = min(limit, LAST_STEP)
        while True:
            ended = self._library.dnar_run(self._machine, limit, WORK)
            if ended == NEEDS_ROW:
                self._feed(self._library.dnar_due(self._machine))
            elif ended == NO_MEMORY:
                raise self._too_large()
            elif ended != PAUSED:
                return ended == HALTED

    def _feed(self, number: int) -> None:
        """Gives the kernel the next row of a stream, by its number among node scalars."""
        scalars = [scalar for scalar in self.program.scalars if scalar.place is Place.NODE]
        scalar = scalars[number]
        row = self.instance.streams[scalar.name].row(self.steps // scalar.period)
        values = _values(row, self.instance.node_count, scalar.name)
        self._library.dnar_row(self._machine, number, _at(values))

    def _too_large(self) -> InputError:
        size = self.instance.node_count, self.instance.arc_count
        return out_of_memory(self._library.dnar_need(*size), _a_run_on(*size))

    @property
    def steps(self) -> int:
        """Steps that changed something."""
        return self._library.dnar_steps(self._machine)

    @property
    def visits(self) -> int:
        """Row entries that were visited, plus steps."""
        return self._library.dnar_visits(self._machine)

    @property
    def nbytes(self) -> int:
        """Bytes held beside the instance."""
        return self._library.dnar_bytes(self._machine)

    def snapshot(self) -> Snapshot:
        """The states and scalars now."""
        program, instance = self.program, self.instance
        nodes = np.empty(instance.node_count, dtype=state_type(len(program.node_states)))
        arcs = np.empty(instance.arc_count, dtype=state_type(len(program.arc_states)))
        self._library.dnar_states(self._machine, _at(nodes), _at(arcs))
        scalars = {}
        for number, scalar in enumerate(program.scalars):
            count = len(nodes) if scalar.place is Place.NODE else len(arcs)
            scalars[scalar.name] = np.empty(count)
            self._library.dnar_scalar(self._machine, number, _at(scalars[scalar.name]))
        return fed(program, instance, Snapshot(self.steps, nodes, arcs, scalars))

    def ending(self) -> InstanceEnding:
        """The end of the run, for reading outputs."""
        return InstanceEnding(self.instance, self.snapshot())

    def trajectory(self) -> Trajectory:
        """What every step changed, of a run that was recorded."""
        records = self._records()
        bounds = np.searchsorted(records["step"], np.arange(self.steps + 1))
        steps = [
            self._step(records[begin:end]) for begin, end in itertools.pairwise(bounds.tolist())
        ]
        return Trajectory(self.program, self.instance, tuple(steps))

    def _step(self, records: np.ndarray) -> StepChanges:
        def change(kind: int, dtype: str) -> Change:
            some = records[records["kind"] == kind]
            some = some[np.argsort(some["at"], kind="stable")]
            return Change(some["at"].copy(), some["new"].astype(dtype))

        program = self.program
        return StepChanges(
            change(NODE_STATE, state_type(len(program.node_states))),
            change(ARC_STATE, state_type(len(program.arc_states))),
            {
                scalar.name: change(FIRST_SCALAR + number, "float64")
                for number, scalar in enumerate(program.scalars)
                if scalar.start is not Start.STREAM
            },
        )

    def _records(self) -> np.ndarray:
        at = ctypes.c_void_p()
        count = self._library.dnar_records(self._machine, ctypes.byref(at))
        if not count:
            return np.empty(0, dtype=RECORD)
        held = (ctypes.c_char * (count * RECORD.itemsize)).from_address(at.value or 0)
        return np.frombuffer(held, dtype=RECORD).copy()


def _check_size(library: ctypes.CDLL, nodes: int, arcs: int) -> None:
    """Refuses instances that do not fit in memory, before any work."""
    if max(nodes, arcs) > ARC_LIMIT:
        raise InputError(
            f"a compiled program takes at most {ARC_LIMIT:,} arcs, and this run would have "
            f"{arcs:,}; give a smaller graph"
        )
    check_memory(library.dnar_need(nodes, arcs) + LAYOUT_BYTES * arcs, _a_run_on(nodes, arcs))


def _a_run_on(nodes: int, arcs: int) -> str:
    return f"a run on {nodes:,} nodes and {arcs:,} arcs"


def _states(given: np.ndarray, states: int, what: str) -> np.ndarray:
    """States as the kernel reads them."""
    if given.size and int(given.max()) >= states:
        raise InputError(
            f"{what} states are numbers from 0 to {states - 1}, got {int(given.max())}"
        )
    return np.ascontiguousarray(given, dtype=state_type(states))


def _values(given: np.ndarray | None, count: int, name: str) -> np.ndarray:
    """A scalar as the kernel reads it."""
    if given is None or given.shape != (count,):
        shape = None if given is None else given.shape
        raise InputError(f"{name} needs {count} numbers, got shape {shape}")
    return np.ascontiguousarray(given, dtype=np.float64)


def _at(array: np.ndarray) -> int:
    """The address of an array's data; the kernel knows its type and length."""
    return array.ctypes.data

"""A loaded machine: a graph's rows in the kernel's form, ready to run again and again."""

import ctypes
import weakref
from collections.abc import Mapping
from typing import Any

import numpy as np

from dnar.array_types import Float64, Int64, UInt8
from dnar.compile.outputs import LoadedEnding
from dnar.errors import InputError
from dnar.graph import Graph
from dnar.machine import (
    GRAPH_ROLES,
    Instance,
    Place,
    PointerOrder,
    Program,
    Setup,
    Start,
    pairs_of,
)
from dnar.memory import check_memory, out_of_memory

HALTED, CUT_OFF, PAUSED, NEEDS_ROW, NO_MEMORY = range(5)
"""Return codes of the kernel."""

WORK = 20_000_000
"""Work budget per kernel call, so that Python can handle Ctrl-C."""

LAST_STEP = 2**63 - 1
"""Steps are counted in 64 bits."""

ARC_LIMIT = 2**31 - 1
"""Most arcs between real nodes: their positions must fit in 32 bits."""

RECORD = np.dtype(
    [
        ("step", "i8"),
        ("new", "f8"),
        ("kind", "i4"),
        ("node", "i4"),
        ("entry", "i4"),
        ("_", "i4"),
    ]
)
"""A recorded change, as the kernel writes it."""

FUNCTIONS = {
    "dnar_need": (ctypes.c_int64, "ll"),
    "dnar_new": (ctypes.c_void_p, "ilppppp"),
    "dnar_start": (ctypes.c_int, "pppp"),
    "dnar_row": (None, "pp"),
    "dnar_run": (ctypes.c_int, "pll"),
    "dnar_free": (None, "p"),
    "dnar_steps": (ctypes.c_int64, "p"),
    "dnar_visits": (ctypes.c_int64, "p"),
    "dnar_bytes": (ctypes.c_int64, "p"),
    "dnar_records": (ctypes.c_int64, "pp"),
    "dnar_states": (None, "pp"),
    "dnar_values": (None, "pp"),
    "dnar_arcs": (None, "ppppp"),
    "dnar_pointers": (None, "ppp"),
}
"""The kernel's functions: what they return, and their arguments (int32, int64, pointer)."""

ARGUMENTS = {"i": ctypes.c_int32, "l": ctypes.c_int64, "p": ctypes.c_void_p}


def typed(
    library: ctypes.CDLL, functions: Mapping[str, tuple[Any, str]] = FUNCTIONS
) -> ctypes.CDLL:
    """The library, its functions with their types."""
    for name, (result, arguments) in functions.items():
        function = getattr(library, name)
        function.restype = result
        function.argtypes = [ARGUMENTS[each] for each in arguments]
    return library


class Loaded:
    """The rows of a graph. `start` and `run` may be called again for another run on it."""

    def __init__(self, library: ctypes.CDLL, program: Program, graph: Graph) -> None:
        """Builds the rows.

        Raises:
            InputError: there are too many arcs, or too little memory.
        """
        # Two opposite edges of a directed graph are one pair: at least half of them are pairs.
        _check_size(library, graph.node_count, graph.edge_count // (1 + graph.directed))
        pairs = pairs_of(graph)
        _check_size(library, graph.node_count, len(pairs.low))
        self.nodes, self.entries = graph.node_count, 2 * len(pairs.low)
        weighted = any(
            scalar.place is Place.ARC and scalar.start is Start.INPUT
            for scalar in program.scalars
        )
        weights = (pairs.up, pairs.down) if weighted else (None, None)
        # The kernel reads these arrays whenever a run starts: they must stay alive.
        self._given = (pairs.low, pairs.high, *weights, pairs.way)
        shared = {id(graph.source), id(graph.target), id(graph.weight), id(None)}
        self._copied = sum(
            array.nbytes
            for array in self._given
            if array is not None and id(array) not in shared
        )
        self._library, self._graph, self._program = library, graph, program
        self._setup: Setup | None = None
        self._stream = next(iter(program.streams()), None)
        self._machine = library.dnar_new(
            self.nodes, len(pairs.low), *(_at(array) for array in self._given)
        )
        if not self._machine:
            raise self._too_large()
        weakref.finalize(self, library.dnar_free, self._machine)

    def start(self, setup: Setup | Instance) -> None:
        """Resets the machine to step zero of this setup, which must be on this graph.

        Raises:
            InputError: the setup is of another graph, or memory is short.
        """
        if isinstance(setup, Instance) or setup.graph is not self._graph:
            raise InputError(
                "this setup is of another graph than the one that was loaded; load its own"
            )
        states = self._per_node(setup.node_state, np.uint8)
        values = next(iter(setup.values.values()), None)
        if values is not None:
            values = self._per_node(values, np.float64)
        roles = np.array([setup.arc_states[role] for role in GRAPH_ROLES], dtype=np.uint8)
        ended = self._library.dnar_start(self._machine, _at(states), _at(roles), _at(values))
        if ended == NO_MEMORY:
            raise self._too_large()
        self._setup = setup

    def _per_node(self, array: np.ndarray, kind: type) -> np.ndarray:
        """The array as the kernel reads it, one entry per node and one for the virtual node."""
        if array.shape != (self.nodes + 1,):
            raise InputError(f"expected {self.nodes + 1} entries, got shape {array.shape}")
        return np.ascontiguousarray(array, dtype=kind)

    def run(self, limit: int) -> bool:
        """Runs until nothing changes, or to the step `limit`; whether it came to rest.

        No other thread may read from it during the call.

        Raises:
            InputError: nothing was started, or memory is short.
        """
        if self._setup is None:
            raise InputError("start a setup before the first run")
        limit = min(limit, LAST_STEP)
        while True:
            ended = self._library.dnar_run(self._machine, limit, WORK)
            if ended == NEEDS_ROW:
                row = self._per_node(self.stream_row(), np.float64)
                self._library.dnar_row(self._machine, _at(row))
            elif ended == NO_MEMORY:
                raise self._too_large()
            elif ended != PAUSED:
                return ended == HALTED

    def stream_row(self) -> Float64[np.ndarray, " nodes"]:
        """The numbers of the stream at the present step.

        Raises:
            InputError: nothing was started, or the program has no stream.
        """
        if self._setup is None or self._stream is None:
            raise InputError("start a setup with a stream before reading its numbers")
        return self._setup.streams[self._stream.name].row(self.steps // self._stream.period)

    def ending(self) -> LoadedEnding:
        """The end of the run, for reading outputs."""
        return LoadedEnding(self._program, self)

    def _too_large(self) -> InputError:
        pairs = self.entries // 2
        need = self._library.dnar_need(self.nodes, pairs)
        return out_of_memory(need, _a_run_on(self.nodes, pairs))

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
        """Bytes held beside the graph."""
        return self._library.dnar_bytes(self._machine) + self._copied

    @property
    def node_states(self) -> UInt8[np.ndarray, " nodes"]:
        """The states of all nodes, the virtual one last."""
        states = np.empty(self.nodes + 1, dtype=np.uint8)
        self._library.dnar_states(self._machine, _at(states))
        return states

    @property
    def values(self) -> Float64[np.ndarray, " nodes"]:
        """The scalars of all nodes, the virtual one last."""
        values = np.empty(self.nodes + 1)
        self._library.dnar_values(self._machine, _at(values))
        return values

    def arc_states(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """States of row arcs in row order, loops, arcs from and to the virtual node."""
        sizes = (self.entries, self.nodes + 1, self.nodes, self.nodes)
        states = tuple(np.empty(size, dtype=np.uint8) for size in sizes)
        self._library.dnar_arcs(self._machine, *map(_at, states))
        return states  # type: ignore[return-value]

    def pointers(self, order: PointerOrder) -> Int64[np.ndarray, " nodes"]:
        """Where every node points, the virtual one last."""
        points = np.empty(self.nodes + 1, dtype=np.int64)
        places = np.array(order.places, dtype=np.int32)
        self._library.dnar_pointers(self._machine, _at(places), _at(points))
        return points

    def records(self) -> np.ndarray:
        """The recorded changes, in the order in which they were made."""
        at = ctypes.c_void_p()
        count = self._library.dnar_records(self._machine, ctypes.byref(at))
        if not count:
            return np.empty(0, dtype=RECORD)
        held = (ctypes.c_char * (count * RECORD.itemsize)).from_address(at.value or 0)
        return np.frombuffer(held, dtype=RECORD).copy()


def _check_size(library: ctypes.CDLL, nodes: int, pairs: int) -> None:
    """Refuses graphs that do not fit in memory, before any work."""
    if 2 * pairs > ARC_LIMIT:
        raise InputError(
            f"a compiled program takes at most {ARC_LIMIT:,} arcs, two per edge, and this "
            f"graph has {2 * pairs:,}; give a smaller graph"
        )
    check_memory(library.dnar_need(nodes, pairs), _a_run_on(nodes, pairs))


def _a_run_on(nodes: int, pairs: int) -> str:
    return f"a run on {nodes:,} nodes and {2 * pairs:,} arcs"


def _at(array: np.ndarray | None) -> int | None:
    """The address of an array's data; the kernel knows its type and length."""
    if array is None:
        return None
    assert array.flags.c_contiguous
    return array.ctypes.data

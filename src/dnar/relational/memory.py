"""From memory: the tables of a setup, for graphs that are there already."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from dnar.machine import SELF, Setup, Start, pairs_of
from dnar.machine.streams import RandomRows, Stream
from dnar.relational.execution import Rounds
from dnar.relational.plan import Plan
from dnar.relational.storage import FIXED
from dnar.relational.virtual import first_virtual


@dataclass(frozen=True)
class RandomPart:
    """A row of random numbers, of which any part is computed on its own."""

    seed: int
    number: int

    def part(self, begin: int, end: int) -> np.ndarray:
        """The numbers of these nodes: the generator is moved to where they begin."""
        generator = np.random.default_rng([self.seed, self.number])
        generator.bit_generator.advance(begin)  # type: ignore[attr-defined]
        return generator.random(end - begin)


@dataclass(frozen=True)
class GivenPart:
    """A row that is in memory."""

    values: np.ndarray

    def part(self, begin: int, end: int) -> np.ndarray:
        """The numbers of these nodes."""
        return self.values[begin:end]


def stream_row(stream: Stream, number: int) -> tuple[RandomPart | GivenPart, float]:
    """A row of a stream in parts, and the virtual node's number."""
    if isinstance(stream, RandomRows):
        return RandomPart(stream.seed, number), 0.0
    row = stream.row(number)
    return GivenPart(row), float(row[-1])


def node_arrays(plan: Plan, setup: Setup) -> dict[str, np.ndarray]:
    """The columns of the nodes before the first step."""
    nodes = setup.graph.node_count
    columns: dict[str, np.ndarray] = {"id": np.arange(nodes, dtype=np.int64)}
    states = setup.node_state[:nodes].astype(np.int16)
    first = {}
    for at, scalar in plan.storage.node_scalars.items():
        if scalar.start is Start.INPUT:
            first[at] = setup.values[scalar.name][:nodes]
        elif scalar.start is Start.STREAM:
            first[at] = stream_row(setup.streams[scalar.name], 0)[0].part(0, nodes)
        else:
            first[at] = np.zeros(nodes)
    for name, kind in plan.node_columns().items():
        if name in ("state", "p_state"):
            columns[name] = states
        elif name.endswith("_state"):
            role = FIXED[name.removesuffix("_state")]
            columns[name] = np.full(nodes, setup.arc_states[role], dtype=np.int16)
        elif name[1:].isdigit():
            columns[name] = first[int(name[1:])]
        else:
            columns[name] = np.zeros(nodes, dtype=np.float64 if kind == "DOUBLE" else np.int16)
    columns["changed"] = columns["moved"] = np.zeros(nodes, dtype=bool)
    return columns


def arc_arrays(setup: Setup) -> dict[str, np.ndarray]:
    """The arcs between nodes, both ways."""
    pairs = pairs_of(setup.graph)
    columns: dict[str, np.ndarray] = {
        "receiver": np.concatenate([pairs.high, pairs.low]).astype(np.int64),
        "sender": np.concatenate([pairs.low, pairs.high]).astype(np.int64),
    }
    if pairs.up is not None and pairs.down is not None:
        columns["weight"] = np.concatenate([pairs.up, pairs.down])
    if pairs.way is not None:
        up, down = np.array([0, 1, 2], dtype=np.int16), np.array([0, 2, 1], dtype=np.int16)
        columns["role"] = np.concatenate([up[pairs.way], down[pairs.way]])
    return columns


def begin(plan: Plan, setup: Setup, database: Any) -> Rounds:
    """A run from the first step on."""
    import pyarrow as pa  # noqa: PLC0415 (comes with the extra)

    for name, columns in (("nodes", node_arrays(plan, setup)), ("arcs", arc_arrays(setup))):
        database.make(name, pa.table(columns))
    marks = {"receiver": "BIGINT", "sender": "BIGINT", **plan.mark_columns()}
    database.make_empty("marks", marks)
    scalars = {name: float(values[-1]) for name, values in setup.values.items()}
    for name, stream in setup.streams.items():
        scalars[name] = stream_row(stream, 0)[1]
    virtual = first_virtual(plan, int(setup.node_state[-1]), setup.arc_states[SELF], scalars)
    return Rounds(
        plan,
        database,
        virtual,
        virtual,
        lambda name, number: stream_row(setup.streams[name], number),
    )

"""The interpreter: a program, executed as written, all nodes and arcs at once.

One step: every head selects, then node states, arc states and scalars are computed from the
old snapshot together. This is the definition that every faster engine is compared with.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import prod

import numpy as np

from dnar.array_types import Float64, Int64, UInt
from dnar.machine.functions import FUNCTIONS
from dnar.machine.instance import Instance
from dnar.machine.program import ArcCase, Program
from dnar.machine.selection import (
    DENSE,
    UNHEARD,
    UNLISTED,
    head_keys,
    heard_arcs,
    is_best,
    listed_places,
)
from dnar.machine.snapshot import (
    Snapshot,
    StepChanges,
    Trajectory,
    changes_between,
    fed,
    first_snapshot,
)
from dnar.machine.vocabulary import NOTHING, ArcClass, Gate, Op, Place, Term

Heard = Mapping[str, Int64[np.ndarray, " nodes"]]
"""Per head, the arc that each node hears."""


@dataclass(frozen=True)
class Execution:
    """How a run ended. `steps` counts the steps that changed something."""

    final: Snapshot
    steps: int
    halted: bool
    """Whether nothing could change any more; False if the given number of steps cut it off."""
    trajectory: Trajectory | None


Stepper = Callable[[Program, Instance, Snapshot], Snapshot]
"""Anything that computes the next snapshot; streams are fed by `execute`."""


def execute(
    program: Program,
    instance: Instance,
    *,
    max_steps: int | None = None,
    record: bool = False,
    stepper: Stepper | None = None,
) -> Execution:
    """Runs until a step changes nothing, or for `max_steps` steps.

    `stepper` computes the steps; by default the program does.

    A step that changes nothing is final, because the next one would see the same. Streams
    are the exception: a program that reads one must change some state in every unfinished
    round.
    """
    compute = step if stepper is None else stepper
    snapshot = first_snapshot(program, instance)
    recorded: list[StepChanges] = []
    halted = False
    while max_steps is None or snapshot.step < max_steps:
        following = fed(program, instance, compute(program, instance, snapshot))
        changes = changes_between(program, snapshot, following)
        if not changes:
            halted = True
            break
        if record:
            recorded.append(changes)
        snapshot = following
    trajectory = Trajectory(program, instance, tuple(recorded)) if record else None
    return Execution(snapshot, snapshot.step, halted, trajectory)


def step(program: Program, instance: Instance, snapshot: Snapshot) -> Snapshot:
    """The next snapshot; a stream's row is still that of the old one."""
    heard = select(program, instance, snapshot)
    return Snapshot(
        snapshot.step + 1,
        next_node_state(program, instance, snapshot, heard),
        next_arc_state(program, instance, snapshot, heard),
        next_scalars(program, instance, snapshot, heard),
    )


def select(program: Program, instance: Instance, snapshot: Snapshot) -> Heard:
    """The arc that each node hears with each head."""
    receiver_state = snapshot.node_state[instance.receiver]
    klass = _classes(program, instance, snapshot)
    heard = {}
    for number, head in enumerate(program.heads):
        table = listed_places(program, number)
        key = head_keys(program, head, instance, snapshot)
        place = table[receiver_state, 2 * klass + 1]
        others = table[receiver_state, 2 * klass]
        if (others != UNLISTED).any():
            best = is_best(klass, key, instance.receiver)
            place, key = np.where(best, place, others), None
        heard[head.name] = heard_arcs(place, key, instance.receiver, instance.node_count)
    return heard


def _classes(
    program: Program, instance: Instance, snapshot: Snapshot
) -> Int64[np.ndarray, " arcs"]:
    sender_state = snapshot.node_state[instance.sender].astype(np.int64)
    return sender_state * len(program.arc_states) + snapshot.arc_state


def signs(
    program: Program, place: Place, snapshot: Snapshot
) -> Int64[np.ndarray, "comparisons places"]:
    """The sign of every comparison at every node or arc."""
    rows = []
    for each in program.compared(place):
        left, right = snapshot.scalars[each.left], snapshot.scalars[each.right]
        rows.append((left > right).astype(np.int64) - (left < right))
    count = len(snapshot.node_state if place is Place.NODE else snapshot.arc_state)
    return np.array(rows, dtype=np.int64).reshape(len(rows), count)


def next_node_state(
    program: Program, instance: Instance, snapshot: Snapshot, heard: Heard
) -> UInt[np.ndarray, " nodes"]:
    """Each node's next state; every combination that occurs is looked up once."""
    classes = len(program.node_states) * len(program.arc_states)
    case = snapshot.node_state.astype(np.int64)
    # UNHEARD, -1, finds the last entry: one more class that stands for nothing.
    klass = np.append(_classes(program, instance, snapshot), classes)
    told = []
    for heard_arc in heard.values():
        told.append(klass[heard_arc])
        case = _numbered(case) * (classes + 1) + told[-1]
    sign = signs(program, Place.NODE, snapshot)
    for row in sign:
        case = _numbered(case) * 3 + row + 1
    cases, first, which = np.unique(case, return_index=True, return_inverse=True)
    outcome = np.empty(len(cases), dtype=snapshot.node_state.dtype)
    for number, node in enumerate(first.tolist()):
        classes_heard = tuple(_class(program, int(each[node])) for each in told)
        outcome[number] = program.node_outcome(
            int(snapshot.node_state[node]), classes_heard, tuple(sign[:, node].tolist())
        )
    return outcome[which]


def _numbered(case: Int64[np.ndarray, " places"]) -> Int64[np.ndarray, " places"]:
    """The same cases with small numbers, so that no product of sizes overflows."""
    if case.max(initial=0) < 2**31:
        return case
    return np.unique(case, return_inverse=True)[1]


def _class(program: Program, number: int) -> ArcClass:
    if number == len(program.node_states) * len(program.arc_states):
        return NOTHING
    return ArcClass(*divmod(number, len(program.arc_states)))


def next_arc_state(
    program: Program, instance: Instance, snapshot: Snapshot, heard: Heard
) -> UInt[np.ndarray, " arcs"]:
    """Each arc's next state, from its ends and from who heard it which way."""
    bits = np.zeros(instance.arc_count, dtype=np.int64)
    for number, heard_arc in enumerate(heard.values()):
        bits[heard_arc[heard_arc != UNHEARD]] |= 1 << number
    sign = signs(program, Place.ARC, snapshot)
    columns = [
        snapshot.arc_state,
        snapshot.node_state[instance.receiver],
        snapshot.node_state[instance.sender],
        snapshot.arc_state[instance.reverse_arc],
        bits,
        bits[instance.reverse_arc],
        *(row + 1 for row in sign),
    ]
    table = _arc_table(program)
    if table is not None:
        return table[tuple(columns)].astype(snapshot.arc_state.dtype)
    case = np.zeros(instance.arc_count, dtype=np.int64)
    for column in columns:
        case = _numbered(case) * (int(column.max(initial=0)) + 1) + column
    _, first, which = np.unique(case, return_index=True, return_inverse=True)
    outcome = np.empty(len(first), dtype=snapshot.arc_state.dtype)
    for number, arc in enumerate(first.tolist()):
        state, receiver, sender, reverse, one, back = (int(each[arc]) for each in columns[:6])
        outcome[number] = program.arc_outcome(
            state, receiver, sender, reverse, one, back, tuple(sign[:, arc].tolist())
        )
    return outcome[which]


@lru_cache(maxsize=64)
def _arc_table(program: Program) -> np.ndarray | None:
    """The outcome of every arc case, if they are few enough."""
    nodes, arcs, flags = (
        len(program.node_states),
        len(program.arc_states),
        2 ** len(program.heads),
    )
    shape = (arcs, nodes, nodes, arcs, flags, flags)
    shape += (3,) * len(program.compared(Place.ARC))
    if prod(shape) > DENSE:
        return None
    table = np.empty(shape, dtype=np.int32)
    table[:] = np.arange(arcs).reshape(-1, *[1] * (len(shape) - 1))
    # From the last case to the first, because the first that fits counts.
    for case in reversed(program.arc_cases):
        table[case.state][np.ix_(*_box(case, shape))] = case.becomes
    return table


def _box(case: ArcCase, shape: tuple[int, ...]) -> list[np.ndarray]:
    """The indices that a case covers, per axis of the table but the first."""
    _, *sizes = shape
    some: list[np.ndarray] = [
        np.arange(size) if states is None else np.array(sorted(states), dtype=np.int64)
        for states, size in zip((case.receiver, case.sender, case.reverse), sizes, strict=False)
    ]
    for wanted in (case.heard, case.heard_back):
        bits = np.arange(2 ** len(wanted))
        for head, flag in enumerate(wanted):
            if flag is not None:
                bits = bits[(bits >> head & 1) == flag]
        some.append(bits)
    for allowed in case.signs:
        sign = sorted(allowed) if allowed is not None else [-1, 0, 1]
        some.append(np.array(sign, dtype=np.int64) + 1)
    return some


def next_scalars(
    program: Program, instance: Instance, snapshot: Snapshot, heard: Heard
) -> dict[str, Float64[np.ndarray, " places"]]:
    """Every scalar after its operation; those without one stay (paper, eq. 2)."""
    following = dict(snapshot.scalars)
    for op in program.ops:
        following[op.target] = _applied(op, program, instance, snapshot, heard)
    return following


def _applied(
    op: Op, program: Program, instance: Instance, snapshot: Snapshot, heard: Heard
) -> Float64[np.ndarray, " places"]:
    at_node = program.scalar(op.target).place is Place.NODE
    total = np.zeros(len(snapshot.node_state if at_node else snapshot.arc_state))
    for term in op.terms:
        if at_node and term.gate is Gate.PUSH:
            arcs = np.flatnonzero(np.isin(snapshot.arc_state, list(term.when)))
            # Unbuffered and in row order: a sum of floats is the same on every engine.
            value = snapshot.scalars[str(term.scalar)][arcs]
            np.add.at(total, instance.receiver[arcs], value)
        else:
            at, value = term_values(op.target, term, program, instance, snapshot, heard)
            total[at] += value
    return total


def term_values(
    target: str,
    term: Term,
    program: Program,
    instance: Instance,
    snapshot: Snapshot,
    heard: Heard,
) -> tuple[Int64[np.ndarray, " some"], Float64[np.ndarray, " some"]]:
    """Where a term's gate is open, and what it adds there; each place is there once."""
    at_node = program.scalar(target).place is Place.NODE
    own = snapshot.node_state if at_node else snapshot.arc_state
    gating = {
        Gate.PUSH: lambda: snapshot.node_state[instance.sender],
        Gate.TAKE: lambda: snapshot.node_state[instance.receiver],
    }.get(term.gate, lambda: own)()
    at = np.flatnonzero(np.isin(gating, list(term.when)))
    match term.gate:
        case Gate.INC:
            return at, np.full(len(at), term.number)
        case Gate.KEEP:
            return at, snapshot.scalars[target][at]
        case Gate.APPLY:
            parts = [snapshot.scalars[name][at] for name in term.arguments]
            return at, FUNCTIONS[str(term.function)].compute(*parts)
        case Gate.PUSH:
            return at, snapshot.scalars[str(term.scalar)][instance.sender[at]]
        case Gate.TAKE:
            return at, snapshot.scalars[str(term.scalar)][instance.receiver[at]]
        case Gate.PULL:
            arcs = heard[str(term.head)][at]
            at, arcs = at[arcs != UNHEARD], arcs[arcs != UNHEARD]
            of_arc = program.scalar(str(term.scalar)).place is Place.ARC
            place = arcs if of_arc else instance.sender[arcs]
            return at, snapshot.scalars[str(term.scalar)][place]

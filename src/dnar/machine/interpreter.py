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
from dnar.machine.program import ArcCase, Program, gating_place
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

Places = np.ndarray | slice
"""Some nodes or some arcs, in rising order."""

EVERY = slice(None)
"""All nodes or all arcs."""


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
        next_arc_state(program, instance, snapshot, heard_bits(instance, heard)),
        next_scalars(program, instance, snapshot, heard),
    )


def select(program: Program, instance: Instance, snapshot: Snapshot) -> dict[str, np.ndarray]:
    """The arc that each node hears with each head."""
    return {
        head.name: heard_among(program, number, instance, snapshot)
        for number, head in enumerate(program.heads)
    }


def heard_among(
    program: Program,
    number: int,
    instance: Instance,
    snapshot: Snapshot,
    arcs: Places = EVERY,
) -> Int64[np.ndarray, " nodes"]:
    """The arc that each node hears with one head, if only these arcs are there."""
    head, table = program.heads[number], listed_places(program, number)
    receiver = instance.receiver[arcs]
    receiver_state = snapshot.node_state[receiver]
    klass = _classes(program, instance, snapshot, arcs)
    key = head_keys(program, head, instance, snapshot, arcs)
    place = table[receiver_state, 2 * klass + 1]
    others = table[receiver_state, 2 * klass]
    if (others != UNLISTED).any():
        best = is_best(klass, key, receiver)
        place, key = np.where(best, place, others), None
    heard = heard_arcs(place, key, receiver, instance.node_count)
    if isinstance(arcs, np.ndarray):
        found = heard != UNHEARD
        heard[found] = arcs[heard[found]]
    return heard


def _classes(
    program: Program, instance: Instance, snapshot: Snapshot, arcs: Places
) -> Int64[np.ndarray, " arcs"]:
    sender_state = snapshot.node_state[instance.sender[arcs]].astype(np.int64)
    return sender_state * len(program.arc_states) + snapshot.arc_state[arcs]


def signs(
    program: Program, place: Place, snapshot: Snapshot, at: Places = EVERY
) -> Int64[np.ndarray, "comparisons places"]:
    """The sign of every comparison at every node or arc, or at some."""
    rows = []
    for each in program.compared(place):
        left, right = snapshot.scalars[each.left][at], snapshot.scalars[each.right][at]
        rows.append((left > right).astype(np.int64) - (left < right))
    states = snapshot.node_state if place is Place.NODE else snapshot.arc_state
    return np.array(rows, dtype=np.int64).reshape(len(rows), len(states[at]))


def next_node_state(
    program: Program,
    instance: Instance,
    snapshot: Snapshot,
    heard: Heard,
    nodes: Places = EVERY,
) -> UInt[np.ndarray, " places"]:
    """The next state of each node; every combination that occurs is looked up once."""
    classes = len(program.node_states) * len(program.arc_states)
    state = snapshot.node_state[nodes]
    case = state.astype(np.int64)
    told = []
    for by_node in heard.values():
        arcs = by_node[nodes]
        # One more class stands for nothing.
        klass = np.full(len(state), classes, dtype=np.int64)
        found = np.flatnonzero(arcs != UNHEARD)
        klass[found] = _classes(program, instance, snapshot, arcs[found])
        told.append(klass)
        case = _numbered(case) * (classes + 1) + klass
    sign = signs(program, Place.NODE, snapshot, nodes)
    for row in sign:
        case = _numbered(case) * 3 + row + 1
    cases, first, which = np.unique(case, return_index=True, return_inverse=True)
    outcome = np.empty(len(cases), dtype=snapshot.node_state.dtype)
    for number, node in enumerate(first.tolist()):
        classes_heard = tuple(_class(program, int(each[node])) for each in told)
        outcome[number] = program.node_outcome(
            int(state[node]), classes_heard, tuple(sign[:, node].tolist())
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


def heard_bits(instance: Instance, heard: Heard) -> Int64[np.ndarray, " arcs"]:
    """Which heads of its receiver hear each arc: bit k for head k."""
    bits = np.zeros(instance.arc_count, dtype=np.int64)
    for number, heard_arc in enumerate(heard.values()):
        bits[heard_arc[heard_arc != UNHEARD]] |= 1 << number
    return bits


def next_arc_state(
    program: Program,
    instance: Instance,
    snapshot: Snapshot,
    bits: Int64[np.ndarray, " arcs"],
    arcs: Places = EVERY,
) -> UInt[np.ndarray, " places"]:
    """The next state of each arc, from its ends and from who heard it which way."""
    sign = signs(program, Place.ARC, snapshot, arcs)
    reverse = instance.reverse_arc[arcs]
    columns = [
        snapshot.arc_state[arcs],
        snapshot.node_state[instance.receiver[arcs]],
        snapshot.node_state[instance.sender[arcs]],
        snapshot.arc_state[reverse],
        bits[arcs],
        bits[reverse],
        *(row + 1 for row in sign),
    ]
    table = _arc_table(program)
    if table is not None:
        return table[tuple(columns)].astype(snapshot.arc_state.dtype)
    case = np.zeros(len(reverse), dtype=np.int64)
    for column in columns:
        case = _numbered(case) * (int(column.max(initial=0)) + 1) + column
    _, first, which = np.unique(case, return_index=True, return_inverse=True)
    outcome = np.empty(len(first), dtype=snapshot.arc_state.dtype)
    for number, arc in enumerate(first.tolist()):
        state, receiver, sender, back, one, other = (int(each[arc]) for each in columns[:6])
        outcome[number] = program.arc_outcome(
            state, receiver, sender, back, one, other, tuple(sign[:, arc].tolist())
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
        following[op.target] = next_scalar(op, program, instance, snapshot, heard)
    return following


def next_scalar(
    op: Op,
    program: Program,
    instance: Instance,
    snapshot: Snapshot,
    heard: Heard,
    places: Places = EVERY,
    row_arcs: Places = EVERY,
) -> Float64[np.ndarray, " places"]:
    """The next values of a scalar at some nodes or arcs; nodes receive the `row_arcs`."""
    at_node = program.scalar(op.target).place is Place.NODE
    total = np.zeros(len((snapshot.node_state if at_node else snapshot.arc_state)[places]))
    for term in op.terms:
        if at_node and term.gate is Gate.PUSH:
            opened = _gate(term.when, len(program.arc_states))[snapshot.arc_state[row_arcs]]
            arcs = _among(row_arcs, np.flatnonzero(opened))
            receiver = instance.receiver[arcs]
            if isinstance(places, np.ndarray):
                receiver = np.searchsorted(places, receiver)
            # Unbuffered and in row order: a sum of floats is the same on every engine.
            np.add.at(total, receiver, snapshot.scalars[str(term.scalar)][arcs])
        else:
            at, value = term_values(op.target, term, program, instance, snapshot, heard, places)
            total[at] += value
    return total


@lru_cache(maxsize=4096)
def _gate(when: frozenset[int], states: int) -> np.ndarray:
    """By state: whether the gate is open."""
    opened = np.zeros(states, dtype=bool)
    opened[list(when)] = True
    return opened


def _among(places: Places, at: np.ndarray) -> np.ndarray:
    """Some of these places, by their number among them."""
    return places[at] if isinstance(places, np.ndarray) else at


def term_values(
    target: str,
    term: Term,
    program: Program,
    instance: Instance,
    snapshot: Snapshot,
    heard: Heard,
    places: Places = EVERY,
) -> tuple[Int64[np.ndarray, " some"], Float64[np.ndarray, " some"]]:
    """At which of the places a term's gate is open, by number, and what it adds there."""
    at_node = program.scalar(target).place is Place.NODE
    match term.gate:
        case Gate.PUSH:
            gating = snapshot.node_state[instance.sender[places]]
        case Gate.TAKE:
            gating = snapshot.node_state[instance.receiver[places]]
        case _:
            gating = (snapshot.node_state if at_node else snapshot.arc_state)[places]
    states = len(program.states(gating_place(program.scalar(target).place, term.gate)))
    opened = np.flatnonzero(_gate(term.when, states)[gating])
    at = _among(places, opened)
    match term.gate:
        case Gate.INC:
            return opened, np.full(len(at), term.number)
        case Gate.KEEP:
            return opened, snapshot.scalars[target][at]
        case Gate.APPLY:
            parts = [snapshot.scalars[name][at] for name in term.arguments]
            return opened, FUNCTIONS[str(term.function)].compute(*parts)
        case Gate.PUSH:
            return opened, snapshot.scalars[str(term.scalar)][instance.sender[at]]
        case Gate.TAKE:
            return opened, snapshot.scalars[str(term.scalar)][instance.receiver[at]]
        case Gate.PULL:
            arcs = heard[str(term.head)][at]
            opened, arcs = opened[arcs != UNHEARD], arcs[arcs != UNHEARD]
            of_arc = program.scalar(str(term.scalar)).place is Place.ARC
            place = arcs if of_arc else instance.sender[arcs]
            return opened, snapshot.scalars[str(term.scalar)][place]

"""The interpreter: rules or a program, executed as written, all nodes and arcs at once.

One step: every head selects, then node states, arc states and scalars are computed from the
old snapshot together. This is the definition that every faster engine is compared with.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from dnar.array_types import Float64, Int64, UInt8
from dnar.machine.instance import Instance
from dnar.machine.local_functions import UNLISTED, LocalFunctions
from dnar.machine.selection import UNHEARD, head_keys, heard_arcs, is_best
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


Stepper = Callable[[LocalFunctions, Instance, Snapshot], Snapshot]
"""Anything that computes the next snapshot; streams are fed by `execute`."""


STEPS_PER_NODE = 10
"""More steps per node than any task takes."""


def most_steps(nodes: int) -> int:
    """Steps after which no exact program would still be at work."""
    return STEPS_PER_NODE * nodes + 100


def execute(
    rules: LocalFunctions,
    instance: Instance,
    *,
    max_steps: int | None = None,
    record: bool = False,
    stepper: Stepper | None = None,
) -> Execution:
    """Runs until a step changes nothing, or for `max_steps` steps.

    `stepper` computes the steps; by default the rules do.

    A step that changes nothing is final, because the next one would see the same. Streams
    are the exception: rules that read one must change some state in every unfinished round.
    """
    compute = step if stepper is None else stepper
    snapshot = first_snapshot(rules, instance)
    recorded: list[StepChanges] = []
    halted = False
    while max_steps is None or snapshot.step < max_steps:
        following = fed(rules, instance, compute(rules, instance, snapshot))
        changes = changes_between(rules, snapshot, following)
        if not changes:
            halted = True
            break
        if record:
            recorded.append(changes)
        snapshot = following
    trajectory = Trajectory(rules, instance, tuple(recorded)) if record else None
    return Execution(snapshot, snapshot.step, halted, trajectory)


def step(rules: LocalFunctions, instance: Instance, snapshot: Snapshot) -> Snapshot:
    """The next snapshot by the rules; a stream's row is still that of the old one."""
    heard = select(rules, instance, snapshot)
    return Snapshot(
        snapshot.step + 1,
        next_node_state(rules, instance, snapshot, heard),
        next_arc_state(rules, instance, snapshot, heard),
        next_scalars(rules, instance, snapshot),
    )


def select(rules: LocalFunctions, instance: Instance, snapshot: Snapshot) -> Heard:
    """The arc that each node hears with each head."""
    receiver_state = snapshot.node_state[instance.receiver]
    sender_state = snapshot.node_state[instance.sender]
    klass = sender_state.astype(np.int64) * len(rules.arc_states) + snapshot.arc_state
    heard = {}
    for head, table in zip(rules.heads, rules.listening, strict=True):
        key = head_keys(rules, head, instance, snapshot)
        place = table[receiver_state, sender_state, snapshot.arc_state]
        rank = place[:, 1]
        if (place[:, 0] != UNLISTED).any():
            best = is_best(klass, key, instance.receiver)
            rank, key = np.where(best, rank, place[:, 0]), None
        heard[head.name] = heard_arcs(rank, key, instance.receiver, instance.node_count)
    return heard


def next_node_state(
    rules: LocalFunctions, instance: Instance, snapshot: Snapshot, heard: Heard
) -> UInt8[np.ndarray, " nodes"]:
    """Each node's next state; every combination that occurs is looked up in the rules once."""
    classes = len(rules.node_states) * len(rules.arc_states)
    case = snapshot.node_state.astype(np.int64)
    for heard_arc in heard.values():
        case = case * (classes + 1) + _heard_class(rules, instance, snapshot, heard_arc)
    cases, first, which = np.unique(case, return_index=True, return_inverse=True)
    outcome = np.empty(len(cases), dtype=np.uint8)
    for number, node in enumerate(first.tolist()):
        told = tuple(_told(instance, snapshot, int(arcs[node])) for arcs in heard.values())
        outcome[number] = rules.node_outcome(int(snapshot.node_state[node]), told)
    return outcome[which]


def _heard_class(
    rules: LocalFunctions,
    instance: Instance,
    snapshot: Snapshot,
    heard_arc: Int64[np.ndarray, " nodes"],
) -> Int64[np.ndarray, " nodes"]:
    """A number for the class that each node hears, zero for nothing."""
    number = np.zeros(len(heard_arc), dtype=np.int64)
    hears = heard_arc != UNHEARD
    arcs = heard_arc[hears]
    sender_state = snapshot.node_state[instance.sender[arcs]].astype(np.int64)
    number[hears] = 1 + sender_state * len(rules.arc_states) + snapshot.arc_state[arcs]
    return number


def _told(instance: Instance, snapshot: Snapshot, arc: int) -> ArcClass:
    if arc == UNHEARD:
        return NOTHING
    sender_state = snapshot.node_state[instance.sender[arc]]
    return ArcClass(int(sender_state), int(snapshot.arc_state[arc]))


def next_arc_state(
    rules: LocalFunctions, instance: Instance, snapshot: Snapshot, heard: Heard
) -> UInt8[np.ndarray, " arcs"]:
    """Each arc's next state, from its ends and from who heard it which way."""
    bits = np.zeros(instance.arc_count, dtype=np.int64)
    for number, heard_arc in enumerate(heard.values()):
        bits[heard_arc[heard_arc != UNHEARD]] |= 1 << number
    return rules.arc_table[
        snapshot.arc_state,
        snapshot.node_state[instance.receiver],
        snapshot.node_state[instance.sender],
        snapshot.arc_state[instance.reverse_arc],
        bits,
        bits[instance.reverse_arc],
    ]


def next_scalars(
    rules: LocalFunctions, instance: Instance, snapshot: Snapshot
) -> dict[str, Float64[np.ndarray, " places"]]:
    """Every scalar after its operation; those without one stay (paper, eq. 2)."""
    following = dict(snapshot.scalars)
    for op in rules.ops:
        following[op.target] = _applied(op, rules, instance, snapshot)
    return following


def _applied(
    op: Op, rules: LocalFunctions, instance: Instance, snapshot: Snapshot
) -> Float64[np.ndarray, " places"]:
    at_node = rules.scalar(op.target).place is Place.NODE
    own_state = snapshot.node_state if at_node else snapshot.arc_state
    total = np.zeros(len(own_state))
    for term in op.terms:
        if term.gate is Gate.INC:
            total += np.isin(own_state, list(term.when))
        elif term.gate is Gate.KEEP:
            total += np.where(
                np.isin(own_state, list(term.when)), snapshot.scalars[op.target], 0.0
            )
        else:
            _add_pushed(total, term, instance, snapshot, to_node=at_node)
    return total


def _add_pushed(
    total: Float64[np.ndarray, " places"],
    term: Term,
    instance: Instance,
    snapshot: Snapshot,
    *,
    to_node: bool,
) -> None:
    assert term.scalar is not None
    value = snapshot.scalars[term.scalar]
    if to_node:
        arcs = np.flatnonzero(np.isin(snapshot.arc_state, list(term.when)))
        # Unbuffered and in row order: a sum of floats is the same on every engine.
        np.add.at(total, instance.receiver[arcs], value[arcs])
    else:
        opens = np.isin(snapshot.node_state, list(term.when))
        arcs = np.flatnonzero(opens[instance.sender])
        total[arcs] += value[instance.sender[arcs]]

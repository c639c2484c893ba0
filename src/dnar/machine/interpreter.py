"""The interpreter: rules executed as they are written, all nodes and arcs at once.

One step: every head selects, then node states, arc states and scalars are computed from the
old snapshot together. This is the definition that every faster engine is compared with.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float64, Int64, UInt8

from dnar.machine.instance import Instance
from dnar.machine.rules import Rules
from dnar.machine.selection import UNHEARD, head_keys, heard_arcs, rank_tables
from dnar.machine.snapshot import (
    Snapshot,
    StepChanges,
    Trajectory,
    changes_between,
    fed,
    first_snapshot,
)
from dnar.machine.vocabulary import NOTHING, Gate, Op, Place, Term

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


def execute(
    rules: Rules, instance: Instance, *, max_steps: int | None = None, record: bool = False
) -> Execution:
    """Runs until a step changes nothing, or for `max_steps` steps.

    A step that changes nothing is final, because the next one would see the same. Streams
    are the exception: rules that read one must change some state in every unfinished round.
    """
    snapshot = first_snapshot(rules, instance)
    recorded: list[StepChanges] = []
    halted = False
    while max_steps is None or snapshot.step < max_steps:
        following = step(rules, instance, snapshot)
        changes = changes_between(rules, snapshot, following)
        if not changes:
            halted = True
            break
        if record:
            recorded.append(changes)
        snapshot = following
    trajectory = Trajectory(rules, instance, tuple(recorded)) if record else None
    return Execution(snapshot, snapshot.step, halted, trajectory)


def step(rules: Rules, instance: Instance, snapshot: Snapshot) -> Snapshot:
    """The next snapshot."""
    heard = select(rules, instance, snapshot)
    following = Snapshot(
        snapshot.step + 1,
        next_node_state(rules, instance, snapshot, heard),
        next_arc_state(rules, instance, snapshot, heard),
        next_scalars(rules, instance, snapshot),
    )
    return fed(rules, instance, following)


def select(rules: Rules, instance: Instance, snapshot: Snapshot) -> Heard:
    """The arc that each node hears with each head."""
    receiver_state = snapshot.node_state[instance.receiver]
    sender_state = snapshot.node_state[instance.sender]
    heard = {}
    for head, table in zip(rules.heads, rank_tables(rules), strict=True):
        rank = table[receiver_state, sender_state, snapshot.arc_state]
        key = head_keys(rules, head, instance, snapshot)
        heard[head.name] = heard_arcs(rank, key, instance.receiver, instance.node_count)
    return heard


def next_node_state(
    rules: Rules, instance: Instance, snapshot: Snapshot, heard: Heard
) -> UInt8[np.ndarray, " nodes"]:
    """Each node's next state: the first rule that fits, or no change."""
    state = snapshot.node_state
    following = state.copy()
    decided = np.zeros(len(state), dtype=bool)
    for rule in rules.node_rules:
        fits = (state == rule.state) & ~decided
        for head, classes in rule.heard.items():
            fits &= _heard_one_of(classes, instance, snapshot, heard[head])
        following[fits] = rule.becomes
        decided |= fits
    return following


def _heard_one_of(
    classes: tuple[tuple[int, int], ...],
    instance: Instance,
    snapshot: Snapshot,
    heard_arc: Int64[np.ndarray, " nodes"],
) -> Bool[np.ndarray, " nodes"]:
    silent = heard_arc == UNHEARD
    sender_state = snapshot.node_state[instance.sender[heard_arc]]
    arc_state = snapshot.arc_state[heard_arc]
    fits = np.zeros(len(heard_arc), dtype=bool)
    for arc_class in classes:
        if arc_class == NOTHING:
            fits |= silent
        else:
            sender, arc = arc_class
            fits |= ~silent & (sender_state == sender) & (arc_state == arc)
    return fits


def next_arc_state(
    rules: Rules, instance: Instance, snapshot: Snapshot, heard: Heard
) -> UInt8[np.ndarray, " arcs"]:
    """Each arc's next state: the first rule that fits, or no change."""
    following = snapshot.arc_state.copy()
    decided = np.zeros(len(following), dtype=bool)
    is_heard = {head: _marked(arcs, instance.arc_count) for head, arcs in heard.items()}
    for rule in rules.arc_rules:
        at = np.flatnonzero((snapshot.arc_state == rule.state) & ~decided)
        for ends, states in (
            (instance.receiver, rule.receiver),
            (instance.sender, rule.sender),
        ):
            if states is not None:
                at = at[np.isin(snapshot.node_state[ends[at]], states)]
        for head, wanted in rule.heard.items():
            at = at[is_heard[head][at] == wanted]
        for head, wanted in rule.heard_back.items():
            at = at[is_heard[head][instance.reverse_arc[at]] == wanted]
        following[at] = rule.becomes
        decided[at] = True
    return following


def _marked(heard_arc: Int64[np.ndarray, " nodes"], arcs: int) -> Bool[np.ndarray, " arcs"]:
    marks = np.zeros(arcs, dtype=bool)
    marks[heard_arc[heard_arc != UNHEARD]] = True
    return marks


def next_scalars(
    rules: Rules, instance: Instance, snapshot: Snapshot
) -> dict[str, Float64[np.ndarray, " places"]]:
    """Every scalar after its operation; those without one stay (paper, eq. 2)."""
    following = dict(snapshot.scalars)
    for op in rules.ops:
        following[op.target] = _applied(op, rules, instance, snapshot)
    return following


def _applied(
    op: Op, rules: Rules, instance: Instance, snapshot: Snapshot
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

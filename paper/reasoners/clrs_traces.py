"""Traces of CLRS length: Prim's and Dijkstra's algorithm, one step per extracted node.

The textbook's run with CLRS-30's hints: `pi` are the arcs in state POINTER, `key` (`d` for
Dijkstra's algorithm) is a scalar, and `mark`, `in_queue` and `u` are the states of nodes.
Messages go along the graph's own edges and self-loops, as in SALSA-CLRS: there is no virtual
node.
"""

from dataclasses import replace
from enum import IntEnum

import numpy as np

from dnar.errors import InputError
from dnar.machine import (
    Instance,
    Multiplicity,
    NodeKind,
    Place,
    Pointer,
    Problem,
    Role,
    Rules,
    Scalar,
    Shape,
    Snapshot,
    Start,
    Task,
)


class NodeState(IntEnum):
    """How far a node is."""

    UNSEEN = 0
    QUEUED = 1
    """In the queue (`in_queue`)."""
    EXTRACTED = 2
    """The one that this step took out of the queue (`u`)."""
    DONE = 3
    """Taken out before (`mark`)."""


class ArcState(IntEnum):
    """What an arc is to its receiver."""

    NEUTRAL = 0
    POINTER = 1


VOCABULARY = Rules(
    node_states=NodeState,
    arc_states=ArcState,
    scalars=(
        Scalar("key", Place.NODE, Start.ZERO),
        Scalar("length", Place.ARC, Start.INPUT),
    ),
)
"""States and scalars without any rule: the steps are not local, so no rules could take them."""

ROLES = (
    Role("self", "self", Multiplicity.SELF),
    Role("both", "both", Multiplicity.ANY, NodeKind.REAL),
)

ADDS_UP = {"prim": False, "dijkstra": True}
"""Whether a key is the length of the whole path, and not of its last edge, by task."""


def clrs_task(task: Task) -> Task:
    """The task in the vocabulary of these traces, for undirected graphs.

    Raises:
        InputError: there are no such traces of this task.
    """
    if task.name not in ADDS_UP:
        raise InputError(
            f"traces of CLRS length are there for {' and '.join(ADDS_UP)}, not for "
            f"{task.name}; train it on traces of the rules"
        )
    return replace(
        task,
        inputs=replace(task.inputs, shape=Shape.UNDIRECTED),
        rules=VOCABULARY,
        encoder=_encoded,
        decoders={"parent": Pointer(ArcState.POINTER)},
    )


def _encoded(problem: Problem) -> Instance:
    """The start is queued, and every node points to itself."""
    graph = problem.graph
    nodes = np.arange(graph.node_count, dtype=np.int32)
    edges = graph.source != graph.target
    low, high = graph.source[edges], graph.target[edges]
    count = len(low)
    receiver, sender = np.concatenate([high, low, nodes]), np.concatenate([low, high, nodes])
    weight = np.ones(count) if graph.weight is None else graph.weight[edges]
    length = np.concatenate([weight, weight, np.zeros(len(nodes))])
    edge = np.arange(count)
    reverse = np.concatenate([edge + count, edge, 2 * count + nodes])
    order = np.lexsort((sender, receiver))
    place = np.empty(len(order), dtype=np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    loop = (receiver == sender)[order]
    node_state = np.full(len(nodes), NodeState.UNSEEN, dtype=np.uint8)
    node_state[list(problem.starts)] = NodeState.QUEUED
    return Instance(
        labels=graph.labels,
        node_kind=np.full(len(nodes), NodeKind.REAL, dtype=np.uint8),
        node_state=node_state,
        receiver=receiver[order],
        sender=sender[order],
        reverse_arc=place[reverse[order]],
        role=np.where(loop, 0, 1).astype(np.uint8),
        arc_state=np.where(loop, ArcState.POINTER, ArcState.NEUTRAL).astype(np.uint8),
        roles=ROLES,
        node_scalars={"key": np.zeros(len(nodes))},
        arc_scalars={"length": length[order]},
    )


def clrs_trace(task: Task, instance: Instance) -> list[Snapshot]:
    """The snapshots of the textbook's run, the first states included."""
    adds_up, length = ADDS_UP[task.name], instance.arc_scalars["length"]
    row = np.searchsorted(instance.receiver, np.arange(instance.node_count + 1))
    pointer = np.flatnonzero(instance.receiver == instance.sender)
    state, key = instance.node_state.copy(), np.zeros(instance.node_count)
    snapshots = [_snapshot(0, state, pointer, key, length)]
    while (queued := np.flatnonzero(state == NodeState.QUEUED)).size:
        node = queued[np.argmin(key[queued])]
        state[state == NodeState.EXTRACTED] = NodeState.DONE
        state[node] = NodeState.EXTRACTED
        for arc in range(row[node], row[node + 1]):
            other = instance.sender[arc]
            offer = length[arc] + key[node] if adds_up else length[arc]
            better = state[other] == NodeState.QUEUED and offer < key[other]
            if better or state[other] == NodeState.UNSEEN:
                state[other] = NodeState.QUEUED
                pointer[other], key[other] = instance.reverse_arc[arc], offer
        snapshots.append(_snapshot(len(snapshots), state, pointer, key, length))
    return snapshots


def _snapshot(
    step: int, state: np.ndarray, pointer: np.ndarray, key: np.ndarray, length: np.ndarray
) -> Snapshot:
    arc_state = np.full(len(length), ArcState.NEUTRAL, dtype=np.uint8)
    arc_state[pointer] = ArcState.POINTER
    return Snapshot(step, state.copy(), arc_state, {"key": key.copy(), "length": length})

"""Calls: when a call reaches each node, component by component, with a Python encoder.

The virtual node calls the lowest waiting node, and the call spreads through its component. A
scalar counts the steps until it comes.
"""

from enum import IntEnum

from dnar.machine import (
    GRAPH_ROLES,
    ArcRule,
    Head,
    Inputs,
    NodeRule,
    NodeScalar,
    Op,
    Place,
    Problem,
    Rank,
    Rules,
    Scalar,
    Setup,
    Shape,
    Start,
    Task,
    inc,
    keep,
    node_states,
)


class NodeState(IntEnum):
    """How far the call has come at a node."""

    WAITING = 0
    CALLED = 1
    FOUND = 2
    VIRTUAL = 3


class ArcState(IntEnum):
    """Whether a call is made over an arc."""

    NEUTRAL = 0
    CALL = 1


W, C, F, V = NodeState
N, K = ArcState


RULES = Rules(
    node_states=NodeState,
    arc_states=ArcState,
    heads=(Head("lowest"),),
    ranks=(
        Rank("lowest", W, ((C, N), (V, K))),
        Rank("lowest", V, ((W, K), (C, N), (W, N))),
    ),
    node_rules=(
        NodeRule(W, C, heard={"lowest": ((C, N), (V, K))}),
        NodeRule(C, F),
    ),
    arc_rules=(
        ArcRule(N, K, receiver=(V,), sender=(W,), heard={"lowest": True}),
        ArcRule(N, K, receiver=(W,), sender=(V,), heard_back={"lowest": True}),
        ArcRule(K, N),
    ),
    scalars=(Scalar("found_at", Place.NODE, Start.ZERO),),
    ops=(Op("found_at", (inc((W,)), keep(NodeState))),),
)


def encode(problem: Problem) -> Setup:
    """Everyone waits for a call."""
    return Setup(
        problem.graph,
        node_state=node_states(problem.graph, W, V),
        arc_states=dict.fromkeys(GRAPH_ROLES, N),
    )


TASK = Task(
    name="calls",
    title="Calls",
    summary="when the call reaches each node, component by component",
    inputs=Inputs(shape=Shape.UNDIRECTED),
    rules=RULES,
    encoder=encode,
    decoders={"found_at": NodeScalar("found_at", F)},
)

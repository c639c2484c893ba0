"""Eccentricity of a node: the number of edges to the farthest node that it can reach.

A wave runs from the start; unreached nodes count the steps until it comes. When the wave is
over, the virtual node takes over the largest count.
"""

from enum import IntEnum

from dnar.machine import (
    ArcRule,
    GraphEncoder,
    Head,
    Inputs,
    NodeRule,
    Op,
    Place,
    Prefer,
    Rank,
    Rounds,
    Rules,
    Scalar,
    Start,
    StartNode,
    Task,
    VirtualScalar,
    arcs_by_role,
    inc,
    keep,
    push,
)


class NodeState(IntEnum):
    """Where a node stands to the wave."""

    UNSEEN = 0
    FRONT = 1
    """The wave is here now."""
    DONE = 2
    VIRTUAL = 3
    ANSWERED = 4
    """The virtual node, once the wave is over."""


class ArcState(IntEnum):
    """What an arc is to its receiver."""

    NEUTRAL = 0
    FARTHEST = 1
    """Brings the answer to the virtual node in this step."""
    SPENT = 2
    CLOSED = 3
    """Leads against the edge's direction: never heard."""


U, F, D, V, X = NodeState
N, P, Q, C = ArcState

RULES = Rules(
    node_states=NodeState,
    arc_states=ArcState,
    heads=(Head("farthest", key="distance", prefer=Prefer.LARGEST),),
    ranks=(
        Rank("farthest", U, ((F, N), (X, N))),
        Rank("farthest", V, ((F, N), (D, N))),
    ),
    node_rules=(
        NodeRule(U, F, heard={"farthest": ((F, N),)}),
        # Nobody will come any more: stop counting, or the machine would never halt.
        NodeRule(U, D, heard={"farthest": ((X, N),)}),
        NodeRule(F, D),
        NodeRule(V, X, heard={"farthest": ((D, N),)}),
    ),
    arc_rules=(
        ArcRule(N, P, receiver=(V,), sender=(D,), heard={"farthest": True}),
        ArcRule(P, Q),
    ),
    scalars=(
        Scalar("distance", Place.NODE, Start.ZERO),
        Scalar("report", Place.ARC, Start.ZERO),
    ),
    ops=(
        Op("distance", (inc((U,)), keep(NodeState), push("report", (P,)))),
        Op("report", (keep(ArcState), push("distance", (F,)))),
    ),
)


ENCODER = GraphEncoder(nodes=U, virtual=V, start=F, arcs=arcs_by_role(N, against=C))
"""The wave starts at the start node."""

TASK = Task(
    name="eccentricity",
    title="Eccentricity",
    summary="how many edges away the farthest reachable node is",
    inputs=Inputs(start=StartNode.REQUIRED),
    rules=RULES,
    encoder=ENCODER,
    decoders={"eccentricity": VirtualScalar("distance")},
    rounds=Rounds("the largest distance from the start, and three"),
)

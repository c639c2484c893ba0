"""Prim's algorithm: a minimum spanning tree, every node pointing towards the start.

A node beside the tree holds its best arc into it and takes that arc's length as its distance.
When all are at rest, the virtual node picks the nearest; it joins, and its neighbours choose
anew. Dijkstra's algorithm is these rules with one more push: see `dnar.tasks.dijkstra`.
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
    Pointer,
    Rank,
    Rounds,
    Rules,
    Scalar,
    Shape,
    Start,
    StartNode,
    Task,
    Weights,
    arcs_by_role,
    keep,
    push,
)


class NodeState(IntEnum):
    """Where a node stands between untouched and tree."""

    UNSEEN = 0
    ASKING = 1
    """Looks for its best arc into the tree."""
    BOUND = 2
    """Has chosen the arc; its scalar arrives in this step."""
    FRONTIER = 3
    """At rest beside the tree, may be picked."""
    RELEASING = 4
    """Lets go of its arc, because a better one may have come."""
    JOINING = 5
    TREE = 6
    VIRTUAL = 7


class ArcState(IntEnum):
    """What an arc is to its receiver."""

    NEUTRAL = 0
    RELAXED = 1
    """The receiver's best arc into the tree so far."""
    POINTER = 2
    CALL = 3
    """The virtual node has picked this node."""
    CLOSED = 4
    """Leads against the edge's direction: never heard."""


U, A, B, F, G, J, T, V = NodeState
N, R, P, K, X = ArcState

RULES = Rules(
    node_states=NodeState,
    arc_states=ArcState,
    heads=(Head("lightest", key="length"), Head("nearest", key="distance")),
    ranks=(
        Rank("lightest", U, ((J, N),)),
        Rank("lightest", A, ((T, N),)),
        Rank("lightest", F, ((V, K), (J, N))),
        # Someone is busy: wait. Attention adds up over sender and arc, so every K comes first,
        # though no run ever shows (G, K) or (J, K).
        Rank("nearest", V, ((F, K), (G, K), (J, K), (J, N), (G, N), (A, N), (B, N), (F, N))),
    ),
    node_rules=(
        NodeRule(U, A, heard={"lightest": ((J, N),)}),
        NodeRule(A, B),
        NodeRule(B, F),
        NodeRule(F, J, heard={"lightest": ((V, K),)}),
        NodeRule(F, G, heard={"lightest": ((J, N),)}),
        NodeRule(G, A),
        NodeRule(J, T),
    ),
    arc_rules=(
        ArcRule(N, R, receiver=(A,), sender=(T,), heard={"lightest": True}),
        ArcRule(R, N, receiver=(G,)),
        ArcRule(R, P, receiver=(J,)),
        ArcRule(N, K, receiver=(V,), sender=(F,), heard={"nearest": True}),
        ArcRule(N, K, receiver=(F,), sender=(V,), heard_back={"nearest": True}),
        ArcRule(K, N),
    ),
    scalars=(
        Scalar("distance", Place.NODE, Start.ZERO),
        Scalar("length", Place.ARC, Start.INPUT),
    ),
    ops=(Op("distance", (keep((T, V)), push("length", (R,)))),),
)


ENCODER = GraphEncoder(nodes=U, virtual=V, start=J, arcs=arcs_by_role(N, against=X))
"""The start joins first; every arc carries its edge's weight."""

TASK = Task(
    name="prim",
    title="Prim's algorithm",
    summary="a minimum spanning tree, grown from a start node",
    inputs=Inputs(StartNode.REQUIRED, Weights.ANY, Shape.UNDIRECTED),
    rules=RULES,
    encoder=ENCODER,
    decoders={"parent": Pointer(P)},
    rounds=Rounds("the number of nodes", linear=True),
)

"""Maximal independent set by Luby's rounds, with given random numbers.

In each round every active node looks for the smallest random number among its active
neighbours and itself; who finds itself joins the set, and its neighbours drop out. A round
takes three steps, and each round has its own row of random numbers.
"""

from enum import IntEnum

from dnar.machine import (
    NOTHING,
    ArcRule,
    GraphEncoder,
    Head,
    Inputs,
    NodeMask,
    NodeRule,
    Place,
    Rank,
    Rounds,
    Rules,
    Scalar,
    Shape,
    Start,
    Task,
    arcs_by_role,
)


class NodeState(IntEnum):
    """Where a node stands in its round."""

    ACTIVE = 0
    BALLOTED = 1
    """Has compared its number with its neighbours'."""
    WAITING = 2
    """Did not win; learns now whether a neighbour did."""
    IN = 3
    OUT = 4
    VIRTUAL = 5


class ArcState(IntEnum):
    """What an arc is to its receiver."""

    NEUTRAL = 0
    MINE = 1
    """On a self-loop: the node itself had the smallest number."""


A, B, W, I, O, V = NodeState  # noqa: E741 (the names of DESIGN and docs)
N, M = ArcState

ROUND = 3
"""Steps in a round."""

RULES = Rules(
    node_states=NodeState,
    arc_states=ArcState,
    heads=(Head("smallest", key="lot"),),
    ranks=(
        Rank("smallest", A, ((A, N),)),
        Rank("smallest", B, ((B, M),)),
        Rank("smallest", W, ((I, N),)),
    ),
    node_rules=(
        NodeRule(A, B),
        NodeRule(B, I, heard={"smallest": ((B, M),)}),
        NodeRule(B, W),
        NodeRule(W, O, heard={"smallest": ((I, N),)}),
        NodeRule(W, A, heard={"smallest": (NOTHING,)}),
    ),
    arc_rules=(
        # Two nodes cannot both be the smallest: heard both ways means the self-loop.
        ArcRule(
            N,
            M,
            receiver=(A,),
            sender=(A,),
            heard={"smallest": True},
            heard_back={"smallest": True},
        ),
    ),
    scalars=(Scalar("lot", Place.NODE, Start.STREAM, period=ROUND),),
)


ENCODER = GraphEncoder(nodes=A, virtual=V, arcs=arcs_by_role(N), random=("lot",))
"""Everyone is active; the random numbers come from the given rows or from the seed."""

TASK = Task(
    name="mis",
    title="Maximal independent set",
    summary="a set of nodes, no two joined, to which no node can be added",
    inputs=Inputs(shape=Shape.UNDIRECTED, random=True),
    rules=RULES,
    encoder=ENCODER,
    decoders={"in_set": NodeMask(I)},
    rounds=Rounds("three times the rounds of Luby's algorithm, in expectation O(log n)"),
)

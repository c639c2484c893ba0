"""Maximal matching, heavy edges first: each node points to its mate, or to itself.

Every free node looks for its heaviest edge to another free node. Where two nodes choose each
other, the edge joins the matching. All such edges are found at once, and the result is that of
taking edges one by one from the heaviest to the lightest, at least half of the largest weight
that any matching has.
"""

from enum import IntEnum

from dnar.machine import (
    BOTH,
    GRAPH_ROLES,
    ArcRule,
    Head,
    Inputs,
    NodeRule,
    Place,
    Pointer,
    Prefer,
    Problem,
    Rank,
    Rounds,
    Rules,
    Scalar,
    Setup,
    Shape,
    Start,
    Task,
    Weights,
    node_states,
)


class NodeState(IntEnum):
    """Whether a node has a mate."""

    FREE = 0
    MATCHED = 1
    VIRTUAL = 2


class ArcState(IntEnum):
    """What an arc is to its receiver."""

    EDGE = 0
    MATE = 1
    NO_EDGE = 2
    """A self-loop, or to or from the virtual node."""


F, D, V = NodeState
N, M, X = ArcState

RULES = Rules(
    node_states=NodeState,
    arc_states=ArcState,
    heads=(Head("heaviest", key="weight", prefer=Prefer.LARGEST),),
    ranks=(Rank("heaviest", F, ((F, M), (F, N))),),
    node_rules=(NodeRule(F, D, heard={"heaviest": ((F, M),)}),),
    arc_rules=(
        ArcRule(
            N,
            M,
            receiver=(F,),
            sender=(F,),
            heard={"heaviest": True},
            heard_back={"heaviest": True},
        ),
    ),
    scalars=(Scalar("weight", Place.ARC, Start.INPUT),),
)


def encode(problem: Problem) -> Setup:
    """Everyone is free."""
    return Setup(
        problem.graph,
        node_state=node_states(problem.graph, F, V),
        arc_states={**dict.fromkeys(GRAPH_ROLES, X), BOTH: N},
    )


TASK = Task(
    name="maximal_matching",
    title="Maximal matching",
    summary="disjoint edges to which none can be added, heavy ones first",
    inputs=Inputs(weights=Weights.ANY, shape=Shape.UNDIRECTED),
    rules=RULES,
    encoder=encode,
    decoders={"mate": Pointer(M)},
    rounds=Rounds(
        "the longest path of falling weights, which is short where weights are random"
    ),
)

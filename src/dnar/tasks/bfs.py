"""Breadth-first search: every node points to its parent in the search tree.

A node points to itself until a neighbour is done; then it takes the done neighbour with the
lowest index as its parent (paper, Appendix D).
"""

from enum import IntEnum

from dnar.machine import (
    AGAINST,
    ALONG,
    BOTH,
    FROM_VIRTUAL,
    SELF,
    TO_VIRTUAL,
    ArcRule,
    Head,
    Inputs,
    NodeRule,
    Pointer,
    Problem,
    Rank,
    Rounds,
    Rules,
    Setup,
    StartNode,
    Task,
    node_states,
)


class NodeState(IntEnum):
    """How far the search has come at a node."""

    UNSEEN = 0
    DONE = 1
    VIRTUAL = 2


class ArcState(IntEnum):
    """What an arc is to its receiver."""

    NEUTRAL = 0
    POINTER = 1
    CLOSED = 2
    """Leads against the edge's direction: never heard."""


U, D, V = NodeState
N, P, X = ArcState

RULES = Rules(
    node_states=NodeState,
    arc_states=ArcState,
    heads=(Head("lowest"),),
    ranks=(Rank("lowest", U, ((D, N), (U, P))),),
    node_rules=(NodeRule(U, D, heard={"lowest": ((D, N),)}),),
    arc_rules=(
        ArcRule(N, P, receiver=(U,), sender=(D,), heard={"lowest": True}),
        ArcRule(P, N, receiver=(U,), sender=(U,), heard={"lowest": False}),
    ),
)


def encode(problem: Problem) -> Setup:
    """The start is done, every node points to itself."""
    assert problem.start is not None
    return Setup(
        problem.graph,
        node_state=node_states(problem.graph, U, V, start=(problem.start, D)),
        arc_states={SELF: P, BOTH: N, ALONG: N, AGAINST: X, FROM_VIRTUAL: N, TO_VIRTUAL: N},
    )


TASK = Task(
    name="bfs",
    title="Breadth-first search",
    summary="the search tree from a start node, nearest nodes first",
    inputs=Inputs(start=StartNode.REQUIRED),
    rules=RULES,
    encoder=encode,
    decoders={"parent": Pointer(P)},
    rounds=Rounds("the largest distance from the start"),
)

"""Breadth-first search: every node points to its parent in the search tree.

A node points to itself until a neighbour is done; then it takes the done neighbour with the
lowest index as its parent (paper, Appendix D).
"""

from enum import IntEnum

from dnar.machine import (
    ArcRule,
    GraphEncoder,
    Head,
    Inputs,
    NodeRule,
    Pointer,
    Rank,
    Rounds,
    Rules,
    StartNode,
    Task,
    arcs_by_role,
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


ENCODER = GraphEncoder(nodes=U, virtual=V, start=D, arcs=arcs_by_role(N, self=P, against=X))
"""The start is done, every node points to itself."""

TASK = Task(
    name="bfs",
    title="Breadth-first search",
    summary="the search tree from a start node, nearest nodes first",
    inputs=Inputs(start=StartNode.REQUIRED),
    rules=RULES,
    encoder=ENCODER,
    decoders={"parent": Pointer(P)},
    rounds=Rounds("the largest distance from the start"),
)

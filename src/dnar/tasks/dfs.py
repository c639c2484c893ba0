"""Depth-first search: every node points to the node it was discovered from.

One node is on top; it enters its lowest unseen neighbour, or ends and hands back to the node
that waits for it. Without a start (as CLRS-30 has it) the virtual node restarts the search at
the lowest unseen node whenever nobody is on top, which gives a forest.
"""

from enum import IntEnum

from dnar.machine import (
    AGAINST,
    ALONG,
    BOTH,
    FROM_VIRTUAL,
    NOTHING,
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
    """Where the search stands at a node."""

    UNSEEN = 0
    TOP = 1
    """The node that the search is at."""
    WAITING = 2
    """On the stack below the top, waiting for a child."""
    ENDED = 3
    VIRTUAL = 4
    RESTARTER = 5
    """The virtual node of a forest: it calls the next root."""


class ArcState(IntEnum):
    """What an arc is to its receiver."""

    NEUTRAL = 0
    POINTER = 1
    CHILD = 2
    """The receiver waits for this sender."""
    CLOSED = 3
    """Leads to a node that the receiver has no edge to; may still become the pointer."""
    CALL = 4
    """The virtual node calls this node as the next root."""
    LINK = 5
    """No edge: a self-loop, or an arc to or from the virtual node."""


U, T, S, E, V, R = NodeState
N, P, C, X, K, L = ArcState

RULES = Rules(
    node_states=NodeState,
    arc_states=ArcState,
    heads=(Head("lowest"),),
    ranks=(
        Rank("lowest", U, ((S, P), (R, K))),
        Rank("lowest", T, ((U, N),)),
        Rank("lowest", S, ((E, C),)),
        # Someone is busy: wait. Attention adds up over sender and arc, so (T, K) belongs here,
        # though no run ever shows it.
        Rank("lowest", R, ((T, L), (S, L), (T, K), (U, K), (U, L))),
    ),
    node_rules=(
        NodeRule(U, T, heard={"lowest": ((S, P), (R, K))}),
        NodeRule(T, S, heard={"lowest": ((U, N),)}),
        NodeRule(T, E, heard={"lowest": (NOTHING,)}),
        NodeRule(S, T, heard={"lowest": ((E, C),)}),
    ),
    arc_rules=(
        ArcRule(N, C, receiver=(T,), sender=(U,), heard={"lowest": True}),
        ArcRule(N, P, receiver=(U,), sender=(T,), heard_back={"lowest": True}),
        ArcRule(X, P, receiver=(U,), sender=(T,), heard_back={"lowest": True}),
        ArcRule(C, N, receiver=(S,), sender=(E,)),
        ArcRule(L, K, receiver=(R,), sender=(U,), heard={"lowest": True}),
        ArcRule(L, K, receiver=(U,), sender=(R,), heard_back={"lowest": True}),
        ArcRule(K, L),
    ),
)


def encode(problem: Problem) -> Setup:
    """The start is on top; without one, the virtual node restarts the search."""
    if problem.start is None:
        node_state = node_states(problem.graph, U, R)
    else:
        node_state = node_states(problem.graph, U, V, start=(problem.start, T))
    return Setup(
        problem.graph,
        node_state=node_state,
        # A node descends along its own edges: it must look at the far end of AGAINST arcs.
        arc_states={SELF: L, BOTH: N, ALONG: X, AGAINST: N, FROM_VIRTUAL: L, TO_VIRTUAL: L},
    )


TASK = Task(
    name="dfs",
    title="Depth-first search",
    summary="the search tree from a start node, or a forest over all nodes without one",
    inputs=Inputs(start=StartNode.OPTIONAL),
    rules=RULES,
    encoder=encode,
    decoders={"parent": Pointer(P)},
    rounds=Rounds("the number of nodes", linear=True, instead="bfs or connected_components"),
)

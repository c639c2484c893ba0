"""Strongly connected components: every node points to the root of its component.

Kosaraju's algorithm. A depth-first search with a clock gives every node the time at which it
ended. Then the virtual node calls, again and again, the node that ended last of those without a
component; it becomes a root, and all that can reach it join it.
"""

from enum import IntEnum

import numpy as np

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
    Op,
    Place,
    PointerByScalar,
    Prefer,
    Problem,
    Rank,
    Rounds,
    Rules,
    Scalar,
    Setup,
    Start,
    StepBound,
    Task,
    apply,
    inc,
    keep,
    node_states,
    pull,
)


class NodeState(IntEnum):
    """Where the search, and then the flood, is at a node."""

    UNSEEN = 0
    TOP = 1
    """The node that the search is at."""
    WAITING = 2
    """On the stack below the top, waiting for a child."""
    ENDED = 3
    """Waits for a component."""
    ROOT = 4
    FLOODING = 5
    """Joined in the last step; those with an edge to it join next."""
    JOINED = 6
    SEARCHING = 7
    """The virtual node calls the next node to search from."""
    GROUPING = 8
    """The virtual node calls the next root."""


class ArcState(IntEnum):
    """What an arc is to its receiver."""

    NEUTRAL = 0
    """The receiver has an edge to the sender."""
    CLOSED = 1
    """It has none."""
    POINTER = 2
    """The receiver was entered over a neutral arc."""
    CLOSED_POINTER = 3
    CHILD = 4
    """The receiver waits for this sender."""
    CALL = 5


U, T, W, E, L, F, J, R, G = NodeState
N, X, P, Q, C, K = ArcState

SEARCH = "lowest"
PICK = "latest"

RULES = Rules(
    node_states=NodeState,
    arc_states=ArcState,
    heads=(Head(SEARCH), Head(PICK, key="ended_at", prefer=Prefer.LARGEST)),
    ranks=(
        Rank(SEARCH, U, ((W, P), (W, Q), (R, K))),
        Rank(SEARCH, T, ((U, N),)),
        Rank(SEARCH, W, ((E, C),)),
        # Someone is busy: wait. Attention adds up over sender and arc, so (T, K) belongs here.
        Rank(SEARCH, R, ((T, N), (W, N), (T, K), (U, K), (U, N))),
        Rank(SEARCH, E, ((G, K), (F, N))),
        Rank(PICK, G, ((L, N), (F, N), (L, K), (F, K), (E, K), (E, N))),
    ),
    node_rules=(
        NodeRule(U, T, heard={SEARCH: ((W, P), (W, Q), (R, K))}),
        NodeRule(T, W, heard={SEARCH: ((U, N),)}),
        NodeRule(T, E, heard={SEARCH: (NOTHING,)}),
        NodeRule(W, T, heard={SEARCH: ((E, C),)}),
        NodeRule(R, G, heard={SEARCH: (NOTHING,)}),
        NodeRule(E, L, heard={SEARCH: ((G, K),)}),
        NodeRule(E, F, heard={SEARCH: ((F, N),)}),
        NodeRule(L, F),
        NodeRule(F, J),
    ),
    arc_rules=(
        ArcRule(N, C, receiver=(T,), sender=(U,), heard={SEARCH: True}),
        ArcRule(N, P, receiver=(U,), sender=(T,), heard_back={SEARCH: True}),
        ArcRule(X, Q, receiver=(U,), sender=(T,), heard_back={SEARCH: True}),
        ArcRule(P, N, receiver=(T,)),
        ArcRule(Q, X, receiver=(T,)),
        ArcRule(C, N, receiver=(W,), sender=(E,)),
        ArcRule(N, K, receiver=(R,), sender=(U,), heard={SEARCH: True}),
        ArcRule(N, K, receiver=(U,), sender=(R,), heard_back={SEARCH: True}),
        ArcRule(N, K, receiver=(G,), sender=(E,), heard={PICK: True}),
        ArcRule(N, K, receiver=(E,), sender=(G,), heard_back={PICK: True}),
        ArcRule(K, N),
    ),
    scalars=(
        Scalar("index", Place.NODE, Start.INPUT),
        Scalar("ended_at", Place.NODE, Start.ZERO),
        Scalar("root", Place.NODE, Start.ZERO),
    ),
    ops=(
        Op("ended_at", (keep(NodeState), inc((U, T, W)))),
        Op(
            "root",
            (
                keep((F, J)),
                apply("copy", ("index",), (L,)),
                pull("root", (E,), head=SEARCH),
            ),
        ),
    ),
)


def encode(problem: Problem) -> Setup:
    """Nothing is seen; the virtual node calls the first root of the search."""
    return Setup(
        problem.graph,
        node_state=node_states(problem.graph, U, R),
        # A node descends along its own edges: it must look at the far end of AGAINST arcs.
        arc_states={SELF: X, BOTH: N, ALONG: X, AGAINST: N, FROM_VIRTUAL: N, TO_VIRTUAL: N},
        values={"index": np.arange(problem.graph.node_count + 1, dtype=np.float64)},
    )


TASK = Task(
    name="strongly_connected_components",
    title="Strongly connected components",
    summary="the root of every node's strongly connected component",
    inputs=Inputs(directions=True),
    rules=RULES,
    encoder=encode,
    decoders={"root": PointerByScalar("root")},
    # A node takes a few steps in the search and a few in the flood.
    step_bound=StepBound(per_node=20),
    rounds=Rounds("the number of nodes", linear=True, instead="connected_components"),
)

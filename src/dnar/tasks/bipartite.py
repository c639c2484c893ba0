"""Bipartiteness: two colours such that no edge joins nodes of one colour, or none exist.

Every node holds a label, at first its own index, and is white. In rounds of three steps it
takes the smallest label of its neighbours, if that is smaller than its own, and the colour that
the giver does not have. So a node's colour says whether its distance to the lowest node of its
component is even or odd. The graph is bipartite if in the end no neighbours have one colour.
"""

from enum import IntEnum

import numpy as np

from dnar.machine import (
    BOTH,
    GRAPH_ROLES,
    NOTHING,
    ArcRule,
    Comparison,
    GraphMask,
    Head,
    Inputs,
    NodeCategory,
    NodeRule,
    Op,
    Place,
    Problem,
    Rank,
    Rounds,
    Rules,
    Scalar,
    Setup,
    Shape,
    Start,
    Task,
    apply,
    keep,
    node_states,
    pull,
)


class NodeState(IntEnum):
    """The colour of a node; of the virtual node, the verdict."""

    WHITE = 0
    BLACK = 1
    BLACKENS = 2
    """Takes the label of a white neighbour."""
    WHITENS = 3
    """Takes the label of a black neighbour."""
    BIPARTITE = 4
    ODD_CYCLE = 5


class ArcState(IntEnum):
    """What an arc is to its receiver."""

    EDGE = 0
    NO_EDGE = 1
    CLASH = 2
    """Tells the virtual node that the sender has a neighbour of its own colour."""


W, B, TW, TB, Y, Z = NodeState
N, X, K = ArcState

COLOURED, TAKING, VERDICT = (W, B), (TW, TB), (Y, Z)
# The virtual node is heard where there is no such neighbour; its label is the highest.
NOBODY = ((Y, X), (Z, X))

RULES = Rules(
    node_states=NodeState,
    arc_states=ArcState,
    heads=(Head("white", key="label"), Head("black", key="label"), Head("clash")),
    ranks=(
        *(Rank("white", state, ((W, N), *NOBODY)) for state in COLOURED),
        *(Rank("black", state, ((B, N), *NOBODY)) for state in COLOURED),
        *(Rank("clash", state, ((state, N), *NOBODY)) for state in COLOURED),
        *(Rank("clash", state, ((W, K), (B, K))) for state in VERDICT),
    ),
    node_rules=(
        *(NodeRule(state, TW, signs={"whiter": (-1,), "order": (-1, 0)}) for state in COLOURED),
        *(NodeRule(state, TB, signs={"blacker": (-1,)}) for state in COLOURED),
        NodeRule(TW, B),
        NodeRule(TB, W),
        NodeRule(Y, Z, heard={"clash": ((W, K), (B, K))}),
        NodeRule(Z, Y, heard={"clash": (NOTHING,)}),
    ),
    arc_rules=(
        ArcRule(X, K, receiver=VERDICT, sender=COLOURED, heard_back={"clash": False}),
        ArcRule(K, X, receiver=VERDICT, sender=COLOURED, heard_back={"clash": True}),
    ),
    scalars=(
        Scalar("label", Place.NODE, Start.INPUT),
        Scalar("white", Place.NODE, Start.INPUT),
        Scalar("black", Place.NODE, Start.INPUT),
    ),
    comparisons=(
        Comparison("whiter", "white", "label"),
        Comparison("blacker", "black", "label"),
        Comparison("order", "white", "black"),
    ),
    ops=(
        Op(
            "label",
            (
                keep((*COLOURED, *VERDICT)),
                apply("copy", ("white",), (TW,)),
                apply("copy", ("black",), (TB,)),
            ),
        ),
        Op("white", (keep((*TAKING, *VERDICT)), pull("label", COLOURED, head="white"))),
        Op("black", (keep((*TAKING, *VERDICT)), pull("label", COLOURED, head="black"))),
    ),
)


def encode(problem: Problem) -> Setup:
    """Every node is white and labelled with its own index."""
    index = np.arange(problem.graph.node_count + 1, dtype=np.float64)
    return Setup(
        problem.graph,
        node_state=node_states(problem.graph, W, Y),
        arc_states={**dict.fromkeys(GRAPH_ROLES, X), BOTH: N},
        values={name: index.copy() for name in ("label", "white", "black")},
    )


TASK = Task(
    name="bipartite",
    title="Bipartiteness",
    summary="whether two colours are enough, and the colour of each node",
    inputs=Inputs(shape=Shape.UNDIRECTED),
    rules=RULES,
    encoder=encode,
    decoders={
        "bipartite": GraphMask((Y,)),
        "colour": NodeCategory((("white", (W,)), ("black", (B,)))),
    },
    rounds=Rounds("three times the largest distance from the lowest node of a component"),
)

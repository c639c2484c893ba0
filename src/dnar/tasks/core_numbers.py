"""Core numbers: the largest k such that a node is in the k-core, for every node.

All nodes that have at most `level` neighbours left go at once; when none goes any more, the
virtual node raises the level. A node that goes is counted for two more steps, on its way out
and in the sums of its neighbours; meanwhile the virtual node waits.
"""

from enum import IntEnum

from dnar.machine import (
    BOTH,
    GRAPH_ROLES,
    Comparison,
    Head,
    Inputs,
    NodeRule,
    NodeScalar,
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
    inc,
    keep,
    node_states,
    pull,
    push,
)


class NodeState(IntEnum):
    """Whether a node is still there; and what the virtual node waits for."""

    FRESH = 0
    """Its neighbours are being counted for the first time."""
    IN = 1
    GOES = 2
    LEAVES = 3
    """No longer counted on the arcs to its neighbours."""
    LEFT = 4
    """No longer counted by its neighbours."""
    OUT = 5
    COUNT_ONES = 6
    """The virtual node, from here on: nodes hold the number one."""
    COUNT_ARCS = 7
    COUNTED = 8
    TOLD = 9
    """All nodes know the level, and compare."""
    WAIT = 10
    RAISE = 11


class ArcState(IntEnum):
    """Whether an arc belongs to an edge."""

    EDGE = 0
    NO_EDGE = 1


F, I, G, L, E, O, V0, V1, V2, V3, W, R = NodeState  # noqa: E741 (by their first letters)
N, X = ArcState

VIRTUAL = (V0, V1, V2, V3, W, R)

RULES = Rules(
    node_states=NodeState,
    arc_states=ArcState,
    heads=(Head("level"),),
    ranks=(
        Rank("level", F, ((V2, X),)),
        Rank("level", I, tuple((state, X) for state in VIRTUAL)),
        Rank("level", W, ((G, X), (L, X), (E, X), (I, X))),
    ),
    node_rules=(
        NodeRule(F, I, heard={"level": ((V2, X),)}),
        NodeRule(I, G, signs={"crowd": (-1, 0)}),
        NodeRule(G, L),
        NodeRule(L, E),
        NodeRule(E, O),
        NodeRule(V0, V1),
        NodeRule(V1, V2),
        NodeRule(V2, V3),
        NodeRule(V3, W),
        NodeRule(W, R, heard={"level": ((I, X),)}),
        NodeRule(R, V2),
    ),
    scalars=(
        Scalar("one", Place.NODE, Start.ZERO),
        Scalar("degree", Place.NODE, Start.ZERO),
        Scalar("level", Place.NODE, Start.ZERO),
        Scalar("present", Place.ARC, Start.ZERO),
    ),
    comparisons=(Comparison("crowd", "degree", "level"),),
    ops=(
        Op("one", (inc(NodeState),)),
        Op("present", (push("one", (F, I)),)),
        Op("degree", (push("present", (N,)),)),
        Op(
            "level",
            (inc((R,)), keep((G, L, E, O, *VIRTUAL)), pull("level", (I,), head="level")),
        ),
    ),
)


def encode(problem: Problem) -> Setup:
    """Everyone waits to be counted."""
    return Setup(
        problem.graph,
        node_state=node_states(problem.graph, F, V0),
        arc_states={**dict.fromkeys(GRAPH_ROLES, X), BOTH: N},
    )


TASK = Task(
    name="core_numbers",
    title="Core numbers",
    summary="the largest k such that a node is in the k-core",
    inputs=Inputs(shape=Shape.UNDIRECTED),
    rules=RULES,
    encoder=encode,
    decoders={"core": NodeScalar("level", O)},
    rounds=Rounds("three per round of peeling and four per level"),
)

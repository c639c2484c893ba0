"""Bellman-Ford: shortest paths from a start node, in rounds of three steps.

Every arc keeps the length of the path through its sender. In a round, every node pulls the
shortest of these as an offer, compares it with its distance, and takes it if it is shorter.
All nodes are in step, so a round does exactly what a round of the textbook algorithm does.
"""

from enum import IntEnum

import numpy as np

from dnar.errors import InputError
from dnar.graph import Graph
from dnar.machine import (
    AGAINST,
    GRAPH_ROLES,
    Comparison,
    Head,
    Inputs,
    NodeRule,
    NodeScalar,
    Op,
    Place,
    PointerByScalar,
    Problem,
    Rank,
    Rounds,
    Rules,
    Scalar,
    Setup,
    Start,
    StartNode,
    Task,
    Weights,
    apply,
    keep,
    node_states,
    pairs_of,
    pull,
    push,
)


class NodeState(IntEnum):
    """Where a node is in its round."""

    UNREACHED = 0
    OFFERED = 1
    """Waits one step, so that all nodes stay in step."""
    FIRST = 2
    """Takes its first distance."""
    SETTLED = 3
    """Has a distance, and compares it with the offer in every step."""
    BETTER = 4
    """Takes a shorter distance."""
    VIRTUAL = 5


class ArcState(IntEnum):
    """Whether the receiver can be reached over the arc."""

    OPEN = 0
    CLOSED = 1


U, B, F, S, R, V = NodeState
N, X = ArcState

TAKES = (F, R)
KEEPS = (U, B, S, V)

RULES = Rules(
    node_states=NodeState,
    arc_states=ArcState,
    heads=(Head("nearest", key="path"),),
    ranks=(
        Rank("nearest", U, ((S, N),)),
        Rank("nearest", S, ((S, N),)),
    ),
    node_rules=(
        NodeRule(U, B, heard={"nearest": ((S, N),)}),
        NodeRule(B, F),
        NodeRule(F, S),
        NodeRule(S, R, signs={"shorter": (-1,)}),
        NodeRule(R, S),
    ),
    scalars=(
        Scalar("index", Place.NODE, Start.INPUT),
        Scalar("distance", Place.NODE, Start.ZERO),
        Scalar("offer", Place.NODE, Start.ZERO),
        Scalar("offered_by", Place.NODE, Start.INPUT),
        Scalar("parent", Place.NODE, Start.INPUT),
        Scalar("weight", Place.ARC, Start.INPUT),
        Scalar("path", Place.ARC, Start.ZERO),
    ),
    comparisons=(Comparison("shorter", "offer", "distance"),),
    ops=(
        # A node that takes an offer has it as its distance when the path is next compared.
        Op(
            "path",
            (
                apply("copy", ("weight",), ArcState),
                push("distance", (S,)),
                push("offer", TAKES),
            ),
        ),
        Op("offer", (keep((B, F, R)), pull("path", (U, S), head="nearest"))),
        Op("offered_by", (keep((B, F, R)), pull("index", (U, S), head="nearest"))),
        Op("distance", (keep(KEEPS), apply("copy", ("offer",), TAKES))),
        Op("parent", (keep(KEEPS), apply("copy", ("offered_by",), TAKES))),
    ),
)


def encode(problem: Problem) -> Setup:
    """The start takes distance zero from itself; every node is its own parent.

    Raises:
        InputError: the start reaches a cycle of negative length, so the rules would not halt.
    """
    assert problem.start is not None
    _check_cycles(problem.graph, problem.start)
    index = np.arange(problem.graph.node_count + 1, dtype=np.float64)
    return Setup(
        problem.graph,
        node_state=node_states(problem.graph, U, V, start=(problem.start, F)),
        arc_states={**dict.fromkeys(GRAPH_ROLES, N), AGAINST: X},
        values={name: index.copy() for name in ("index", "offered_by", "parent")},
    )


def _check_cycles(graph: Graph, start: int) -> None:
    if graph.weight is None or graph.weight.min(initial=0.0) >= 0:
        return
    pairs = pairs_of(graph)
    assert pairs.up is not None
    assert pairs.down is not None
    upward, downward = (
        np.ones(len(pairs.low), dtype=bool) if pairs.way is None else pairs.way != shut
        for shut in (2, 1)
    )
    source = np.concatenate([pairs.low[upward], pairs.high[downward]])
    target = np.concatenate([pairs.high[upward], pairs.low[downward]])
    weight = np.concatenate([pairs.up[upward], pairs.down[downward]])
    distance = np.full(graph.node_count, np.inf)
    distance[start] = 0.0
    for _ in range(graph.node_count):
        before = distance.copy()
        np.minimum.at(distance, target, before[source] + weight)
        if np.array_equal(before, distance):
            return
    raise InputError(
        f"{TASK.name} needs a graph without cycles of negative length, but the start reaches "
        "one; an undirected edge of negative weight is such a cycle"
    )


TASK = Task(
    name="bellman_ford",
    title="Bellman-Ford algorithm",
    summary="shortest paths from a start node, weights below zero allowed",
    inputs=Inputs(StartNode.REQUIRED, Weights.ANY),
    rules=RULES,
    encoder=encode,
    decoders={
        "parent": PointerByScalar("parent"),
        "distance": NodeScalar("distance", S),
    },
    rounds=Rounds("three times the most edges on a shortest path"),
)

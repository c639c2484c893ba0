"""Nearest landmark: breadth-first search from several starts at once.

A node that is not reached yet looks for a reached neighbour, of several for the one whose
landmark is lowest, and takes over its landmark and its distance, plus one.
"""

from enum import IntEnum

import numpy as np

from dnar.machine import (
    AGAINST,
    ALONG,
    BOTH,
    FROM_VIRTUAL,
    SELF,
    TO_VIRTUAL,
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
    inc,
    keep,
    node_states,
    pull,
)


class NodeState(IntEnum):
    """Whether a landmark has been found."""

    UNREACHED = 0
    REACHED = 1
    VIRTUAL = 2


class ArcState(IntEnum):
    """What an arc is to its receiver."""

    OPEN = 0
    OWN = 1
    """The self-loop."""
    CLOSED = 2
    """Leads against the edge's direction, or to the virtual node: never heard."""


U, R, V = NodeState
N, S, X = ArcState

RULES = Rules(
    node_states=NodeState,
    arc_states=ArcState,
    heads=(Head("nearest", key="landmark"), Head("holder", key="landmark")),
    ranks=(
        Rank("nearest", U, ((R, N),)),
        # A node that reaches nobody holds on to itself.
        Rank("holder", U, ((R, N), (U, S))),
    ),
    node_rules=(NodeRule(U, R, heard={"nearest": ((R, N),)}),),
    scalars=(
        Scalar("landmark", Place.NODE, Start.INPUT),
        Scalar("distance", Place.NODE, Start.ZERO),
    ),
    ops=(
        Op("landmark", (keep((R, V)), pull("landmark", (U,), head="holder"))),
        Op("distance", (inc((U,)), keep((R, V)), pull("distance", (U,), head="nearest"))),
    ),
)


def encode(problem: Problem) -> Setup:
    """The landmarks are reached; every node is its own landmark."""
    states = node_states(problem.graph, U, V)
    states[list(problem.starts)] = R
    return Setup(
        problem.graph,
        node_state=states,
        arc_states={SELF: S, BOTH: N, ALONG: N, AGAINST: X, FROM_VIRTUAL: X, TO_VIRTUAL: X},
        values={"landmark": np.arange(problem.graph.node_count + 1, dtype=np.float64)},
    )


TASK = Task(
    name="nearest_landmark",
    title="Nearest landmark",
    summary="the nearest of several start nodes, and how many edges away it is",
    inputs=Inputs(start=StartNode.REQUIRED, several_starts=True),
    rules=RULES,
    encoder=encode,
    decoders={
        "landmark": PointerByScalar("landmark"),
        "distance": NodeScalar("distance", R),
    },
    rounds=Rounds("the largest distance from a start"),
)

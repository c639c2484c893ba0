"""A small task with everything that the paper's tasks do not have: pulls, signs, own problems.

Every node pulls the smallest number of its neighbours, compares it with its own, and says
whether its own is smaller, equal or larger. A node without neighbours hears nothing, pulls
nothing, and compares its number with zero.
"""

from collections.abc import Iterator
from enum import IntEnum
from typing import Any

import numpy as np

from dnar.graph import Graph, erdos_renyi
from dnar.machine import (
    BOTH,
    GRAPH_ROLES,
    Comparison,
    Head,
    Inputs,
    NodeMask,
    NodeRule,
    NodeScalar,
    Op,
    Place,
    Problem,
    Rank,
    Rules,
    Scalar,
    Setup,
    Shape,
    Start,
    Task,
    keep,
    node_states,
    pull,
)


class NodeState(IntEnum):
    """What a node does."""

    ASKING = 0
    JUDGING = 1
    LOWER = 2
    EQUAL = 3
    HIGHER = 4
    VIRTUAL = 5


class ArcState(IntEnum):
    """Whether the arc joins neighbours."""

    LINK = 0
    OTHER = 1


A, J, L, E, H, V = NodeState

RULES = Rules(
    node_states=NodeState,
    arc_states=ArcState,
    heads=(Head("lowest", key="value"),),
    ranks=(Rank("lowest", A, ((A, ArcState.LINK),)),),
    node_rules=(
        NodeRule(A, J),
        NodeRule(J, L, signs={"against": (-1,)}),
        NodeRule(J, E, signs={"against": (0,)}),
        NodeRule(J, H, signs={"against": (1,)}),
    ),
    scalars=(
        Scalar("value", Place.NODE, Start.INPUT),
        Scalar("least", Place.NODE, Start.ZERO),
    ),
    comparisons=(
        Comparison("against", "value", "least"),
        Comparison("unread", "least", "value"),
    ),
    ops=(Op("least", (pull("value", (A,), head="lowest"), keep((J, L, E, H, V)))),),
)


class Source:
    """Random graphs with a small whole number on every node, so that some are equal."""

    def read(self, given: Any) -> Problem:
        """A graph and its numbers."""
        graph, values = given
        return Problem(graph, values=values)

    def text(self, problem: Problem) -> str:
        """The numbers."""
        return repr(problem.values)

    def sample(self, size: int, rng: np.random.Generator) -> Problem:
        """A random graph."""
        drawn = erdos_renyi(size, rng)
        # One node more, without neighbours.
        graph = Graph.from_edges(drawn.source, drawn.target, labels=size + 1)
        return Problem(graph, values=rng.integers(-3, 4, size + 1).astype(float))

    def smallest(self) -> Iterator[Problem]:
        """One node, and two that are joined."""
        yield Problem(Graph.from_edges([], [], labels=1), values=np.array([1.37]))
        yield Problem(Graph.from_edges([0], [1], labels=2), values=np.array([1.37, 1.988]))


def encode(problem: Problem) -> Setup:
    """All nodes ask."""
    assert problem.values is not None
    return Setup(
        problem.graph,
        node_state=node_states(problem.graph, A, V),
        arc_states={**dict.fromkeys(GRAPH_ROLES, ArcState.OTHER), BOTH: ArcState.LINK},
        values={"value": np.append(problem.values, 0.0)},
    )


TASK = Task(
    name="local_minima",
    title="Local minima",
    summary="the nodes whose number is below those of their neighbours",
    inputs=Inputs(shape=Shape.OWN),
    rules=RULES,
    encoder=encode,
    decoders={"minima": NodeMask(L), "least": NodeScalar("least", H)},
    source=Source(),
)

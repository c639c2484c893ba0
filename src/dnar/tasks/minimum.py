"""Minimum of an array: the position of its smallest number, the first one of several.

The entries are nodes without edges; the virtual node looks at all of them and marks the arc
to the smallest.
"""

from enum import IntEnum

import numpy as np

from dnar.machine import (
    GRAPH_ROLES,
    ArcRule,
    Head,
    Inputs,
    NodeRule,
    Place,
    Problem,
    Rank,
    Rules,
    Scalar,
    Setup,
    Shape,
    Start,
    Task,
    VirtualPointer,
    node_states,
)


class NodeState(IntEnum):
    """Entries never change; the virtual node decides once."""

    ENTRY = 0
    VIRTUAL = 1
    DECIDED = 2


class ArcState(IntEnum):
    """What an arc is to its receiver."""

    NEUTRAL = 0
    SMALLEST = 1


E, V, D = NodeState
N, S = ArcState

RULES = Rules(
    node_states=NodeState,
    arc_states=ArcState,
    heads=(Head("smallest", key="value"),),
    ranks=(Rank("smallest", V, ((E, N),)),),
    node_rules=(NodeRule(V, D, heard={"smallest": ((E, N),)}),),
    arc_rules=(ArcRule(N, S, receiver=(V,), sender=(E,), heard={"smallest": True}),),
    scalars=(Scalar("value", Place.NODE, Start.INPUT),),
)


def encode(problem: Problem) -> Setup:
    """Every entry is a node that holds its value."""
    assert problem.values is not None
    return Setup(
        problem.graph,
        node_state=node_states(problem.graph, E, V),
        arc_states=dict.fromkeys(GRAPH_ROLES, N),
        values={"value": np.append(problem.values, 0.0)},
    )


TASK = Task(
    name="minimum",
    title="Minimum of an array",
    summary="the position of the smallest number",
    inputs=Inputs(shape=Shape.ARRAY),
    rules=RULES,
    encoder=encode,
    decoders={"minimum": VirtualPointer(S)},
)

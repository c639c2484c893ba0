"""Minimum of an array: the position of its smallest number, the first one of several.

The entries are nodes without edges; the virtual node looks at all of them and marks the arc
to the smallest.
"""

from enum import IntEnum

from dnar.machine import (
    ArcRule,
    GraphEncoder,
    Head,
    Inputs,
    NodeRule,
    Place,
    Rank,
    Rules,
    Scalar,
    Shape,
    Start,
    Task,
    VirtualPointer,
    arcs_by_role,
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


ENCODER = GraphEncoder(nodes=E, virtual=V, arcs=arcs_by_role(N), values=("value",))
"""Every entry is a node that holds its value."""

TASK = Task(
    name="minimum",
    title="Minimum of an array",
    summary="the position of the smallest number",
    inputs=Inputs(shape=Shape.ARRAY),
    rules=RULES,
    encoder=ENCODER,
    decoders={"minimum": VirtualPointer(S)},
)

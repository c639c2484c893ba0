"""Dijkstra's algorithm: shortest paths from a start node.

The rules are Prim's with one more push: a node that joins adds its distance to the arcs that
others see it over, so that an arc's length becomes the length of the path through it.
"""

from dataclasses import replace

from dnar.machine import (
    Inputs,
    NodeScalar,
    Op,
    Pointer,
    Rounds,
    StartNode,
    Task,
    Weights,
    keep,
    push,
)
from dnar.tasks import prim

NodeState = prim.NodeState
ArcState = prim.ArcState

RULES = replace(
    prim.RULES,
    ops=(
        *prim.RULES.ops,
        Op("length", (keep(ArcState), push("distance", (NodeState.JOINING,)))),
    ),
)

TASK = Task(
    name="dijkstra",
    title="Dijkstra's algorithm",
    summary="shortest paths from a start node, with their lengths",
    inputs=Inputs(StartNode.REQUIRED, Weights.NON_NEGATIVE),
    rules=RULES,
    encoder=prim.ENCODER,
    decoders={
        "parent": Pointer(ArcState.POINTER),
        "distance": NodeScalar("distance", NodeState.TREE),
    },
    rounds=Rounds("the number of nodes", linear=True, instead="bellman_ford"),
)

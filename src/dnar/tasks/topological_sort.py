"""Topological sort: the nodes of a directed acyclic graph in an order that respects its edges.

Depth-first search with a clock: every node counts steps until it ends. A node that ends
later stands earlier in the order, so each node points to the one that ended just before it
and the head of the order is the one that ended last (CLRS-30's output).
"""

from dataclasses import replace

from dnar.machine import (
    Inputs,
    LastByScalar,
    Op,
    Place,
    PreviousByScalar,
    Rounds,
    Scalar,
    Shape,
    Start,
    Task,
    inc,
    keep,
)
from dnar.tasks import dfs

NodeState = dfs.NodeState
ArcState = dfs.ArcState

RULES = replace(
    dfs.RULES,
    scalars=(Scalar("ended_at", Place.NODE, Start.ZERO),),
    ops=(
        Op(
            "ended_at",
            (inc((NodeState.UNSEEN, NodeState.TOP, NodeState.WAITING)), keep(NodeState)),
        ),
    ),
)

TASK = Task(
    name="topological_sort",
    title="Topological sort",
    summary="an order of a directed acyclic graph in which all edges lead forward",
    inputs=Inputs(shape=Shape.ACYCLIC),
    rules=RULES,
    encoder=dfs.encode,
    decoders={"previous": PreviousByScalar("ended_at"), "head": LastByScalar("ended_at")},
    rounds=Rounds("the number of nodes", linear=True),
)

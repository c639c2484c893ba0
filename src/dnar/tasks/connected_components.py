"""Connected components: every node points to the lowest node of its component.

Every node holds a label, at first its own index. In each step it takes the smallest label
among its neighbours and itself, so the lowest index of a component spreads one edge per step.
The direction of edges does not matter.
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
    Task,
    keep,
    node_states,
    pull,
)


class NodeState(IntEnum):
    """All nodes do the same in every step."""

    MEMBER = 0
    VIRTUAL = 1


class ArcState(IntEnum):
    """Whether labels travel over the arc."""

    JOINED = 0
    APART = 1
    """To and from the virtual node, which belongs to no component."""


M, V = NodeState
J, X = ArcState

RULES = Rules(
    node_states=NodeState,
    arc_states=ArcState,
    heads=(Head("lowest", key="label"),),
    ranks=(Rank("lowest", M, ((M, J),)),),
    scalars=(Scalar("label", Place.NODE, Start.INPUT),),
    # The self-loop is heard, too: a node without a lower neighbour takes its own label.
    ops=(Op("label", (keep((V,)), pull("label", (M,), head="lowest"))),),
)


def encode(problem: Problem) -> Setup:
    """Every node is labelled with its own index."""
    return Setup(
        problem.graph,
        node_state=node_states(problem.graph, M, V),
        arc_states={SELF: J, BOTH: J, ALONG: J, AGAINST: J, FROM_VIRTUAL: X, TO_VIRTUAL: X},
        values={"label": np.arange(problem.graph.node_count + 1, dtype=np.float64)},
    )


TASK = Task(
    name="connected_components",
    title="Connected components",
    summary="the lowest node of each node's component, whatever the direction of edges",
    inputs=Inputs(),
    rules=RULES,
    encoder=encode,
    decoders={"root": PointerByScalar("label")},
    rounds=Rounds("the largest distance from the lowest node of a component"),
)

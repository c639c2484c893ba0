"""Insertion sort: the slots of an array, from left to right, each holding one item.

One item at a time moves left by swaps until the item on its left is not larger. Then the turn
walks right over the sorted slots to the next item.
"""

from enum import IntEnum

import numpy as np

from dnar.machine import (
    NOTHING,
    Comparison,
    Head,
    Inputs,
    Instance,
    Multiplicity,
    NodeKind,
    NodeRule,
    Op,
    Place,
    PreviousInSlots,
    Problem,
    Rank,
    Role,
    Rules,
    Scalar,
    Shape,
    Start,
    StepBound,
    Task,
    apply,
    keep,
    linked,
    pull,
)


class NodeState(IntEnum):
    """What a slot does."""

    WAITING = 0
    """Its item has not had its turn."""
    SORTED = 1
    READING = 2
    """Holds the item that moves; reads the item on its left."""
    COMPARING = 3
    GIVING = 4
    """The item on the left is larger: takes it and offers its own."""
    TAKING = 5
    """Takes the item that its right neighbour offers."""
    DONE = 6
    """Passes the turn to the right."""


class ArcState(IntEnum):
    """On which side of its receiver the sender is."""

    SELF = 0
    FROM_LEFT = 1
    FROM_RIGHT = 2


W, S, M, C, G, T, D = NodeState
_, L, R = ArcState

SELF = Role("self", "self", Multiplicity.SELF)
LEFT = Role("left", "right", Multiplicity.AT_MOST_ONE)
RIGHT = Role("right", "left", Multiplicity.AT_MOST_ONE)
ROLES = (SELF, LEFT, RIGHT)

MOVES = (G, T)
STAYS = (W, S, M, C, D)

RULES = Rules(
    node_states=NodeState,
    arc_states=ArcState,
    heads=(Head("neighbour"),),
    ranks=(
        Rank("neighbour", W, ((D, L),)),
        Rank("neighbour", S, ((G, R), (D, L))),
        Rank("neighbour", M, ((S, L),)),
    ),
    node_rules=(
        NodeRule(D, S),
        NodeRule(W, M, heard={"neighbour": ((D, L),)}),
        NodeRule(S, D, heard={"neighbour": ((D, L),)}),
        NodeRule(S, T, heard={"neighbour": ((G, R),)}),
        NodeRule(M, C, heard={"neighbour": ((S, L),)}),
        NodeRule(M, D, heard={"neighbour": (NOTHING,)}),
        NodeRule(C, G, signs={"larger": (1,)}),
        NodeRule(C, D),
        NodeRule(G, S),
        NodeRule(T, M),
    ),
    scalars=(
        Scalar("key", Place.NODE, Start.INPUT),
        Scalar("item", Place.NODE, Start.INPUT),
        Scalar("near_key", Place.NODE, Start.ZERO),
        Scalar("near_item", Place.NODE, Start.ZERO),
    ),
    comparisons=(Comparison("larger", "near_key", "key"),),
    ops=(
        Op("near_key", (keep((C, G, T)), pull("key", (M, S), head="neighbour"))),
        Op("near_item", (keep((C, G, T)), pull("item", (M, S), head="neighbour"))),
        Op("key", (keep(STAYS), apply("copy", ("near_key",), MOVES))),
        Op("item", (keep(STAYS), apply("copy", ("near_item",), MOVES))),
    ),
)


def encode(problem: Problem) -> Instance:
    """Slots in a line; the first is sorted and passes the turn."""
    assert problem.values is not None
    slots = np.arange(len(problem.values))
    links = linked(ROLES, (SELF, slots, slots), (LEFT, slots[1:], slots[:-1]))
    state = np.full(len(slots), W, dtype=np.uint8)
    state[0] = D
    return Instance(
        labels=problem.graph.labels,
        node_kind=np.full(len(slots), NodeKind.REAL, dtype=np.uint8),
        node_state=state,
        receiver=links.receiver,
        sender=links.sender,
        reverse_arc=links.reverse_arc,
        role=links.role,
        arc_state=links.role.copy(),
        roles=ROLES,
        node_scalars={
            "key": problem.values.astype(np.float64),
            "item": slots.astype(np.float64),
            "near_key": np.zeros(len(slots)),
            "near_item": np.zeros(len(slots)),
        },
    )


TASK = Task(
    name="insertion_sort",
    title="Insertion sort",
    summary="the order of an array: each item points to the next smaller one",
    inputs=Inputs(shape=Shape.ARRAY),
    rules=RULES,
    encoder=encode,
    decoders={"previous": PreviousInSlots("item")},
    # At most four steps for a swap, and one for a slot that the turn walks over.
    step_bound=StepBound(constant=10, per_pair=3),
)

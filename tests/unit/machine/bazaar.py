"""A small machine that no task uses: two heads, parallel arcs, a helper node, no self-loops.

A buyer may trade with a seller over two arcs of different price, once the keeper (a helper
node) has opened the bazaar. The buyer then takes the cheaper arc; both ends note its price.
"""

from dataclasses import replace
from enum import IntEnum
from typing import Any

import numpy as np

from dnar.machine import (
    ArcRule,
    Head,
    Instance,
    Multiplicity,
    NodeKind,
    NodeRule,
    Op,
    Place,
    Prefer,
    Program,
    Rank,
    Role,
    Rules,
    Scalar,
    Start,
    keep,
    push,
)


class NodeState(IntEnum):
    BUYER = 0
    BOUGHT = 1
    DONE = 2
    SELLER = 3
    SHUT = 4
    OPENED = 5


class ArcState(IntEnum):
    OFFER = 0
    TAKEN = 1
    PAID = 2
    SIGN = 3


BUYER, BOUGHT, DONE, SELLER, SHUT, OPENED = NodeState
OFFER, TAKEN, PAID, SIGN = ArcState

RULES = Rules(
    node_states=NodeState,
    arc_states=ArcState,
    heads=(Head("cheapest", key="price"), Head("richest", "tally", Prefer.LARGEST)),
    ranks=(
        Rank("cheapest", BUYER, ((SELLER, OFFER),)),
        Rank("cheapest", BOUGHT, ((SELLER, OFFER),)),
        Rank("richest", BUYER, ((OPENED, SIGN),)),
    ),
    node_rules=(
        NodeRule(SHUT, OPENED),
        NodeRule(
            BUYER,
            BOUGHT,
            heard={"cheapest": ((SELLER, OFFER),), "richest": ((OPENED, SIGN),)},
        ),
        NodeRule(BOUGHT, DONE),
    ),
    arc_rules=(
        ArcRule(OFFER, TAKEN, receiver=(BOUGHT,), heard={"cheapest": True}),
        ArcRule(OFFER, TAKEN, sender=(BOUGHT,), heard_back={"cheapest": True}),
        ArcRule(TAKEN, PAID),
    ),
    scalars=(
        Scalar("tally", Place.NODE, Start.INPUT),
        Scalar("price", Place.ARC, Start.INPUT),
    ),
    ops=(Op("tally", (keep(NodeState), push("price", (TAKEN,)))),),
)


def program(**changes: Any) -> Program:
    """The rules with some parts exchanged, as a program."""
    return replace(RULES, **changes).program("bazaar", {})


PROGRAM = program()

TRADE = Role("trade", "trade", Multiplicity.ANY, NodeKind.REAL)
SEES_SIGN = Role("sees_sign", "shows_sign", Multiplicity.AT_MOST_ONE, NodeKind.REAL)
SHOWS_SIGN = Role("shows_sign", "sees_sign", Multiplicity.ONE, NodeKind.HELPER)


def instance(*, keeper: NodeState = SHUT) -> Instance:
    """Buyer 0, seller 1, keeper 2; the cheaper arc stands second in the buyer's row.

    The two trades cross over in the seller's row, so a reverse cannot be guessed from places.
    """
    return Instance(
        labels=["ann", "bob"],
        node_kind=np.array([NodeKind.REAL, NodeKind.REAL, NodeKind.HELPER], dtype=np.uint8),
        node_state=np.array([BUYER, SELLER, keeper], dtype=np.uint8),
        receiver=np.array([0, 0, 0, 1, 1, 2], dtype=np.int32),
        sender=np.array([1, 1, 2, 0, 0, 0], dtype=np.int32),
        reverse_arc=np.array([4, 3, 5, 1, 0, 2], dtype=np.int32),
        role=np.array([0, 0, 1, 0, 0, 2], dtype=np.uint8),
        arc_state=np.array([OFFER, OFFER, SIGN, OFFER, OFFER, SIGN], dtype=np.uint8),
        roles=(TRADE, SEES_SIGN, SHOWS_SIGN),
        node_scalars={"tally": np.array([10.0, 5.0, 0.0])},
        arc_scalars={"price": np.array([3.0, 1.0, 0.0, 1.0, 3.0, 0.0])},
    )

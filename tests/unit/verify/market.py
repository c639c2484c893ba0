"""A market: a small task with everything that the tasks on plain graphs do not use.

Buyers are helper nodes. A buyer's fee and a seller's price make the cost of the arc between
them; the buyer hears the cheapest seller, pulls that cost, compares it with its budget and
buys or passes. What it spends is the cost times its rate. Arcs that cost more than their limit
are closed.
"""

from collections.abc import Iterator
from enum import IntEnum

import numpy as np

from dnar.graph import Graph
from dnar.machine import (
    ArcRule,
    Comparison,
    Head,
    Inputs,
    Instance,
    Multiplicity,
    NodeKind,
    NodeMask,
    NodeRule,
    NodeScalar,
    Op,
    Place,
    Pointer,
    Problem,
    Rank,
    Role,
    Rules,
    Scalar,
    Shape,
    Start,
    Task,
    apply,
    keep,
    pull,
    push,
    take,
)


class NodeState(IntEnum):
    OPEN = 0
    LOOKING = 1
    COMPARING = 2
    DECIDING = 3
    BOUGHT = 4
    PASSED = 5


class ArcState(IntEnum):
    OFFER = 0
    CHOSEN = 1
    CLOSED = 2
    OWN = 3


OPEN, LOOKING, COMPARING, DECIDING, BOUGHT, PASSED = NodeState
OFFER, CHOSEN, CLOSED, OWN = ArcState

RULES = Rules(
    node_states=NodeState,
    arc_states=ArcState,
    heads=(Head("cheapest", key="cost"),),
    ranks=(Rank("cheapest", COMPARING, ((OPEN, OFFER),)),),
    node_rules=(
        NodeRule(LOOKING, COMPARING),
        NodeRule(COMPARING, DECIDING, heard={"cheapest": ((OPEN, OFFER),)}),
        NodeRule(COMPARING, PASSED),
        NodeRule(DECIDING, BOUGHT, signs={"over budget": (-1, 0)}),
        NodeRule(DECIDING, PASSED),
    ),
    arc_rules=(
        ArcRule(OFFER, CHOSEN, receiver=(COMPARING,), heard={"cheapest": True}),
        ArcRule(OFFER, CHOSEN, sender=(COMPARING,), heard_back={"cheapest": True}),
        ArcRule(OFFER, CLOSED, receiver=(COMPARING,), signs={"over limit": (1,)}),
    ),
    scalars=(
        Scalar("price", Place.NODE, Start.INPUT),
        Scalar("fee", Place.NODE, Start.INPUT),
        Scalar("budget", Place.NODE, Start.INPUT),
        Scalar("rate", Place.NODE, Start.INPUT),
        Scalar("best", Place.NODE, Start.ZERO),
        Scalar("spent", Place.NODE, Start.ZERO),
        Scalar("cost", Place.ARC, Start.ZERO),
        Scalar("limit", Place.ARC, Start.INPUT),
    ),
    ops=(
        Op("cost", (push("price", (OPEN,)), take("fee", (LOOKING,)))),
        Op(
            "best",
            (
                keep((LOOKING, DECIDING, BOUGHT, PASSED)),
                pull("cost", (COMPARING,), head="cheapest"),
            ),
        ),
        Op("spent", (apply("product", ("best", "rate"), (BOUGHT,)),)),
    ),
    comparisons=(
        Comparison("over budget", "best", "budget"),
        Comparison("over limit", "cost", "limit"),
    ),
)
ROLES = (
    Role("self", "self", Multiplicity.SELF),
    Role("offer", "buyer", Multiplicity.ANY, NodeKind.HELPER),
    Role("buyer", "offer", Multiplicity.AT_MOST_ONE, NodeKind.REAL),
)


class OfBuyers(NodeMask):
    """The buyers in one state."""

    kind = NodeKind.HELPER


class OfBuyersScalar(NodeScalar):
    """A scalar of the buyers in one state."""

    kind = NodeKind.HELPER


def encode(problem: Problem) -> Instance:
    """Node i offers to buyer i mod (number of buyers), the last node to nobody."""
    assert problem.values is not None
    size = problem.graph.node_count
    buyers = max(size // 3, 1)
    arcs = [(node, node, 0) for node in range(size + buyers)]
    for node in range(size - 1):
        buyer = size + node % buyers
        arcs += [(buyer, node, 1), (node, buyer, 2)]
    arcs.sort()
    at = {each: number for number, each in enumerate(arcs)}
    back = (0, 2, 1)
    kind = np.array([NodeKind.REAL] * size + [NodeKind.HELPER] * buyers, dtype=np.uint8)
    role = np.array([each[2] for each in arcs], dtype=np.uint8)
    values = np.resize(problem.values, (size + buyers, 4))
    return Instance(
        labels=problem.graph.labels,
        node_kind=kind,
        node_state=np.where(kind == NodeKind.REAL, OPEN, LOOKING).astype(np.uint8),
        receiver=np.array([each[0] for each in arcs], dtype=np.int32),
        sender=np.array([each[1] for each in arcs], dtype=np.int32),
        reverse_arc=np.array([at[j, i, back[r]] for i, j, r in arcs], dtype=np.int32),
        role=role,
        arc_state=np.where(role == 0, OWN, OFFER).astype(np.uint8),
        roles=ROLES,
        node_scalars={
            "price": values[:, 0].copy(),
            "fee": values[:, 1].copy(),
            "budget": 2 * values[:, 2],
            "rate": values[:, 3].copy(),
            "best": np.zeros(len(kind)),
            "spent": np.zeros(len(kind)),
        },
        arc_scalars={
            "cost": np.zeros(len(arcs)),
            "limit": 2 * values[[each[0] for each in arcs], 0],
        },
    )


class Source:
    """Prices, fees, budgets and rates of up to a few nodes."""

    def read(self, given: object) -> Problem:
        raise NotImplementedError

    def text(self, problem: Problem) -> str:
        return repr(problem.values)

    def sample(self, size: int, rng: np.random.Generator) -> Problem:
        values = rng.integers(1, 6, size=(size, 4)).astype(float)
        return Problem(Graph.from_edges([], [], labels=size), values=values)

    def smallest(self) -> Iterator[Problem]:
        for size in range(1, 5):
            values = 1.37 + 0.618 * np.arange(4.0 * size).reshape(size, 4)
            yield Problem(Graph.from_edges([], [], labels=size), values=values)


TASK = Task(
    name="market",
    title="A market",
    summary="who buys from whom, and for how much",
    inputs=Inputs(shape=Shape.OWN),
    rules=RULES,
    encoder=encode,
    decoders={
        "buyer": Pointer(CHOSEN),
        "bought": OfBuyers(BOUGHT),
        "spent": OfBuyersScalar("spent", BOUGHT),
    },
    source=Source(),
)

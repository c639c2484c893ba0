"""Matrix chain order: where to split every product of consecutive matrices.

Dynamic programming on helper nodes. A cell (i, j) stands for the product of matrices i to j, a
split (i, k, j) for cutting it after matrix k. A split waits for its two cells, pulls their
costs and adds its own; a cell waits for all its splits and takes the cheapest.
"""

from enum import IntEnum

import numpy as np

from dnar.machine import (
    Head,
    Inputs,
    Instance,
    Multiplicity,
    NodeKind,
    NodeRule,
    Op,
    PairPointer,
    Place,
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
    linked,
    pull,
)


class NodeState(IntEnum):
    """What a node does."""

    NUMBER = 0
    """One of the given dimensions."""
    EMPTY = 1
    """A cell without a cost."""
    FILLED = 2
    WAITING = 3
    """A split whose cells are not both filled."""
    READING = 4
    ADDING = 5
    READY = 6


class ArcState(IntEnum):
    """What the sender is to the receiver."""

    SELF = 0
    LEFT = 1
    RIGHT = 2
    USER = 3
    """A split that reads the receiver's cost."""
    CHOICE = 4
    """A split of the receiver."""
    OWNER = 5


D, E, F, W, A, B, R = NodeState
S_, L, G, U, C, O_ = ArcState

CELL, SPLIT = NodeKind.HELPER, NodeKind.HELPER + 1

SELF = Role("self", "self", Multiplicity.SELF)
LEFT = Role("left", "left_user", Multiplicity.ONE, SPLIT)
LEFT_USER = Role("left_user", "left", Multiplicity.ANY, CELL)
RIGHT = Role("right", "right_user", Multiplicity.ONE, SPLIT)
RIGHT_USER = Role("right_user", "right", Multiplicity.ANY, CELL)
CHOICE = Role("choice", "owner", Multiplicity.ANY, CELL)
OWNER = Role("owner", "choice", Multiplicity.ONE, SPLIT)
ROLES = (SELF, LEFT, LEFT_USER, RIGHT, RIGHT_USER, CHOICE, OWNER)
ARC_OF_ROLE = np.array([S_, L, U, G, U, C, O_], dtype=np.uint8)

CELLS = (E, F)

RULES = Rules(
    node_states=NodeState,
    arc_states=ArcState,
    heads=(Head("left", key="total"), Head("right")),
    ranks=(
        Rank("left", W, ((F, L),)),
        Rank("right", W, ((F, G),)),
        # A cell waits until all its splits are ready.
        Rank("left", E, ((W, C), (A, C), (B, C), (R, C))),
    ),
    node_rules=(
        NodeRule(W, A, heard={"left": ((F, L),), "right": ((F, G),)}),
        NodeRule(A, B),
        NodeRule(B, R),
        NodeRule(E, F, heard={"left": ((R, C),)}),
    ),
    scalars=(
        Scalar("row", Place.NODE, Start.INPUT),
        Scalar("column", Place.NODE, Start.INPUT),
        Scalar("after", Place.NODE, Start.INPUT),
        Scalar("rows", Place.NODE, Start.INPUT),
        Scalar("inner", Place.NODE, Start.INPUT),
        Scalar("columns", Place.NODE, Start.INPUT),
        Scalar("area", Place.NODE, Start.ZERO),
        Scalar("own", Place.NODE, Start.ZERO),
        Scalar("first", Place.NODE, Start.ZERO),
        Scalar("second", Place.NODE, Start.ZERO),
        Scalar("total", Place.NODE, Start.ZERO),
        Scalar("cost", Place.NODE, Start.ZERO),
        Scalar("cut", Place.NODE, Start.ZERO),
    ),
    ops=(
        Op("area", (apply("product", ("rows", "inner"), (W, A, B, R)),)),
        Op("own", (apply("product", ("area", "columns"), (W, A, B, R)),)),
        Op("first", (pull("cost", (W,), head="left"), keep((A, B, R)))),
        Op("second", (pull("cost", (W,), head="right"), keep((A, B, R)))),
        Op(
            "total",
            (
                apply("copy", ("first",), (B,)),
                apply("copy", ("second",), (B,)),
                apply("copy", ("own",), (B,)),
                keep((R,)),
            ),
        ),
        Op("cost", (pull("total", (E,), head="left"), keep((F,)))),
        Op("cut", (pull("after", (E,), head="left"), keep((F,)))),
    ),
)


def encode(problem: Problem) -> Instance:
    """A node per dimension, a cell per product, a split per way to cut it."""
    assert problem.values is not None
    sizes = problem.values.astype(np.float64)
    numbers = len(sizes)
    row, column = (part + 1 for part in np.triu_indices(numbers - 1))
    cell = np.full((numbers + 1, numbers + 1), -1)
    cell[row, column] = numbers + np.arange(len(row))
    long = np.flatnonzero(column > row)
    owner = np.repeat(long, (column - row)[long])
    first = np.searchsorted(owner, owner)
    after = row[owner] + np.arange(len(owner)) - first
    split = numbers + len(row) + np.arange(len(owner))
    every = np.arange(numbers + len(row) + len(owner))
    links = linked(
        ROLES,
        (SELF, every, every),
        (LEFT, split, cell[row[owner], after]),
        (RIGHT, split, cell[after + 1, column[owner]]),
        (OWNER, split, numbers + owner),
    )
    scalars = {
        "row": (row, row[owner]),
        "column": (column, column[owner]),
        "after": (np.zeros(len(row)), after),
        "rows": (np.zeros(len(row)), sizes[row[owner] - 1]),
        "inner": (np.zeros(len(row)), sizes[after]),
        "columns": (np.zeros(len(row)), sizes[column[owner]]),
    }
    blank = np.zeros(numbers)
    given = {
        name: np.concatenate([blank, *parts]).astype(np.float64)
        for name, parts in scalars.items()
    }
    count = len(given["row"])
    sizes_of_kinds = (numbers, len(row), len(owner))
    states = (np.full(numbers, D), np.where(row == column, F, E), np.full(len(owner), W))
    zero = [each.name for each in RULES.scalars if each.start is Start.ZERO]
    return Instance(
        labels=problem.graph.labels,
        node_kind=np.repeat([NodeKind.REAL, CELL, SPLIT], sizes_of_kinds).astype(np.uint8),
        node_state=np.concatenate(states).astype(np.uint8),
        receiver=links.receiver,
        sender=links.sender,
        reverse_arc=links.reverse_arc,
        role=links.role,
        arc_state=ARC_OF_ROLE[links.role],
        roles=ROLES,
        node_scalars={**given, **{name: np.zeros(count) for name in zero}},
    )


TASK = Task(
    name="matrix_chain_order",
    title="Matrix chain order",
    summary="where to split every product of consecutive matrices, for the least work",
    inputs=Inputs(shape=Shape.ARRAY),
    rules=RULES,
    encoder=encode,
    decoders={"cut": PairPointer("row", "column", "cut", CELL)},
    # Of four dimensions, a split can have an empty cell on either side.
    smallest_size=4,
)

"""Segments intersect: whether two line segments, given by four points, have a point in common.

Each point finds out on which side of the other segment it is, by the sign of a cross product:
left, right, or on its line, and then whether it is between its ends. The virtual node answers
yes if a point is on the other segment, or if both segments have their ends on both sides.
"""

from enum import IntEnum
from typing import Any

import numpy as np

from dnar.array_types import Generator
from dnar.errors import InputError
from dnar.graph import Graph
from dnar.machine import (
    NOTHING,
    Comparison,
    GraphMask,
    Head,
    Inputs,
    Instance,
    Multiplicity,
    NodeKind,
    NodeRule,
    Op,
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
    """What a point knows, or what the virtual node has found."""

    READING = 0
    SUBTRACTING = 1
    MULTIPLYING = 2
    COMPARING = 3
    LEFT = 4
    RIGHT = 5
    ON = 6
    """On the other segment."""
    BESIDE = 7
    """On its line, but not between its ends."""
    ANY_LEFT = 8
    """The virtual node looks for a point of the first segment on the left, and so on."""
    ANY_RIGHT = 9
    OTHER_LEFT = 10
    OTHER_RIGHT = 11
    YES = 12
    NO = 13


class ArcState(IntEnum):
    """What the sender is to the receiver."""

    SELF = 0
    BEGIN = 1
    """The first end of the other segment."""
    END = 2
    FIRST = 3
    """A point of the first segment, or the virtual node to it."""
    SECOND = 4
    OTHER = 5


R, S, M, C, L, T, O_, B, V1, V2, V3, V4, YES, NO = NodeState
X, BEGIN, END, FIRST, SECOND, Z = ArcState

SELF = Role("self", "self", Multiplicity.SELF)
BEGIN_ROLE = Role("begin", "from_begin", Multiplicity.ONE, NodeKind.REAL)
FROM_BEGIN = Role("from_begin", "begin", Multiplicity.ANY, NodeKind.REAL)
END_ROLE = Role("end", "from_end", Multiplicity.ONE, NodeKind.REAL)
FROM_END = Role("from_end", "end", Multiplicity.ANY, NodeKind.REAL)
FROM_VIRTUAL = Role("from_virtual", "to_virtual", Multiplicity.ONE, NodeKind.REAL)
TO_VIRTUAL = Role("to_virtual", "from_virtual", Multiplicity.ANY, NodeKind.VIRTUAL)
ROLES = (SELF, BEGIN_ROLE, FROM_BEGIN, END_ROLE, FROM_END, FROM_VIRTUAL, TO_VIRTUAL)

BUSY = tuple((state, arc) for state in (R, S, M, C) for arc in (FIRST, SECOND))
ON = ((O_, FIRST), (O_, SECOND))
POINTS = (R, S, M, C, L, T, O_, B)

RULES = Rules(
    node_states=NodeState,
    arc_states=ArcState,
    heads=(Head("begin"), Head("end")),
    ranks=(
        Rank("begin", R, ((R, BEGIN),)),
        Rank("end", R, ((R, END),)),
        Rank("begin", V1, (*BUSY, *ON, (L, FIRST))),
        Rank("begin", V2, ((T, FIRST),)),
        Rank("begin", V3, ((L, SECOND),)),
        Rank("begin", V4, ((T, SECOND),)),
    ),
    node_rules=(
        NodeRule(R, S),
        NodeRule(S, M),
        NodeRule(M, C),
        NodeRule(C, L, signs={"side": (1,)}),
        NodeRule(C, T, signs={"side": (-1,)}),
        # Beyond both ends on one side: not between them.
        NodeRule(C, B, signs={"x_begin": (1,), "x_end": (1,)}),
        NodeRule(C, B, signs={"x_begin": (-1,), "x_end": (-1,)}),
        NodeRule(C, B, signs={"y_begin": (1,), "y_end": (1,)}),
        NodeRule(C, B, signs={"y_begin": (-1,), "y_end": (-1,)}),
        NodeRule(C, O_),
        NodeRule(V1, YES, heard={"begin": ON}),
        NodeRule(V1, V2, heard={"begin": ((L, FIRST),)}),
        NodeRule(V1, NO, heard={"begin": (NOTHING,)}),
        NodeRule(V2, V3, heard={"begin": ((T, FIRST),)}),
        NodeRule(V2, NO),
        NodeRule(V3, V4, heard={"begin": ((L, SECOND),)}),
        NodeRule(V3, NO),
        NodeRule(V4, YES, heard={"begin": ((T, SECOND),)}),
        NodeRule(V4, NO),
    ),
    scalars=(
        Scalar("x", Place.NODE, Start.INPUT),
        Scalar("y", Place.NODE, Start.INPUT),
        Scalar("begin_x", Place.NODE, Start.ZERO),
        Scalar("begin_y", Place.NODE, Start.ZERO),
        Scalar("end_x", Place.NODE, Start.ZERO),
        Scalar("end_y", Place.NODE, Start.ZERO),
        Scalar("dx", Place.NODE, Start.ZERO),
        Scalar("dy", Place.NODE, Start.ZERO),
        Scalar("along_x", Place.NODE, Start.ZERO),
        Scalar("along_y", Place.NODE, Start.ZERO),
        Scalar("one", Place.NODE, Start.ZERO),
        Scalar("other", Place.NODE, Start.ZERO),
    ),
    comparisons=(
        Comparison("side", "one", "other"),
        Comparison("x_begin", "x", "begin_x"),
        Comparison("x_end", "x", "end_x"),
        Comparison("y_begin", "y", "begin_y"),
        Comparison("y_end", "y", "end_y"),
    ),
    ops=(
        Op("begin_x", (keep((S, M, C)), pull("x", (R,), head="begin"))),
        Op("begin_y", (keep((S, M, C)), pull("y", (R,), head="begin"))),
        Op("end_x", (keep((S, M, C)), pull("x", (R,), head="end"))),
        Op("end_y", (keep((S, M, C)), pull("y", (R,), head="end"))),
        Op("dx", (apply("copy", ("x",), (S,)), apply("negative", ("begin_x",), (S,)))),
        Op("dy", (apply("copy", ("y",), (S,)), apply("negative", ("begin_y",), (S,)))),
        Op("along_x", (apply("copy", ("end_x",), (S,)), apply("negative", ("begin_x",), (S,)))),
        Op("along_y", (apply("copy", ("end_y",), (S,)), apply("negative", ("begin_y",), (S,)))),
        Op("one", (apply("product", ("dx", "along_y"), (M,)),)),
        Op("other", (apply("product", ("along_x", "dy"), (M,)),)),
    ),
)


def encode(problem: Problem) -> Instance:
    """Points 0 and 1 are the first segment, points 2 and 3 the second."""
    assert problem.values is not None
    point = np.arange(4)
    links = linked(
        ROLES,
        (SELF, np.arange(5), np.arange(5)),
        (BEGIN_ROLE, point, [2, 2, 0, 0]),
        (END_ROLE, point, [3, 3, 1, 1]),
        (FROM_VIRTUAL, point, [4] * 4),
    )
    real = np.minimum(links.receiver, links.sender)
    by_role = np.array([X, BEGIN, Z, END, Z, FIRST, FIRST], dtype=np.uint8)[links.role]
    state = np.where((by_role == FIRST) & (real >= 2), SECOND, by_role).astype(np.uint8)
    scalars = {each.name: np.zeros(5) for each in RULES.scalars}
    scalars["x"][:4], scalars["y"][:4] = problem.values.T
    return Instance(
        labels=problem.graph.labels,
        node_kind=np.array([NodeKind.REAL] * 4 + [NodeKind.VIRTUAL], dtype=np.uint8),
        node_state=np.array([R] * 4 + [V1], dtype=np.uint8),
        receiver=links.receiver,
        sender=links.sender,
        reverse_arc=links.reverse_arc,
        role=links.role,
        arc_state=state,
        roles=ROLES,
        node_scalars=scalars,
    )


class Segments:
    """Four points in the plane: the ends of the first segment, then of the second."""

    def read(self, given: Any) -> Problem:
        """Four pairs of numbers, or a text with spaces between the pairs.

        Raises:
            InputError: it is something else.
        """
        try:
            pairs = (
                [each.split(",") for each in given.split()] if isinstance(given, str) else given
            )
            points = np.array(pairs, dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise InputError(
                "two segments are four pairs of numbers as in '0,0 1,1 0,1 1,0', got "
                f"{given!r:.60}"
            ) from error
        if points.shape != (4, 2) or not np.isfinite(points).all():
            raise InputError(
                "two segments are four points, (x, y) each, finite numbers; got shape "
                f"{points.shape}"
            )
        return Problem(Graph.from_edges([], [], labels=4), values=points)

    def text(self, problem: Problem) -> str:
        """The pairs with spaces between them."""
        points = [] if problem.values is None else problem.values.tolist()
        return " ".join(f"{x!r},{y!r}" for x, y in points)

    def sample(self, size: int, rng: Generator) -> Problem:
        """Random points; now and then one is on the other segment, or on its line."""
        points = rng.random((4, 2))
        if rng.random() < 0.5:
            # Halves and doubles are exact: the cross product is exactly zero.
            points = np.round(points * 4) / 4
        return self.read(points)

    def smallest(self) -> list[Problem]:
        """One problem shows all arc types."""
        return [self.read(1.37 + 0.618 * np.arange(8).reshape(4, 2) ** 1.5)]


TASK = Task(
    name="segments_intersect",
    title="Segment intersection",
    summary="whether two line segments have a point in common",
    inputs=Inputs(shape=Shape.OWN, own="four points: '0,0 1,1 0,1 1,0'"),
    rules=RULES,
    encoder=encode,
    decoders={"intersect": GraphMask((YES,))},
    source=Segments(),
)

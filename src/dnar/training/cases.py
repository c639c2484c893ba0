"""Local cases: the distinct situations in which a network must decide (see docs/training.md).

With teacher forcing every transition is a function of a few states and signs. A **row case** is
a node's state, the signs of its comparisons and how many arcs of each class look at it; soft
attention depends on nothing else. An **arc case** is an arc with its signs within its
receiver's row and its reverse within the sender's row. Each distinct case is computed once,
however often it occurs.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import NamedTuple, TypeVar

import numpy as np
from jaxtyping import Bool, Int

NO_ROW = -1
"""Marks a side of an arc case that is heard or not as given, not by attention in a row."""

EMPTY = -1
"""Fills the unused places of a row."""

ANYWHERE = -1
"""Marks a head of a row of which it does not matter where it listens."""

NOWHERE = -2
"""Marks a head of a row that must hear nothing, since nothing is pulled."""


@dataclass(frozen=True)
class RowCases:
    """Nodes with what looks at them; a class is sender state * arc states + arc state."""

    state: Int[np.ndarray, " rows"]
    klass: Int[np.ndarray, "rows places"]
    count: Int[np.ndarray, "rows heads places"]
    """How many arcs of the class at a place each head sees."""
    pulled: Int[np.ndarray, "rows heads"]
    """The place whose best arc a scalar is pulled from, or ANYWHERE, or NOWHERE."""
    told: Bool[np.ndarray, " rows"]
    """Whether each head hears the one place that it sees, whatever its score."""
    signs: Int[np.ndarray, "rows comparisons"]
    unread: Bool[np.ndarray, "rows comparisons"]
    """Comparisons whose sign makes no difference here."""
    outcome: Int[np.ndarray, " rows"]
    """The node's next state."""

    def __len__(self) -> int:
        return len(self.state)


@dataclass(frozen=True)
class Sides:
    """One side of arc cases: where the arc stands in a row, or whether it is heard."""

    row: Int[np.ndarray, " arcs"]
    """The number of the row, or NO_ROW."""
    place: Int[np.ndarray, " arcs"]
    best: Bool[np.ndarray, "arcs heads"]
    given: Bool[np.ndarray, "arcs heads"]
    """With NO_ROW: whether each head hears the arc."""


@dataclass(frozen=True)
class ArcCases:
    """Arcs with the states of their ends and of their reverse, seen from both sides."""

    receiver: Int[np.ndarray, " arcs"]
    sender: Int[np.ndarray, " arcs"]
    arc: Int[np.ndarray, " arcs"]
    reverse: Int[np.ndarray, " arcs"]
    loop: Bool[np.ndarray, " arcs"]
    """Whether the arc is a self-loop: then it is its own reverse."""
    forth: Sides
    """The arc in its receiver's row."""
    back: Sides
    """The reverse arc in the sender's row."""
    signs: Int[np.ndarray, "arcs comparisons"]
    unread: Bool[np.ndarray, "arcs comparisons"]
    """Comparisons whose sign makes no difference here."""
    outcome: Int[np.ndarray, " arcs"]
    """The arc's next state."""

    def __len__(self) -> int:
        return len(self.receiver)


class Row(NamedTuple):
    """One row case before it is padded."""

    state: int
    classes: Sequence[int]
    counts: Sequence[Sequence[int]]
    """Per head and class."""
    pulled: Sequence[int]
    told: bool
    signs: Sequence[int]
    unread: Sequence[bool]
    outcome: int


def pack_rows(rows: list[Row]) -> RowCases:
    """Row cases, padded to the longest row."""
    places = max(len(row.classes) for row in rows)
    heads, signs = len(rows[0].counts), len(rows[0].signs)
    klass = np.full((len(rows), places), EMPTY, dtype=np.int64)
    count = np.zeros((len(rows), heads, places), dtype=np.int64)
    for at, row in enumerate(rows):
        klass[at, : len(row.classes)] = row.classes
        count[at, :, : len(row.classes)] = row.counts

    def column(values: list, width: int | None = None, kind: type = np.int64) -> np.ndarray:
        array = np.array(values, dtype=kind)
        return array if width is None else array.reshape(len(rows), width)

    return RowCases(
        column([row.state for row in rows]),
        klass,
        count,
        column([row.pulled for row in rows], heads),
        column([row.told for row in rows], None, np.bool_),
        column([row.signs for row in rows], signs),
        column([row.unread for row in rows], signs, np.bool_),
        column([row.outcome for row in rows]),
    )


def joined_rows(one: RowCases, other: RowCases) -> RowCases:
    """Both lists of rows, one after the other."""
    places = max(one.klass.shape[1], other.klass.shape[1])

    def wide(rows: RowCases) -> RowCases:
        missing = (0, places - rows.klass.shape[1])
        return replace(
            rows,
            klass=np.pad(rows.klass, ((0, 0), missing), constant_values=EMPTY),
            count=np.pad(rows.count, ((0, 0), (0, 0), missing)),
        )

    pair = wide(one), wide(other)
    return RowCases(
        *(np.concatenate([getattr(each, field.name) for each in pair]) for field in fields(one))
    )


Columns = TypeVar("Columns", Sides, ArcCases)


def joined_arcs(one: Columns, other: Columns, offset: int) -> Columns:
    """Both lists of arcs; the rows of the second list begin at `offset`."""
    columns = {}
    for field in fields(one):
        mine, theirs = getattr(one, field.name), getattr(other, field.name)
        if isinstance(mine, Sides):
            columns[field.name] = joined_arcs(mine, theirs, offset)
            continue
        if field.name == "row":
            theirs = np.where(theirs == NO_ROW, NO_ROW, theirs + offset)
        columns[field.name] = np.concatenate([mine, theirs])
    return type(one)(**columns)


def taken_arcs(arcs: Columns, which: Int[np.ndarray, " some"]) -> Columns:
    """Some of the arcs."""
    columns = {}
    for field in fields(arcs):
        column = getattr(arcs, field.name)
        columns[field.name] = (
            taken_arcs(column, which) if isinstance(column, Sides) else column[which]
        )
    return type(arcs)(**columns)

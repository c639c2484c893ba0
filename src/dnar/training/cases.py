"""Local cases: the distinct situations in which a network must decide (see docs/training.md).

With teacher forcing every transition is a function of a few states. A **row case** is a node's
state and how many arcs of each class look at it; soft attention depends on nothing else. An
**arc case** is an arc within its receiver's row and its reverse within the sender's row. Each
distinct case is computed once, however often it occurs.
"""

from dataclasses import dataclass, fields
from typing import TypeVar

import numpy as np
from jaxtyping import Bool, Int

NO_ROW = -1
"""Marks a side of an arc case that is heard or not as given, not by attention in a row."""

EMPTY = -1
"""Fills the unused places of a row."""


@dataclass(frozen=True)
class RowCases:
    """Nodes with what looks at them; a class is sender state * arc states + arc state."""

    state: Int[np.ndarray, " rows"]
    klass: Int[np.ndarray, "rows places"]
    count: Int[np.ndarray, "rows heads places"]
    """How many arcs of the class at a place each head sees."""
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
    forth: Sides
    """The arc in its receiver's row."""
    back: Sides
    """The reverse arc in the sender's row."""
    outcome: Int[np.ndarray, " arcs"]
    """The arc's next state."""

    def __len__(self) -> int:
        return len(self.receiver)


def pack_rows(rows: list[tuple[int, list[int], list[list[int]], int]]) -> RowCases:
    """Row cases from (state, classes, count per head and class, outcome), padded."""
    places = max(len(classes) for _, classes, _, _ in rows)
    heads = len(rows[0][2])
    klass = np.full((len(rows), places), EMPTY, dtype=np.int64)
    count = np.zeros((len(rows), heads, places), dtype=np.int64)
    for at, (_, classes, counts, _) in enumerate(rows):
        klass[at, : len(classes)] = classes
        count[at, :, : len(classes)] = counts
    state = np.array([row[0] for row in rows], dtype=np.int64)
    return RowCases(state, klass, count, np.array([row[3] for row in rows], dtype=np.int64))


def joined_rows(one: RowCases, other: RowCases) -> RowCases:
    """Both lists of rows, one after the other."""
    places = max(one.klass.shape[1], other.klass.shape[1])

    def wide(array: np.ndarray, fill: int) -> np.ndarray:
        missing = [(0, 0)] * (array.ndim - 1) + [(0, places - array.shape[-1])]
        return np.pad(array, missing, constant_values=fill)

    return RowCases(
        np.concatenate([one.state, other.state]),
        np.concatenate([wide(one.klass, EMPTY), wide(other.klass, EMPTY)]),
        np.concatenate([wide(one.count, 0), wide(other.count, 0)]),
        np.concatenate([one.outcome, other.outcome]),
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

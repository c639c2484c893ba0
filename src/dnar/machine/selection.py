"""Selection: which arc each node hears (paper, Section 3.3).

Arcs of one receiver whose sender state and arc state agree are rivals; exactly one rival is
best. A receiver hears the first entry of its order that is present. Scalars decide among
rivals only, so no continuous quantity reaches a state.
"""

from functools import lru_cache

import numpy as np

from dnar.array_types import Bool, Float64, Int, Int64
from dnar.machine.instance import Instance
from dnar.machine.program import Program
from dnar.machine.snapshot import Snapshot
from dnar.machine.vocabulary import Head, Place, Prefer

UNHEARD = -1
"""Stands for an arc where a head heard nothing."""

UNLISTED = 2**31 - 1
"""The place of what a receiver does not listen for."""

DENSE = 2**22
"""Tables up to this many entries are looked up directly; larger ones case by case."""


@lru_cache(maxsize=64)
def listed_places(program: Program, head: int) -> Int64[np.ndarray, "node_states entries"]:
    """The place of each entry in the order of each receiver state, or UNLISTED.

    The entry of a class is numbered 2 * class + 1 for its best arc and 2 * class for others.
    Others that come after their best arc are never heard: it is always there, too.
    """
    nodes, arcs = len(program.node_states), len(program.arc_states)
    table = np.full((nodes, 2 * nodes * arcs), UNLISTED, dtype=np.int64)
    for state in range(nodes):
        for place, (sender, arc, best) in enumerate(program.order(head, state)):
            entry = 2 * (sender * arcs + arc)
            if best or table[state, entry + 1] == UNLISTED:
                table[state, entry + best] = place
    return table


def is_best(
    klass: Int64[np.ndarray, " arcs"],
    key: Float64[np.ndarray, " arcs"] | None,
    receiver: Int[np.ndarray, " arcs"],
) -> Bool[np.ndarray, " arcs"]:
    """Which arcs are best among their rivals: those of the same receiver and class."""
    keys = (klass, receiver) if key is None else (key, klass, receiver)
    order = np.lexsort(keys)
    first = np.ones(len(order), dtype=bool)
    ranked, row = klass[order], receiver[order]
    first[1:] = (ranked[1:] != ranked[:-1]) | (row[1:] != row[:-1])
    best = np.empty(len(order), dtype=bool)
    best[order] = first
    return best


def head_keys(
    program: Program,
    head: Head,
    instance: Instance,
    snapshot: Snapshot,
    arcs: np.ndarray | slice = slice(None),
) -> Float64[np.ndarray, " arcs"] | None:
    """What the head compares, smaller is better; None if the sender's index alone decides."""
    if head.key is None:
        if head.prefer is Prefer.SMALLEST:
            return None
        return -instance.sender[arcs].astype(np.float64)
    scalar = snapshot.scalars[head.key]
    at_node = program.scalar(head.key).place is Place.NODE
    key = scalar[instance.sender[arcs]] if at_node else scalar[arcs]
    return key if head.prefer is Prefer.SMALLEST else -key


def heard_arcs(
    place: Int[np.ndarray, " arcs"],
    key: Float64[np.ndarray, " arcs"] | None,
    receiver: Int[np.ndarray, " arcs"],
    nodes: int,
) -> Int64[np.ndarray, " nodes"]:
    """The arc that each node hears, or UNHEARD.

    Of equal ones the first arc of the row is heard, which has the lowest sender index.
    """
    arcs = np.flatnonzero(place != UNLISTED)
    arcs = _lowest_of_rows(arcs, place, receiver)
    if key is not None:
        arcs = _lowest_of_rows(arcs, key, receiver)
    heard = np.full(nodes, UNHEARD, dtype=np.int64)
    # Written from the last to the first, so that the first arc of a row is what remains.
    heard[receiver[arcs[::-1]]] = arcs[::-1]
    return heard


def _lowest_of_rows(arcs: np.ndarray, value: np.ndarray, receiver: np.ndarray) -> np.ndarray:
    """Those of the arcs, which stand in row order, that have the lowest value of their row."""
    if not len(arcs):
        return arcs
    row, some = receiver[arcs], value[arcs]
    begins = np.empty(len(row), dtype=bool)
    begins[0] = True
    np.not_equal(row[1:], row[:-1], out=begins[1:])
    lowest = np.fmin.reduceat(some, np.flatnonzero(begins))[np.cumsum(begins) - 1]
    # What is no number comes last; where there is nothing else, all are equal.
    return arcs[(some == lowest) | np.isnan(lowest)]

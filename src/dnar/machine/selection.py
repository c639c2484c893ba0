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
    """
    nodes, arcs = len(program.node_states), len(program.arc_states)
    table = np.full((nodes, 2 * nodes * arcs), UNLISTED, dtype=np.int64)
    for state in range(nodes):
        for place, (sender, arc, best) in enumerate(program.order(head, state)):
            table[state, 2 * (sender * arcs + arc) + best] = place
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

    Arcs stand in row order, so a stable sort gives ties to the lowest sender index.
    """
    listed = np.flatnonzero(place != UNLISTED)
    heard = np.full(nodes, UNHEARD, dtype=np.int64)
    if key is None:
        order = np.lexsort((place[listed], receiver[listed]))
    else:
        order = np.lexsort((key[listed], place[listed], receiver[listed]))
    # Written from the last to the first, so that the best arc of a row is what remains.
    best_last = listed[order][::-1]
    heard[receiver[best_last]] = best_last
    return heard

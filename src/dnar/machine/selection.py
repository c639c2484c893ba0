"""Selection: which arc each node hears (paper, Section 3.3).

Arcs of one receiver whose sender state and arc state agree are rivals; exactly one rival is
best. A receiver hears the best rival of the first class of its rank that is present. Scalars
decide among rivals only, so no continuous quantity reaches a state.
"""

import numpy as np

from dnar.array_types import Bool, Float64, Int32, Int64
from dnar.machine.instance import Instance
from dnar.machine.local_functions import UNLISTED, LocalFunctions
from dnar.machine.snapshot import Snapshot
from dnar.machine.vocabulary import Head, Place, Prefer

UNHEARD = -1
"""Stands for an arc where a head heard nothing."""


def is_best(
    klass: Int64[np.ndarray, " arcs"],
    key: Float64[np.ndarray, " arcs"] | None,
    receiver: Int32[np.ndarray, " arcs"],
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
    rules: LocalFunctions, head: Head, instance: Instance, snapshot: Snapshot
) -> Float64[np.ndarray, " arcs"] | None:
    """What the head compares, smaller is better; None if the sender's index alone decides."""
    if head.key is None:
        if head.prefer is Prefer.SMALLEST:
            return None
        return -instance.sender.astype(np.float64)
    scalar = snapshot.scalars[head.key]
    at_node = rules.scalar(head.key).place is Place.NODE
    key = scalar[instance.sender] if at_node else scalar
    return key if head.prefer is Prefer.SMALLEST else -key


def heard_arcs(
    rank: Int32[np.ndarray, " arcs"],
    key: Float64[np.ndarray, " arcs"] | None,
    receiver: Int32[np.ndarray, " arcs"],
    nodes: int,
) -> Int64[np.ndarray, " nodes"]:
    """The arc that each node hears, or UNHEARD.

    Arcs stand in row order, so a stable sort gives ties to the lowest sender index.
    """
    listed = np.flatnonzero(rank != UNLISTED)
    heard = np.full(nodes, UNHEARD, dtype=np.int64)
    if key is None:
        order = np.lexsort((rank[listed], receiver[listed]))
    else:
        order = np.lexsort((key[listed], rank[listed], receiver[listed]))
    # Written from the last to the first, so that the best arc of a row is what remains.
    best_last = listed[order][::-1]
    heard[receiver[best_last]] = best_last
    return heard

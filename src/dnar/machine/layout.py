"""Layout: from a graph to arcs (paper, Sections 3.2 and 4.3).

Receiver i looks at sender j over arc (i, j). Every edge gives two arcs, one each way, also
when it is directed: messages flow both ways and the roles tell the direction. Every node has
a self-loop; a virtual node, placed last, has arcs to and from every node and its own loop.
"""

from dataclasses import dataclass

import numpy as np

from dnar.array_types import Float64, Int32, UInt8
from dnar.graph import Graph
from dnar.machine.instance import Multiplicity, NodeKind, Role

SELF = Role("self", "self", Multiplicity.SELF)
BOTH = Role("both", "both", Multiplicity.ANY, NodeKind.REAL)
"""The edge may be walked either way: undirected, or two opposite directed edges."""
ALONG = Role("along", "against", Multiplicity.ANY, NodeKind.REAL)
"""The edge leads from the sender to the receiver."""
AGAINST = Role("against", "along", Multiplicity.ANY, NodeKind.REAL)
"""The edge leads from the receiver to the sender."""
FROM_VIRTUAL = Role("from_virtual", "to_virtual", Multiplicity.ONE, NodeKind.REAL)
"""A node looks at the virtual node."""
TO_VIRTUAL = Role("to_virtual", "from_virtual", Multiplicity.ANY, NodeKind.VIRTUAL)
"""The virtual node looks at a node."""

GRAPH_ROLES = (SELF, BOTH, ALONG, AGAINST, FROM_VIRTUAL, TO_VIRTUAL)
ROW_ROLES = (BOTH, ALONG, AGAINST)
"""Of arcs between real nodes that an edge joins."""


@dataclass(frozen=True)
class Layout:
    """The arcs of one graph, in row order, before any algorithm gives them states."""

    graph: Graph
    receiver: Int32[np.ndarray, " arcs"]
    sender: Int32[np.ndarray, " arcs"]
    reverse_arc: Int32[np.ndarray, " arcs"]
    role: UInt8[np.ndarray, " arcs"]
    weight: Float64[np.ndarray, " arcs"]


@dataclass(frozen=True)
class Pairs:
    """Each pair of joined nodes once, low < high, in order."""

    low: Int32[np.ndarray, " pairs"]
    high: Int32[np.ndarray, " pairs"]
    up: Float64[np.ndarray, " pairs"] | None
    """Weight of the arc that high receives; None if the graph has no weights."""
    down: Float64[np.ndarray, " pairs"] | None
    """Weight of the arc that low receives."""
    way: UInt8[np.ndarray, " pairs"] | None
    """0 if the pair is joined both ways, 1 from low to high, 2 from high to low; None if all
    are joined both ways."""


def pairs_of(graph: Graph) -> Pairs:
    """The pairs of a graph; input self-loops add nothing. Arrays are shared where possible."""
    loops = graph.source == graph.target
    source, target, weight = graph.source, graph.target, graph.weight
    if loops.any():
        source, target = source[~loops], target[~loops]
        weight = None if weight is None else weight[~loops]
    if not graph.directed:
        return Pairs(source, target, weight, weight, None)
    # Edges are sorted by (source, target). Those that rise are in order of their pairs; those
    # that fall are after a stable sort by target. Merging two sorted runs takes linear time.
    rises = source < target
    rising, falling = np.flatnonzero(rises), np.flatnonzero(~rises)
    falling = falling[np.argsort(target[falling], kind="stable")]
    low = np.concatenate([source[rising], target[falling]])
    high = np.concatenate([target[rising], source[falling]])
    place = low * np.int64(graph.node_count) + high
    order = np.argsort(place, kind="stable")
    place = place[order]
    first = np.ones(len(place), dtype=bool)
    first[1:] = place[1:] != place[:-1]
    where = np.empty(len(place), dtype=np.int64)
    where[order] = np.cumsum(first) - 1
    to_high, to_low = where[: len(rising)], where[len(rising) :]
    pairs = order[first]
    way = np.zeros(len(pairs), dtype=np.uint8)
    way[to_high] = 1
    way[to_low] = np.where(way[to_low] == 1, 0, 2)
    up = down = None
    if weight is not None:
        # Against a one-way edge its weight is seen too.
        up, down = np.empty(len(pairs)), np.empty(len(pairs))
        up[to_low] = weight[falling]
        up[to_high] = down[to_high] = weight[rising]
        down[to_low] = weight[falling]
    return Pairs(low[pairs], high[pairs], up, down, way)


def lay_out(graph: Graph) -> Layout:
    """The arcs of a graph; every node has a self-loop, whether the graph has one or not."""
    joined = pairs_of(graph)
    low, high = joined.low, joined.high
    pairs, nodes = len(low), graph.node_count
    every = np.arange(nodes, dtype=np.int32)
    virtual = np.full(nodes, nodes, dtype=np.int32)
    loops = np.arange(nodes + 1, dtype=np.int32)
    way = np.zeros(pairs, dtype=np.uint8) if joined.way is None else joined.way
    to_high = np.array([BOTH_ID, ALONG_ID, AGAINST_ID])[way]
    to_low = np.array([BOTH_ID, AGAINST_ID, ALONG_ID])[way]

    receiver = np.concatenate([high, low, every, virtual, loops])
    sender = np.concatenate([low, high, virtual, every, loops])
    role = np.concatenate(
        [
            to_high,
            to_low,
            np.full(nodes, FROM_VIRTUAL_ID),
            np.full(nodes, TO_VIRTUAL_ID),
            np.full(nodes + 1, SELF_ID),
        ]
    ).astype(np.uint8)
    weight = np.zeros(len(receiver))
    if joined.up is not None and joined.down is not None:
        weight[:pairs], weight[pairs : 2 * pairs] = joined.up, joined.down
    reverse = _reverses(pairs, nodes)
    order = np.lexsort((sender, receiver))
    place = np.empty(len(order), dtype=np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    return Layout(
        graph,
        receiver[order],
        sender[order],
        place[reverse[order]],
        role[order],
        weight[order],
    )


SELF_ID, BOTH_ID, ALONG_ID, AGAINST_ID, FROM_VIRTUAL_ID, TO_VIRTUAL_ID = range(len(GRAPH_ROLES))


def _reverses(pairs: int, nodes: int) -> Int32[np.ndarray, " arcs"]:
    """The reverse of each arc, in the order in which `lay_out` first lists them."""
    pair, node = np.arange(pairs), np.arange(nodes)
    start = 2 * pairs
    return np.concatenate(
        [
            pair + pairs,
            pair,
            start + nodes + node,
            start + node,
            start + 2 * nodes + np.arange(nodes + 1),
        ]
    ).astype(np.int32)

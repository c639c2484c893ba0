"""Layout: from a graph to arcs (paper, Sections 3.2 and 4.3).

Receiver i looks at sender j over arc (i, j). Every edge gives two arcs, one each way, also
when it is directed: messages flow both ways and the roles tell the direction. Every node has
a self-loop; a virtual node, placed last, has arcs to and from every node and its own loop.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64, Int32, UInt8

from dnar.graph import Graph
from dnar.machine.instance import Instance, Multiplicity, NodeKind, Role
from dnar.machine.streams import Stream
from dnar.machine.vocabulary import Place, Scalar, Start

SELF = Role("self", "self", Multiplicity.SELF)
BOTH = Role("both", "both", Multiplicity.ANY)
"""The edge may be walked either way: undirected, or two opposite directed edges."""
ALONG = Role("along", "against", Multiplicity.ANY)
"""The edge leads from the sender to the receiver."""
AGAINST = Role("against", "along", Multiplicity.ANY)
"""The edge leads from the receiver to the sender."""
FROM_VIRTUAL = Role("from_virtual", "to_virtual", Multiplicity.ONE)
"""A node looks at the virtual node."""
TO_VIRTUAL = Role("to_virtual", "from_virtual", Multiplicity.ANY)
"""The virtual node looks at a node."""

GRAPH_ROLES = (SELF, BOTH, ALONG, AGAINST, FROM_VIRTUAL, TO_VIRTUAL)


@dataclass(frozen=True)
class Layout:
    """The arcs of one graph, in row order, before any algorithm gives them states."""

    graph: Graph
    receiver: Int32[np.ndarray, " arcs"]
    sender: Int32[np.ndarray, " arcs"]
    reverse_arc: Int32[np.ndarray, " arcs"]
    role: UInt8[np.ndarray, " arcs"]
    weight: Float64[np.ndarray, " arcs"]

    @property
    def virtual(self) -> int:
        """The position of the virtual node."""
        return self.graph.node_count

    def node_states(
        self, real: int, virtual: int, start: tuple[int, int] | None = None
    ) -> UInt8[np.ndarray, " nodes"]:
        """All real nodes in one state, the virtual node in another, (position, state) apart."""
        states = np.full(self.virtual + 1, real, dtype=np.uint8)
        states[self.virtual] = virtual
        if start is not None:
            states[start[0]] = start[1]
        return states

    def instance(
        self,
        scalars: tuple[Scalar, ...],
        *,
        node_state: UInt8[np.ndarray, " nodes"],
        arc_states: Mapping[Role, int],
        inputs: Mapping[str, np.ndarray] | None = None,
        streams: Mapping[str, Stream] | None = None,
    ) -> Instance:
        """The instance in which arcs start in the state of their role."""
        by_role = np.array([arc_states[role] for role in GRAPH_ROLES], dtype=np.uint8)
        kind = np.full(self.virtual + 1, NodeKind.REAL, dtype=np.uint8)
        kind[self.virtual] = NodeKind.VIRTUAL
        sizes = {Place.NODE: len(kind), Place.ARC: len(self.receiver)}
        given = inputs or {}
        starts = {
            place: {
                scalar.name: given[scalar.name].astype(np.float64)
                if scalar.start is Start.INPUT
                else np.zeros(sizes[place])
                for scalar in scalars
                if scalar.place is place and scalar.start is not Start.STREAM
            }
            for place in Place
        }
        return Instance(
            labels=self.graph.labels,
            node_kind=kind,
            node_state=node_state,
            receiver=self.receiver,
            sender=self.sender,
            reverse_arc=self.reverse_arc,
            role=self.role,
            arc_state=by_role[self.role],
            roles=GRAPH_ROLES,
            node_scalars=starts[Place.NODE],
            arc_scalars=starts[Place.ARC],
            streams=streams or {},
        )


def lay_out(graph: Graph) -> Layout:
    """The arcs of a graph; input self-loops add nothing, every node has one anyway."""
    low, high, upward, downward = _pairs(graph)
    pairs, nodes = len(low), graph.node_count
    every = np.arange(nodes, dtype=np.int32)
    virtual = np.full(nodes, nodes, dtype=np.int32)
    loops = np.arange(nodes + 1, dtype=np.int32)
    one_way = np.where(np.isnan(downward), ALONG_ID, AGAINST_ID)
    is_both = ~np.isnan(upward) & ~np.isnan(downward)
    to_high = np.where(is_both, BOTH_ID, one_way)
    to_low = np.where(is_both, BOTH_ID, ALONG_ID + AGAINST_ID - one_way)

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
    weight[:pairs] = np.where(np.isnan(upward), downward, upward)
    weight[pairs : 2 * pairs] = np.where(np.isnan(downward), upward, downward)
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


def _pairs(graph: Graph) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Each pair of joined nodes once, low < high, with the weight each way (NaN: no edge)."""
    proper = graph.source != graph.target
    source, target = graph.source[proper], graph.target[proper]
    weight = np.zeros(len(source)) if graph.weight is None else graph.weight[proper]
    if not graph.directed:
        return source, target, weight, weight
    low, high = np.minimum(source, target), np.maximum(source, target)
    place = low.astype(np.int64) * graph.node_count + high
    unique, first, where = np.unique(place, return_index=True, return_inverse=True)
    upward, downward = np.full(len(unique), np.nan), np.full(len(unique), np.nan)
    rises = source < target
    upward[where[rises]] = weight[rises]
    downward[where[~rises]] = weight[~rises]
    return low[first], high[first], upward, downward


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

"""Floyd-Warshall: shortest paths between all pairs of nodes.

The arc that j receives from i holds the pair (i, j): the length of the best path known so far
and the last node before j on it. The virtual node makes every node the pivot in turn. Nodes
with a path to the pivot pull its length; an arc between two of them compares the way over the
pivot with its own. Lengths are the same both ways, so a node knows both halves of that way.
"""

from enum import IntEnum

import numpy as np

from dnar.machine import (
    ArcPointer,
    ArcRule,
    Comparison,
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
    Weights,
    apply,
    keep,
    linked,
    pull,
    push,
    take,
)


class NodeState(IntEnum):
    """What a node does in a round."""

    IDLE = 0
    PIVOT = 1
    JOINED = 2
    """Has pulled its distance to the pivot; its arcs add up the way over the pivot."""
    WAITING = 3
    """Its arcs compare."""
    ASKING = 4
    """The virtual node looks for the next pivot."""
    CALLING = 5
    """The virtual node calls the pivot."""


class ArcState(IntEnum):
    """What is known of a pair, or whether the virtual node has called a node."""

    KNOWN = 0
    UNKNOWN = 1
    BETTER = 2
    """Takes the way over the pivot."""
    NOT_CALLED = 3
    CALLED = 4
    PAST = 5


I_, P, J, W, A, C = NodeState
K, U, B, N, M, O_ = ArcState

SELF = Role("self", "self", Multiplicity.SELF)
PAIR = Role("pair", "pair", Multiplicity.ANY, NodeKind.REAL)
FROM_VIRTUAL = Role("from_virtual", "to_virtual", Multiplicity.ONE, NodeKind.REAL)
TO_VIRTUAL = Role("to_virtual", "from_virtual", Multiplicity.ANY, NodeKind.VIRTUAL)
ROLES = (SELF, PAIR, FROM_VIRTUAL, TO_VIRTUAL)

ADDING = (J, W)
PLAIN = (K, U, N, M, O_)

RULES = Rules(
    node_states=NodeState,
    arc_states=ArcState,
    heads=(Head("lowest"),),
    ranks=(
        Rank("lowest", I_, ((C, M), (P, K))),
        # Someone is busy: wait.
        Rank("lowest", A, ((P, M), (P, O_), (J, N), (J, O_), (W, N), (W, O_), (I_, N))),
    ),
    node_rules=(
        NodeRule(A, C, heard={"lowest": ((I_, N),)}),
        NodeRule(C, A),
        NodeRule(I_, P, heard={"lowest": ((C, M),)}),
        NodeRule(I_, J, heard={"lowest": ((P, K),)}),
        NodeRule(P, I_),
        NodeRule(J, W),
        NodeRule(W, I_),
    ),
    arc_rules=(
        ArcRule(N, M, receiver=(A,), sender=(I_,), heard={"lowest": True}),
        ArcRule(N, M, receiver=(I_,), sender=(A,), heard_back={"lowest": True}),
        ArcRule(M, O_, receiver=(P,)),
        ArcRule(M, O_, sender=(P,)),
        ArcRule(U, B, receiver=(W,), sender=(W,)),
        ArcRule(K, B, receiver=(W,), sender=(W,), signs={"shorter": (-1,)}),
        ArcRule(B, K),
    ),
    scalars=(
        Scalar("half", Place.NODE, Start.ZERO),
        Scalar("last", Place.NODE, Start.ZERO),
        Scalar("length", Place.ARC, Start.INPUT),
        Scalar("before", Place.ARC, Start.INPUT),
        Scalar("over_pivot", Place.ARC, Start.ZERO),
        Scalar("before_over_pivot", Place.ARC, Start.ZERO),
    ),
    comparisons=(Comparison("shorter", "over_pivot", "length"),),
    ops=(
        Op("half", (keep(ADDING), pull("length", (I_,), head="lowest"))),
        Op("last", (keep(ADDING), pull("before", (I_,), head="lowest"))),
        Op("over_pivot", (push("half", ADDING), take("half", ADDING))),
        Op("before_over_pivot", (take("last", ADDING),)),
        Op("length", (keep(PLAIN), apply("copy", ("over_pivot",), (B,)))),
        Op("before", (keep(PLAIN), apply("copy", ("before_over_pivot",), (B,)))),
    ),
)


def encode(problem: Problem) -> Instance:
    """Every pair has an arc each way, known if an edge joins it; each node knows itself."""
    graph = problem.graph
    nodes = graph.node_count
    every = np.arange(nodes)
    low, high = np.triu_indices(nodes, 1)
    links = linked(
        ROLES,
        (SELF, np.arange(nodes + 1), np.arange(nodes + 1)),
        (PAIR, high, low),
        (FROM_VIRTUAL, every, np.full(nodes, nodes)),
    )
    length = np.zeros((nodes + 1, nodes + 1))
    known = np.eye(nodes + 1, dtype=bool)
    if graph.weight is not None:
        length[graph.source, graph.target] = length[graph.target, graph.source] = graph.weight
        known[graph.source, graph.target] = known[graph.target, graph.source] = True
    own = (links.receiver < nodes) & (links.sender < nodes)
    state = np.where(known[links.receiver, links.sender], K, U)
    state = np.where(own, state, np.where(links.receiver == links.sender, O_, N))
    node_state = np.full(nodes + 1, I_, dtype=np.uint8)
    node_state[-1] = A
    zeros = np.zeros(len(links.receiver))
    return Instance(
        labels=graph.labels,
        node_kind=np.append(np.full(nodes, NodeKind.REAL), NodeKind.VIRTUAL).astype(np.uint8),
        node_state=node_state,
        receiver=links.receiver,
        sender=links.sender,
        reverse_arc=links.reverse_arc,
        role=links.role,
        arc_state=state.astype(np.uint8),
        roles=ROLES,
        node_scalars={"half": np.zeros(nodes + 1), "last": np.zeros(nodes + 1)},
        arc_scalars={
            "length": length[links.receiver, links.sender],
            "before": links.sender.astype(np.float64),
            "over_pivot": zeros,
            "before_over_pivot": zeros.copy(),
        },
    )


TASK = Task(
    name="floyd_warshall",
    title="Floyd-Warshall algorithm",
    summary="shortest paths between all pairs: the last node before the target of each",
    inputs=Inputs(weights=Weights.NON_NEGATIVE, shape=Shape.UNDIRECTED),
    rules=RULES,
    encoder=encode,
    decoders={"before": ArcPointer("before")},
)

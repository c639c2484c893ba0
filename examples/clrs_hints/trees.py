"""Prim's and Dijkstra's algorithm in the states of CLRS-30's hints: `in_queue`, `u` and `mark`.

One node joins every five steps, and all others are in one of three states. The virtual node
counts these steps, so nobody has to wait for busy nodes.
"""

from dnar import Algorithm
from dnar.machine import keep, push


def grown_tree(name: str, summary: str, graphs: str) -> Algorithm:
    """The rules that Prim's and Dijkstra's algorithm share; no outputs yet."""
    tree = Algorithm(
        name,
        summary,
        nodes="UNSEEN QUEUED JOINING TREE",
        virtual="JOINED RELAXED CHOSEN PICKING CALLING",
        arcs="NEUTRAL BEST POINTER CLOSED LINK CALL",
        graphs=graphs,
    )
    tree.begin(
        start="JOINING", against="CLOSED", self="LINK", from_virtual="LINK", to_virtual="LINK"
    )
    tree.weight("length")
    tree.scalar("key")
    tree.head("lightest", smallest="length")
    tree.head("nearest", smallest="key")
    # A node joins, and the arcs of its neighbours become candidates.
    tree.node("UNSEEN", "QUEUED", hears="JOINING over NEUTRAL", head="lightest")
    tree.node("JOINING", "TREE")
    tree.arc("NEUTRAL", "BEST", receiver="UNSEEN QUEUED", sender="JOINING")
    # Of the old candidate and the new one a node hears the lighter, and drops the other.
    tree.node("QUEUED", hears="TREE over BEST", head="lightest")
    tree.arc("BEST", "CLOSED", receiver="QUEUED", sender="TREE", heard={"lightest": False})
    # The virtual node picks the nearest one when all keys are settled.
    tree.node("JOINED", "RELAXED")
    tree.node("RELAXED", "CHOSEN")
    tree.node("CHOSEN", "PICKING")
    tree.node("PICKING", "CALLING", hears="QUEUED over LINK", head="nearest")
    tree.node("CALLING", "JOINED")
    tree.arc("LINK", "CALL", receiver="PICKING", sender="QUEUED", heard={"nearest": True})
    tree.arc("LINK", "CALL", receiver="QUEUED", sender="PICKING", heard_back={"nearest": True})
    tree.arc("CALL", "LINK")
    tree.node("QUEUED", "JOINING", hears="CALLING over CALL", head="nearest")
    tree.arc("BEST", "POINTER", receiver="JOINING")
    settled = "TREE JOINED RELAXED CHOSEN PICKING CALLING"
    tree.update("key", keep(settled), push("length", "BEST"))
    tree.returns_pointer("parent", "POINTER")
    return tree


PRIM = grown_tree(
    "prim_masks", "a minimum spanning tree, in the benchmark's states", "undirected"
).task()

_distances = grown_tree("dijkstra_masks", "shortest paths, in the benchmark's states", "any")
# A node that joins adds its key to the arcs over which others see it.
_distances.update("length", keep("any"), push("key", "JOINING"))
_distances.returns_scalar("distance", "key", "TREE")
DIJKSTRA = _distances.task()

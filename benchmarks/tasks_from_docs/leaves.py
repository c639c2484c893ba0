"""Leaf elimination: in every round all leaves go at once; who stays?"""

from dnar import Algorithm
from dnar.machine import inc, push

a = Algorithm(
    "leaves",
    "the nodes that stay when leaves are removed, round by round",
    graphs="undirected",
    nodes="FRESH COUNTING IN OUT",
    arcs="EDGE GONE OTHER",
)
a.begin(self="OTHER", from_virtual="OTHER", to_virtual="OTHER")
a.scalar("here", on="arcs")
a.update("here", inc("EDGE"))
a.scalar("degree")
a.update("degree", push("here", "EDGE"))
a.scalar("one")
a.update("one", inc("any"))
a.compare("leaf", "degree", "one")
a.node("FRESH", "COUNTING")
a.node("COUNTING", "IN")
a.node("IN", "OUT", signs={"leaf": "equal"})
a.arc("EDGE", "GONE", sender="OUT")
a.returns_nodes("stay", "IN")
TASK = a.task()

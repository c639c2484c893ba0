"""Tree centre: leaves go round by round; the last one or two nodes are the centre."""

from dnar import Algorithm
from dnar.machine import inc, push

a = Algorithm(
    "centre",
    "the centre of every tree of a forest",
    graphs="undirected",
    nodes="FRESH COUNTING IN LEAF OUT CENTRE",
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
a.node("IN", "CENTRE", signs={"leaf": "below"})
a.node("IN", "LEAF", signs={"leaf": "equal"})
a.node("LEAF", "CENTRE", hears="LEAF over EDGE")
a.node("LEAF", "OUT", hears="nothing")
a.arc("EDGE", "GONE", sender="OUT")
a.returns_nodes("centre", "CENTRE")
TASK = a.task()

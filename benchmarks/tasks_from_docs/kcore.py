"""The k-core, K fixed: nodes of fewer than K neighbours are peeled until none is left."""

from dnar import Algorithm
from dnar.machine import inc, push

K = 2
a = Algorithm(
    "kcore",
    f"the nodes of the {K}-core",
    graphs="undirected",
    nodes="FRESH COUNTING IN OUT",
    arcs="EDGE GONE OTHER",
)
a.begin(self="OTHER", from_virtual="OTHER", to_virtual="OTHER")
a.scalar("one", on="arcs")
a.update("one", inc("EDGE"))
a.scalar("degree")
a.update("degree", push("one", "EDGE"))
a.scalar("k")
a.update("k", inc("any", by=K))
a.compare("few", "degree", "k")
a.node("FRESH", "COUNTING")
a.node("COUNTING", "IN")
a.node("IN", "OUT", signs={"few": "below"})
a.arc("EDGE", "GONE", sender="OUT")
a.returns_nodes("core", "IN")
TASK = a.task()

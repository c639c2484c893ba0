"""The nodes that are exactly two edges away from a start."""

from dnar import Algorithm

a = Algorithm(
    "twohop",
    "the nodes two edges away from a start",
    nodes="FAR START NEAR TWO",
    arcs="OPEN CLOSED",
)
a.begin(start="START", against="CLOSED")
a.node("FAR", "NEAR", hears="START over OPEN")
a.node("FAR", "TWO", hears="NEAR over OPEN")
a.returns_nodes("two_hop", "TWO")
TASK = a.task()

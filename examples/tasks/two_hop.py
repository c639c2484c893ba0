"""Two hops: which nodes are one edge and two edges away from a start node."""

from dnar import Algorithm

hops = Algorithm(
    "two_hop",
    "the nodes within two edges of a start node",
    nodes="FAR HERE ONE TWO",
    arcs="OPEN CLOSED",
)
hops.begin(start="HERE", against="CLOSED")
hops.node("FAR", "ONE", hears="HERE over OPEN")
hops.node("FAR", "TWO", hears="ONE over OPEN")
hops.returns_categories("hops", {0: "HERE", 1: "ONE", 2: "TWO"})
TASK = hops.task()

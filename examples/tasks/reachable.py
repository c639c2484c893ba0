"""Reachability: which nodes a start node can reach."""

from dnar import Algorithm

reachable = Algorithm(
    "reachable",
    "the nodes that a start node can reach",
    nodes="UNREACHED REACHED",
    arcs="OPEN CLOSED",
)
reachable.begin(start="REACHED", against="CLOSED")
reachable.node("UNREACHED", "REACHED", hears="REACHED over OPEN")
reachable.returns_nodes("reached", "REACHED")
TASK = reachable.task()

"""Hop distance: how many edges every node is away from a start node."""

from dnar.machine import Algorithm, inc, keep, pull

distance = Algorithm(
    "hop_distance",
    "the number of edges to every node",
    nodes="UNSEEN NEW DONE",
    arcs="OPEN CLOSED",
)
distance.begin(start="DONE", against="CLOSED")
distance.scalar("depth")
distance.head("lowest")
distance.node("UNSEEN", "NEW", hears="DONE over OPEN")
distance.node("NEW", "DONE")
# A new node takes the depth of the neighbour that it heard, and adds one in the next step.
distance.update("depth", keep("any"), pull("depth", "UNSEEN", head="lowest"), inc("NEW"))
distance.returns_scalar("depth", "depth", "DONE")
TASK = distance.task()

"""Bellman-Ford: lengths of shortest paths; weights may be negative, cycles not."""

from dnar import Algorithm
from dnar.machine import apply, keep, pull, push

a = Algorithm(
    "bellman",
    "lengths of shortest paths from a start",
    nodes="UNREACHED ARRIVED SETTLED CHECK TAKE",
    arcs="OPEN CLOSED",
)
a.begin(
    start="ARRIVED", against="CLOSED", self="CLOSED", from_virtual="CLOSED", to_virtual="CLOSED"
)
a.weight("weight")
a.scalar("path", on="arcs")
a.scalar("distance")
a.scalar("offer")
a.head("best", smallest="path")
a.compare("better", "offer", "distance")
a.node("UNREACHED", "ARRIVED", hears="SETTLED over OPEN")
a.node("ARRIVED", "SETTLED")  # one step, until the paths over this node are right
a.node("SETTLED", "CHECK", hears="SETTLED over OPEN", signs={"better": "below"})
a.node("CHECK", "TAKE", signs={"better": "below"})
a.node("CHECK", "SETTLED")
a.node("TAKE", "SETTLED")
a.update("path", apply("copy", ["weight"], "any"), push("distance", "any"))
a.update("offer", pull("path", "SETTLED", head="best"), keep("CHECK TAKE"))
a.update(
    "distance",
    pull("path", "UNREACHED", head="best"),
    keep("ARRIVED SETTLED CHECK"),
    apply("copy", ["offer"], "TAKE"),
)
a.returns_scalar("distance", "distance", "SETTLED")
TASK = a.task()

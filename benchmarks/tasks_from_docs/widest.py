"""Widest paths: the largest bottleneck of a path from a start; 0 where there is none."""

from dnar import Algorithm
from dnar.machine import apply, inc, keep, pull, push

a = Algorithm(
    "widest",
    "the widest bottleneck of a path from a start",
    nodes="PLAIN SOURCE CHECK TAKE",
    arcs="OPEN MEET READY BY_PATH BY_EDGE CLOSED",
)
a.begin(
    start="SOURCE", against="CLOSED", self="CLOSED", from_virtual="CLOSED", to_virtual="CLOSED"
)
a.weight("weight", non_negative=True)
for name in ("arriving", "bottleneck"):
    a.scalar(name, on="arcs")
a.scalar("width")
a.scalar("offer")
a.head("widest", largest="bottleneck")
a.compare("wider", "offer", "width")
a.compare("narrower", "arriving", "weight")
a.node("SOURCE", "TAKE")
a.node("PLAIN", "CHECK", hears="PLAIN over OPEN", signs={"wider": "above"})
a.node("CHECK", "TAKE", signs={"wider": "above"})
a.node("CHECK", "PLAIN")
a.node("TAKE", "PLAIN")
for state in ["OPEN", "BY_PATH", "BY_EDGE"]:
    a.arc(state, "MEET", sender="TAKE")
a.arc("MEET", "READY")
a.arc("READY", "BY_PATH", signs={"narrower": "below"})
a.arc("READY", "BY_EDGE")
a.arc("BY_PATH", "OPEN")
a.arc("BY_EDGE", "OPEN")
a.update(
    "offer",
    inc("SOURCE", by=10),
    pull("bottleneck", "PLAIN", head="widest"),
    keep("CHECK TAKE"),
)
a.update("width", keep("PLAIN CHECK"), apply("copy", ["offer"], "TAKE"))
a.update("arriving", push("width", "any"))
a.update(
    "bottleneck",
    keep("OPEN MEET READY"),
    apply("copy", ["arriving"], "BY_PATH"),
    apply("copy", ["weight"], "BY_EDGE"),
)
a.returns_scalar("width", "width", "PLAIN")
TASK = a.task()

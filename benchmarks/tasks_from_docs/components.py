"""Connected components by waves: the number of each node's component, lowest node first."""

from dnar import Algorithm
from dnar.machine import inc, keep, pull

a = Algorithm(
    "components",
    "the number of every node's component",
    graphs="undirected",
    nodes="WAITING FRONT DONE",
    virtual="READY CALLING",
    arcs="EDGE SELF LINK CALL",
)
a.begin(self="SELF", from_virtual="LINK", to_virtual="LINK")
a.head("lowest")
a.node("WAITING", "FRONT", hears="CALLING over CALL, FRONT over EDGE")
a.node("FRONT", "DONE")
a.node("READY", hears="FRONT over LINK")
a.node("READY", "CALLING", hears="WAITING over LINK")
a.node("CALLING", "READY")
a.arc("LINK", "CALL", receiver="READY", sender="WAITING", heard=True)
a.arc("LINK", "CALL", receiver="WAITING", sender="READY", heard_back=True)
a.arc("CALL", "LINK")
a.scalar("number")
a.update("number", keep("any"), pull("number", "WAITING", head="lowest"), inc("CALLING"))
a.returns_scalar("component", "number", "DONE")
TASK = a.task()

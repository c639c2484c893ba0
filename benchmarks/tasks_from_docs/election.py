"""Leader election: the largest random id of a ring leads, and all nodes know it."""

from dnar import Algorithm
from dnar.machine import apply, keep, pull, push

a = Algorithm(
    "election",
    "the node of the largest id, and that id at every node",
    graphs="undirected",
    nodes="NAMELESS NAMED RUNNING",
    arcs="EDGE HOPE LOST OTHER",
)
a.begin(from_virtual="OTHER", to_virtual="HOPE")
a.random("lot", every=3)
for name in ("id", "top"):
    a.scalar(name)
for name in ("own", "best"):
    a.scalar(name, on="arcs")
a.head("largest", largest="top")
a.compare("beaten", "own", "best")
a.node("NAMELESS", "NAMED")
a.node("NAMED", "RUNNING")
a.node("RUNNING", hears="RUNNING over EDGE")
a.arc("HOPE", "LOST", sender="RUNNING", signs={"beaten": "below"})
a.update("id", apply("copy", ["lot"], "NAMELESS"), keep("NAMED RUNNING"))
a.update("top", apply("copy", ["id"], "NAMED"), pull("top", "RUNNING", head="largest"))
a.update("own", push("id", "any"))
a.update("best", push("top", "any"))
a.returns_virtual_pointer("leader", "HOPE")
a.returns_scalar("known", "top", "RUNNING")
TASK = a.task()

"""The 2-core: what is left when nodes with fewer than two neighbours go, again and again."""

from dnar.machine import Algorithm, inc, keep, push

core = Algorithm(
    "two_core",
    "the nodes of the 2-core",
    nodes="START WARM STAYS GONE",
    arcs="FRESH EDGE CUT OTHER",
    graphs="undirected",
)
core.begin(self="OTHER", from_virtual="OTHER", to_virtual="OTHER")
core.scalar("one", on="arcs")
core.scalar("degree")
core.scalar("two")
core.compare("few", "degree", "two")
# In two steps every edge weighs one, and every node knows how many edges it has.
core.arc("FRESH", "EDGE")
core.update("one", keep("any"), inc("FRESH"))
core.update("degree", push("one", "EDGE"))
core.update("two", keep("any"), inc("START", by=2))
core.node("START", "WARM")
core.node("WARM", "STAYS")
core.node("STAYS", "GONE", signs={"few": "below"})
core.arc("EDGE", "CUT", sender="GONE")
core.returns_nodes("core", "STAYS")
TASK = core.task()

"""The centre of a tree: all leaves go at once, round by round; the last one or two stay."""

from dnar.machine import Algorithm, inc, keep, push

centre = Algorithm(
    "tree_centre",
    "the one or two nodes in the middle of a tree",
    nodes="START WARM STAYS LEAF GONE CENTRE",
    arcs="FRESH EDGE CUT OTHER",
    graphs="undirected",
)
centre.begin(self="OTHER", from_virtual="OTHER", to_virtual="OTHER")
centre.scalar("one", on="arcs")
centre.scalar("degree")
centre.scalar("two")
centre.compare("few", "degree", "two")
centre.arc("FRESH", "EDGE")
centre.update("one", keep("any"), inc("FRESH"))
centre.update("degree", push("one", "EDGE"))
centre.update("two", keep("any"), inc("START", by=2))
centre.node("START", "WARM")
centre.node("WARM", "STAYS")
centre.node("STAYS", "LEAF", signs={"few": "below"})
# The neighbour of the last leaf is a leaf as well, or there is none.
centre.node("LEAF", "CENTRE", hears="LEAF over EDGE")
centre.node("LEAF", "GONE", hears="STAYS over EDGE")
centre.node("LEAF", "CENTRE", hears="nothing")
centre.arc("EDGE", "CUT", receiver="STAYS", sender="LEAF")
centre.returns_nodes("centre", "CENTRE")
TASK = centre.task()

"""Two colours: neighbours get different ones; nodes on an odd cycle clash."""

from dnar import Algorithm

colours = Algorithm(
    "two_colouring",
    "two colours from a start node, and where they clash",
    nodes="BLANK RED BLUE CLASH",
    arcs="EDGE OTHER",
    graphs="undirected",
)
colours.begin(start="RED", self="OTHER", from_virtual="OTHER", to_virtual="OTHER")
colours.node("BLANK", "BLUE", hears="RED over EDGE")
colours.node("BLANK", "RED", hears="BLUE over EDGE")
colours.node("RED", "CLASH", hears="RED over EDGE")
colours.node("BLUE", "CLASH", hears="BLUE over EDGE")
colours.returns_categories("colour", {"red": "RED", "blue": "BLUE"})
colours.returns_nodes("clashes", "CLASH")
TASK = colours.task()

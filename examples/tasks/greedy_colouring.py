"""Greedy colouring by index: every node takes the first of three colours that is free.

A node waits until it is the lowest waiting one among its neighbours and itself; then it tries
one colour after the other. Nodes that find no colour are left over.
"""

from dnar import Algorithm

BUSY = "TRY_RED over EDGE, TRY_GREEN over EDGE, TRY_BLUE over EDGE"

colours = Algorithm(
    "greedy_colouring",
    "three colours, given greedily by index",
    nodes="WAITING VOTED TRY_RED TRY_GREEN TRY_BLUE RED GREEN BLUE NONE",
    arcs="EDGE MINE OTHER",
    graphs="undirected",
)
colours.begin(from_virtual="OTHER", to_virtual="OTHER")
# All nodes wait and vote by turns; who hears a busy neighbour does not hear itself.
colours.node("WAITING", "VOTED", hears=f"{BUSY}, WAITING over EDGE")
colours.node("VOTED", "TRY_RED", hears="VOTED over MINE")
colours.node("VOTED", "WAITING", hears="nothing")
colours.arc("EDGE", "MINE", receiver="WAITING", sender="WAITING", heard=True, heard_back=True)
for colour, other in (("RED", "TRY_GREEN"), ("GREEN", "TRY_BLUE"), ("BLUE", "NONE")):
    colours.node(f"TRY_{colour}", other, hears=f"{colour} over EDGE")
    colours.node(f"TRY_{colour}", colour, hears="nothing")
colours.returns_categories("colour", {"red": "RED", "green": "GREEN", "blue": "BLUE"})
TASK = colours.task()

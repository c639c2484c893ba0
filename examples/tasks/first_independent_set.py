"""The first independent set: nodes join in the order of their index, if no neighbour has.

A node that is the lowest open one among its neighbours and itself hears its own self-loop.
"""

from dnar import Algorithm

first = Algorithm(
    "first_independent_set",
    "the maximal independent set that greedy search by index finds",
    nodes="OPEN VOTED IN OUT",
    arcs="EDGE MINE OTHER",
    graphs="undirected",
)
first.begin(from_virtual="OTHER", to_virtual="OTHER")
first.node("OPEN", "OUT", hears="IN over EDGE")
first.node("OPEN", "VOTED", hears="OPEN over EDGE")
first.node("VOTED", "IN", hears="VOTED over MINE")
first.node("VOTED", "OPEN", hears="nothing")
# Only the self-loop of the lowest node is heard from both ends.
first.arc("EDGE", "MINE", receiver="OPEN", sender="OPEN", heard=True, heard_back=True)
first.returns_nodes("in_set", "IN")
TASK = first.task()

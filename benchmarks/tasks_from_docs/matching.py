"""Greedy maximal matching: edges in the order of their lower, then their higher end."""

from dnar import Algorithm

a = Algorithm(
    "matching",
    "a greedy maximal matching",
    graphs="undirected",
    nodes="FREE MATCHED",
    arcs="EDGE MATE OTHER",
)
a.begin(self="OTHER", from_virtual="OTHER", to_virtual="OTHER")
a.node("FREE", "MATCHED", hears="FREE over MATE")
a.node("FREE", hears="FREE over EDGE")
a.arc("EDGE", "MATE", receiver="FREE", sender="FREE", heard=True, heard_back=True)
a.returns_pointer("mate", "MATE")
TASK = a.task()

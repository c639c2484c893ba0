"""Maximal matching: free nodes that name each other as their lowest free neighbour pair up."""

from dnar import Algorithm

matching = Algorithm(
    "matching",
    "pairs of joined nodes, to which no pair can be added",
    nodes="FREE ASKED PAIRED SINGLE",
    arcs="EDGE PAIR OTHER",
    graphs="undirected",
)
matching.begin(self="OTHER", from_virtual="OTHER", to_virtual="OTHER")
matching.node("FREE", "ASKED", hears="FREE over EDGE")
matching.node("FREE", "SINGLE", hears="nothing")
matching.node("ASKED", "PAIRED", hears="ASKED over PAIR")
matching.node("ASKED", "FREE", hears="nothing")
matching.arc("EDGE", "PAIR", receiver="FREE", sender="FREE", heard=True, heard_back=True)
matching.returns_pointer("partner", "PAIR")
TASK = matching.task()

"""Bipartiteness: 2-colour all components by waves; a clash anywhere raises the flag."""

from dnar import Algorithm

a = Algorithm(
    "bipartition",
    "two colours, and whether they are proper",
    graphs="undirected",
    nodes="BLANK NEW_RED NEW_BLUE RED BLUE CLASH",
    virtual="READY CALLING ODD",
    arcs="EDGE OTHER CALL",
)
a.begin(self="OTHER", from_virtual="OTHER", to_virtual="OTHER")
a.node("BLANK", "NEW_RED", hears="CALLING over CALL, NEW_BLUE over EDGE")
a.node("BLANK", "NEW_BLUE", hears="NEW_RED over EDGE")
a.node("NEW_RED", "RED")
a.node("NEW_BLUE", "BLUE")
a.node("RED", "CLASH", hears="RED over EDGE")
a.node("BLUE", "CLASH", hears="BLUE over EDGE")
a.node("READY", "ODD", hears="CLASH over OTHER")
a.node("READY", hears="NEW_RED over OTHER, NEW_BLUE over OTHER")
a.node("READY", "CALLING", hears="BLANK over OTHER")
a.node("CALLING", "READY")
a.arc("OTHER", "CALL", receiver="READY", sender="BLANK", heard=True)
a.arc("OTHER", "CALL", receiver="BLANK", sender="READY", heard_back=True)
a.arc("CALL", "OTHER")
a.returns_truth("bipartite", "READY")
a.returns_categories("colour", {"red": "RED", "blue": "BLUE"})
TASK = a.task()

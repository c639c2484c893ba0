"""Min-label: every node learns the lowest index in its component.

There is no index to read, so the virtual node first counts the nodes.
"""

from dnar import Algorithm
from dnar.machine import inc, keep, pull

a = Algorithm(
    "minlabel",
    "the lowest index in every node's component",
    graphs="undirected",
    nodes="NEW LABELLED",
    virtual="READY CALLING",
    arcs="EDGE LINK CALL",
)
a.begin(from_virtual="LINK", to_virtual="LINK")
a.scalar("label")
a.head("lowest")
a.head("least", smallest="label")
a.node("READY", "CALLING", hears="NEW over LINK", head="lowest")
a.node("CALLING", "READY")
a.arc("LINK", "CALL", receiver="READY", sender="NEW", heard={"lowest": True})
a.arc("LINK", "CALL", receiver="NEW", sender="READY", heard_back={"lowest": True})
a.arc("CALL", "LINK")
a.node("NEW", "LABELLED", hears="CALLING over CALL", head="lowest")
a.node("LABELLED", hears="LABELLED over EDGE", head="least")
a.update(
    "label",
    keep("NEW READY CALLING"),
    inc("CALLING"),
    pull("label", "NEW", head="lowest"),
    pull("label", "LABELLED", head="least"),
)
a.returns_scalar("label", "label", "LABELLED")
TASK = a.task()

"""Minimum label propagation: all nodes of a component end with its smallest number.

The virtual node numbers the nodes in the order of their index. Then everyone takes the
smallest number among its neighbours and itself, round by round, until nobody finds a smaller
one.
"""

from dnar.machine import Algorithm, apply, inc, keep, pull

labels = Algorithm(
    "min_label",
    "the smallest number of every node's component",
    nodes="NEW READY LOOKING COMPARING TAKING KEEPING DONE",
    virtual="VIRTUAL CALLING ROUND STOP",
    arcs="EDGE LINK CALL",
    graphs="undirected",
)
labels.begin(from_virtual="LINK", to_virtual="LINK")
labels.scalar("label")
labels.scalar("best")
labels.compare("smaller", "best", "label")
labels.head("smallest", smallest="label")
labels.head("signal")

# Numbering: the virtual node calls the lowest new node and counts its calls.
labels.node("NEW", "READY", hears="CALLING over CALL", head="signal")
labels.node("VIRTUAL", "CALLING", hears="NEW over LINK", head="signal")
labels.node("VIRTUAL", "ROUND", hears="READY over LINK", head="signal")
labels.node("CALLING", "VIRTUAL")
labels.arc("LINK", "CALL", receiver="VIRTUAL", sender="NEW", heard={"signal": True})
labels.arc("LINK", "CALL", receiver="NEW", sender="VIRTUAL", heard_back={"signal": True})
labels.arc("CALL", "LINK")

# Rounds of three steps: look for the smallest label, compare it with one's own, take it or not.
labels.node("READY", "LOOKING", hears="ROUND over LINK", head="signal")
labels.node("LOOKING", "DONE", hears="STOP over LINK", head="signal")
labels.node("LOOKING", "COMPARING", hears="LOOKING over EDGE", head="smallest")
labels.node("COMPARING", "TAKING", signs={"smaller": "below"})
labels.node("COMPARING", "KEEPING")
labels.node("TAKING", "LOOKING")
labels.node("KEEPING", "LOOKING")
labels.node("ROUND", hears="TAKING over LINK", head="signal")
labels.node("ROUND", "STOP", hears="KEEPING over LINK", head="signal")

labels.update(
    "label",
    keep("NEW READY LOOKING COMPARING KEEPING DONE VIRTUAL CALLING"),
    pull("label", "NEW", head="signal"),
    inc("CALLING"),
    apply("copy", ["best"], "TAKING"),
)
labels.update("best", keep("COMPARING TAKING"), pull("label", "LOOKING", head="smallest"))
labels.returns_scalar("label", "label", "DONE")
TASK = labels.task()

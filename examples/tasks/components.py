"""Components by waves: every node gets the number of its connected component.

The virtual node calls the lowest waiting node and gives it the next number. The call spreads
through the component as a wave; when no wave is under way, the next call is made.
"""

from dnar.machine import Algorithm, inc, keep, pull

waves = Algorithm(
    "components",
    "the number of every node's connected component",
    nodes="WAITING FRONT DONE",
    virtual="VIRTUAL CALLING",
    arcs="NEUTRAL CALL",
    graphs="undirected",
)
waves.scalar("number")
waves.head("lowest")
waves.node("WAITING", "FRONT", hears="FRONT over NEUTRAL, CALLING over CALL")
waves.node("FRONT", "DONE")
waves.node("VIRTUAL", hears="FRONT over NEUTRAL")
waves.node("VIRTUAL", "CALLING", hears="WAITING over NEUTRAL")
waves.node("CALLING", "VIRTUAL")
waves.arc("NEUTRAL", "CALL", receiver="VIRTUAL", sender="WAITING", heard=True)
waves.arc("NEUTRAL", "CALL", receiver="WAITING", sender="VIRTUAL", heard_back=True)
waves.arc("CALL", "NEUTRAL")
waves.update("number", keep("any"), pull("number", "WAITING", head="lowest"), inc("CALLING"))
waves.returns_scalar("component", "number", "DONE")
TASK = waves.task()

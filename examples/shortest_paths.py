"""Shortest paths in about forty lines: the rules of the bundled `dijkstra` by name."""

from dnar.machine import Algorithm, keep, push

paths = Algorithm(
    "shortest_paths",
    "shortest paths from a start node, with their lengths",
    nodes="UNSEEN ASKING BOUND FRONTIER RELEASING JOINING TREE",
    arcs="NEUTRAL RELAXED POINTER CALL CLOSED",
)
paths.begin(start="JOINING", against="CLOSED")
paths.scalar("distance")
paths.weight("length", non_negative=True)
paths.head("lightest", smallest="length")
paths.head("nearest", smallest="distance")

paths.node("UNSEEN", "ASKING", hears="JOINING over NEUTRAL", head="lightest")
paths.node("ASKING", hears="TREE over NEUTRAL", head="lightest")
paths.node("ASKING", "BOUND")
paths.node("BOUND", "FRONTIER")
paths.node("FRONTIER", "JOINING", hears="VIRTUAL over CALL", head="lightest")
paths.node("FRONTIER", "RELEASING", hears="JOINING over NEUTRAL", head="lightest")
paths.node("RELEASING", "ASKING")
paths.node("JOINING", "TREE")
busy = "JOINING over NEUTRAL, RELEASING over NEUTRAL, ASKING over NEUTRAL, BOUND over NEUTRAL"
paths.node(
    "VIRTUAL", hears=f"FRONTIER over CALL, {busy}, FRONTIER over NEUTRAL", head="nearest"
)

paths.arc("NEUTRAL", "RELAXED", receiver="ASKING", sender="TREE", heard={"lightest": True})
paths.arc("RELAXED", "NEUTRAL", receiver="RELEASING")
paths.arc("RELAXED", "POINTER", receiver="JOINING")
paths.arc("NEUTRAL", "CALL", receiver="VIRTUAL", sender="FRONTIER", heard={"nearest": True})
paths.arc(
    "NEUTRAL", "CALL", receiver="FRONTIER", sender="VIRTUAL", heard_back={"nearest": True}
)
paths.arc("CALL", "NEUTRAL")

paths.update("distance", keep("TREE VIRTUAL"), push("length", "RELAXED"))
paths.update("length", keep("any"), push("distance", "JOINING"))
paths.returns_pointer("parent", "POINTER")
paths.returns_scalar("distance", "distance", "TREE")
TASK = paths.task()

"""A maximal independent set in the states of SALSA-CLRS's hints: `alive_h` and `inmis_h`.

A living node that is the smallest among its living neighbours marks its self-loop, joins in the
next step, and its neighbours drop out in the one after that. No state counts these steps: a
node listens to its own mark first, then to a neighbour in the set, then to the living.
"""

from dnar import Algorithm

independent = Algorithm(
    "mis_masks",
    "a maximal independent set, in the benchmark's states",
    nodes="ALIVE IN OUT",
    arcs="EDGE MINE LINK",
    graphs="undirected",
)
independent.begin(from_virtual="LINK", to_virtual="LINK")
independent.random("lot", every=3)
independent.head("smallest", smallest="lot")
independent.node("ALIVE", "IN", hears="ALIVE over MINE")
independent.node("ALIVE", "OUT", hears="IN over EDGE")
independent.node("ALIVE", hears="ALIVE over EDGE")
# Only the self-loop of the smallest node is heard from both ends.
independent.arc("EDGE", "MINE", receiver="ALIVE", sender="ALIVE", heard=True, heard_back=True)
independent.returns_nodes("in_set", "IN")
TASK = independent.task()

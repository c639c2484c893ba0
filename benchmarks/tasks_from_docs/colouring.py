"""Greedy colouring by index with four colours: the first that no neighbour has."""

from dnar import Algorithm

TRY = ["TRY1", "TRY2", "TRY3", "TRY4"]
a = Algorithm(
    "colouring",
    "the first free of four colours, in the order of nodes",
    graphs="undirected",
    nodes=["WAITING", *TRY, "C1", "C2", "C3", "C4", "FAILED"],
    arcs="EDGE MINE OTHER",
)
a.begin(from_virtual="OTHER", to_virtual="OTHER")
a.node("WAITING", "TRY1", hears="WAITING over MINE")
a.node("WAITING", hears=[f"{each} over EDGE" for each in TRY])
a.node("WAITING", hears="WAITING over EDGE")  # the lowest that still waits, perhaps itself
a.arc("EDGE", "MINE", receiver="WAITING", sender="WAITING", heard=True, heard_back=True)
for k, after in zip("1234", [*TRY[1:], "FAILED"], strict=True):
    a.node(f"TRY{k}", after, hears=f"C{k} over EDGE")
    a.node(f"TRY{k}", f"C{k}", hears="nothing")
a.returns_categories("colour", {1: "C1", 2: "C2", 3: "C3", 4: "C4", "none": "FAILED"})
TASK = a.task()

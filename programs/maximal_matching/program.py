"""Maximal matching.

Finds disjoint edges to which none can be added, heavy ones first.

A program of dnar as tables, and a runner for them; it needs Python 3.11 and nothing else. It
prints its answer as JSON:

    python maximal_matching.py edges.csv

The tables hold every case that the algorithm can reach, and no others.
"""

import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from runner import Tables, main

TASK = "maximal_matching"

# What it takes.
TAKES = {
    "input": "graph",
    "start": "unused",
    "weights": "any",
    "shape": "undirected",
    "random": False,
}

# The ways of listening: of arcs in one class, each hears the one with the
# smallest (or largest) key, of equal ones the lowest sender. No key: the index itself.
HEADS = {"heaviest": {"key": "weight", "largest": True}}

# Numbers on nodes and arcs, and how they start.
SCALARS = {"weight": {"place": "arc", "start": "weight"}}

# Signs that cases may read: first scalar minus second.
COMPARISONS = {}

# Functions of scalars.
FUNCTIONS = {}

# The states in which nodes begin.
NODE_START = {"without start": {"real": "FREE", "virtual": "VIRTUAL"}}

# The states in which arcs begin, by role.
ARC_START = {
    "self": "NO_EDGE",
    "from_virtual": "NO_EDGE",
    "to_virtual": "NO_EDGE",
    "both": "EDGE",
}

# What a node hears: the first of these that is in its row, or nothing.
ORDERS = {"FREE": {"heaviest": ["FREE over MATE", "FREE over EDGE"]}}

# What becomes of a node: the first case that fits; without one it stays.
NODE_CASES = [
    {"state": "FREE", "becomes": "MATCHED", "heard": {"heaviest": ["FREE over MATE"]}},
]

# What becomes of an arc: the first case that fits; without one it stays.
ARC_CASES = [
    {
        "state": "EDGE",
        "becomes": "MATE",
        "receiver": ["FREE"],
        "sender": ["FREE"],
        "heard": {"heaviest": True},
        "heard_back": {"heaviest": True},
    },
]

# A scalar's next value: the sum of these terms, each in the states named.
OPS = {"weight": [{"gate": "keep", "in": ["EDGE", "MATE", "NO_EDGE"]}]}

# How the answer is read off at the end.
OUTPUTS = {
    "mate": {
        "read": "Pointer",
        "kind": 0,
        "of": "node",
        "along": [["MATE"], ["NO_EDGE (self-loop)"]],
    },
}

# All arcs that a run can meet: receiver <- sender: arc, reverse, role.
REACHABLE = [
    "FREE <- FREE: EDGE, EDGE, both",
    "FREE <- MATCHED: EDGE, EDGE, both",
    "FREE <- FREE: MATE, MATE, both",
    "FREE <- FREE: NO_EDGE, NO_EDGE, self",
    "FREE <- VIRTUAL: NO_EDGE, NO_EDGE, from_virtual",
    "MATCHED <- FREE: EDGE, EDGE, both",
    "MATCHED <- MATCHED: EDGE, EDGE, both",
    "MATCHED <- MATCHED: MATE, MATE, both",
    "MATCHED <- MATCHED: NO_EDGE, NO_EDGE, self",
    "MATCHED <- VIRTUAL: NO_EDGE, NO_EDGE, from_virtual",
    "VIRTUAL <- FREE: NO_EDGE, NO_EDGE, to_virtual",
    "VIRTUAL <- MATCHED: NO_EDGE, NO_EDGE, to_virtual",
    "VIRTUAL <- VIRTUAL: NO_EDGE, NO_EDGE, self",
]


PROGRAM = Tables(
    task=TASK,
    takes=TAKES,
    heads=HEADS,
    scalars=SCALARS,
    comparisons=COMPARISONS,
    functions=FUNCTIONS,
    node_start=NODE_START,
    arc_start=ARC_START,
    orders=ORDERS,
    node_cases=NODE_CASES,
    arc_cases=ARC_CASES,
    ops=OPS,
    outputs=OUTPUTS,
    reachable=frozenset(REACHABLE),
)

if __name__ == "__main__":
    sys.exit(main(PROGRAM, __doc__ or ""))

"""Connected components.

Finds the lowest node of each node's component, whatever the direction of edges.

A program of dnar as tables, and a runner for them; it needs Python 3.11 and nothing else. It
prints its answer as JSON:

    python connected_components.py edges.csv

The tables hold every case that the algorithm can reach, and no others.
"""

import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from runner import Tables, main

TASK = "connected_components"

# What it takes.
TAKES = {
    "input": "graph",
    "start": "unused",
    "weights": "unused",
    "shape": "any",
    "random": False,
}

# The ways of listening: of arcs in one class, each hears the one with the
# smallest (or largest) key, of equal ones the lowest sender. No key: the index itself.
HEADS = {"lowest": {"key": "label", "largest": False}}

# Numbers on nodes and arcs, and how they start.
SCALARS = {"label": {"place": "node", "start": "index"}}

# Signs that cases may read: first scalar minus second.
COMPARISONS = {}

# Functions of scalars.
FUNCTIONS = {}

# The states in which nodes begin.
NODE_START = {"without start": {"real": "MEMBER", "virtual": "VIRTUAL"}}

# The states in which arcs begin, by role.
ARC_START = {
    "self": "JOINED",
    "from_virtual": "APART",
    "to_virtual": "APART",
    "both": "JOINED",
    "along": "JOINED",
    "against": "JOINED",
}

# What a node hears: the first of these that is in its row, or nothing.
ORDERS = {"MEMBER": {"lowest": ["MEMBER over JOINED"]}}

# What becomes of a node: the first case that fits; without one it stays.
NODE_CASES = []

# What becomes of an arc: the first case that fits; without one it stays.
ARC_CASES = []

# A scalar's next value: the sum of these terms, each in the states named.
OPS = {
    "label": [
        {"gate": "keep", "in": ["VIRTUAL"]},
        {"gate": "pull", "scalar": "label", "head": "lowest", "in": ["MEMBER"]},
    ],
}

# How the answer is read off at the end.
OUTPUTS = {"root": {"read": "PointerByScalar", "kind": 0, "of": "node", "scalar": "label"}}

# All arcs that a run can meet: receiver <- sender: arc, reverse, role.
REACHABLE = [
    "MEMBER <- MEMBER: JOINED, JOINED, self",
    "MEMBER <- MEMBER: JOINED, JOINED, both",
    "MEMBER <- MEMBER: JOINED, JOINED, along",
    "MEMBER <- MEMBER: JOINED, JOINED, against",
    "MEMBER <- VIRTUAL: APART, APART, from_virtual",
    "VIRTUAL <- VIRTUAL: JOINED, JOINED, self",
    "VIRTUAL <- MEMBER: APART, APART, to_virtual",
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

"""Nearest landmark.

Finds the nearest of several start nodes, and how many edges away it is.

A program of dnar as tables, and a runner for them; it needs Python 3.11 and nothing else. It
prints its answer as JSON:

    python nearest_landmark.py edges.csv --start LABEL

The tables hold every case that the algorithm can reach, and no others.
"""

import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from runner import Tables, main

TASK = "nearest_landmark"

# What it takes.
TAKES = {
    "input": "graph",
    "start": "required",
    "weights": "unused",
    "shape": "any",
    "random": False,
}

# The ways of listening: of arcs in one class, each hears the one with the
# smallest (or largest) key, of equal ones the lowest sender. No key: the index itself.
HEADS = {
    "nearest": {"key": "landmark", "largest": False},
    "holder": {"key": "landmark", "largest": False},
}

# Numbers on nodes and arcs, and how they start.
SCALARS = {
    "landmark": {"place": "node", "start": "index"},
    "distance": {"place": "node", "start": "zero"},
}

# Signs that cases may read: first scalar minus second.
COMPARISONS = {}

# Functions of scalars.
FUNCTIONS = {}

# The states in which nodes begin.
NODE_START = {"with start": {"real": "UNREACHED", "start": "REACHED", "virtual": "VIRTUAL"}}

# The states in which arcs begin, by role.
ARC_START = {
    "self": "OWN",
    "from_virtual": "CLOSED",
    "to_virtual": "CLOSED",
    "both": "OPEN",
    "along": "OPEN",
    "against": "CLOSED",
}

# What a node hears: the first of these that is in its row, or nothing.
ORDERS = {
    "UNREACHED": {
        "nearest": ["REACHED over OPEN"],
        "holder": ["REACHED over OPEN", "UNREACHED over OWN"],
    },
}

# What becomes of a node: the first case that fits; without one it stays.
NODE_CASES = [
    {"state": "UNREACHED", "becomes": "REACHED", "heard": {"nearest": ["REACHED over OPEN"]}},
]

# What becomes of an arc: the first case that fits; without one it stays.
ARC_CASES = []

# A scalar's next value: the sum of these terms, each in the states named.
OPS = {
    "landmark": [
        {"gate": "keep", "in": ["REACHED", "VIRTUAL"]},
        {"gate": "pull", "scalar": "landmark", "head": "holder", "in": ["UNREACHED"]},
    ],
    "distance": [
        {"gate": "inc", "number": 1.0, "in": ["UNREACHED"]},
        {"gate": "keep", "in": ["REACHED", "VIRTUAL"]},
        {"gate": "pull", "scalar": "distance", "head": "nearest", "in": ["UNREACHED"]},
    ],
}

# How the answer is read off at the end.
OUTPUTS = {
    "landmark": {"read": "PointerByScalar", "kind": 0, "of": "node", "scalar": "landmark"},
    "distance": {
        "read": "NodeScalar",
        "kind": 0,
        "of": "node",
        "labels": {"REACHED": 1, "VIRTUAL": 1},
        "scalar": "distance",
    },
}

# All arcs that a run can meet: receiver <- sender: arc, reverse, role.
REACHABLE = [
    "UNREACHED <- UNREACHED: OPEN, OPEN, both",
    "UNREACHED <- UNREACHED: OPEN, CLOSED, along",
    "UNREACHED <- REACHED: OPEN, OPEN, both",
    "UNREACHED <- REACHED: OPEN, CLOSED, along",
    "UNREACHED <- UNREACHED: OWN, OWN, self",
    "UNREACHED <- UNREACHED: CLOSED, OPEN, against",
    "UNREACHED <- REACHED: CLOSED, OPEN, against",
    "UNREACHED <- VIRTUAL: CLOSED, CLOSED, from_virtual",
    "REACHED <- UNREACHED: OPEN, OPEN, both",
    "REACHED <- UNREACHED: OPEN, CLOSED, along",
    "REACHED <- REACHED: OPEN, OPEN, both",
    "REACHED <- REACHED: OPEN, CLOSED, along",
    "REACHED <- REACHED: OWN, OWN, self",
    "REACHED <- UNREACHED: CLOSED, OPEN, against",
    "REACHED <- REACHED: CLOSED, OPEN, against",
    "REACHED <- VIRTUAL: CLOSED, CLOSED, from_virtual",
    "VIRTUAL <- VIRTUAL: OWN, OWN, self",
    "VIRTUAL <- UNREACHED: CLOSED, CLOSED, to_virtual",
    "VIRTUAL <- REACHED: CLOSED, CLOSED, to_virtual",
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

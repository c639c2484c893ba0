"""Eccentricity.

Finds how many edges away the farthest reachable node is.

A program of dnar as tables, and a runner for them; it needs Python 3.11 and nothing else. It
prints its answer as JSON:

    python eccentricity.py edges.csv --start LABEL

The tables hold every case that the algorithm can reach, and no others.
"""

import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from runner import Tables, main

TASK = "eccentricity"

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
HEADS = {"farthest": {"key": "distance", "largest": True}}

# Numbers on nodes and arcs, and how they start.
SCALARS = {
    "distance": {"place": "node", "start": "zero"},
    "report": {"place": "arc", "start": "zero"},
}

# Signs that cases may read: first scalar minus second.
COMPARISONS = {}

# Functions of scalars.
FUNCTIONS = {}

# The states in which nodes begin.
NODE_START = {"with start": {"real": "UNSEEN", "start": "FRONT", "virtual": "VIRTUAL"}}

# The states in which arcs begin, by role.
ARC_START = {
    "self": "NEUTRAL",
    "from_virtual": "NEUTRAL",
    "to_virtual": "NEUTRAL",
    "both": "NEUTRAL",
    "along": "NEUTRAL",
    "against": "CLOSED",
}

# What a node hears: the first of these that is in its row, or nothing.
ORDERS = {
    "UNSEEN": {
        "farthest": [
            "FRONT over NEUTRAL (not the best)",
            "FRONT over NEUTRAL",
            "ANSWERED over NEUTRAL",
        ],
    },
    "VIRTUAL": {"farthest": ["FRONT over NEUTRAL", "DONE over NEUTRAL"]},
}

# What becomes of a node: the first case that fits; without one it stays.
NODE_CASES = [
    {"state": "UNSEEN", "becomes": "FRONT", "heard": {"farthest": ["FRONT over NEUTRAL"]}},
    {"state": "UNSEEN", "becomes": "DONE", "heard": {"farthest": ["ANSWERED over NEUTRAL"]}},
    {"state": "FRONT", "becomes": "DONE"},
    {"state": "VIRTUAL", "becomes": "ANSWERED", "heard": {"farthest": ["DONE over NEUTRAL"]}},
]

# What becomes of an arc: the first case that fits; without one it stays.
ARC_CASES = [
    {
        "state": "NEUTRAL",
        "becomes": "FARTHEST",
        "receiver": ["VIRTUAL"],
        "sender": ["DONE"],
        "heard": {"farthest": True},
    },
    {"state": "FARTHEST", "becomes": "SPENT", "receiver": ["ANSWERED"], "sender": ["DONE"]},
]

# A scalar's next value: the sum of these terms, each in the states named.
OPS = {
    "distance": [
        {"gate": "inc", "number": 1.0, "in": ["UNSEEN"]},
        {"gate": "keep", "in": ["UNSEEN", "FRONT", "DONE", "VIRTUAL", "ANSWERED"]},
        {"gate": "push", "scalar": "report", "in": ["FARTHEST"]},
    ],
    "report": [
        {"gate": "keep", "in": ["NEUTRAL", "FARTHEST", "SPENT", "CLOSED"]},
        {"gate": "push", "scalar": "distance", "in": ["FRONT"]},
    ],
}

# How the answer is read off at the end.
OUTPUTS = {
    "eccentricity": {"read": "VirtualScalar", "kind": 1, "of": "node", "scalar": "distance"},
}

# All arcs that a run can meet: receiver <- sender: arc, reverse, role.
REACHABLE = [
    "UNSEEN <- UNSEEN: NEUTRAL, NEUTRAL, self",
    "UNSEEN <- UNSEEN: NEUTRAL, NEUTRAL, both",
    "UNSEEN <- UNSEEN: NEUTRAL, CLOSED, along",
    "UNSEEN <- FRONT: NEUTRAL, NEUTRAL, both",
    "UNSEEN <- FRONT: NEUTRAL, CLOSED, along",
    "UNSEEN <- DONE: NEUTRAL, NEUTRAL, both",
    "UNSEEN <- DONE: NEUTRAL, CLOSED, along",
    "UNSEEN <- VIRTUAL: NEUTRAL, NEUTRAL, from_virtual",
    "UNSEEN <- ANSWERED: NEUTRAL, NEUTRAL, from_virtual",
    "UNSEEN <- UNSEEN: CLOSED, NEUTRAL, against",
    "UNSEEN <- FRONT: CLOSED, NEUTRAL, against",
    "UNSEEN <- DONE: CLOSED, NEUTRAL, against",
    "FRONT <- UNSEEN: NEUTRAL, NEUTRAL, both",
    "FRONT <- UNSEEN: NEUTRAL, CLOSED, along",
    "FRONT <- FRONT: NEUTRAL, NEUTRAL, self",
    "FRONT <- FRONT: NEUTRAL, NEUTRAL, both",
    "FRONT <- FRONT: NEUTRAL, CLOSED, along",
    "FRONT <- DONE: NEUTRAL, NEUTRAL, both",
    "FRONT <- DONE: NEUTRAL, CLOSED, along",
    "FRONT <- VIRTUAL: NEUTRAL, NEUTRAL, from_virtual",
    "FRONT <- ANSWERED: NEUTRAL, NEUTRAL, from_virtual",
    "FRONT <- UNSEEN: CLOSED, NEUTRAL, against",
    "FRONT <- FRONT: CLOSED, NEUTRAL, against",
    "FRONT <- DONE: CLOSED, NEUTRAL, against",
    "DONE <- UNSEEN: NEUTRAL, NEUTRAL, both",
    "DONE <- UNSEEN: NEUTRAL, CLOSED, along",
    "DONE <- FRONT: NEUTRAL, NEUTRAL, both",
    "DONE <- FRONT: NEUTRAL, CLOSED, along",
    "DONE <- DONE: NEUTRAL, NEUTRAL, self",
    "DONE <- DONE: NEUTRAL, NEUTRAL, both",
    "DONE <- DONE: NEUTRAL, CLOSED, along",
    "DONE <- VIRTUAL: NEUTRAL, NEUTRAL, from_virtual",
    "DONE <- ANSWERED: NEUTRAL, NEUTRAL, from_virtual",
    "DONE <- ANSWERED: NEUTRAL, FARTHEST, from_virtual",
    "DONE <- ANSWERED: NEUTRAL, SPENT, from_virtual",
    "DONE <- UNSEEN: CLOSED, NEUTRAL, against",
    "DONE <- FRONT: CLOSED, NEUTRAL, against",
    "DONE <- DONE: CLOSED, NEUTRAL, against",
    "VIRTUAL <- UNSEEN: NEUTRAL, NEUTRAL, to_virtual",
    "VIRTUAL <- FRONT: NEUTRAL, NEUTRAL, to_virtual",
    "VIRTUAL <- DONE: NEUTRAL, NEUTRAL, to_virtual",
    "VIRTUAL <- VIRTUAL: NEUTRAL, NEUTRAL, self",
    "ANSWERED <- UNSEEN: NEUTRAL, NEUTRAL, to_virtual",
    "ANSWERED <- FRONT: NEUTRAL, NEUTRAL, to_virtual",
    "ANSWERED <- DONE: NEUTRAL, NEUTRAL, to_virtual",
    "ANSWERED <- ANSWERED: NEUTRAL, NEUTRAL, self",
    "ANSWERED <- DONE: FARTHEST, NEUTRAL, to_virtual",
    "ANSWERED <- DONE: SPENT, NEUTRAL, to_virtual",
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

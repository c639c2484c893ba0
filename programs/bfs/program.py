"""Breadth-first search.

Finds the search tree from a start node, nearest nodes first.

A program of dnar as tables, and a runner for them; it needs Python 3.11 and nothing else. It
prints its answer as JSON:

    python bfs.py edges.csv --start LABEL

The tables hold every case that the algorithm can reach, and no others.
"""

import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from runner import Tables, main

TASK = "bfs"

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
HEADS = {"lowest": {"key": None, "largest": False}}

# Numbers on nodes and arcs, and how they start.
SCALARS = {}

# Signs that cases may read: first scalar minus second.
COMPARISONS = {}

# Functions of scalars.
FUNCTIONS = {}

# The states in which nodes begin.
NODE_START = {"with start": {"real": "UNSEEN", "start": "DONE", "virtual": "VIRTUAL"}}

# The states in which arcs begin, by role.
ARC_START = {
    "self": "POINTER",
    "from_virtual": "NEUTRAL",
    "to_virtual": "NEUTRAL",
    "both": "NEUTRAL",
    "along": "NEUTRAL",
    "against": "CLOSED",
}

# What a node hears: the first of these that is in its row, or nothing.
ORDERS = {"UNSEEN": {"lowest": ["DONE over NEUTRAL", "UNSEEN over POINTER"]}}

# What becomes of a node: the first case that fits; without one it stays.
NODE_CASES = [
    {"state": "UNSEEN", "becomes": "DONE", "heard": {"lowest": ["DONE over NEUTRAL"]}},
]

# What becomes of an arc: the first case that fits; without one it stays.
ARC_CASES = [
    {
        "state": "NEUTRAL",
        "becomes": "POINTER",
        "receiver": ["UNSEEN"],
        "sender": ["DONE"],
        "heard": {"lowest": True},
    },
    {
        "state": "POINTER",
        "becomes": "NEUTRAL",
        "receiver": ["UNSEEN"],
        "sender": ["UNSEEN"],
        "heard": {"lowest": False},
    },
]

# A scalar's next value: the sum of these terms, each in the states named.
OPS = {}

# How the answer is read off at the end.
OUTPUTS = {
    "parent": {
        "read": "Pointer",
        "kind": 0,
        "of": "node",
        "along": [["POINTER (self-loop)"], ["POINTER"], ["NEUTRAL (self-loop)"]],
    },
}

# All arcs that a run can meet: receiver <- sender: arc, reverse, role.
REACHABLE = [
    "UNSEEN <- UNSEEN: NEUTRAL, NEUTRAL, both",
    "UNSEEN <- UNSEEN: NEUTRAL, CLOSED, along",
    "UNSEEN <- DONE: NEUTRAL, NEUTRAL, both",
    "UNSEEN <- DONE: NEUTRAL, CLOSED, along",
    "UNSEEN <- VIRTUAL: NEUTRAL, NEUTRAL, from_virtual",
    "UNSEEN <- UNSEEN: POINTER, POINTER, self",
    "UNSEEN <- UNSEEN: CLOSED, NEUTRAL, against",
    "UNSEEN <- DONE: CLOSED, NEUTRAL, against",
    "DONE <- UNSEEN: NEUTRAL, NEUTRAL, both",
    "DONE <- UNSEEN: NEUTRAL, CLOSED, along",
    "DONE <- DONE: NEUTRAL, NEUTRAL, self",
    "DONE <- DONE: NEUTRAL, NEUTRAL, both",
    "DONE <- DONE: NEUTRAL, POINTER, both",
    "DONE <- DONE: NEUTRAL, CLOSED, along",
    "DONE <- VIRTUAL: NEUTRAL, NEUTRAL, from_virtual",
    "DONE <- DONE: POINTER, NEUTRAL, both",
    "DONE <- DONE: POINTER, POINTER, self",
    "DONE <- DONE: POINTER, CLOSED, along",
    "DONE <- UNSEEN: CLOSED, NEUTRAL, against",
    "DONE <- DONE: CLOSED, NEUTRAL, against",
    "DONE <- DONE: CLOSED, POINTER, against",
    "VIRTUAL <- UNSEEN: NEUTRAL, NEUTRAL, to_virtual",
    "VIRTUAL <- DONE: NEUTRAL, NEUTRAL, to_virtual",
    "VIRTUAL <- VIRTUAL: POINTER, POINTER, self",
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

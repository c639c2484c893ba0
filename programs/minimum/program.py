"""Minimum of an array.

Finds the position of the smallest number.

A program of dnar as tables, and a runner for them; it needs Python 3.11 and nothing else. It
prints its answer as JSON:

    python minimum.py 3 1 2

The tables hold every case that the algorithm can reach, and no others.
"""

import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from runner import Tables, main

TASK = "minimum"

# What it takes.
TAKES = {
    "input": "array",
    "start": "unused",
    "weights": "unused",
    "shape": "array",
    "random": False,
}

# The ways of listening: of arcs in one class, each hears the one with the
# smallest (or largest) key, of equal ones the lowest sender. No key: the index itself.
HEADS = {"smallest": {"key": "value", "largest": False}}

# Numbers on nodes and arcs, and how they start.
SCALARS = {"value": {"place": "node", "start": "value"}}

# Signs that cases may read: first scalar minus second.
COMPARISONS = {}

# Functions of scalars.
FUNCTIONS = {}

# The states in which nodes begin.
NODE_START = {"without start": {"real": "ENTRY", "virtual": "VIRTUAL"}}

# The states in which arcs begin, by role.
ARC_START = {"self": "NEUTRAL", "from_virtual": "NEUTRAL", "to_virtual": "NEUTRAL"}

# What a node hears: the first of these that is in its row, or nothing.
ORDERS = {"VIRTUAL": {"smallest": ["ENTRY over NEUTRAL"]}}

# What becomes of a node: the first case that fits; without one it stays.
NODE_CASES = [
    {"state": "VIRTUAL", "becomes": "DECIDED", "heard": {"smallest": ["ENTRY over NEUTRAL"]}},
]

# What becomes of an arc: the first case that fits; without one it stays.
ARC_CASES = [
    {
        "state": "NEUTRAL",
        "becomes": "SMALLEST",
        "receiver": ["VIRTUAL"],
        "sender": ["ENTRY"],
        "heard": {"smallest": True},
    },
]

# A scalar's next value: the sum of these terms, each in the states named.
OPS = {"value": [{"gate": "keep", "in": ["ENTRY", "VIRTUAL", "DECIDED"]}]}

# How the answer is read off at the end.
OUTPUTS = {
    "minimum": {
        "read": "VirtualPointer",
        "kind": 1,
        "of": "node",
        "along": [["SMALLEST"], ["NEUTRAL (self-loop)"]],
    },
}

# All arcs that a run can meet: receiver <- sender: arc, reverse, role.
REACHABLE = [
    "ENTRY <- ENTRY: NEUTRAL, NEUTRAL, self",
    "ENTRY <- VIRTUAL: NEUTRAL, NEUTRAL, from_virtual",
    "ENTRY <- DECIDED: NEUTRAL, NEUTRAL, from_virtual",
    "ENTRY <- DECIDED: NEUTRAL, SMALLEST, from_virtual",
    "VIRTUAL <- ENTRY: NEUTRAL, NEUTRAL, to_virtual",
    "VIRTUAL <- VIRTUAL: NEUTRAL, NEUTRAL, self",
    "DECIDED <- ENTRY: NEUTRAL, NEUTRAL, to_virtual",
    "DECIDED <- DECIDED: NEUTRAL, NEUTRAL, self",
    "DECIDED <- ENTRY: SMALLEST, NEUTRAL, to_virtual",
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

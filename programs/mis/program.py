"""Maximal independent set.

Finds a set of nodes, no two joined, to which no node can be added.

A program of dnar as tables, and a runner for them; it needs Python 3.11 and nothing else. It
prints its answer as JSON:

    python mis.py edges.csv --randomness rows.json

The tables hold every case that the algorithm can reach, and no others.

Random numbers come from --randomness, a file of rows with one number per node. Without one
they come from Python's generator, whose numbers are not those that dnar draws from a seed.
"""

import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from runner import Tables, main

TASK = "mis"

# What it takes.
TAKES = {
    "input": "graph",
    "start": "unused",
    "weights": "unused",
    "shape": "undirected",
    "random": True,
}

# The ways of listening: of arcs in one class, each hears the one with the
# smallest (or largest) key, of equal ones the lowest sender. No key: the index itself.
HEADS = {"smallest": {"key": "lot", "largest": False}}

# Numbers on nodes and arcs, and how they start.
SCALARS = {"lot": {"place": "node", "start": "stream", "period": 3}}

# Signs that cases may read: first scalar minus second.
COMPARISONS = {}

# Functions of scalars.
FUNCTIONS = {}

# The states in which nodes begin.
NODE_START = {"without start": {"real": "ACTIVE", "virtual": "VIRTUAL"}}

# The states in which arcs begin, by role.
ARC_START = {
    "self": "NEUTRAL",
    "from_virtual": "NEUTRAL",
    "to_virtual": "NEUTRAL",
    "both": "NEUTRAL",
}

# What a node hears: the first of these that is in its row, or nothing.
ORDERS = {
    "ACTIVE": {"smallest": ["ACTIVE over NEUTRAL"]},
    "BALLOTED": {"smallest": ["BALLOTED over MINE"]},
    "WAITING": {"smallest": ["IN over NEUTRAL (not the best)", "IN over NEUTRAL"]},
}

# What becomes of a node: the first case that fits; without one it stays.
NODE_CASES = [
    {"state": "ACTIVE", "becomes": "BALLOTED"},
    {"state": "BALLOTED", "becomes": "WAITING", "heard": {"smallest": ["nothing"]}},
    {"state": "BALLOTED", "becomes": "IN", "heard": {"smallest": ["BALLOTED over MINE"]}},
    {"state": "WAITING", "becomes": "ACTIVE", "heard": {"smallest": ["nothing"]}},
    {"state": "WAITING", "becomes": "OUT", "heard": {"smallest": ["IN over NEUTRAL"]}},
]

# What becomes of an arc: the first case that fits; without one it stays.
ARC_CASES = [
    {
        "state": "NEUTRAL",
        "becomes": "MINE",
        "receiver": ["ACTIVE"],
        "sender": ["ACTIVE"],
        "heard": {"smallest": True},
        "heard_back": {"smallest": True},
    },
]

# A scalar's next value: the sum of these terms, each in the states named.
OPS = {}

# How the answer is read off at the end.
OUTPUTS = {"in_set": {"read": "NodeMask", "kind": 0, "of": "node", "labels": {"IN": 1}}}

# All arcs that a run can meet: receiver <- sender: arc, reverse, role.
REACHABLE = [
    "ACTIVE <- ACTIVE: NEUTRAL, NEUTRAL, self",
    "ACTIVE <- ACTIVE: NEUTRAL, NEUTRAL, both",
    "ACTIVE <- OUT: NEUTRAL, NEUTRAL, both",
    "ACTIVE <- VIRTUAL: NEUTRAL, NEUTRAL, from_virtual",
    "BALLOTED <- BALLOTED: NEUTRAL, NEUTRAL, self",
    "BALLOTED <- BALLOTED: NEUTRAL, NEUTRAL, both",
    "BALLOTED <- OUT: NEUTRAL, NEUTRAL, both",
    "BALLOTED <- VIRTUAL: NEUTRAL, NEUTRAL, from_virtual",
    "BALLOTED <- BALLOTED: MINE, MINE, self",
    "BALLOTED <- BALLOTED: MINE, MINE, both",
    "WAITING <- WAITING: NEUTRAL, NEUTRAL, self",
    "WAITING <- WAITING: NEUTRAL, NEUTRAL, both",
    "WAITING <- IN: NEUTRAL, NEUTRAL, both",
    "WAITING <- OUT: NEUTRAL, NEUTRAL, both",
    "WAITING <- VIRTUAL: NEUTRAL, NEUTRAL, from_virtual",
    "IN <- WAITING: NEUTRAL, NEUTRAL, both",
    "IN <- IN: NEUTRAL, NEUTRAL, self",
    "IN <- IN: NEUTRAL, NEUTRAL, both",
    "IN <- OUT: NEUTRAL, NEUTRAL, both",
    "IN <- VIRTUAL: NEUTRAL, NEUTRAL, from_virtual",
    "IN <- IN: MINE, MINE, self",
    "IN <- IN: MINE, MINE, both",
    "OUT <- ACTIVE: NEUTRAL, NEUTRAL, both",
    "OUT <- BALLOTED: NEUTRAL, NEUTRAL, both",
    "OUT <- WAITING: NEUTRAL, NEUTRAL, both",
    "OUT <- IN: NEUTRAL, NEUTRAL, both",
    "OUT <- OUT: NEUTRAL, NEUTRAL, self",
    "OUT <- OUT: NEUTRAL, NEUTRAL, both",
    "OUT <- VIRTUAL: NEUTRAL, NEUTRAL, from_virtual",
    "VIRTUAL <- ACTIVE: NEUTRAL, NEUTRAL, to_virtual",
    "VIRTUAL <- BALLOTED: NEUTRAL, NEUTRAL, to_virtual",
    "VIRTUAL <- WAITING: NEUTRAL, NEUTRAL, to_virtual",
    "VIRTUAL <- IN: NEUTRAL, NEUTRAL, to_virtual",
    "VIRTUAL <- OUT: NEUTRAL, NEUTRAL, to_virtual",
    "VIRTUAL <- VIRTUAL: NEUTRAL, NEUTRAL, self",
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

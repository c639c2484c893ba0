"""Prim's algorithm.

Finds a minimum spanning tree, grown from a start node.

A program of dnar as tables, and a runner for them; it needs Python 3.11 and nothing else. It
prints its answer as JSON:

    python prim.py edges.csv --start LABEL

The tables hold every case that the algorithm can reach, and no others.
"""

import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from runner import Tables, main

TASK = "prim"

# What it takes.
TAKES = {
    "input": "graph",
    "start": "required",
    "weights": "any",
    "shape": "undirected",
    "random": False,
}

# The ways of listening: of arcs in one class, each hears the one with the
# smallest (or largest) key, of equal ones the lowest sender. No key: the index itself.
HEADS = {
    "lightest": {"key": "length", "largest": False},
    "nearest": {"key": "distance", "largest": False},
}

# Numbers on nodes and arcs, and how they start.
SCALARS = {
    "distance": {"place": "node", "start": "zero"},
    "length": {"place": "arc", "start": "weight"},
}

# Signs that cases may read: first scalar minus second.
COMPARISONS = {}

# Functions of scalars.
FUNCTIONS = {}

# The states in which nodes begin.
NODE_START = {"with start": {"real": "UNSEEN", "start": "JOINING", "virtual": "VIRTUAL"}}

# The states in which arcs begin, by role.
ARC_START = {
    "self": "NEUTRAL",
    "from_virtual": "NEUTRAL",
    "to_virtual": "NEUTRAL",
    "both": "NEUTRAL",
}

# What a node hears: the first of these that is in its row, or nothing.
ORDERS = {
    "UNSEEN": {"lightest": ["JOINING over NEUTRAL"]},
    "ASKING": {"lightest": ["TREE over NEUTRAL"]},
    "FRONTIER": {"lightest": ["VIRTUAL over CALL", "JOINING over NEUTRAL"]},
    "VIRTUAL": {
        "nearest": [
            "RELEASING over CALL",
            "FRONTIER over CALL",
            "JOINING over CALL",
            "JOINING over NEUTRAL",
            "BOUND over NEUTRAL",
            "ASKING over NEUTRAL",
            "RELEASING over NEUTRAL",
            "FRONTIER over NEUTRAL",
        ],
    },
}

# What becomes of a node: the first case that fits; without one it stays.
NODE_CASES = [
    {"state": "UNSEEN", "becomes": "ASKING", "heard": {"lightest": ["JOINING over NEUTRAL"]}},
    {"state": "ASKING", "becomes": "BOUND"},
    {"state": "BOUND", "becomes": "FRONTIER"},
    {
        "state": "FRONTIER",
        "becomes": "RELEASING",
        "heard": {"lightest": ["JOINING over NEUTRAL"]},
    },
    {"state": "FRONTIER", "becomes": "JOINING", "heard": {"lightest": ["VIRTUAL over CALL"]}},
    {"state": "RELEASING", "becomes": "ASKING"},
    {"state": "JOINING", "becomes": "TREE"},
]

# What becomes of an arc: the first case that fits; without one it stays.
ARC_CASES = [
    {
        "state": "NEUTRAL",
        "becomes": "RELAXED",
        "receiver": ["ASKING"],
        "sender": ["TREE"],
        "heard": {"lightest": True},
    },
    {
        "state": "NEUTRAL",
        "becomes": "CALL",
        "receiver": ["FRONTIER"],
        "sender": ["VIRTUAL"],
        "heard_back": {"nearest": True},
    },
    {
        "state": "NEUTRAL",
        "becomes": "CALL",
        "receiver": ["VIRTUAL"],
        "sender": ["FRONTIER"],
        "heard": {"nearest": True},
    },
    {"state": "RELAXED", "becomes": "NEUTRAL", "receiver": ["RELEASING"], "sender": ["TREE"]},
    {"state": "RELAXED", "becomes": "POINTER", "receiver": ["JOINING"], "sender": ["TREE"]},
    {"state": "CALL", "becomes": "NEUTRAL"},
]

# A scalar's next value: the sum of these terms, each in the states named.
OPS = {
    "distance": [
        {"gate": "keep", "in": ["TREE", "VIRTUAL"]},
        {"gate": "push", "scalar": "length", "in": ["RELAXED"]},
    ],
    "length": [{"gate": "keep", "in": ["NEUTRAL", "RELAXED", "POINTER", "CALL"]}],
}

# How the answer is read off at the end.
OUTPUTS = {
    "parent": {
        "read": "Pointer",
        "kind": 0,
        "of": "node",
        "along": [["POINTER"], ["NEUTRAL (self-loop)"]],
    },
}

# All arcs that a run can meet: receiver <- sender: arc, reverse, role.
REACHABLE = [
    "UNSEEN <- UNSEEN: NEUTRAL, NEUTRAL, self",
    "UNSEEN <- UNSEEN: NEUTRAL, NEUTRAL, both",
    "UNSEEN <- ASKING: NEUTRAL, NEUTRAL, both",
    "UNSEEN <- BOUND: NEUTRAL, NEUTRAL, both",
    "UNSEEN <- FRONTIER: NEUTRAL, NEUTRAL, both",
    "UNSEEN <- RELEASING: NEUTRAL, NEUTRAL, both",
    "UNSEEN <- JOINING: NEUTRAL, NEUTRAL, both",
    "UNSEEN <- VIRTUAL: NEUTRAL, NEUTRAL, from_virtual",
    "ASKING <- UNSEEN: NEUTRAL, NEUTRAL, both",
    "ASKING <- ASKING: NEUTRAL, NEUTRAL, self",
    "ASKING <- ASKING: NEUTRAL, NEUTRAL, both",
    "ASKING <- BOUND: NEUTRAL, NEUTRAL, both",
    "ASKING <- FRONTIER: NEUTRAL, NEUTRAL, both",
    "ASKING <- RELEASING: NEUTRAL, NEUTRAL, both",
    "ASKING <- JOINING: NEUTRAL, NEUTRAL, both",
    "ASKING <- TREE: NEUTRAL, NEUTRAL, both",
    "ASKING <- VIRTUAL: NEUTRAL, NEUTRAL, from_virtual",
    "BOUND <- UNSEEN: NEUTRAL, NEUTRAL, both",
    "BOUND <- ASKING: NEUTRAL, NEUTRAL, both",
    "BOUND <- BOUND: NEUTRAL, NEUTRAL, self",
    "BOUND <- BOUND: NEUTRAL, NEUTRAL, both",
    "BOUND <- FRONTIER: NEUTRAL, NEUTRAL, both",
    "BOUND <- RELEASING: NEUTRAL, NEUTRAL, both",
    "BOUND <- JOINING: NEUTRAL, NEUTRAL, both",
    "BOUND <- TREE: NEUTRAL, NEUTRAL, both",
    "BOUND <- VIRTUAL: NEUTRAL, NEUTRAL, from_virtual",
    "BOUND <- TREE: RELAXED, NEUTRAL, both",
    "FRONTIER <- UNSEEN: NEUTRAL, NEUTRAL, both",
    "FRONTIER <- ASKING: NEUTRAL, NEUTRAL, both",
    "FRONTIER <- BOUND: NEUTRAL, NEUTRAL, both",
    "FRONTIER <- FRONTIER: NEUTRAL, NEUTRAL, self",
    "FRONTIER <- FRONTIER: NEUTRAL, NEUTRAL, both",
    "FRONTIER <- RELEASING: NEUTRAL, NEUTRAL, both",
    "FRONTIER <- JOINING: NEUTRAL, NEUTRAL, both",
    "FRONTIER <- TREE: NEUTRAL, NEUTRAL, both",
    "FRONTIER <- VIRTUAL: NEUTRAL, NEUTRAL, from_virtual",
    "FRONTIER <- TREE: RELAXED, NEUTRAL, both",
    "FRONTIER <- VIRTUAL: CALL, CALL, from_virtual",
    "RELEASING <- UNSEEN: NEUTRAL, NEUTRAL, both",
    "RELEASING <- ASKING: NEUTRAL, NEUTRAL, both",
    "RELEASING <- BOUND: NEUTRAL, NEUTRAL, both",
    "RELEASING <- FRONTIER: NEUTRAL, NEUTRAL, both",
    "RELEASING <- RELEASING: NEUTRAL, NEUTRAL, self",
    "RELEASING <- RELEASING: NEUTRAL, NEUTRAL, both",
    "RELEASING <- JOINING: NEUTRAL, NEUTRAL, both",
    "RELEASING <- TREE: NEUTRAL, NEUTRAL, both",
    "RELEASING <- VIRTUAL: NEUTRAL, NEUTRAL, from_virtual",
    "RELEASING <- TREE: RELAXED, NEUTRAL, both",
    "RELEASING <- VIRTUAL: CALL, CALL, from_virtual",
    "JOINING <- UNSEEN: NEUTRAL, NEUTRAL, both",
    "JOINING <- ASKING: NEUTRAL, NEUTRAL, both",
    "JOINING <- BOUND: NEUTRAL, NEUTRAL, both",
    "JOINING <- FRONTIER: NEUTRAL, NEUTRAL, both",
    "JOINING <- RELEASING: NEUTRAL, NEUTRAL, both",
    "JOINING <- JOINING: NEUTRAL, NEUTRAL, self",
    "JOINING <- JOINING: NEUTRAL, NEUTRAL, both",
    "JOINING <- TREE: NEUTRAL, NEUTRAL, both",
    "JOINING <- VIRTUAL: NEUTRAL, NEUTRAL, from_virtual",
    "JOINING <- TREE: RELAXED, NEUTRAL, both",
    "JOINING <- VIRTUAL: CALL, CALL, from_virtual",
    "TREE <- ASKING: NEUTRAL, NEUTRAL, both",
    "TREE <- BOUND: NEUTRAL, NEUTRAL, both",
    "TREE <- BOUND: NEUTRAL, RELAXED, both",
    "TREE <- FRONTIER: NEUTRAL, NEUTRAL, both",
    "TREE <- FRONTIER: NEUTRAL, RELAXED, both",
    "TREE <- RELEASING: NEUTRAL, NEUTRAL, both",
    "TREE <- RELEASING: NEUTRAL, RELAXED, both",
    "TREE <- JOINING: NEUTRAL, NEUTRAL, both",
    "TREE <- JOINING: NEUTRAL, RELAXED, both",
    "TREE <- TREE: NEUTRAL, NEUTRAL, self",
    "TREE <- TREE: NEUTRAL, NEUTRAL, both",
    "TREE <- TREE: NEUTRAL, POINTER, both",
    "TREE <- VIRTUAL: NEUTRAL, NEUTRAL, from_virtual",
    "TREE <- TREE: POINTER, NEUTRAL, both",
    "VIRTUAL <- UNSEEN: NEUTRAL, NEUTRAL, to_virtual",
    "VIRTUAL <- ASKING: NEUTRAL, NEUTRAL, to_virtual",
    "VIRTUAL <- BOUND: NEUTRAL, NEUTRAL, to_virtual",
    "VIRTUAL <- FRONTIER: NEUTRAL, NEUTRAL, to_virtual",
    "VIRTUAL <- RELEASING: NEUTRAL, NEUTRAL, to_virtual",
    "VIRTUAL <- JOINING: NEUTRAL, NEUTRAL, to_virtual",
    "VIRTUAL <- TREE: NEUTRAL, NEUTRAL, to_virtual",
    "VIRTUAL <- VIRTUAL: NEUTRAL, NEUTRAL, self",
    "VIRTUAL <- FRONTIER: CALL, CALL, to_virtual",
    "VIRTUAL <- RELEASING: CALL, CALL, to_virtual",
    "VIRTUAL <- JOINING: CALL, CALL, to_virtual",
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

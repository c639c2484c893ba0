"""Dijkstra's algorithm.

Finds shortest paths from a start node, with their lengths.

A program of dnar as tables, and a runner for them; it needs Python 3.11 and nothing else. It
prints its answer as JSON:

    python dijkstra.py edges.csv --start LABEL

The tables hold every case that the algorithm can reach, and no others.
"""

import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from runner import Tables, main

TASK = "dijkstra"

# What it takes.
TAKES = {
    "input": "graph",
    "start": "required",
    "weights": "non-negative",
    "shape": "any",
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
    "along": "NEUTRAL",
    "against": "CLOSED",
}

# What a node hears: the first of these that is in its row, or nothing.
ORDERS = {
    "UNSEEN": {"lightest": ["JOINING over NEUTRAL"], "nearest": ["FRONTIER over NEUTRAL"]},
    "ASKING": {"lightest": ["TREE over NEUTRAL", "VIRTUAL over NEUTRAL"]},
    "BOUND": {"lightest": ["VIRTUAL over NEUTRAL"], "nearest": ["VIRTUAL over NEUTRAL"]},
    "FRONTIER": {
        "lightest": ["VIRTUAL over CALL", "JOINING over NEUTRAL", "VIRTUAL over NEUTRAL"],
        "nearest": ["VIRTUAL over NEUTRAL"],
    },
    "RELEASING": {"nearest": ["TREE over NEUTRAL", "FRONTIER over CLOSED"]},
    "JOINING": {
        "lightest": [
            "UNSEEN over NEUTRAL",
            "UNSEEN over CLOSED",
            "TREE over RELAXED",
            "BOUND over CLOSED",
            "VIRTUAL over NEUTRAL",
        ],
    },
    "TREE": {"lightest": ["VIRTUAL over NEUTRAL"], "nearest": ["FRONTIER over CLOSED"]},
    "VIRTUAL": {
        "lightest": ["JOINING over NEUTRAL", "VIRTUAL over NEUTRAL"],
        "nearest": [
            "RELEASING over CALL",
            "ASKING over NEUTRAL",
            "JOINING over NEUTRAL",
            "JOINING over CALL",
            "RELEASING over NEUTRAL",
            "FRONTIER over CALL",
            "BOUND over NEUTRAL",
            "FRONTIER over NEUTRAL",
            "VIRTUAL over NEUTRAL",
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
        "receiver": ["FRONTIER", "VIRTUAL"],
        "heard": {"nearest": True},
        "heard_back": {"lightest": False, "nearest": True},
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
    "length": [
        {"gate": "keep", "in": ["NEUTRAL", "RELAXED", "POINTER", "CALL", "CLOSED"]},
        {"gate": "push", "scalar": "distance", "in": ["JOINING"]},
    ],
}

# How the answer is read off at the end.
OUTPUTS = {
    "parent": {
        "read": "Pointer",
        "kind": 0,
        "of": "node",
        "along": [["POINTER"], ["NEUTRAL (self-loop)"]],
    },
    "distance": {
        "read": "NodeScalar",
        "kind": 0,
        "of": "node",
        "labels": {"TREE": 1, "VIRTUAL": 1},
        "scalar": "distance",
    },
}

# All arcs that a run can meet: receiver <- sender: arc, reverse, role.
REACHABLE = [
    "UNSEEN <- UNSEEN: NEUTRAL, NEUTRAL, self",
    "UNSEEN <- UNSEEN: NEUTRAL, NEUTRAL, both",
    "UNSEEN <- UNSEEN: NEUTRAL, CLOSED, along",
    "UNSEEN <- ASKING: NEUTRAL, NEUTRAL, both",
    "UNSEEN <- ASKING: NEUTRAL, CLOSED, along",
    "UNSEEN <- BOUND: NEUTRAL, NEUTRAL, both",
    "UNSEEN <- BOUND: NEUTRAL, CLOSED, along",
    "UNSEEN <- FRONTIER: NEUTRAL, NEUTRAL, both",
    "UNSEEN <- FRONTIER: NEUTRAL, CLOSED, along",
    "UNSEEN <- RELEASING: NEUTRAL, NEUTRAL, both",
    "UNSEEN <- RELEASING: NEUTRAL, CLOSED, along",
    "UNSEEN <- JOINING: NEUTRAL, NEUTRAL, both",
    "UNSEEN <- JOINING: NEUTRAL, CLOSED, along",
    "UNSEEN <- VIRTUAL: NEUTRAL, NEUTRAL, from_virtual",
    "UNSEEN <- UNSEEN: CLOSED, NEUTRAL, against",
    "UNSEEN <- ASKING: CLOSED, NEUTRAL, against",
    "UNSEEN <- BOUND: CLOSED, NEUTRAL, against",
    "UNSEEN <- FRONTIER: CLOSED, NEUTRAL, against",
    "UNSEEN <- RELEASING: CLOSED, NEUTRAL, against",
    "UNSEEN <- JOINING: CLOSED, NEUTRAL, against",
    "UNSEEN <- TREE: CLOSED, NEUTRAL, against",
    "ASKING <- UNSEEN: NEUTRAL, NEUTRAL, both",
    "ASKING <- UNSEEN: NEUTRAL, CLOSED, along",
    "ASKING <- ASKING: NEUTRAL, NEUTRAL, self",
    "ASKING <- ASKING: NEUTRAL, NEUTRAL, both",
    "ASKING <- ASKING: NEUTRAL, CLOSED, along",
    "ASKING <- BOUND: NEUTRAL, NEUTRAL, both",
    "ASKING <- BOUND: NEUTRAL, CLOSED, along",
    "ASKING <- FRONTIER: NEUTRAL, NEUTRAL, both",
    "ASKING <- FRONTIER: NEUTRAL, CLOSED, along",
    "ASKING <- RELEASING: NEUTRAL, NEUTRAL, both",
    "ASKING <- RELEASING: NEUTRAL, CLOSED, along",
    "ASKING <- JOINING: NEUTRAL, NEUTRAL, both",
    "ASKING <- JOINING: NEUTRAL, CLOSED, along",
    "ASKING <- TREE: NEUTRAL, NEUTRAL, both",
    "ASKING <- TREE: NEUTRAL, CLOSED, along",
    "ASKING <- VIRTUAL: NEUTRAL, NEUTRAL, from_virtual",
    "ASKING <- UNSEEN: CLOSED, NEUTRAL, against",
    "ASKING <- ASKING: CLOSED, NEUTRAL, against",
    "ASKING <- BOUND: CLOSED, NEUTRAL, against",
    "ASKING <- FRONTIER: CLOSED, NEUTRAL, against",
    "ASKING <- RELEASING: CLOSED, NEUTRAL, against",
    "ASKING <- JOINING: CLOSED, NEUTRAL, against",
    "ASKING <- TREE: CLOSED, NEUTRAL, against",
    "BOUND <- UNSEEN: NEUTRAL, NEUTRAL, both",
    "BOUND <- UNSEEN: NEUTRAL, CLOSED, along",
    "BOUND <- ASKING: NEUTRAL, NEUTRAL, both",
    "BOUND <- ASKING: NEUTRAL, CLOSED, along",
    "BOUND <- BOUND: NEUTRAL, NEUTRAL, self",
    "BOUND <- BOUND: NEUTRAL, NEUTRAL, both",
    "BOUND <- BOUND: NEUTRAL, CLOSED, along",
    "BOUND <- FRONTIER: NEUTRAL, NEUTRAL, both",
    "BOUND <- FRONTIER: NEUTRAL, CLOSED, along",
    "BOUND <- RELEASING: NEUTRAL, NEUTRAL, both",
    "BOUND <- RELEASING: NEUTRAL, CLOSED, along",
    "BOUND <- JOINING: NEUTRAL, NEUTRAL, both",
    "BOUND <- JOINING: NEUTRAL, CLOSED, along",
    "BOUND <- TREE: NEUTRAL, NEUTRAL, both",
    "BOUND <- TREE: NEUTRAL, CLOSED, along",
    "BOUND <- VIRTUAL: NEUTRAL, NEUTRAL, from_virtual",
    "BOUND <- TREE: RELAXED, NEUTRAL, both",
    "BOUND <- TREE: RELAXED, CLOSED, along",
    "BOUND <- UNSEEN: CLOSED, NEUTRAL, against",
    "BOUND <- ASKING: CLOSED, NEUTRAL, against",
    "BOUND <- BOUND: CLOSED, NEUTRAL, against",
    "BOUND <- FRONTIER: CLOSED, NEUTRAL, against",
    "BOUND <- RELEASING: CLOSED, NEUTRAL, against",
    "BOUND <- JOINING: CLOSED, NEUTRAL, against",
    "BOUND <- TREE: CLOSED, NEUTRAL, against",
    "FRONTIER <- UNSEEN: NEUTRAL, NEUTRAL, both",
    "FRONTIER <- UNSEEN: NEUTRAL, CLOSED, along",
    "FRONTIER <- ASKING: NEUTRAL, NEUTRAL, both",
    "FRONTIER <- ASKING: NEUTRAL, CLOSED, along",
    "FRONTIER <- BOUND: NEUTRAL, NEUTRAL, both",
    "FRONTIER <- BOUND: NEUTRAL, CLOSED, along",
    "FRONTIER <- FRONTIER: NEUTRAL, NEUTRAL, self",
    "FRONTIER <- FRONTIER: NEUTRAL, NEUTRAL, both",
    "FRONTIER <- FRONTIER: NEUTRAL, CLOSED, along",
    "FRONTIER <- RELEASING: NEUTRAL, NEUTRAL, both",
    "FRONTIER <- RELEASING: NEUTRAL, CLOSED, along",
    "FRONTIER <- JOINING: NEUTRAL, NEUTRAL, both",
    "FRONTIER <- JOINING: NEUTRAL, CLOSED, along",
    "FRONTIER <- TREE: NEUTRAL, NEUTRAL, both",
    "FRONTIER <- TREE: NEUTRAL, CLOSED, along",
    "FRONTIER <- VIRTUAL: NEUTRAL, NEUTRAL, from_virtual",
    "FRONTIER <- TREE: RELAXED, NEUTRAL, both",
    "FRONTIER <- TREE: RELAXED, CLOSED, along",
    "FRONTIER <- VIRTUAL: CALL, CALL, from_virtual",
    "FRONTIER <- UNSEEN: CLOSED, NEUTRAL, against",
    "FRONTIER <- ASKING: CLOSED, NEUTRAL, against",
    "FRONTIER <- BOUND: CLOSED, NEUTRAL, against",
    "FRONTIER <- FRONTIER: CLOSED, NEUTRAL, against",
    "FRONTIER <- RELEASING: CLOSED, NEUTRAL, against",
    "FRONTIER <- JOINING: CLOSED, NEUTRAL, against",
    "FRONTIER <- TREE: CLOSED, NEUTRAL, against",
    "RELEASING <- UNSEEN: NEUTRAL, NEUTRAL, both",
    "RELEASING <- UNSEEN: NEUTRAL, CLOSED, along",
    "RELEASING <- ASKING: NEUTRAL, NEUTRAL, both",
    "RELEASING <- ASKING: NEUTRAL, CLOSED, along",
    "RELEASING <- BOUND: NEUTRAL, NEUTRAL, both",
    "RELEASING <- BOUND: NEUTRAL, CLOSED, along",
    "RELEASING <- FRONTIER: NEUTRAL, NEUTRAL, both",
    "RELEASING <- FRONTIER: NEUTRAL, CLOSED, along",
    "RELEASING <- RELEASING: NEUTRAL, NEUTRAL, self",
    "RELEASING <- RELEASING: NEUTRAL, NEUTRAL, both",
    "RELEASING <- RELEASING: NEUTRAL, CLOSED, along",
    "RELEASING <- JOINING: NEUTRAL, NEUTRAL, both",
    "RELEASING <- JOINING: NEUTRAL, CLOSED, along",
    "RELEASING <- TREE: NEUTRAL, NEUTRAL, both",
    "RELEASING <- TREE: NEUTRAL, CLOSED, along",
    "RELEASING <- VIRTUAL: NEUTRAL, NEUTRAL, from_virtual",
    "RELEASING <- TREE: RELAXED, NEUTRAL, both",
    "RELEASING <- TREE: RELAXED, CLOSED, along",
    "RELEASING <- VIRTUAL: CALL, CALL, from_virtual",
    "RELEASING <- UNSEEN: CLOSED, NEUTRAL, against",
    "RELEASING <- ASKING: CLOSED, NEUTRAL, against",
    "RELEASING <- BOUND: CLOSED, NEUTRAL, against",
    "RELEASING <- FRONTIER: CLOSED, NEUTRAL, against",
    "RELEASING <- RELEASING: CLOSED, NEUTRAL, against",
    "RELEASING <- JOINING: CLOSED, NEUTRAL, against",
    "RELEASING <- TREE: CLOSED, NEUTRAL, against",
    "JOINING <- UNSEEN: NEUTRAL, NEUTRAL, both",
    "JOINING <- UNSEEN: NEUTRAL, CLOSED, along",
    "JOINING <- ASKING: NEUTRAL, NEUTRAL, both",
    "JOINING <- ASKING: NEUTRAL, CLOSED, along",
    "JOINING <- BOUND: NEUTRAL, NEUTRAL, both",
    "JOINING <- BOUND: NEUTRAL, CLOSED, along",
    "JOINING <- FRONTIER: NEUTRAL, NEUTRAL, both",
    "JOINING <- FRONTIER: NEUTRAL, CLOSED, along",
    "JOINING <- RELEASING: NEUTRAL, NEUTRAL, both",
    "JOINING <- RELEASING: NEUTRAL, CLOSED, along",
    "JOINING <- JOINING: NEUTRAL, NEUTRAL, self",
    "JOINING <- JOINING: NEUTRAL, NEUTRAL, both",
    "JOINING <- JOINING: NEUTRAL, CLOSED, along",
    "JOINING <- TREE: NEUTRAL, NEUTRAL, both",
    "JOINING <- TREE: NEUTRAL, CLOSED, along",
    "JOINING <- VIRTUAL: NEUTRAL, NEUTRAL, from_virtual",
    "JOINING <- TREE: RELAXED, NEUTRAL, both",
    "JOINING <- TREE: RELAXED, CLOSED, along",
    "JOINING <- VIRTUAL: CALL, CALL, from_virtual",
    "JOINING <- UNSEEN: CLOSED, NEUTRAL, against",
    "JOINING <- ASKING: CLOSED, NEUTRAL, against",
    "JOINING <- BOUND: CLOSED, NEUTRAL, against",
    "JOINING <- FRONTIER: CLOSED, NEUTRAL, against",
    "JOINING <- RELEASING: CLOSED, NEUTRAL, against",
    "JOINING <- JOINING: CLOSED, NEUTRAL, against",
    "JOINING <- TREE: CLOSED, NEUTRAL, against",
    "TREE <- UNSEEN: NEUTRAL, CLOSED, along",
    "TREE <- ASKING: NEUTRAL, NEUTRAL, both",
    "TREE <- ASKING: NEUTRAL, CLOSED, along",
    "TREE <- BOUND: NEUTRAL, NEUTRAL, both",
    "TREE <- BOUND: NEUTRAL, RELAXED, both",
    "TREE <- BOUND: NEUTRAL, CLOSED, along",
    "TREE <- FRONTIER: NEUTRAL, NEUTRAL, both",
    "TREE <- FRONTIER: NEUTRAL, RELAXED, both",
    "TREE <- FRONTIER: NEUTRAL, CLOSED, along",
    "TREE <- RELEASING: NEUTRAL, NEUTRAL, both",
    "TREE <- RELEASING: NEUTRAL, RELAXED, both",
    "TREE <- RELEASING: NEUTRAL, CLOSED, along",
    "TREE <- JOINING: NEUTRAL, NEUTRAL, both",
    "TREE <- JOINING: NEUTRAL, RELAXED, both",
    "TREE <- JOINING: NEUTRAL, CLOSED, along",
    "TREE <- TREE: NEUTRAL, NEUTRAL, self",
    "TREE <- TREE: NEUTRAL, NEUTRAL, both",
    "TREE <- TREE: NEUTRAL, POINTER, both",
    "TREE <- TREE: NEUTRAL, CLOSED, along",
    "TREE <- VIRTUAL: NEUTRAL, NEUTRAL, from_virtual",
    "TREE <- TREE: POINTER, NEUTRAL, both",
    "TREE <- TREE: POINTER, CLOSED, along",
    "TREE <- ASKING: CLOSED, NEUTRAL, against",
    "TREE <- BOUND: CLOSED, NEUTRAL, against",
    "TREE <- BOUND: CLOSED, RELAXED, against",
    "TREE <- FRONTIER: CLOSED, NEUTRAL, against",
    "TREE <- FRONTIER: CLOSED, RELAXED, against",
    "TREE <- RELEASING: CLOSED, NEUTRAL, against",
    "TREE <- RELEASING: CLOSED, RELAXED, against",
    "TREE <- JOINING: CLOSED, NEUTRAL, against",
    "TREE <- JOINING: CLOSED, RELAXED, against",
    "TREE <- TREE: CLOSED, NEUTRAL, against",
    "TREE <- TREE: CLOSED, POINTER, against",
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

"""Core numbers.

Finds the largest k such that a node is in the k-core.

A program of dnar as tables, and a runner for them; it needs Python 3.11 and nothing else. It
prints its answer as JSON:

    python core_numbers.py edges.csv

The tables hold every case that the algorithm can reach, and no others.
"""

import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from runner import Tables, main

TASK = "core_numbers"

# What it takes.
TAKES = {
    "input": "graph",
    "start": "unused",
    "weights": "unused",
    "shape": "undirected",
    "random": False,
}

# The ways of listening: of arcs in one class, each hears the one with the
# smallest (or largest) key, of equal ones the lowest sender. No key: the index itself.
HEADS = {"level": {"key": None, "largest": False}}

# Numbers on nodes and arcs, and how they start.
SCALARS = {
    "one": {"place": "node", "start": "zero"},
    "degree": {"place": "node", "start": "zero"},
    "level": {"place": "node", "start": "zero"},
    "present": {"place": "arc", "start": "zero"},
}

# Signs that cases may read: first scalar minus second.
COMPARISONS = {"crowd": ["degree", "level"]}

# Functions of scalars.
FUNCTIONS = {}

# The states in which nodes begin.
NODE_START = {"without start": {"real": "FRESH", "virtual": "COUNT_ONES"}}

# The states in which arcs begin, by role.
ARC_START = {
    "self": "NO_EDGE",
    "from_virtual": "NO_EDGE",
    "to_virtual": "NO_EDGE",
    "both": "EDGE",
}

# What a node hears: the first of these that is in its row, or nothing.
ORDERS = {
    "FRESH": {"level": ["COUNTED over NO_EDGE"]},
    "IN": {
        "level": [
            "COUNTED over NO_EDGE",
            "WAIT over NO_EDGE",
            "RAISE over NO_EDGE",
            "TOLD over NO_EDGE",
            "COUNT_ARCS over NO_EDGE",
        ],
    },
    "WAIT": {
        "level": [
            "GOES over NO_EDGE",
            "LEAVES over NO_EDGE",
            "LEFT over NO_EDGE",
            "IN over NO_EDGE",
        ],
    },
}

# What becomes of a node: the first case that fits; without one it stays.
NODE_CASES = [
    {"state": "FRESH", "becomes": "IN", "heard": {"level": ["COUNTED over NO_EDGE"]}},
    {"state": "IN", "becomes": "GOES", "signs": {"crowd": [-1, 0]}},
    {"state": "GOES", "becomes": "LEAVES"},
    {"state": "LEAVES", "becomes": "LEFT"},
    {"state": "LEFT", "becomes": "OUT"},
    {"state": "COUNT_ONES", "becomes": "COUNT_ARCS"},
    {"state": "COUNT_ARCS", "becomes": "COUNTED"},
    {"state": "COUNTED", "becomes": "TOLD"},
    {"state": "TOLD", "becomes": "WAIT"},
    {"state": "WAIT", "becomes": "RAISE", "heard": {"level": ["IN over NO_EDGE"]}},
    {"state": "RAISE", "becomes": "COUNTED"},
]

# What becomes of an arc: the first case that fits; without one it stays.
ARC_CASES = []

# A scalar's next value: the sum of these terms, each in the states named.
OPS = {
    "one": [
        {
            "gate": "inc",
            "number": 1.0,
            "in": [
                "FRESH",
                "IN",
                "GOES",
                "LEAVES",
                "LEFT",
                "OUT",
                "COUNT_ONES",
                "COUNT_ARCS",
                "COUNTED",
                "TOLD",
                "WAIT",
                "RAISE",
            ],
        },
    ],
    "degree": [{"gate": "push", "scalar": "present", "in": ["EDGE"]}],
    "level": [
        {"gate": "inc", "number": 1.0, "in": ["RAISE"]},
        {
            "gate": "keep",
            "in": [
                "GOES",
                "LEAVES",
                "LEFT",
                "OUT",
                "COUNT_ONES",
                "COUNT_ARCS",
                "COUNTED",
                "TOLD",
                "WAIT",
                "RAISE",
            ],
        },
        {"gate": "pull", "scalar": "level", "head": "level", "in": ["IN"]},
    ],
    "present": [{"gate": "push", "scalar": "one", "in": ["FRESH", "IN"]}],
}

# How the answer is read off at the end.
OUTPUTS = {
    "core": {
        "read": "NodeScalar",
        "kind": 0,
        "of": "node",
        "labels": {"OUT": 1, "COUNTED": 1},
        "scalar": "level",
    },
}

# All arcs that a run can meet: receiver <- sender: arc, reverse, role.
REACHABLE = [
    "FRESH <- FRESH: EDGE, EDGE, both",
    "FRESH <- IN: EDGE, EDGE, both",
    "FRESH <- GOES: EDGE, EDGE, both",
    "FRESH <- LEAVES: EDGE, EDGE, both",
    "FRESH <- LEFT: EDGE, EDGE, both",
    "FRESH <- OUT: EDGE, EDGE, both",
    "FRESH <- FRESH: NO_EDGE, NO_EDGE, self",
    "FRESH <- COUNT_ONES: NO_EDGE, NO_EDGE, from_virtual",
    "FRESH <- COUNT_ARCS: NO_EDGE, NO_EDGE, from_virtual",
    "FRESH <- COUNTED: NO_EDGE, NO_EDGE, from_virtual",
    "IN <- FRESH: EDGE, EDGE, both",
    "IN <- IN: EDGE, EDGE, both",
    "IN <- GOES: EDGE, EDGE, both",
    "IN <- LEAVES: EDGE, EDGE, both",
    "IN <- LEFT: EDGE, EDGE, both",
    "IN <- OUT: EDGE, EDGE, both",
    "IN <- IN: NO_EDGE, NO_EDGE, self",
    "IN <- COUNT_ARCS: NO_EDGE, NO_EDGE, from_virtual",
    "IN <- COUNTED: NO_EDGE, NO_EDGE, from_virtual",
    "IN <- TOLD: NO_EDGE, NO_EDGE, from_virtual",
    "IN <- WAIT: NO_EDGE, NO_EDGE, from_virtual",
    "IN <- RAISE: NO_EDGE, NO_EDGE, from_virtual",
    "GOES <- FRESH: EDGE, EDGE, both",
    "GOES <- IN: EDGE, EDGE, both",
    "GOES <- GOES: EDGE, EDGE, both",
    "GOES <- LEAVES: EDGE, EDGE, both",
    "GOES <- LEFT: EDGE, EDGE, both",
    "GOES <- OUT: EDGE, EDGE, both",
    "GOES <- GOES: NO_EDGE, NO_EDGE, self",
    "GOES <- COUNTED: NO_EDGE, NO_EDGE, from_virtual",
    "GOES <- TOLD: NO_EDGE, NO_EDGE, from_virtual",
    "GOES <- WAIT: NO_EDGE, NO_EDGE, from_virtual",
    "GOES <- RAISE: NO_EDGE, NO_EDGE, from_virtual",
    "LEAVES <- FRESH: EDGE, EDGE, both",
    "LEAVES <- IN: EDGE, EDGE, both",
    "LEAVES <- GOES: EDGE, EDGE, both",
    "LEAVES <- LEAVES: EDGE, EDGE, both",
    "LEAVES <- LEFT: EDGE, EDGE, both",
    "LEAVES <- OUT: EDGE, EDGE, both",
    "LEAVES <- LEAVES: NO_EDGE, NO_EDGE, self",
    "LEAVES <- COUNTED: NO_EDGE, NO_EDGE, from_virtual",
    "LEAVES <- TOLD: NO_EDGE, NO_EDGE, from_virtual",
    "LEAVES <- WAIT: NO_EDGE, NO_EDGE, from_virtual",
    "LEFT <- FRESH: EDGE, EDGE, both",
    "LEFT <- IN: EDGE, EDGE, both",
    "LEFT <- GOES: EDGE, EDGE, both",
    "LEFT <- LEAVES: EDGE, EDGE, both",
    "LEFT <- LEFT: EDGE, EDGE, both",
    "LEFT <- OUT: EDGE, EDGE, both",
    "LEFT <- LEFT: NO_EDGE, NO_EDGE, self",
    "LEFT <- TOLD: NO_EDGE, NO_EDGE, from_virtual",
    "LEFT <- WAIT: NO_EDGE, NO_EDGE, from_virtual",
    "OUT <- FRESH: EDGE, EDGE, both",
    "OUT <- IN: EDGE, EDGE, both",
    "OUT <- GOES: EDGE, EDGE, both",
    "OUT <- LEAVES: EDGE, EDGE, both",
    "OUT <- LEFT: EDGE, EDGE, both",
    "OUT <- OUT: EDGE, EDGE, both",
    "OUT <- OUT: NO_EDGE, NO_EDGE, self",
    "OUT <- COUNTED: NO_EDGE, NO_EDGE, from_virtual",
    "OUT <- TOLD: NO_EDGE, NO_EDGE, from_virtual",
    "OUT <- WAIT: NO_EDGE, NO_EDGE, from_virtual",
    "OUT <- RAISE: NO_EDGE, NO_EDGE, from_virtual",
    "COUNT_ONES <- FRESH: NO_EDGE, NO_EDGE, to_virtual",
    "COUNT_ONES <- COUNT_ONES: NO_EDGE, NO_EDGE, self",
    "COUNT_ARCS <- FRESH: NO_EDGE, NO_EDGE, to_virtual",
    "COUNT_ARCS <- IN: NO_EDGE, NO_EDGE, to_virtual",
    "COUNT_ARCS <- COUNT_ARCS: NO_EDGE, NO_EDGE, self",
    "COUNTED <- FRESH: NO_EDGE, NO_EDGE, to_virtual",
    "COUNTED <- IN: NO_EDGE, NO_EDGE, to_virtual",
    "COUNTED <- GOES: NO_EDGE, NO_EDGE, to_virtual",
    "COUNTED <- LEAVES: NO_EDGE, NO_EDGE, to_virtual",
    "COUNTED <- OUT: NO_EDGE, NO_EDGE, to_virtual",
    "COUNTED <- COUNTED: NO_EDGE, NO_EDGE, self",
    "TOLD <- IN: NO_EDGE, NO_EDGE, to_virtual",
    "TOLD <- GOES: NO_EDGE, NO_EDGE, to_virtual",
    "TOLD <- LEAVES: NO_EDGE, NO_EDGE, to_virtual",
    "TOLD <- LEFT: NO_EDGE, NO_EDGE, to_virtual",
    "TOLD <- OUT: NO_EDGE, NO_EDGE, to_virtual",
    "TOLD <- TOLD: NO_EDGE, NO_EDGE, self",
    "WAIT <- IN: NO_EDGE, NO_EDGE, to_virtual",
    "WAIT <- GOES: NO_EDGE, NO_EDGE, to_virtual",
    "WAIT <- LEAVES: NO_EDGE, NO_EDGE, to_virtual",
    "WAIT <- LEFT: NO_EDGE, NO_EDGE, to_virtual",
    "WAIT <- OUT: NO_EDGE, NO_EDGE, to_virtual",
    "WAIT <- WAIT: NO_EDGE, NO_EDGE, self",
    "RAISE <- IN: NO_EDGE, NO_EDGE, to_virtual",
    "RAISE <- GOES: NO_EDGE, NO_EDGE, to_virtual",
    "RAISE <- OUT: NO_EDGE, NO_EDGE, to_virtual",
    "RAISE <- RAISE: NO_EDGE, NO_EDGE, self",
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

"""Floyd-Warshall algorithm.

Finds shortest paths between all pairs: the last node before the target of each.

A program of dnar as tables, and a runner for them; it needs Python 3.11 and nothing else. It
prints its answer as JSON:

    python floyd_warshall.py instance.json

The tables hold every case that the algorithm can reach, and no others.

The algorithm has a layout of its own, so it takes an instance that is laid out already: a JSON
object with labels (of the nodes of kind 0), nodes (kind, state), arcs (receiver, sender,
reverse, role, state; sorted by receiver and sender) and scalars (a list per name).
`dnar.explain.instance_json` makes one.
"""

import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from runner import Tables, main

TASK = "floyd_warshall"

# What it takes.
TAKES = {
    "input": "instance",
    "start": "unused",
    "weights": "non-negative",
    "shape": "undirected",
    "random": False,
}

# The ways of listening: of arcs in one class, each hears the one with the
# smallest (or largest) key, of equal ones the lowest sender. No key: the index itself.
HEADS = {"lowest": {"key": None, "largest": False}}

# Numbers on nodes and arcs, and how they start.
SCALARS = {
    "half": {"place": "node", "start": "zero"},
    "last": {"place": "node", "start": "zero"},
    "length": {"place": "arc", "start": "input"},
    "before": {"place": "arc", "start": "input"},
    "over_pivot": {"place": "arc", "start": "zero"},
    "before_over_pivot": {"place": "arc", "start": "zero"},
}

# Signs that cases may read: first scalar minus second.
COMPARISONS = {"shorter": ["over_pivot", "length"]}

# Functions of scalars.
FUNCTIONS = {"copy": lambda x: (x)}

# The states in which nodes begin.
NODE_START = {}

# The states in which arcs begin, by role.
ARC_START = {}

# What a node hears: the first of these that is in its row, or nothing.
ORDERS = {
    "IDLE": {"lowest": ["CALLING over CALLED", "PIVOT over KNOWN"]},
    "ASKING": {
        "lowest": [
            "PIVOT over CALLED",
            "JOINED over NOT_CALLED",
            "JOINED over PAST",
            "WAITING over NOT_CALLED",
            "PIVOT over PAST",
            "WAITING over PAST",
            "IDLE over NOT_CALLED",
        ],
    },
}

# What becomes of a node: the first case that fits; without one it stays.
NODE_CASES = [
    {"state": "IDLE", "becomes": "PIVOT", "heard": {"lowest": ["CALLING over CALLED"]}},
    {"state": "IDLE", "becomes": "JOINED", "heard": {"lowest": ["PIVOT over KNOWN"]}},
    {"state": "PIVOT", "becomes": "IDLE"},
    {"state": "JOINED", "becomes": "WAITING"},
    {"state": "WAITING", "becomes": "IDLE"},
    {"state": "ASKING", "becomes": "CALLING", "heard": {"lowest": ["IDLE over NOT_CALLED"]}},
    {"state": "CALLING", "becomes": "ASKING"},
]

# What becomes of an arc: the first case that fits; without one it stays.
ARC_CASES = [
    {
        "state": "KNOWN",
        "becomes": "BETTER",
        "receiver": ["WAITING"],
        "sender": ["WAITING"],
        "signs": {"shorter": [-1]},
    },
    {"state": "UNKNOWN", "becomes": "BETTER", "receiver": ["WAITING"], "sender": ["WAITING"]},
    {"state": "BETTER", "becomes": "KNOWN", "receiver": ["IDLE"], "sender": ["IDLE"]},
    {
        "state": "NOT_CALLED",
        "becomes": "CALLED",
        "receiver": ["IDLE"],
        "sender": ["ASKING"],
        "heard_back": {"lowest": True},
    },
    {
        "state": "NOT_CALLED",
        "becomes": "CALLED",
        "receiver": ["ASKING"],
        "sender": ["IDLE"],
        "heard": {"lowest": True},
    },
    {"state": "CALLED", "becomes": "PAST", "receiver": ["PIVOT"]},
    {"state": "CALLED", "becomes": "PAST", "sender": ["PIVOT"]},
]

# A scalar's next value: the sum of these terms, each in the states named.
OPS = {
    "half": [
        {"gate": "keep", "in": ["JOINED", "WAITING"]},
        {"gate": "pull", "scalar": "length", "head": "lowest", "in": ["IDLE"]},
    ],
    "last": [
        {"gate": "keep", "in": ["JOINED", "WAITING"]},
        {"gate": "pull", "scalar": "before", "head": "lowest", "in": ["IDLE"]},
    ],
    "length": [
        {"gate": "keep", "in": ["KNOWN", "UNKNOWN", "NOT_CALLED", "CALLED", "PAST"]},
        {"gate": "apply", "function": "copy", "arguments": ["over_pivot"], "in": ["BETTER"]},
    ],
    "before": [
        {"gate": "keep", "in": ["KNOWN", "UNKNOWN", "NOT_CALLED", "CALLED", "PAST"]},
        {
            "gate": "apply",
            "function": "copy",
            "arguments": ["before_over_pivot"],
            "in": ["BETTER"],
        },
    ],
    "over_pivot": [
        {"gate": "push", "scalar": "half", "in": ["JOINED", "WAITING"]},
        {"gate": "take", "scalar": "half", "in": ["JOINED", "WAITING"]},
    ],
    "before_over_pivot": [{"gate": "take", "scalar": "last", "in": ["JOINED", "WAITING"]}],
}

# How the answer is read off at the end.
OUTPUTS = {"before": {"read": "ArcPointer", "kind": 0, "of": "arc", "scalar": "before"}}

# All arcs that a run can meet: receiver <- sender: arc, reverse, role.
REACHABLE = [
    "IDLE <- IDLE: KNOWN, KNOWN, self",
    "IDLE <- IDLE: KNOWN, KNOWN, pair",
    "IDLE <- IDLE: KNOWN, BETTER, pair",
    "IDLE <- PIVOT: KNOWN, KNOWN, pair",
    "IDLE <- JOINED: KNOWN, KNOWN, pair",
    "IDLE <- WAITING: KNOWN, KNOWN, pair",
    "IDLE <- IDLE: UNKNOWN, UNKNOWN, pair",
    "IDLE <- PIVOT: UNKNOWN, UNKNOWN, pair",
    "IDLE <- JOINED: UNKNOWN, UNKNOWN, pair",
    "IDLE <- WAITING: UNKNOWN, UNKNOWN, pair",
    "IDLE <- IDLE: BETTER, KNOWN, pair",
    "IDLE <- IDLE: BETTER, BETTER, self",
    "IDLE <- IDLE: BETTER, BETTER, pair",
    "IDLE <- ASKING: NOT_CALLED, NOT_CALLED, from_virtual",
    "IDLE <- CALLING: NOT_CALLED, NOT_CALLED, from_virtual",
    "IDLE <- ASKING: CALLED, CALLED, from_virtual",
    "IDLE <- CALLING: CALLED, CALLED, from_virtual",
    "IDLE <- ASKING: PAST, PAST, from_virtual",
    "IDLE <- CALLING: PAST, PAST, from_virtual",
    "PIVOT <- IDLE: KNOWN, KNOWN, pair",
    "PIVOT <- PIVOT: KNOWN, KNOWN, self",
    "PIVOT <- PIVOT: KNOWN, KNOWN, pair",
    "PIVOT <- JOINED: KNOWN, KNOWN, pair",
    "PIVOT <- WAITING: KNOWN, KNOWN, pair",
    "PIVOT <- IDLE: UNKNOWN, UNKNOWN, pair",
    "PIVOT <- PIVOT: UNKNOWN, UNKNOWN, pair",
    "PIVOT <- JOINED: UNKNOWN, UNKNOWN, pair",
    "PIVOT <- WAITING: UNKNOWN, UNKNOWN, pair",
    "PIVOT <- ASKING: NOT_CALLED, NOT_CALLED, from_virtual",
    "PIVOT <- CALLING: NOT_CALLED, NOT_CALLED, from_virtual",
    "PIVOT <- ASKING: CALLED, CALLED, from_virtual",
    "PIVOT <- CALLING: CALLED, CALLED, from_virtual",
    "PIVOT <- ASKING: PAST, PAST, from_virtual",
    "PIVOT <- CALLING: PAST, PAST, from_virtual",
    "JOINED <- IDLE: KNOWN, KNOWN, pair",
    "JOINED <- PIVOT: KNOWN, KNOWN, pair",
    "JOINED <- JOINED: KNOWN, KNOWN, self",
    "JOINED <- JOINED: KNOWN, KNOWN, pair",
    "JOINED <- WAITING: KNOWN, KNOWN, pair",
    "JOINED <- IDLE: UNKNOWN, UNKNOWN, pair",
    "JOINED <- PIVOT: UNKNOWN, UNKNOWN, pair",
    "JOINED <- JOINED: UNKNOWN, UNKNOWN, pair",
    "JOINED <- WAITING: UNKNOWN, UNKNOWN, pair",
    "JOINED <- ASKING: NOT_CALLED, NOT_CALLED, from_virtual",
    "JOINED <- CALLING: NOT_CALLED, NOT_CALLED, from_virtual",
    "JOINED <- ASKING: CALLED, CALLED, from_virtual",
    "JOINED <- CALLING: CALLED, CALLED, from_virtual",
    "JOINED <- ASKING: PAST, PAST, from_virtual",
    "JOINED <- CALLING: PAST, PAST, from_virtual",
    "WAITING <- IDLE: KNOWN, KNOWN, pair",
    "WAITING <- PIVOT: KNOWN, KNOWN, pair",
    "WAITING <- JOINED: KNOWN, KNOWN, pair",
    "WAITING <- WAITING: KNOWN, KNOWN, self",
    "WAITING <- WAITING: KNOWN, KNOWN, pair",
    "WAITING <- IDLE: UNKNOWN, UNKNOWN, pair",
    "WAITING <- PIVOT: UNKNOWN, UNKNOWN, pair",
    "WAITING <- JOINED: UNKNOWN, UNKNOWN, pair",
    "WAITING <- WAITING: UNKNOWN, UNKNOWN, pair",
    "WAITING <- ASKING: NOT_CALLED, NOT_CALLED, from_virtual",
    "WAITING <- ASKING: CALLED, CALLED, from_virtual",
    "WAITING <- CALLING: CALLED, CALLED, from_virtual",
    "WAITING <- ASKING: PAST, PAST, from_virtual",
    "ASKING <- IDLE: NOT_CALLED, NOT_CALLED, to_virtual",
    "ASKING <- PIVOT: NOT_CALLED, NOT_CALLED, to_virtual",
    "ASKING <- JOINED: NOT_CALLED, NOT_CALLED, to_virtual",
    "ASKING <- WAITING: NOT_CALLED, NOT_CALLED, to_virtual",
    "ASKING <- IDLE: CALLED, CALLED, to_virtual",
    "ASKING <- PIVOT: CALLED, CALLED, to_virtual",
    "ASKING <- JOINED: CALLED, CALLED, to_virtual",
    "ASKING <- WAITING: CALLED, CALLED, to_virtual",
    "ASKING <- IDLE: PAST, PAST, to_virtual",
    "ASKING <- PIVOT: PAST, PAST, to_virtual",
    "ASKING <- JOINED: PAST, PAST, to_virtual",
    "ASKING <- WAITING: PAST, PAST, to_virtual",
    "ASKING <- ASKING: PAST, PAST, self",
    "CALLING <- IDLE: NOT_CALLED, NOT_CALLED, to_virtual",
    "CALLING <- PIVOT: NOT_CALLED, NOT_CALLED, to_virtual",
    "CALLING <- JOINED: NOT_CALLED, NOT_CALLED, to_virtual",
    "CALLING <- IDLE: CALLED, CALLED, to_virtual",
    "CALLING <- PIVOT: CALLED, CALLED, to_virtual",
    "CALLING <- JOINED: CALLED, CALLED, to_virtual",
    "CALLING <- WAITING: CALLED, CALLED, to_virtual",
    "CALLING <- IDLE: PAST, PAST, to_virtual",
    "CALLING <- PIVOT: PAST, PAST, to_virtual",
    "CALLING <- JOINED: PAST, PAST, to_virtual",
    "CALLING <- CALLING: PAST, PAST, self",
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

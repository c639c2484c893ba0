"""Depth-first search.

Finds the search tree from a start node, or a forest over all nodes without one.

A program of dnar as tables, and a runner for them; it needs Python 3.11 and nothing else. It
prints its answer as JSON:

    python dfs.py edges.csv

The tables hold every case that the algorithm can reach, and no others.
"""

import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from runner import Tables, main

TASK = "dfs"

# What it takes.
TAKES = {
    "input": "graph",
    "start": "optional",
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
NODE_START = {
    "without start": {"real": "UNSEEN", "virtual": "RESTARTER"},
    "with start": {"real": "UNSEEN", "start": "TOP", "virtual": "VIRTUAL"},
}

# The states in which arcs begin, by role.
ARC_START = {
    "self": "LINK",
    "from_virtual": "LINK",
    "to_virtual": "LINK",
    "both": "NEUTRAL",
    "along": "CLOSED",
    "against": "NEUTRAL",
}

# What a node hears: the first of these that is in its row, or nothing.
ORDERS = {
    "UNSEEN": {"lowest": ["WAITING over POINTER", "RESTARTER over CALL"]},
    "TOP": {"lowest": ["UNSEEN over NEUTRAL"]},
    "WAITING": {"lowest": ["ENDED over CHILD"]},
    "RESTARTER": {
        "lowest": [
            "TOP over CALL",
            "UNSEEN over CALL",
            "WAITING over LINK",
            "TOP over LINK",
            "UNSEEN over LINK",
        ],
    },
}

# What becomes of a node: the first case that fits; without one it stays.
NODE_CASES = [
    {
        "state": "UNSEEN",
        "becomes": "TOP",
        "heard": {"lowest": ["WAITING over POINTER", "RESTARTER over CALL"]},
    },
    {"state": "TOP", "becomes": "WAITING", "heard": {"lowest": ["UNSEEN over NEUTRAL"]}},
    {"state": "TOP", "becomes": "ENDED", "heard": {"lowest": ["nothing"]}},
    {"state": "WAITING", "becomes": "TOP", "heard": {"lowest": ["ENDED over CHILD"]}},
]

# What becomes of an arc: the first case that fits; without one it stays.
ARC_CASES = [
    {
        "state": "NEUTRAL",
        "becomes": "POINTER",
        "receiver": ["UNSEEN"],
        "sender": ["TOP"],
        "reverse": ["NEUTRAL"],
        "heard_back": {"lowest": True},
    },
    {
        "state": "NEUTRAL",
        "becomes": "CHILD",
        "receiver": ["TOP"],
        "sender": ["UNSEEN"],
        "heard": {"lowest": True},
    },
    {"state": "CHILD", "becomes": "NEUTRAL", "receiver": ["WAITING"], "sender": ["ENDED"]},
    {
        "state": "CLOSED",
        "becomes": "POINTER",
        "receiver": ["UNSEEN"],
        "sender": ["TOP"],
        "heard_back": {"lowest": True},
    },
    {"state": "CALL", "becomes": "LINK"},
    {
        "state": "LINK",
        "becomes": "CALL",
        "receiver": ["UNSEEN"],
        "sender": ["RESTARTER"],
        "heard_back": {"lowest": True},
    },
    {
        "state": "LINK",
        "becomes": "CALL",
        "receiver": ["RESTARTER"],
        "sender": ["UNSEEN"],
        "heard": {"lowest": True},
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
        "along": [["POINTER"], ["LINK (self-loop)"]],
    },
}

# All arcs that a run can meet: receiver <- sender: arc, reverse, role.
REACHABLE = [
    "UNSEEN <- UNSEEN: NEUTRAL, NEUTRAL, both",
    "UNSEEN <- UNSEEN: NEUTRAL, CLOSED, against",
    "UNSEEN <- TOP: NEUTRAL, NEUTRAL, both",
    "UNSEEN <- TOP: NEUTRAL, CLOSED, against",
    "UNSEEN <- WAITING: NEUTRAL, NEUTRAL, both",
    "UNSEEN <- WAITING: NEUTRAL, CLOSED, against",
    "UNSEEN <- ENDED: NEUTRAL, CLOSED, against",
    "UNSEEN <- WAITING: POINTER, CHILD, both",
    "UNSEEN <- WAITING: POINTER, CHILD, along",
    "UNSEEN <- UNSEEN: CLOSED, NEUTRAL, along",
    "UNSEEN <- TOP: CLOSED, NEUTRAL, along",
    "UNSEEN <- WAITING: CLOSED, NEUTRAL, along",
    "UNSEEN <- RESTARTER: CALL, CALL, from_virtual",
    "UNSEEN <- UNSEEN: LINK, LINK, self",
    "UNSEEN <- VIRTUAL: LINK, LINK, from_virtual",
    "UNSEEN <- RESTARTER: LINK, LINK, from_virtual",
    "TOP <- UNSEEN: NEUTRAL, NEUTRAL, both",
    "TOP <- UNSEEN: NEUTRAL, CLOSED, against",
    "TOP <- TOP: NEUTRAL, NEUTRAL, both",
    "TOP <- TOP: NEUTRAL, CLOSED, against",
    "TOP <- WAITING: NEUTRAL, NEUTRAL, both",
    "TOP <- WAITING: NEUTRAL, CLOSED, against",
    "TOP <- ENDED: NEUTRAL, NEUTRAL, both",
    "TOP <- ENDED: NEUTRAL, POINTER, both",
    "TOP <- ENDED: NEUTRAL, POINTER, against",
    "TOP <- ENDED: NEUTRAL, CLOSED, against",
    "TOP <- TOP: POINTER, CHILD, both",
    "TOP <- TOP: POINTER, CHILD, along",
    "TOP <- WAITING: POINTER, CHILD, both",
    "TOP <- WAITING: POINTER, CHILD, along",
    "TOP <- ENDED: POINTER, CHILD, both",
    "TOP <- ENDED: POINTER, CHILD, along",
    "TOP <- TOP: CHILD, POINTER, both",
    "TOP <- TOP: CHILD, POINTER, against",
    "TOP <- WAITING: CHILD, POINTER, both",
    "TOP <- WAITING: CHILD, POINTER, against",
    "TOP <- ENDED: CHILD, POINTER, both",
    "TOP <- ENDED: CHILD, POINTER, against",
    "TOP <- UNSEEN: CLOSED, NEUTRAL, along",
    "TOP <- TOP: CLOSED, NEUTRAL, along",
    "TOP <- WAITING: CLOSED, NEUTRAL, along",
    "TOP <- ENDED: CLOSED, NEUTRAL, along",
    "TOP <- RESTARTER: CALL, CALL, from_virtual",
    "TOP <- TOP: LINK, LINK, self",
    "TOP <- VIRTUAL: LINK, LINK, from_virtual",
    "TOP <- RESTARTER: LINK, LINK, from_virtual",
    "WAITING <- UNSEEN: NEUTRAL, NEUTRAL, both",
    "WAITING <- UNSEEN: NEUTRAL, CLOSED, against",
    "WAITING <- TOP: NEUTRAL, NEUTRAL, both",
    "WAITING <- TOP: NEUTRAL, CLOSED, against",
    "WAITING <- WAITING: NEUTRAL, NEUTRAL, both",
    "WAITING <- WAITING: NEUTRAL, CLOSED, against",
    "WAITING <- ENDED: NEUTRAL, NEUTRAL, both",
    "WAITING <- ENDED: NEUTRAL, POINTER, both",
    "WAITING <- ENDED: NEUTRAL, POINTER, against",
    "WAITING <- ENDED: NEUTRAL, CLOSED, against",
    "WAITING <- TOP: POINTER, CHILD, both",
    "WAITING <- TOP: POINTER, CHILD, along",
    "WAITING <- WAITING: POINTER, CHILD, both",
    "WAITING <- WAITING: POINTER, CHILD, along",
    "WAITING <- ENDED: POINTER, CHILD, both",
    "WAITING <- ENDED: POINTER, CHILD, along",
    "WAITING <- UNSEEN: CHILD, POINTER, both",
    "WAITING <- UNSEEN: CHILD, POINTER, against",
    "WAITING <- TOP: CHILD, POINTER, both",
    "WAITING <- TOP: CHILD, POINTER, against",
    "WAITING <- WAITING: CHILD, POINTER, both",
    "WAITING <- WAITING: CHILD, POINTER, against",
    "WAITING <- ENDED: CHILD, POINTER, both",
    "WAITING <- ENDED: CHILD, POINTER, against",
    "WAITING <- UNSEEN: CLOSED, NEUTRAL, along",
    "WAITING <- TOP: CLOSED, NEUTRAL, along",
    "WAITING <- WAITING: CLOSED, NEUTRAL, along",
    "WAITING <- ENDED: CLOSED, NEUTRAL, along",
    "WAITING <- WAITING: LINK, LINK, self",
    "WAITING <- VIRTUAL: LINK, LINK, from_virtual",
    "WAITING <- RESTARTER: LINK, LINK, from_virtual",
    "ENDED <- TOP: NEUTRAL, NEUTRAL, both",
    "ENDED <- TOP: NEUTRAL, CLOSED, against",
    "ENDED <- WAITING: NEUTRAL, NEUTRAL, both",
    "ENDED <- WAITING: NEUTRAL, CLOSED, against",
    "ENDED <- ENDED: NEUTRAL, NEUTRAL, both",
    "ENDED <- ENDED: NEUTRAL, POINTER, both",
    "ENDED <- ENDED: NEUTRAL, POINTER, against",
    "ENDED <- ENDED: NEUTRAL, CLOSED, against",
    "ENDED <- TOP: POINTER, NEUTRAL, both",
    "ENDED <- TOP: POINTER, NEUTRAL, along",
    "ENDED <- TOP: POINTER, CHILD, both",
    "ENDED <- TOP: POINTER, CHILD, along",
    "ENDED <- WAITING: POINTER, NEUTRAL, both",
    "ENDED <- WAITING: POINTER, NEUTRAL, along",
    "ENDED <- WAITING: POINTER, CHILD, both",
    "ENDED <- WAITING: POINTER, CHILD, along",
    "ENDED <- ENDED: POINTER, NEUTRAL, both",
    "ENDED <- ENDED: POINTER, NEUTRAL, along",
    "ENDED <- ENDED: POINTER, CHILD, both",
    "ENDED <- ENDED: POINTER, CHILD, along",
    "ENDED <- TOP: CHILD, POINTER, both",
    "ENDED <- TOP: CHILD, POINTER, against",
    "ENDED <- WAITING: CHILD, POINTER, both",
    "ENDED <- WAITING: CHILD, POINTER, against",
    "ENDED <- ENDED: CHILD, POINTER, both",
    "ENDED <- ENDED: CHILD, POINTER, against",
    "ENDED <- UNSEEN: CLOSED, NEUTRAL, along",
    "ENDED <- TOP: CLOSED, NEUTRAL, along",
    "ENDED <- WAITING: CLOSED, NEUTRAL, along",
    "ENDED <- ENDED: CLOSED, NEUTRAL, along",
    "ENDED <- ENDED: LINK, LINK, self",
    "ENDED <- VIRTUAL: LINK, LINK, from_virtual",
    "ENDED <- RESTARTER: LINK, LINK, from_virtual",
    "VIRTUAL <- UNSEEN: LINK, LINK, to_virtual",
    "VIRTUAL <- TOP: LINK, LINK, to_virtual",
    "VIRTUAL <- WAITING: LINK, LINK, to_virtual",
    "VIRTUAL <- ENDED: LINK, LINK, to_virtual",
    "VIRTUAL <- VIRTUAL: LINK, LINK, self",
    "RESTARTER <- UNSEEN: CALL, CALL, to_virtual",
    "RESTARTER <- TOP: CALL, CALL, to_virtual",
    "RESTARTER <- UNSEEN: LINK, LINK, to_virtual",
    "RESTARTER <- TOP: LINK, LINK, to_virtual",
    "RESTARTER <- WAITING: LINK, LINK, to_virtual",
    "RESTARTER <- ENDED: LINK, LINK, to_virtual",
    "RESTARTER <- RESTARTER: LINK, LINK, self",
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

"""Matrix chain order.

Finds where to split every product of consecutive matrices, for the least work.

A program of dnar as tables, and a runner for them; it needs Python 3.11 and nothing else. It
prints its answer as JSON:

    python matrix_chain_order.py instance.json

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

TASK = "matrix_chain_order"

# What it takes.
TAKES = {
    "input": "instance",
    "start": "unused",
    "weights": "unused",
    "shape": "array",
    "random": False,
}

# The ways of listening: of arcs in one class, each hears the one with the
# smallest (or largest) key, of equal ones the lowest sender. No key: the index itself.
HEADS = {"left": {"key": "total", "largest": False}, "right": {"key": None, "largest": False}}

# Numbers on nodes and arcs, and how they start.
SCALARS = {
    "row": {"place": "node", "start": "input"},
    "column": {"place": "node", "start": "input"},
    "after": {"place": "node", "start": "input"},
    "rows": {"place": "node", "start": "input"},
    "inner": {"place": "node", "start": "input"},
    "columns": {"place": "node", "start": "input"},
    "area": {"place": "node", "start": "zero"},
    "own": {"place": "node", "start": "zero"},
    "first": {"place": "node", "start": "zero"},
    "second": {"place": "node", "start": "zero"},
    "total": {"place": "node", "start": "zero"},
    "cost": {"place": "node", "start": "zero"},
    "cut": {"place": "node", "start": "zero"},
}

# Signs that cases may read: first scalar minus second.
COMPARISONS = {}

# Functions of scalars.
FUNCTIONS = {"copy": lambda x: (x), "product": lambda x, y: ((x) * (y))}

# The states in which nodes begin.
NODE_START = {}

# The states in which arcs begin, by role.
ARC_START = {}

# What a node hears: the first of these that is in its row, or nothing.
ORDERS = {
    "EMPTY": {
        "left": [
            "WAITING over CHOICE",
            "READING over CHOICE",
            "ADDING over CHOICE",
            "READY over CHOICE",
        ],
    },
    "WAITING": {"left": ["FILLED over LEFT"], "right": ["FILLED over RIGHT"]},
}

# What becomes of a node: the first case that fits; without one it stays.
NODE_CASES = [
    {"state": "EMPTY", "becomes": "FILLED", "heard": {"left": ["READY over CHOICE"]}},
    {
        "state": "WAITING",
        "becomes": "READING",
        "heard": {"left": ["FILLED over LEFT"], "right": ["FILLED over RIGHT"]},
    },
    {"state": "READING", "becomes": "ADDING"},
    {"state": "ADDING", "becomes": "READY"},
]

# What becomes of an arc: the first case that fits; without one it stays.
ARC_CASES = []

# A scalar's next value: the sum of these terms, each in the states named.
OPS = {
    "row": [
        {
            "gate": "keep",
            "in": ["NUMBER", "EMPTY", "FILLED", "WAITING", "READING", "ADDING", "READY"],
        },
    ],
    "column": [
        {
            "gate": "keep",
            "in": ["NUMBER", "EMPTY", "FILLED", "WAITING", "READING", "ADDING", "READY"],
        },
    ],
    "after": [
        {
            "gate": "keep",
            "in": ["NUMBER", "EMPTY", "FILLED", "WAITING", "READING", "ADDING", "READY"],
        },
    ],
    "rows": [
        {
            "gate": "keep",
            "in": ["NUMBER", "EMPTY", "FILLED", "WAITING", "READING", "ADDING", "READY"],
        },
    ],
    "inner": [
        {
            "gate": "keep",
            "in": ["NUMBER", "EMPTY", "FILLED", "WAITING", "READING", "ADDING", "READY"],
        },
    ],
    "columns": [
        {
            "gate": "keep",
            "in": ["NUMBER", "EMPTY", "FILLED", "WAITING", "READING", "ADDING", "READY"],
        },
    ],
    "area": [
        {
            "gate": "apply",
            "function": "product",
            "arguments": ["rows", "inner"],
            "in": ["WAITING", "READING", "ADDING", "READY"],
        },
    ],
    "own": [
        {
            "gate": "apply",
            "function": "product",
            "arguments": ["area", "columns"],
            "in": ["WAITING", "READING", "ADDING", "READY"],
        },
    ],
    "first": [
        {"gate": "pull", "scalar": "cost", "head": "left", "in": ["WAITING"]},
        {"gate": "keep", "in": ["READING", "ADDING", "READY"]},
    ],
    "second": [
        {"gate": "pull", "scalar": "cost", "head": "right", "in": ["WAITING"]},
        {"gate": "keep", "in": ["READING", "ADDING", "READY"]},
    ],
    "total": [
        {"gate": "apply", "function": "copy", "arguments": ["first"], "in": ["ADDING"]},
        {"gate": "apply", "function": "copy", "arguments": ["second"], "in": ["ADDING"]},
        {"gate": "apply", "function": "copy", "arguments": ["own"], "in": ["ADDING"]},
        {"gate": "keep", "in": ["READY"]},
    ],
    "cost": [
        {"gate": "pull", "scalar": "total", "head": "left", "in": ["EMPTY"]},
        {"gate": "keep", "in": ["FILLED"]},
    ],
    "cut": [
        {"gate": "pull", "scalar": "after", "head": "left", "in": ["EMPTY"]},
        {"gate": "keep", "in": ["FILLED"]},
    ],
}

# How the answer is read off at the end.
OUTPUTS = {
    "cut": {
        "read": "PairPointer",
        "kind": 0,
        "of": "node",
        "scalars": ["row", "column", "cut"],
    },
}

# All arcs that a run can meet: receiver <- sender: arc, reverse, role.
REACHABLE = [
    "NUMBER <- NUMBER: SELF, SELF, self",
    "EMPTY <- EMPTY: SELF, SELF, self",
    "EMPTY <- WAITING: USER, LEFT, left_user",
    "EMPTY <- WAITING: USER, RIGHT, right_user",
    "EMPTY <- READING: USER, LEFT, left_user",
    "EMPTY <- READING: USER, RIGHT, right_user",
    "EMPTY <- ADDING: USER, LEFT, left_user",
    "EMPTY <- ADDING: USER, RIGHT, right_user",
    "EMPTY <- READY: USER, LEFT, left_user",
    "EMPTY <- READY: USER, RIGHT, right_user",
    "EMPTY <- WAITING: CHOICE, OWNER, choice",
    "EMPTY <- READING: CHOICE, OWNER, choice",
    "EMPTY <- ADDING: CHOICE, OWNER, choice",
    "EMPTY <- READY: CHOICE, OWNER, choice",
    "FILLED <- FILLED: SELF, SELF, self",
    "FILLED <- WAITING: USER, LEFT, left_user",
    "FILLED <- WAITING: USER, RIGHT, right_user",
    "FILLED <- READING: USER, LEFT, left_user",
    "FILLED <- READING: USER, RIGHT, right_user",
    "FILLED <- ADDING: USER, LEFT, left_user",
    "FILLED <- ADDING: USER, RIGHT, right_user",
    "FILLED <- READY: USER, LEFT, left_user",
    "FILLED <- READY: USER, RIGHT, right_user",
    "FILLED <- READY: CHOICE, OWNER, choice",
    "WAITING <- WAITING: SELF, SELF, self",
    "WAITING <- EMPTY: LEFT, USER, left",
    "WAITING <- FILLED: LEFT, USER, left",
    "WAITING <- EMPTY: RIGHT, USER, right",
    "WAITING <- FILLED: RIGHT, USER, right",
    "WAITING <- EMPTY: OWNER, CHOICE, owner",
    "READING <- READING: SELF, SELF, self",
    "READING <- EMPTY: LEFT, USER, left",
    "READING <- FILLED: LEFT, USER, left",
    "READING <- EMPTY: RIGHT, USER, right",
    "READING <- FILLED: RIGHT, USER, right",
    "READING <- EMPTY: OWNER, CHOICE, owner",
    "ADDING <- ADDING: SELF, SELF, self",
    "ADDING <- EMPTY: LEFT, USER, left",
    "ADDING <- FILLED: LEFT, USER, left",
    "ADDING <- EMPTY: RIGHT, USER, right",
    "ADDING <- FILLED: RIGHT, USER, right",
    "ADDING <- EMPTY: OWNER, CHOICE, owner",
    "READY <- READY: SELF, SELF, self",
    "READY <- EMPTY: LEFT, USER, left",
    "READY <- FILLED: LEFT, USER, left",
    "READY <- EMPTY: RIGHT, USER, right",
    "READY <- FILLED: RIGHT, USER, right",
    "READY <- EMPTY: OWNER, CHOICE, owner",
    "READY <- FILLED: OWNER, CHOICE, owner",
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

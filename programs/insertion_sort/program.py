"""Insertion sort.

Finds the order of an array: each item points to the next smaller one.

A program of dnar as tables, and a runner for them; it needs Python 3.11 and nothing else. It
prints its answer as JSON:

    python insertion_sort.py instance.json

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

TASK = "insertion_sort"

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
HEADS = {"neighbour": {"key": None, "largest": False}}

# Numbers on nodes and arcs, and how they start.
SCALARS = {
    "key": {"place": "node", "start": "input"},
    "item": {"place": "node", "start": "input"},
    "near_key": {"place": "node", "start": "zero"},
    "near_item": {"place": "node", "start": "zero"},
}

# Signs that cases may read: first scalar minus second.
COMPARISONS = {"larger": ["near_key", "key"]}

# Functions of scalars.
FUNCTIONS = {"copy": lambda x: (x)}

# The states in which nodes begin.
NODE_START = {}

# The states in which arcs begin, by role.
ARC_START = {}

# What a node hears: the first of these that is in its row, or nothing.
ORDERS = {
    "WAITING": {
        "neighbour": ["READING over FROM_LEFT", "SORTED over FROM_LEFT", "DONE over FROM_LEFT"],
    },
    "SORTED": {"neighbour": ["GIVING over FROM_RIGHT", "DONE over FROM_LEFT"]},
    "READING": {"neighbour": ["SORTED over FROM_LEFT"]},
}

# What becomes of a node: the first case that fits; without one it stays.
NODE_CASES = [
    {"state": "WAITING", "becomes": "READING", "heard": {"neighbour": ["DONE over FROM_LEFT"]}},
    {
        "state": "SORTED",
        "becomes": "TAKING",
        "heard": {"neighbour": ["GIVING over FROM_RIGHT"]},
    },
    {"state": "SORTED", "becomes": "DONE", "heard": {"neighbour": ["DONE over FROM_LEFT"]}},
    {
        "state": "READING",
        "becomes": "COMPARING",
        "heard": {"neighbour": ["SORTED over FROM_LEFT"]},
    },
    {"state": "READING", "becomes": "DONE", "heard": {"neighbour": ["nothing"]}},
    {"state": "COMPARING", "becomes": "GIVING", "signs": {"larger": [1]}},
    {"state": "COMPARING", "becomes": "DONE", "signs": {"larger": [-1, 0]}},
    {"state": "GIVING", "becomes": "SORTED"},
    {"state": "TAKING", "becomes": "READING"},
    {"state": "DONE", "becomes": "SORTED"},
]

# What becomes of an arc: the first case that fits; without one it stays.
ARC_CASES = []

# A scalar's next value: the sum of these terms, each in the states named.
OPS = {
    "key": [
        {"gate": "keep", "in": ["WAITING", "SORTED", "READING", "COMPARING", "DONE"]},
        {
            "gate": "apply",
            "function": "copy",
            "arguments": ["near_key"],
            "in": ["GIVING", "TAKING"],
        },
    ],
    "item": [
        {"gate": "keep", "in": ["WAITING", "SORTED", "READING", "COMPARING", "DONE"]},
        {
            "gate": "apply",
            "function": "copy",
            "arguments": ["near_item"],
            "in": ["GIVING", "TAKING"],
        },
    ],
    "near_key": [
        {"gate": "keep", "in": ["COMPARING", "GIVING", "TAKING"]},
        {"gate": "pull", "scalar": "key", "head": "neighbour", "in": ["SORTED", "READING"]},
    ],
    "near_item": [
        {"gate": "keep", "in": ["COMPARING", "GIVING", "TAKING"]},
        {"gate": "pull", "scalar": "item", "head": "neighbour", "in": ["SORTED", "READING"]},
    ],
}

# How the answer is read off at the end.
OUTPUTS = {"previous": {"read": "PreviousInSlots", "kind": 0, "of": "node", "scalar": "item"}}

# All arcs that a run can meet: receiver <- sender: arc, reverse, role.
REACHABLE = [
    "WAITING <- WAITING: SELF, SELF, self",
    "WAITING <- WAITING: FROM_LEFT, FROM_RIGHT, left",
    "WAITING <- SORTED: FROM_LEFT, FROM_RIGHT, left",
    "WAITING <- READING: FROM_LEFT, FROM_RIGHT, left",
    "WAITING <- COMPARING: FROM_LEFT, FROM_RIGHT, left",
    "WAITING <- GIVING: FROM_LEFT, FROM_RIGHT, left",
    "WAITING <- TAKING: FROM_LEFT, FROM_RIGHT, left",
    "WAITING <- DONE: FROM_LEFT, FROM_RIGHT, left",
    "WAITING <- WAITING: FROM_RIGHT, FROM_LEFT, right",
    "WAITING <- SORTED: FROM_RIGHT, FROM_LEFT, right",
    "WAITING <- READING: FROM_RIGHT, FROM_LEFT, right",
    "WAITING <- COMPARING: FROM_RIGHT, FROM_LEFT, right",
    "WAITING <- GIVING: FROM_RIGHT, FROM_LEFT, right",
    "WAITING <- TAKING: FROM_RIGHT, FROM_LEFT, right",
    "WAITING <- DONE: FROM_RIGHT, FROM_LEFT, right",
    "SORTED <- SORTED: SELF, SELF, self",
    "SORTED <- WAITING: FROM_LEFT, FROM_RIGHT, left",
    "SORTED <- SORTED: FROM_LEFT, FROM_RIGHT, left",
    "SORTED <- READING: FROM_LEFT, FROM_RIGHT, left",
    "SORTED <- COMPARING: FROM_LEFT, FROM_RIGHT, left",
    "SORTED <- GIVING: FROM_LEFT, FROM_RIGHT, left",
    "SORTED <- TAKING: FROM_LEFT, FROM_RIGHT, left",
    "SORTED <- DONE: FROM_LEFT, FROM_RIGHT, left",
    "SORTED <- WAITING: FROM_RIGHT, FROM_LEFT, right",
    "SORTED <- SORTED: FROM_RIGHT, FROM_LEFT, right",
    "SORTED <- READING: FROM_RIGHT, FROM_LEFT, right",
    "SORTED <- COMPARING: FROM_RIGHT, FROM_LEFT, right",
    "SORTED <- GIVING: FROM_RIGHT, FROM_LEFT, right",
    "SORTED <- TAKING: FROM_RIGHT, FROM_LEFT, right",
    "SORTED <- DONE: FROM_RIGHT, FROM_LEFT, right",
    "READING <- READING: SELF, SELF, self",
    "READING <- WAITING: FROM_LEFT, FROM_RIGHT, left",
    "READING <- SORTED: FROM_LEFT, FROM_RIGHT, left",
    "READING <- READING: FROM_LEFT, FROM_RIGHT, left",
    "READING <- COMPARING: FROM_LEFT, FROM_RIGHT, left",
    "READING <- GIVING: FROM_LEFT, FROM_RIGHT, left",
    "READING <- TAKING: FROM_LEFT, FROM_RIGHT, left",
    "READING <- DONE: FROM_LEFT, FROM_RIGHT, left",
    "READING <- WAITING: FROM_RIGHT, FROM_LEFT, right",
    "READING <- SORTED: FROM_RIGHT, FROM_LEFT, right",
    "READING <- READING: FROM_RIGHT, FROM_LEFT, right",
    "READING <- COMPARING: FROM_RIGHT, FROM_LEFT, right",
    "READING <- GIVING: FROM_RIGHT, FROM_LEFT, right",
    "READING <- TAKING: FROM_RIGHT, FROM_LEFT, right",
    "READING <- DONE: FROM_RIGHT, FROM_LEFT, right",
    "COMPARING <- COMPARING: SELF, SELF, self",
    "COMPARING <- WAITING: FROM_LEFT, FROM_RIGHT, left",
    "COMPARING <- SORTED: FROM_LEFT, FROM_RIGHT, left",
    "COMPARING <- READING: FROM_LEFT, FROM_RIGHT, left",
    "COMPARING <- COMPARING: FROM_LEFT, FROM_RIGHT, left",
    "COMPARING <- GIVING: FROM_LEFT, FROM_RIGHT, left",
    "COMPARING <- TAKING: FROM_LEFT, FROM_RIGHT, left",
    "COMPARING <- DONE: FROM_LEFT, FROM_RIGHT, left",
    "COMPARING <- WAITING: FROM_RIGHT, FROM_LEFT, right",
    "COMPARING <- SORTED: FROM_RIGHT, FROM_LEFT, right",
    "COMPARING <- READING: FROM_RIGHT, FROM_LEFT, right",
    "COMPARING <- COMPARING: FROM_RIGHT, FROM_LEFT, right",
    "COMPARING <- GIVING: FROM_RIGHT, FROM_LEFT, right",
    "COMPARING <- TAKING: FROM_RIGHT, FROM_LEFT, right",
    "COMPARING <- DONE: FROM_RIGHT, FROM_LEFT, right",
    "GIVING <- GIVING: SELF, SELF, self",
    "GIVING <- WAITING: FROM_LEFT, FROM_RIGHT, left",
    "GIVING <- SORTED: FROM_LEFT, FROM_RIGHT, left",
    "GIVING <- READING: FROM_LEFT, FROM_RIGHT, left",
    "GIVING <- COMPARING: FROM_LEFT, FROM_RIGHT, left",
    "GIVING <- GIVING: FROM_LEFT, FROM_RIGHT, left",
    "GIVING <- TAKING: FROM_LEFT, FROM_RIGHT, left",
    "GIVING <- DONE: FROM_LEFT, FROM_RIGHT, left",
    "GIVING <- WAITING: FROM_RIGHT, FROM_LEFT, right",
    "GIVING <- SORTED: FROM_RIGHT, FROM_LEFT, right",
    "GIVING <- READING: FROM_RIGHT, FROM_LEFT, right",
    "GIVING <- COMPARING: FROM_RIGHT, FROM_LEFT, right",
    "GIVING <- GIVING: FROM_RIGHT, FROM_LEFT, right",
    "GIVING <- TAKING: FROM_RIGHT, FROM_LEFT, right",
    "GIVING <- DONE: FROM_RIGHT, FROM_LEFT, right",
    "TAKING <- TAKING: SELF, SELF, self",
    "TAKING <- WAITING: FROM_LEFT, FROM_RIGHT, left",
    "TAKING <- SORTED: FROM_LEFT, FROM_RIGHT, left",
    "TAKING <- READING: FROM_LEFT, FROM_RIGHT, left",
    "TAKING <- COMPARING: FROM_LEFT, FROM_RIGHT, left",
    "TAKING <- GIVING: FROM_LEFT, FROM_RIGHT, left",
    "TAKING <- TAKING: FROM_LEFT, FROM_RIGHT, left",
    "TAKING <- DONE: FROM_LEFT, FROM_RIGHT, left",
    "TAKING <- WAITING: FROM_RIGHT, FROM_LEFT, right",
    "TAKING <- SORTED: FROM_RIGHT, FROM_LEFT, right",
    "TAKING <- READING: FROM_RIGHT, FROM_LEFT, right",
    "TAKING <- COMPARING: FROM_RIGHT, FROM_LEFT, right",
    "TAKING <- GIVING: FROM_RIGHT, FROM_LEFT, right",
    "TAKING <- TAKING: FROM_RIGHT, FROM_LEFT, right",
    "TAKING <- DONE: FROM_RIGHT, FROM_LEFT, right",
    "DONE <- DONE: SELF, SELF, self",
    "DONE <- WAITING: FROM_LEFT, FROM_RIGHT, left",
    "DONE <- SORTED: FROM_LEFT, FROM_RIGHT, left",
    "DONE <- READING: FROM_LEFT, FROM_RIGHT, left",
    "DONE <- COMPARING: FROM_LEFT, FROM_RIGHT, left",
    "DONE <- GIVING: FROM_LEFT, FROM_RIGHT, left",
    "DONE <- TAKING: FROM_LEFT, FROM_RIGHT, left",
    "DONE <- DONE: FROM_LEFT, FROM_RIGHT, left",
    "DONE <- WAITING: FROM_RIGHT, FROM_LEFT, right",
    "DONE <- SORTED: FROM_RIGHT, FROM_LEFT, right",
    "DONE <- READING: FROM_RIGHT, FROM_LEFT, right",
    "DONE <- COMPARING: FROM_RIGHT, FROM_LEFT, right",
    "DONE <- GIVING: FROM_RIGHT, FROM_LEFT, right",
    "DONE <- TAKING: FROM_RIGHT, FROM_LEFT, right",
    "DONE <- DONE: FROM_RIGHT, FROM_LEFT, right",
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

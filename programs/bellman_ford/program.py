"""Bellman-Ford algorithm.

Finds shortest paths from a start node, weights below zero allowed.

A program of dnar as tables, and a runner for them; it needs Python 3.11 and nothing else. It
prints its answer as JSON:

    python bellman_ford.py edges.csv --start LABEL

The tables hold every case that the algorithm can reach, and no others.
"""

import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from runner import Tables, main

TASK = "bellman_ford"

# What it takes.
TAKES = {
    "input": "graph",
    "start": "required",
    "weights": "any",
    "shape": "any",
    "random": False,
}

# The ways of listening: of arcs in one class, each hears the one with the
# smallest (or largest) key, of equal ones the lowest sender. No key: the index itself.
HEADS = {"nearest": {"key": "path", "largest": False}}

# Numbers on nodes and arcs, and how they start.
SCALARS = {
    "index": {"place": "node", "start": "index"},
    "distance": {"place": "node", "start": "zero"},
    "offer": {"place": "node", "start": "zero"},
    "offered_by": {"place": "node", "start": "index"},
    "parent": {"place": "node", "start": "index"},
    "weight": {"place": "arc", "start": "weight"},
    "path": {"place": "arc", "start": "zero"},
}

# Signs that cases may read: first scalar minus second.
COMPARISONS = {"shorter": ["offer", "distance"]}

# Functions of scalars.
FUNCTIONS = {"copy": lambda x: (x)}

# The states in which nodes begin.
NODE_START = {"with start": {"real": "UNREACHED", "start": "FIRST", "virtual": "VIRTUAL"}}

# The states in which arcs begin, by role.
ARC_START = {
    "self": "OPEN",
    "from_virtual": "OPEN",
    "to_virtual": "OPEN",
    "both": "OPEN",
    "along": "OPEN",
    "against": "CLOSED",
}

# What a node hears: the first of these that is in its row, or nothing.
ORDERS = {
    "UNREACHED": {"nearest": ["SETTLED over OPEN"]},
    "SETTLED": {"nearest": ["SETTLED over OPEN"]},
}

# What becomes of a node: the first case that fits; without one it stays.
NODE_CASES = [
    {"state": "UNREACHED", "becomes": "OFFERED", "heard": {"nearest": ["SETTLED over OPEN"]}},
    {"state": "OFFERED", "becomes": "FIRST"},
    {"state": "FIRST", "becomes": "SETTLED"},
    {"state": "SETTLED", "becomes": "BETTER", "signs": {"shorter": [-1]}},
    {"state": "BETTER", "becomes": "SETTLED"},
]

# What becomes of an arc: the first case that fits; without one it stays.
ARC_CASES = []

# A scalar's next value: the sum of these terms, each in the states named.
OPS = {
    "index": [
        {
            "gate": "keep",
            "in": ["UNREACHED", "OFFERED", "FIRST", "SETTLED", "BETTER", "VIRTUAL"],
        },
    ],
    "distance": [
        {"gate": "keep", "in": ["UNREACHED", "OFFERED", "SETTLED", "VIRTUAL"]},
        {
            "gate": "apply",
            "function": "copy",
            "arguments": ["offer"],
            "in": ["FIRST", "BETTER"],
        },
    ],
    "offer": [
        {"gate": "keep", "in": ["OFFERED", "FIRST", "BETTER"]},
        {"gate": "pull", "scalar": "path", "head": "nearest", "in": ["UNREACHED", "SETTLED"]},
    ],
    "offered_by": [
        {"gate": "keep", "in": ["OFFERED", "FIRST", "BETTER"]},
        {"gate": "pull", "scalar": "index", "head": "nearest", "in": ["UNREACHED", "SETTLED"]},
    ],
    "parent": [
        {"gate": "keep", "in": ["UNREACHED", "OFFERED", "SETTLED", "VIRTUAL"]},
        {
            "gate": "apply",
            "function": "copy",
            "arguments": ["offered_by"],
            "in": ["FIRST", "BETTER"],
        },
    ],
    "weight": [{"gate": "keep", "in": ["OPEN", "CLOSED"]}],
    "path": [
        {
            "gate": "apply",
            "function": "copy",
            "arguments": ["weight"],
            "in": ["OPEN", "CLOSED"],
        },
        {"gate": "push", "scalar": "distance", "in": ["SETTLED"]},
        {"gate": "push", "scalar": "offer", "in": ["FIRST", "BETTER"]},
    ],
}

# How the answer is read off at the end.
OUTPUTS = {
    "parent": {"read": "PointerByScalar", "kind": 0, "of": "node", "scalar": "parent"},
    "distance": {
        "read": "NodeScalar",
        "kind": 0,
        "of": "node",
        "labels": {"SETTLED": 1, "VIRTUAL": 1},
        "scalar": "distance",
    },
}

# All arcs that a run can meet: receiver <- sender: arc, reverse, role.
REACHABLE = [
    "UNREACHED <- UNREACHED: OPEN, OPEN, self",
    "UNREACHED <- UNREACHED: OPEN, OPEN, both",
    "UNREACHED <- UNREACHED: OPEN, CLOSED, along",
    "UNREACHED <- OFFERED: OPEN, OPEN, both",
    "UNREACHED <- OFFERED: OPEN, CLOSED, along",
    "UNREACHED <- FIRST: OPEN, OPEN, both",
    "UNREACHED <- FIRST: OPEN, CLOSED, along",
    "UNREACHED <- SETTLED: OPEN, OPEN, both",
    "UNREACHED <- SETTLED: OPEN, CLOSED, along",
    "UNREACHED <- VIRTUAL: OPEN, OPEN, from_virtual",
    "UNREACHED <- UNREACHED: CLOSED, OPEN, against",
    "UNREACHED <- OFFERED: CLOSED, OPEN, against",
    "UNREACHED <- FIRST: CLOSED, OPEN, against",
    "UNREACHED <- SETTLED: CLOSED, OPEN, against",
    "UNREACHED <- BETTER: CLOSED, OPEN, against",
    "OFFERED <- UNREACHED: OPEN, OPEN, both",
    "OFFERED <- UNREACHED: OPEN, CLOSED, along",
    "OFFERED <- OFFERED: OPEN, OPEN, self",
    "OFFERED <- OFFERED: OPEN, OPEN, both",
    "OFFERED <- OFFERED: OPEN, CLOSED, along",
    "OFFERED <- FIRST: OPEN, OPEN, both",
    "OFFERED <- FIRST: OPEN, CLOSED, along",
    "OFFERED <- SETTLED: OPEN, OPEN, both",
    "OFFERED <- SETTLED: OPEN, CLOSED, along",
    "OFFERED <- BETTER: OPEN, OPEN, both",
    "OFFERED <- BETTER: OPEN, CLOSED, along",
    "OFFERED <- VIRTUAL: OPEN, OPEN, from_virtual",
    "OFFERED <- UNREACHED: CLOSED, OPEN, against",
    "OFFERED <- OFFERED: CLOSED, OPEN, against",
    "OFFERED <- FIRST: CLOSED, OPEN, against",
    "OFFERED <- SETTLED: CLOSED, OPEN, against",
    "OFFERED <- BETTER: CLOSED, OPEN, against",
    "FIRST <- UNREACHED: OPEN, OPEN, both",
    "FIRST <- UNREACHED: OPEN, CLOSED, along",
    "FIRST <- OFFERED: OPEN, OPEN, both",
    "FIRST <- OFFERED: OPEN, CLOSED, along",
    "FIRST <- FIRST: OPEN, OPEN, self",
    "FIRST <- FIRST: OPEN, OPEN, both",
    "FIRST <- FIRST: OPEN, CLOSED, along",
    "FIRST <- SETTLED: OPEN, OPEN, both",
    "FIRST <- SETTLED: OPEN, CLOSED, along",
    "FIRST <- BETTER: OPEN, OPEN, both",
    "FIRST <- BETTER: OPEN, CLOSED, along",
    "FIRST <- VIRTUAL: OPEN, OPEN, from_virtual",
    "FIRST <- UNREACHED: CLOSED, OPEN, against",
    "FIRST <- OFFERED: CLOSED, OPEN, against",
    "FIRST <- FIRST: CLOSED, OPEN, against",
    "FIRST <- SETTLED: CLOSED, OPEN, against",
    "FIRST <- BETTER: CLOSED, OPEN, against",
    "SETTLED <- UNREACHED: OPEN, OPEN, both",
    "SETTLED <- UNREACHED: OPEN, CLOSED, along",
    "SETTLED <- OFFERED: OPEN, OPEN, both",
    "SETTLED <- OFFERED: OPEN, CLOSED, along",
    "SETTLED <- FIRST: OPEN, OPEN, both",
    "SETTLED <- FIRST: OPEN, CLOSED, along",
    "SETTLED <- SETTLED: OPEN, OPEN, self",
    "SETTLED <- SETTLED: OPEN, OPEN, both",
    "SETTLED <- SETTLED: OPEN, CLOSED, along",
    "SETTLED <- BETTER: OPEN, OPEN, both",
    "SETTLED <- BETTER: OPEN, CLOSED, along",
    "SETTLED <- VIRTUAL: OPEN, OPEN, from_virtual",
    "SETTLED <- UNREACHED: CLOSED, OPEN, against",
    "SETTLED <- OFFERED: CLOSED, OPEN, against",
    "SETTLED <- FIRST: CLOSED, OPEN, against",
    "SETTLED <- SETTLED: CLOSED, OPEN, against",
    "SETTLED <- BETTER: CLOSED, OPEN, against",
    "BETTER <- UNREACHED: OPEN, CLOSED, along",
    "BETTER <- OFFERED: OPEN, OPEN, both",
    "BETTER <- OFFERED: OPEN, CLOSED, along",
    "BETTER <- FIRST: OPEN, OPEN, both",
    "BETTER <- FIRST: OPEN, CLOSED, along",
    "BETTER <- SETTLED: OPEN, OPEN, both",
    "BETTER <- SETTLED: OPEN, CLOSED, along",
    "BETTER <- BETTER: OPEN, OPEN, self",
    "BETTER <- BETTER: OPEN, OPEN, both",
    "BETTER <- BETTER: OPEN, CLOSED, along",
    "BETTER <- VIRTUAL: OPEN, OPEN, from_virtual",
    "BETTER <- OFFERED: CLOSED, OPEN, against",
    "BETTER <- FIRST: CLOSED, OPEN, against",
    "BETTER <- SETTLED: CLOSED, OPEN, against",
    "BETTER <- BETTER: CLOSED, OPEN, against",
    "VIRTUAL <- UNREACHED: OPEN, OPEN, to_virtual",
    "VIRTUAL <- OFFERED: OPEN, OPEN, to_virtual",
    "VIRTUAL <- FIRST: OPEN, OPEN, to_virtual",
    "VIRTUAL <- SETTLED: OPEN, OPEN, to_virtual",
    "VIRTUAL <- BETTER: OPEN, OPEN, to_virtual",
    "VIRTUAL <- VIRTUAL: OPEN, OPEN, self",
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

"""Segment intersection.

Finds whether two line segments have a point in common.

A program of dnar as tables, and a runner for them; it needs Python 3.11 and nothing else. It
prints its answer as JSON:

    python segments_intersect.py instance.json

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

TASK = "segments_intersect"

# What it takes.
TAKES = {
    "input": "instance",
    "start": "unused",
    "weights": "unused",
    "shape": "own",
    "random": False,
}

# The ways of listening: of arcs in one class, each hears the one with the
# smallest (or largest) key, of equal ones the lowest sender. No key: the index itself.
HEADS = {"begin": {"key": None, "largest": False}, "end": {"key": None, "largest": False}}

# Numbers on nodes and arcs, and how they start.
SCALARS = {
    "x": {"place": "node", "start": "input"},
    "y": {"place": "node", "start": "input"},
    "begin_x": {"place": "node", "start": "zero"},
    "begin_y": {"place": "node", "start": "zero"},
    "end_x": {"place": "node", "start": "zero"},
    "end_y": {"place": "node", "start": "zero"},
    "dx": {"place": "node", "start": "zero"},
    "dy": {"place": "node", "start": "zero"},
    "along_x": {"place": "node", "start": "zero"},
    "along_y": {"place": "node", "start": "zero"},
    "one": {"place": "node", "start": "zero"},
    "other": {"place": "node", "start": "zero"},
}

# Signs that cases may read: first scalar minus second.
COMPARISONS = {
    "side": ["one", "other"],
    "x_begin": ["x", "begin_x"],
    "x_end": ["x", "end_x"],
    "y_begin": ["y", "begin_y"],
    "y_end": ["y", "end_y"],
}

# Functions of scalars.
FUNCTIONS = {
    "copy": lambda x: (x),
    "negative": lambda x: (-(x)),
    "product": lambda x, y: ((x) * (y)),
}

# The states in which nodes begin.
NODE_START = {}

# The states in which arcs begin, by role.
ARC_START = {}

# What a node hears: the first of these that is in its row, or nothing.
ORDERS = {
    "READING": {"begin": ["READING over BEGIN"], "end": ["READING over END"]},
    "ANY_LEFT": {
        "begin": [
            "MULTIPLYING over SECOND",
            "MULTIPLYING over FIRST",
            "READING over SECOND",
            "SUBTRACTING over FIRST",
            "READING over FIRST",
            "SUBTRACTING over SECOND",
            "COMPARING over SECOND",
            "COMPARING over FIRST",
            "ON over SECOND",
            "ON over FIRST",
            "LEFT over FIRST",
        ],
    },
    "ANY_RIGHT": {"begin": ["RIGHT over FIRST"]},
    "OTHER_LEFT": {"begin": ["LEFT over SECOND"]},
    "OTHER_RIGHT": {"begin": ["RIGHT over SECOND"]},
}

# What becomes of a node: the first case that fits; without one it stays.
NODE_CASES = [
    {"state": "READING", "becomes": "SUBTRACTING"},
    {"state": "SUBTRACTING", "becomes": "MULTIPLYING"},
    {"state": "MULTIPLYING", "becomes": "COMPARING"},
    {
        "state": "COMPARING",
        "becomes": "BESIDE",
        "signs": {"side": [0], "x_begin": [-1], "x_end": [-1]},
    },
    {
        "state": "COMPARING",
        "becomes": "BESIDE",
        "signs": {"side": [0], "y_begin": [-1], "y_end": [-1]},
    },
    {
        "state": "COMPARING",
        "becomes": "BESIDE",
        "signs": {"side": [0], "y_begin": [1], "y_end": [1]},
    },
    {
        "state": "COMPARING",
        "becomes": "BESIDE",
        "signs": {"side": [0], "x_begin": [1], "x_end": [1]},
    },
    {"state": "COMPARING", "becomes": "ON", "signs": {"side": [0]}},
    {"state": "COMPARING", "becomes": "LEFT", "signs": {"side": [1]}},
    {"state": "COMPARING", "becomes": "RIGHT"},
    {"state": "ANY_LEFT", "becomes": "ANY_RIGHT", "heard": {"begin": ["LEFT over FIRST"]}},
    {"state": "ANY_LEFT", "becomes": "NO", "heard": {"begin": ["nothing"]}},
    {
        "state": "ANY_LEFT",
        "becomes": "YES",
        "heard": {"begin": ["ON over FIRST", "ON over SECOND"]},
    },
    {"state": "ANY_RIGHT", "becomes": "OTHER_LEFT", "heard": {"begin": ["RIGHT over FIRST"]}},
    {"state": "ANY_RIGHT", "becomes": "NO", "heard": {"begin": ["nothing"]}},
    {"state": "OTHER_LEFT", "becomes": "OTHER_RIGHT", "heard": {"begin": ["LEFT over SECOND"]}},
    {"state": "OTHER_LEFT", "becomes": "NO", "heard": {"begin": ["nothing"]}},
    {"state": "OTHER_RIGHT", "becomes": "YES", "heard": {"begin": ["RIGHT over SECOND"]}},
    {"state": "OTHER_RIGHT", "becomes": "NO", "heard": {"begin": ["nothing"]}},
]

# What becomes of an arc: the first case that fits; without one it stays.
ARC_CASES = []

# A scalar's next value: the sum of these terms, each in the states named.
OPS = {
    "x": [
        {
            "gate": "keep",
            "in": [
                "READING",
                "SUBTRACTING",
                "MULTIPLYING",
                "COMPARING",
                "LEFT",
                "RIGHT",
                "ON",
                "BESIDE",
                "ANY_LEFT",
                "ANY_RIGHT",
                "OTHER_LEFT",
                "OTHER_RIGHT",
                "YES",
                "NO",
            ],
        },
    ],
    "y": [
        {
            "gate": "keep",
            "in": [
                "READING",
                "SUBTRACTING",
                "MULTIPLYING",
                "COMPARING",
                "LEFT",
                "RIGHT",
                "ON",
                "BESIDE",
                "ANY_LEFT",
                "ANY_RIGHT",
                "OTHER_LEFT",
                "OTHER_RIGHT",
                "YES",
                "NO",
            ],
        },
    ],
    "begin_x": [
        {"gate": "keep", "in": ["SUBTRACTING", "MULTIPLYING", "COMPARING"]},
        {"gate": "pull", "scalar": "x", "head": "begin", "in": ["READING"]},
    ],
    "begin_y": [
        {"gate": "keep", "in": ["SUBTRACTING", "MULTIPLYING", "COMPARING"]},
        {"gate": "pull", "scalar": "y", "head": "begin", "in": ["READING"]},
    ],
    "end_x": [
        {"gate": "keep", "in": ["SUBTRACTING", "MULTIPLYING", "COMPARING"]},
        {"gate": "pull", "scalar": "x", "head": "end", "in": ["READING"]},
    ],
    "end_y": [
        {"gate": "keep", "in": ["SUBTRACTING", "MULTIPLYING", "COMPARING"]},
        {"gate": "pull", "scalar": "y", "head": "end", "in": ["READING"]},
    ],
    "dx": [
        {"gate": "apply", "function": "copy", "arguments": ["x"], "in": ["SUBTRACTING"]},
        {
            "gate": "apply",
            "function": "negative",
            "arguments": ["begin_x"],
            "in": ["SUBTRACTING"],
        },
    ],
    "dy": [
        {"gate": "apply", "function": "copy", "arguments": ["y"], "in": ["SUBTRACTING"]},
        {
            "gate": "apply",
            "function": "negative",
            "arguments": ["begin_y"],
            "in": ["SUBTRACTING"],
        },
    ],
    "along_x": [
        {"gate": "apply", "function": "copy", "arguments": ["end_x"], "in": ["SUBTRACTING"]},
        {
            "gate": "apply",
            "function": "negative",
            "arguments": ["begin_x"],
            "in": ["SUBTRACTING"],
        },
    ],
    "along_y": [
        {"gate": "apply", "function": "copy", "arguments": ["end_y"], "in": ["SUBTRACTING"]},
        {
            "gate": "apply",
            "function": "negative",
            "arguments": ["begin_y"],
            "in": ["SUBTRACTING"],
        },
    ],
    "one": [
        {
            "gate": "apply",
            "function": "product",
            "arguments": ["dx", "along_y"],
            "in": ["MULTIPLYING"],
        },
    ],
    "other": [
        {
            "gate": "apply",
            "function": "product",
            "arguments": ["along_x", "dy"],
            "in": ["MULTIPLYING"],
        },
    ],
}

# How the answer is read off at the end.
OUTPUTS = {
    "intersect": {
        "read": "GraphMask",
        "kind": 1,
        "of": "node",
        "labels": {"SUBTRACTING": 1, "MULTIPLYING": 1, "YES": 1},
    },
}

# All arcs that a run can meet: receiver <- sender: arc, reverse, role.
REACHABLE = [
    "READING <- READING: SELF, SELF, self",
    "READING <- READING: BEGIN, OTHER, begin",
    "READING <- READING: END, OTHER, end",
    "READING <- ANY_LEFT: FIRST, FIRST, from_virtual",
    "READING <- ANY_LEFT: SECOND, SECOND, from_virtual",
    "READING <- READING: OTHER, BEGIN, from_begin",
    "READING <- READING: OTHER, END, from_end",
    "SUBTRACTING <- SUBTRACTING: SELF, SELF, self",
    "SUBTRACTING <- SUBTRACTING: BEGIN, OTHER, begin",
    "SUBTRACTING <- SUBTRACTING: END, OTHER, end",
    "SUBTRACTING <- ANY_LEFT: FIRST, FIRST, from_virtual",
    "SUBTRACTING <- ANY_LEFT: SECOND, SECOND, from_virtual",
    "SUBTRACTING <- SUBTRACTING: OTHER, BEGIN, from_begin",
    "SUBTRACTING <- SUBTRACTING: OTHER, END, from_end",
    "MULTIPLYING <- MULTIPLYING: SELF, SELF, self",
    "MULTIPLYING <- MULTIPLYING: BEGIN, OTHER, begin",
    "MULTIPLYING <- MULTIPLYING: END, OTHER, end",
    "MULTIPLYING <- ANY_LEFT: FIRST, FIRST, from_virtual",
    "MULTIPLYING <- ANY_LEFT: SECOND, SECOND, from_virtual",
    "MULTIPLYING <- MULTIPLYING: OTHER, BEGIN, from_begin",
    "MULTIPLYING <- MULTIPLYING: OTHER, END, from_end",
    "COMPARING <- COMPARING: SELF, SELF, self",
    "COMPARING <- COMPARING: BEGIN, OTHER, begin",
    "COMPARING <- COMPARING: END, OTHER, end",
    "COMPARING <- ANY_LEFT: FIRST, FIRST, from_virtual",
    "COMPARING <- ANY_LEFT: SECOND, SECOND, from_virtual",
    "COMPARING <- COMPARING: OTHER, BEGIN, from_begin",
    "COMPARING <- COMPARING: OTHER, END, from_end",
    "LEFT <- LEFT: SELF, SELF, self",
    "LEFT <- LEFT: BEGIN, OTHER, begin",
    "LEFT <- RIGHT: BEGIN, OTHER, begin",
    "LEFT <- ON: BEGIN, OTHER, begin",
    "LEFT <- BESIDE: BEGIN, OTHER, begin",
    "LEFT <- LEFT: END, OTHER, end",
    "LEFT <- RIGHT: END, OTHER, end",
    "LEFT <- ON: END, OTHER, end",
    "LEFT <- BESIDE: END, OTHER, end",
    "LEFT <- ANY_LEFT: FIRST, FIRST, from_virtual",
    "LEFT <- ANY_RIGHT: FIRST, FIRST, from_virtual",
    "LEFT <- OTHER_LEFT: FIRST, FIRST, from_virtual",
    "LEFT <- OTHER_RIGHT: FIRST, FIRST, from_virtual",
    "LEFT <- YES: FIRST, FIRST, from_virtual",
    "LEFT <- NO: FIRST, FIRST, from_virtual",
    "LEFT <- ANY_LEFT: SECOND, SECOND, from_virtual",
    "LEFT <- ANY_RIGHT: SECOND, SECOND, from_virtual",
    "LEFT <- OTHER_LEFT: SECOND, SECOND, from_virtual",
    "LEFT <- OTHER_RIGHT: SECOND, SECOND, from_virtual",
    "LEFT <- YES: SECOND, SECOND, from_virtual",
    "LEFT <- NO: SECOND, SECOND, from_virtual",
    "LEFT <- LEFT: OTHER, BEGIN, from_begin",
    "LEFT <- LEFT: OTHER, END, from_end",
    "LEFT <- RIGHT: OTHER, BEGIN, from_begin",
    "LEFT <- RIGHT: OTHER, END, from_end",
    "LEFT <- ON: OTHER, BEGIN, from_begin",
    "LEFT <- ON: OTHER, END, from_end",
    "LEFT <- BESIDE: OTHER, BEGIN, from_begin",
    "LEFT <- BESIDE: OTHER, END, from_end",
    "RIGHT <- RIGHT: SELF, SELF, self",
    "RIGHT <- LEFT: BEGIN, OTHER, begin",
    "RIGHT <- RIGHT: BEGIN, OTHER, begin",
    "RIGHT <- ON: BEGIN, OTHER, begin",
    "RIGHT <- BESIDE: BEGIN, OTHER, begin",
    "RIGHT <- LEFT: END, OTHER, end",
    "RIGHT <- RIGHT: END, OTHER, end",
    "RIGHT <- ON: END, OTHER, end",
    "RIGHT <- BESIDE: END, OTHER, end",
    "RIGHT <- ANY_LEFT: FIRST, FIRST, from_virtual",
    "RIGHT <- ANY_RIGHT: FIRST, FIRST, from_virtual",
    "RIGHT <- OTHER_LEFT: FIRST, FIRST, from_virtual",
    "RIGHT <- OTHER_RIGHT: FIRST, FIRST, from_virtual",
    "RIGHT <- YES: FIRST, FIRST, from_virtual",
    "RIGHT <- NO: FIRST, FIRST, from_virtual",
    "RIGHT <- ANY_LEFT: SECOND, SECOND, from_virtual",
    "RIGHT <- ANY_RIGHT: SECOND, SECOND, from_virtual",
    "RIGHT <- OTHER_LEFT: SECOND, SECOND, from_virtual",
    "RIGHT <- OTHER_RIGHT: SECOND, SECOND, from_virtual",
    "RIGHT <- YES: SECOND, SECOND, from_virtual",
    "RIGHT <- NO: SECOND, SECOND, from_virtual",
    "RIGHT <- LEFT: OTHER, BEGIN, from_begin",
    "RIGHT <- LEFT: OTHER, END, from_end",
    "RIGHT <- RIGHT: OTHER, BEGIN, from_begin",
    "RIGHT <- RIGHT: OTHER, END, from_end",
    "RIGHT <- ON: OTHER, BEGIN, from_begin",
    "RIGHT <- ON: OTHER, END, from_end",
    "RIGHT <- BESIDE: OTHER, BEGIN, from_begin",
    "RIGHT <- BESIDE: OTHER, END, from_end",
    "ON <- ON: SELF, SELF, self",
    "ON <- LEFT: BEGIN, OTHER, begin",
    "ON <- RIGHT: BEGIN, OTHER, begin",
    "ON <- ON: BEGIN, OTHER, begin",
    "ON <- BESIDE: BEGIN, OTHER, begin",
    "ON <- LEFT: END, OTHER, end",
    "ON <- RIGHT: END, OTHER, end",
    "ON <- ON: END, OTHER, end",
    "ON <- BESIDE: END, OTHER, end",
    "ON <- ANY_LEFT: FIRST, FIRST, from_virtual",
    "ON <- YES: FIRST, FIRST, from_virtual",
    "ON <- ANY_LEFT: SECOND, SECOND, from_virtual",
    "ON <- YES: SECOND, SECOND, from_virtual",
    "ON <- LEFT: OTHER, BEGIN, from_begin",
    "ON <- LEFT: OTHER, END, from_end",
    "ON <- RIGHT: OTHER, BEGIN, from_begin",
    "ON <- RIGHT: OTHER, END, from_end",
    "ON <- ON: OTHER, BEGIN, from_begin",
    "ON <- ON: OTHER, END, from_end",
    "ON <- BESIDE: OTHER, BEGIN, from_begin",
    "ON <- BESIDE: OTHER, END, from_end",
    "BESIDE <- BESIDE: SELF, SELF, self",
    "BESIDE <- LEFT: BEGIN, OTHER, begin",
    "BESIDE <- RIGHT: BEGIN, OTHER, begin",
    "BESIDE <- ON: BEGIN, OTHER, begin",
    "BESIDE <- BESIDE: BEGIN, OTHER, begin",
    "BESIDE <- LEFT: END, OTHER, end",
    "BESIDE <- RIGHT: END, OTHER, end",
    "BESIDE <- ON: END, OTHER, end",
    "BESIDE <- BESIDE: END, OTHER, end",
    "BESIDE <- ANY_LEFT: FIRST, FIRST, from_virtual",
    "BESIDE <- ANY_RIGHT: FIRST, FIRST, from_virtual",
    "BESIDE <- OTHER_LEFT: FIRST, FIRST, from_virtual",
    "BESIDE <- OTHER_RIGHT: FIRST, FIRST, from_virtual",
    "BESIDE <- YES: FIRST, FIRST, from_virtual",
    "BESIDE <- NO: FIRST, FIRST, from_virtual",
    "BESIDE <- ANY_LEFT: SECOND, SECOND, from_virtual",
    "BESIDE <- ANY_RIGHT: SECOND, SECOND, from_virtual",
    "BESIDE <- OTHER_LEFT: SECOND, SECOND, from_virtual",
    "BESIDE <- OTHER_RIGHT: SECOND, SECOND, from_virtual",
    "BESIDE <- YES: SECOND, SECOND, from_virtual",
    "BESIDE <- NO: SECOND, SECOND, from_virtual",
    "BESIDE <- LEFT: OTHER, BEGIN, from_begin",
    "BESIDE <- LEFT: OTHER, END, from_end",
    "BESIDE <- RIGHT: OTHER, BEGIN, from_begin",
    "BESIDE <- RIGHT: OTHER, END, from_end",
    "BESIDE <- ON: OTHER, BEGIN, from_begin",
    "BESIDE <- ON: OTHER, END, from_end",
    "BESIDE <- BESIDE: OTHER, BEGIN, from_begin",
    "BESIDE <- BESIDE: OTHER, END, from_end",
    "ANY_LEFT <- ANY_LEFT: SELF, SELF, self",
    "ANY_LEFT <- READING: FIRST, FIRST, to_virtual",
    "ANY_LEFT <- SUBTRACTING: FIRST, FIRST, to_virtual",
    "ANY_LEFT <- MULTIPLYING: FIRST, FIRST, to_virtual",
    "ANY_LEFT <- COMPARING: FIRST, FIRST, to_virtual",
    "ANY_LEFT <- LEFT: FIRST, FIRST, to_virtual",
    "ANY_LEFT <- RIGHT: FIRST, FIRST, to_virtual",
    "ANY_LEFT <- ON: FIRST, FIRST, to_virtual",
    "ANY_LEFT <- BESIDE: FIRST, FIRST, to_virtual",
    "ANY_LEFT <- READING: SECOND, SECOND, to_virtual",
    "ANY_LEFT <- SUBTRACTING: SECOND, SECOND, to_virtual",
    "ANY_LEFT <- MULTIPLYING: SECOND, SECOND, to_virtual",
    "ANY_LEFT <- COMPARING: SECOND, SECOND, to_virtual",
    "ANY_LEFT <- LEFT: SECOND, SECOND, to_virtual",
    "ANY_LEFT <- RIGHT: SECOND, SECOND, to_virtual",
    "ANY_LEFT <- ON: SECOND, SECOND, to_virtual",
    "ANY_LEFT <- BESIDE: SECOND, SECOND, to_virtual",
    "ANY_RIGHT <- ANY_RIGHT: SELF, SELF, self",
    "ANY_RIGHT <- LEFT: FIRST, FIRST, to_virtual",
    "ANY_RIGHT <- RIGHT: FIRST, FIRST, to_virtual",
    "ANY_RIGHT <- BESIDE: FIRST, FIRST, to_virtual",
    "ANY_RIGHT <- LEFT: SECOND, SECOND, to_virtual",
    "ANY_RIGHT <- RIGHT: SECOND, SECOND, to_virtual",
    "ANY_RIGHT <- BESIDE: SECOND, SECOND, to_virtual",
    "OTHER_LEFT <- OTHER_LEFT: SELF, SELF, self",
    "OTHER_LEFT <- LEFT: FIRST, FIRST, to_virtual",
    "OTHER_LEFT <- RIGHT: FIRST, FIRST, to_virtual",
    "OTHER_LEFT <- BESIDE: FIRST, FIRST, to_virtual",
    "OTHER_LEFT <- LEFT: SECOND, SECOND, to_virtual",
    "OTHER_LEFT <- RIGHT: SECOND, SECOND, to_virtual",
    "OTHER_LEFT <- BESIDE: SECOND, SECOND, to_virtual",
    "OTHER_RIGHT <- OTHER_RIGHT: SELF, SELF, self",
    "OTHER_RIGHT <- LEFT: FIRST, FIRST, to_virtual",
    "OTHER_RIGHT <- RIGHT: FIRST, FIRST, to_virtual",
    "OTHER_RIGHT <- BESIDE: FIRST, FIRST, to_virtual",
    "OTHER_RIGHT <- LEFT: SECOND, SECOND, to_virtual",
    "OTHER_RIGHT <- RIGHT: SECOND, SECOND, to_virtual",
    "OTHER_RIGHT <- BESIDE: SECOND, SECOND, to_virtual",
    "YES <- YES: SELF, SELF, self",
    "YES <- LEFT: FIRST, FIRST, to_virtual",
    "YES <- RIGHT: FIRST, FIRST, to_virtual",
    "YES <- ON: FIRST, FIRST, to_virtual",
    "YES <- BESIDE: FIRST, FIRST, to_virtual",
    "YES <- LEFT: SECOND, SECOND, to_virtual",
    "YES <- RIGHT: SECOND, SECOND, to_virtual",
    "YES <- ON: SECOND, SECOND, to_virtual",
    "YES <- BESIDE: SECOND, SECOND, to_virtual",
    "NO <- NO: SELF, SELF, self",
    "NO <- LEFT: FIRST, FIRST, to_virtual",
    "NO <- RIGHT: FIRST, FIRST, to_virtual",
    "NO <- BESIDE: FIRST, FIRST, to_virtual",
    "NO <- LEFT: SECOND, SECOND, to_virtual",
    "NO <- RIGHT: SECOND, SECOND, to_virtual",
    "NO <- BESIDE: SECOND, SECOND, to_virtual",
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

"""Bipartiteness.

Finds whether two colours are enough, and the colour of each node.

A program of dnar as tables, and a runner for them; it needs Python 3.11 and nothing else. It
prints its answer as JSON:

    python bipartite.py edges.csv

The tables hold every case that the algorithm can reach, and no others.
"""

import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from runner import Tables, main

TASK = "bipartite"

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
HEADS = {
    "white": {"key": "label", "largest": False},
    "black": {"key": "label", "largest": False},
    "clash": {"key": None, "largest": False},
}

# Numbers on nodes and arcs, and how they start.
SCALARS = {
    "label": {"place": "node", "start": "index"},
    "white": {"place": "node", "start": "index"},
    "black": {"place": "node", "start": "index"},
}

# Signs that cases may read: first scalar minus second.
COMPARISONS = {
    "whiter": ["white", "label"],
    "blacker": ["black", "label"],
    "order": ["white", "black"],
}

# Functions of scalars.
FUNCTIONS = {"copy": lambda x: (x)}

# The states in which nodes begin.
NODE_START = {"without start": {"real": "WHITE", "virtual": "BIPARTITE"}}

# The states in which arcs begin, by role.
ARC_START = {
    "self": "NO_EDGE",
    "from_virtual": "NO_EDGE",
    "to_virtual": "NO_EDGE",
    "both": "EDGE",
}

# What a node hears: the first of these that is in its row, or nothing.
ORDERS = {
    "WHITE": {
        "white": ["WHITE over EDGE", "ODD_CYCLE over NO_EDGE", "BIPARTITE over NO_EDGE"],
        "black": ["BLACK over EDGE", "BIPARTITE over NO_EDGE", "ODD_CYCLE over NO_EDGE"],
        "clash": ["WHITE over EDGE", "BIPARTITE over NO_EDGE", "ODD_CYCLE over NO_EDGE"],
    },
    "BLACK": {
        "white": ["WHITE over EDGE", "BIPARTITE over NO_EDGE", "ODD_CYCLE over NO_EDGE"],
        "black": ["BLACK over EDGE", "BIPARTITE over NO_EDGE", "ODD_CYCLE over NO_EDGE"],
        "clash": ["BLACK over EDGE", "BIPARTITE over NO_EDGE", "ODD_CYCLE over NO_EDGE"],
    },
    "BIPARTITE": {"clash": ["WHITE over CLASH", "BLACK over CLASH"]},
    "ODD_CYCLE": {"clash": ["BLACK over CLASH", "WHITE over CLASH"]},
}

# What becomes of a node: the first case that fits; without one it stays.
NODE_CASES = [
    {"state": "WHITE", "becomes": "BLACKENS", "signs": {"whiter": [-1], "order": [-1, 0]}},
    {"state": "WHITE", "becomes": "WHITENS", "signs": {"blacker": [-1]}},
    {"state": "BLACK", "becomes": "BLACKENS", "signs": {"whiter": [-1], "order": [-1, 0]}},
    {"state": "BLACK", "becomes": "WHITENS", "signs": {"blacker": [-1]}},
    {"state": "BLACKENS", "becomes": "BLACK"},
    {"state": "WHITENS", "becomes": "WHITE"},
    {
        "state": "BIPARTITE",
        "becomes": "ODD_CYCLE",
        "heard": {"clash": ["WHITE over CLASH", "BLACK over CLASH"]},
    },
    {"state": "ODD_CYCLE", "becomes": "BIPARTITE", "heard": {"clash": ["nothing"]}},
]

# What becomes of an arc: the first case that fits; without one it stays.
ARC_CASES = [
    {
        "state": "NO_EDGE",
        "becomes": "CLASH",
        "receiver": ["BIPARTITE", "ODD_CYCLE"],
        "sender": ["WHITE", "BLACK"],
        "heard_back": {"clash": False},
    },
    {
        "state": "CLASH",
        "becomes": "NO_EDGE",
        "sender": ["WHITE", "BLACK"],
        "heard_back": {"clash": True},
    },
]

# A scalar's next value: the sum of these terms, each in the states named.
OPS = {
    "label": [
        {"gate": "keep", "in": ["WHITE", "BLACK", "BIPARTITE", "ODD_CYCLE"]},
        {"gate": "apply", "function": "copy", "arguments": ["white"], "in": ["BLACKENS"]},
        {"gate": "apply", "function": "copy", "arguments": ["black"], "in": ["WHITENS"]},
    ],
    "white": [
        {"gate": "keep", "in": ["BLACKENS", "WHITENS", "BIPARTITE", "ODD_CYCLE"]},
        {"gate": "pull", "scalar": "label", "head": "white", "in": ["WHITE", "BLACK"]},
    ],
    "black": [
        {"gate": "keep", "in": ["BLACKENS", "WHITENS", "BIPARTITE", "ODD_CYCLE"]},
        {"gate": "pull", "scalar": "label", "head": "black", "in": ["WHITE", "BLACK"]},
    ],
}

# How the answer is read off at the end.
OUTPUTS = {
    "bipartite": {
        "read": "GraphMask",
        "kind": 1,
        "of": "node",
        "labels": {"WHITE": 1, "BIPARTITE": 1},
    },
    "colour": {
        "read": "NodeCategory",
        "kind": 0,
        "of": "node",
        "labels": {"WHITE": 1, "BLACK": 2, "BIPARTITE": 2, "ODD_CYCLE": 1},
        "categories": ["white", "black"],
    },
}

# All arcs that a run can meet: receiver <- sender: arc, reverse, role.
REACHABLE = [
    "WHITE <- WHITE: EDGE, EDGE, both",
    "WHITE <- BLACK: EDGE, EDGE, both",
    "WHITE <- BLACKENS: EDGE, EDGE, both",
    "WHITE <- WHITENS: EDGE, EDGE, both",
    "WHITE <- WHITE: NO_EDGE, NO_EDGE, self",
    "WHITE <- BIPARTITE: NO_EDGE, NO_EDGE, from_virtual",
    "WHITE <- BIPARTITE: NO_EDGE, CLASH, from_virtual",
    "WHITE <- ODD_CYCLE: NO_EDGE, NO_EDGE, from_virtual",
    "WHITE <- ODD_CYCLE: NO_EDGE, CLASH, from_virtual",
    "BLACK <- WHITE: EDGE, EDGE, both",
    "BLACK <- BLACK: EDGE, EDGE, both",
    "BLACK <- BLACKENS: EDGE, EDGE, both",
    "BLACK <- WHITENS: EDGE, EDGE, both",
    "BLACK <- BLACK: NO_EDGE, NO_EDGE, self",
    "BLACK <- BIPARTITE: NO_EDGE, NO_EDGE, from_virtual",
    "BLACK <- BIPARTITE: NO_EDGE, CLASH, from_virtual",
    "BLACK <- ODD_CYCLE: NO_EDGE, NO_EDGE, from_virtual",
    "BLACK <- ODD_CYCLE: NO_EDGE, CLASH, from_virtual",
    "BLACKENS <- WHITE: EDGE, EDGE, both",
    "BLACKENS <- BLACK: EDGE, EDGE, both",
    "BLACKENS <- BLACKENS: EDGE, EDGE, both",
    "BLACKENS <- WHITENS: EDGE, EDGE, both",
    "BLACKENS <- BLACKENS: NO_EDGE, NO_EDGE, self",
    "BLACKENS <- BIPARTITE: NO_EDGE, NO_EDGE, from_virtual",
    "BLACKENS <- BIPARTITE: NO_EDGE, CLASH, from_virtual",
    "BLACKENS <- ODD_CYCLE: NO_EDGE, NO_EDGE, from_virtual",
    "BLACKENS <- ODD_CYCLE: NO_EDGE, CLASH, from_virtual",
    "WHITENS <- WHITE: EDGE, EDGE, both",
    "WHITENS <- BLACK: EDGE, EDGE, both",
    "WHITENS <- BLACKENS: EDGE, EDGE, both",
    "WHITENS <- WHITENS: EDGE, EDGE, both",
    "WHITENS <- WHITENS: NO_EDGE, NO_EDGE, self",
    "WHITENS <- BIPARTITE: NO_EDGE, NO_EDGE, from_virtual",
    "WHITENS <- BIPARTITE: NO_EDGE, CLASH, from_virtual",
    "WHITENS <- ODD_CYCLE: NO_EDGE, NO_EDGE, from_virtual",
    "WHITENS <- ODD_CYCLE: NO_EDGE, CLASH, from_virtual",
    "BIPARTITE <- WHITE: NO_EDGE, NO_EDGE, to_virtual",
    "BIPARTITE <- BLACK: NO_EDGE, NO_EDGE, to_virtual",
    "BIPARTITE <- BLACKENS: NO_EDGE, NO_EDGE, to_virtual",
    "BIPARTITE <- WHITENS: NO_EDGE, NO_EDGE, to_virtual",
    "BIPARTITE <- BIPARTITE: NO_EDGE, NO_EDGE, self",
    "BIPARTITE <- WHITE: CLASH, NO_EDGE, to_virtual",
    "BIPARTITE <- BLACK: CLASH, NO_EDGE, to_virtual",
    "BIPARTITE <- BLACKENS: CLASH, NO_EDGE, to_virtual",
    "BIPARTITE <- WHITENS: CLASH, NO_EDGE, to_virtual",
    "ODD_CYCLE <- WHITE: NO_EDGE, NO_EDGE, to_virtual",
    "ODD_CYCLE <- BLACK: NO_EDGE, NO_EDGE, to_virtual",
    "ODD_CYCLE <- BLACKENS: NO_EDGE, NO_EDGE, to_virtual",
    "ODD_CYCLE <- WHITENS: NO_EDGE, NO_EDGE, to_virtual",
    "ODD_CYCLE <- ODD_CYCLE: NO_EDGE, NO_EDGE, self",
    "ODD_CYCLE <- WHITE: CLASH, NO_EDGE, to_virtual",
    "ODD_CYCLE <- BLACK: CLASH, NO_EDGE, to_virtual",
    "ODD_CYCLE <- BLACKENS: CLASH, NO_EDGE, to_virtual",
    "ODD_CYCLE <- WHITENS: CLASH, NO_EDGE, to_virtual",
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

"""Dijkstra's algorithm.

Finds shortest paths from a start node, with their lengths.

A program of dnar as tables, and a runner for them; it needs Python 3.11 and nothing else. It
prints its answer as JSON:

    python dijkstra.py edges.csv --start LABEL

The tables hold every case that the algorithm can reach, and no others.
"""

TASK = "dijkstra"

# What it takes.
TAKES = {"start": "required", "weights": "non-negative", "graph": "any", "random": False}

# The ways of listening: of arcs that are alike, each hears the one with the
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

# The states in which nodes begin.
NODE_START = {
    "with start": {"start": "JOINING", "other": "UNSEEN", "virtual": "VIRTUAL"},
    "without start": None,
}

# The states in which arcs begin, by role.
ARC_START = {
    "self": "NEUTRAL",
    "from_virtual": "NEUTRAL",
    "to_virtual": "NEUTRAL",
    "both": "NEUTRAL",
    "along": "NEUTRAL",
    "against": "CLOSED",
}

# Whom a node hears: the first of these that is in its row, or nobody.
LISTENING = {
    "UNSEEN": {"lightest": ["JOINING over NEUTRAL"]},
    "ASKING": {"lightest": ["TREE over NEUTRAL"]},
    "FRONTIER": {"lightest": ["VIRTUAL over CALL", "JOINING over NEUTRAL"]},
    "VIRTUAL": {
        "nearest": [
            "JOINING over CALL",
            "RELEASING over CALL",
            "FRONTIER over CALL",
            "JOINING over NEUTRAL",
            "ASKING over NEUTRAL",
            "RELEASING over NEUTRAL",
            "BOUND over NEUTRAL",
            "FRONTIER over NEUTRAL",
        ],
    },
}

# What becomes of a node: the first rule that fits; without one it stays.
NODE_RULES = [
    {"state": "UNSEEN", "becomes": "ASKING", "heard": {"lightest": ["JOINING over NEUTRAL"]}},
    {"state": "ASKING", "becomes": "BOUND"},
    {"state": "BOUND", "becomes": "FRONTIER"},
    {"state": "FRONTIER", "becomes": "JOINING", "heard": {"lightest": ["VIRTUAL over CALL"]}},
    {
        "state": "FRONTIER",
        "becomes": "RELEASING",
        "heard": {"lightest": ["JOINING over NEUTRAL"]},
    },
    {"state": "RELEASING", "becomes": "ASKING"},
    {"state": "JOINING", "becomes": "TREE"},
]

# What becomes of an arc; without a rule it stays.
ARC_RULES = [
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
    {"state": "RELAXED", "becomes": "NEUTRAL", "receiver": ["RELEASING"]},
    {"state": "RELAXED", "becomes": "POINTER", "receiver": ["JOINING"]},
    {"state": "CALL", "becomes": "NEUTRAL"},
]

# A scalar's next value, as a sum: one, the old value, or a scalar from across.
OPS = {
    "distance": [{"add": "old", "in": ["BOUND", "TREE"]}, {"add": "length", "in": ["RELAXED"]}],
    "length": [
        {"add": "old", "in": ["NEUTRAL", "RELAXED", "POINTER", "CLOSED"]},
        {"add": "distance", "in": ["JOINING"]},
    ],
}

# How the answer is read off at the end.
OUTPUTS = {
    "parent": {"read": "Pointer", "along": [["POINTER"], ["NEUTRAL (self-loop)"]]},
    "distance": {"read": "NodeScalar", "states": ["TREE"], "scalar": "distance"},
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

import argparse
import csv
import json
import math
import random
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Label = int | str

NOT_BEST = " (not the best)"
"""Follows whoever is heard though a rival has the better scalar."""


class UserError(Exception):
    """What was given cannot be used; the message says why."""


@dataclass(frozen=True)
class Tables:
    """An algorithm: the tables of one program."""

    task: str
    takes: dict[str, Any]
    """start (required, optional, unused), weights, graph, random."""
    heads: dict[str, dict[str, Any]]
    """Per head: key, the scalar that it compares (None: the sender's index), and largest."""
    scalars: dict[str, dict[str, Any]]
    """Per scalar: place (node, arc), start (zero, weight, value, stream), a stream's period."""
    node_start: dict[str, dict[str, str] | None]
    arc_start: dict[str, str]
    listening: dict[str, dict[str, list[str]]]
    """Per node state and head: whom it hears, first come first; others are all alike."""
    node_rules: list[dict[str, Any]]
    arc_rules: list[dict[str, Any]]
    ops: dict[str, list[dict[str, Any]]]
    outputs: dict[str, dict[str, Any]]
    reachable: frozenset[str]
    """Every kind of arc that a run may meet; beyond these the tables say nothing."""


class Arc(NamedTuple):
    """A receiver looks at a sender; `reverse` is the number of the arc the other way."""

    receiver: int
    sender: int
    role: str
    weight: float
    reverse: int


class Heard(NamedTuple):
    """What a head hears: the number of an arc, and whom the tables call it."""

    arc: int | None
    name: str


@dataclass
class Graph:
    """Labels in node order, and each edge once."""

    labels: list[Label]
    edges: dict[tuple[int, int], float | None]
    directed: bool
    values: list[float] = field(default_factory=list)
    """The numbers of an array."""


@dataclass
class Run:
    """A machine at some step."""

    tables: Tables
    labels: list[Label]
    arcs: list[Arc]
    rows: list[list[int]]
    """The arcs of each receiver, in the order of their senders."""
    node_state: list[str]
    arc_state: list[str]
    scalars: dict[str, list[float]]
    stream: Callable[[int], list[float]]
    step: int = 0


def lay_out(graph: Graph) -> list[Arc]:
    """All arcs, sorted by receiver and sender: edges both ways, self-loops, a virtual node."""
    virtual = len(graph.labels)
    found: dict[tuple[int, int], tuple[str, float]] = {}
    for (source, target), weight in graph.edges.items():
        if source == target:
            continue
        number = 0.0 if weight is None else weight
        back = graph.edges.get((target, source)) if graph.directed else weight
        two_way = not graph.directed or (target, source) in graph.edges
        other = number if back is None else back
        found[target, source] = ("both" if two_way else "along", number)
        found[source, target] = ("both" if two_way else "against", other)
    for node in range(virtual):
        found[node, virtual] = ("from_virtual", 0.0)
        found[virtual, node] = ("to_virtual", 0.0)
    for node in range(virtual + 1):
        found[node, node] = ("self", 0.0)
    places = {ends: number for number, ends in enumerate(sorted(found))}
    return [
        Arc(receiver, sender, *found[receiver, sender], places[sender, receiver])
        for receiver, sender in places
    ]


def begin(
    tables: Tables, graph: Graph, start: int | None, stream: Callable[[int], list[float]]
) -> Run:
    """The machine before its first step."""
    states = tables.node_start["with start" if start is not None else "without start"]
    assert states is not None
    node_state = [states["other"]] * len(graph.labels) + [states["virtual"]]
    if start is not None:
        node_state[start] = states["start"]
    arcs = lay_out(graph)
    rows: list[list[int]] = [[] for _ in node_state]
    for number, arc in enumerate(arcs):
        rows[arc.receiver].append(number)
    scalars = {}
    for name, scalar in tables.scalars.items():
        size = len(node_state) if scalar["place"] == "node" else len(arcs)
        scalars[name] = [0.0] * size
        if scalar["start"] == "weight":
            scalars[name] = [arc.weight for arc in arcs]
        elif scalar["start"] == "value":
            scalars[name] = [*graph.values, 0.0]
    arc_state = [tables.arc_start[arc.role] for arc in arcs]
    run = Run(tables, graph.labels, arcs, rows, node_state, arc_state, scalars, stream)
    feed(run)
    return run


def feed(run: Run) -> None:
    """Gives the streams their row of this step; the virtual node's number is zero."""
    for name, scalar in run.tables.scalars.items():
        if scalar["start"] == "stream":
            run.scalars[name] = [*run.stream(run.step // scalar["period"]), 0.0]


def most_steps(nodes: int) -> int:
    """Steps after which no exact program would still be at work."""
    return 10 * nodes + 100


def execute(run: Run) -> bool:
    """Runs until nothing changes; False if it had to be cut off."""
    nodes = range(len(run.rows))
    while run.step < most_steps(len(nodes)):
        check_reachable(run)
        heard = {head: [hear(run, head, node) for node in nodes] for head in run.tables.heads}
        node_state = [next_node(run, heard, node) for node in nodes]
        arc_state = next_arcs(run, heard)
        scalars = {name: next_scalar(run, name) for name in run.scalars}
        if (node_state, arc_state, scalars) == (run.node_state, run.arc_state, run.scalars):
            return True
        run.node_state, run.arc_state, run.scalars = node_state, arc_state, scalars
        run.step += 1
        feed(run)
    return False


def arc_kind(run: Run, number: int) -> str:
    """All that an arc's next state can depend on."""
    arc, nodes, arcs = run.arcs[number], run.node_state, run.arc_state
    ends = f"{nodes[arc.receiver]} <- {nodes[arc.sender]}"
    return f"{ends}: {arcs[number]}, {arcs[arc.reverse]}, {arc.role}"


def check_reachable(run: Run) -> None:
    """The tables hold the cases that the algorithm can reach, and say nothing of others."""
    for number in range(len(run.arcs)):
        if arc_kind(run, number) not in run.tables.reachable:
            raise UserError(
                f"after step {run.step} the run left the cases that this file holds: "
                f"{arc_kind(run, number)}; the program is not equal to its rules"
            )


def hear(run: Run, head: str, node: int) -> Heard:
    """The arc that a node hears with a head, and how the tables spell it."""
    order = run.tables.listening.get(run.node_state[node], {}).get(head, [])
    present: dict[str, list[int]] = {}
    for number in run.rows[node] if order else ():
        sender = run.node_state[run.arcs[number].sender]
        present.setdefault(f"{sender} over {run.arc_state[number]}", []).append(number)
    for name in order:
        rivals = present.get(name.removesuffix(NOT_BEST), [])
        best = min(rivals, key=lambda number: (key(run, head, number), number), default=None)
        if not name.endswith(NOT_BEST):
            if best is not None:
                return Heard(best, name)
        elif len(rivals) > 1:
            return Heard(next(number for number in rivals if number != best), name)
    return Heard(None, "nothing")


def key(run: Run, head: str, number: int) -> float:
    """What a head compares; the smallest is best."""
    words, sender = run.tables.heads[head], run.arcs[number].sender
    if words["key"] is None:
        value = float(sender)
    else:
        at_node = run.tables.scalars[words["key"]]["place"] == "node"
        value = run.scalars[words["key"]][sender if at_node else number]
    return -value if words["largest"] else value


def next_node(run: Run, heard: dict[str, list[Heard]], node: int) -> str:
    """The first rule that fits decides; a node without one stays."""
    state = run.node_state[node]
    for rule in run.tables.node_rules:
        if rule["state"] == state and all(
            heard[head][node].name in names for head, names in rule.get("heard", {}).items()
        ):
            return rule["becomes"]
    return state


def next_arcs(run: Run, heard: dict[str, list[Heard]]) -> list[str]:
    """The next state of every arc; one without a rule stays."""
    ears = {head: {each.arc for each in every} for head, every in heard.items()}

    def fits(rule: dict[str, Any], number: int) -> bool:
        arc = run.arcs[number]
        return (
            rule["state"] == run.arc_state[number]
            and listed(rule, "receiver", run.node_state[arc.receiver])
            and listed(rule, "sender", run.node_state[arc.sender])
            and listed(rule, "reverse", run.arc_state[arc.reverse])
            and agrees(rule, "heard", number)
            and agrees(rule, "heard_back", arc.reverse)
        )

    def agrees(rule: dict[str, Any], name: str, number: int) -> bool:
        flags = rule.get(name, {}).items()
        return all((number in ears[head]) == wanted for head, wanted in flags)

    return [
        next((rule["becomes"] for rule in run.tables.arc_rules if fits(rule, number)), state)
        for number, state in enumerate(run.arc_state)
    ]


def listed(rule: dict[str, Any], name: str, state: str) -> bool:
    """Whether a rule takes this state; one that lists none takes all."""
    return name not in rule or state in rule[name]


def next_scalar(run: Run, name: str) -> list[float]:
    """The sum of a scalar's terms, added from left to right."""
    if name not in run.tables.ops:
        return run.scalars[name]
    at_node = run.tables.scalars[name]["place"] == "node"
    own = run.node_state if at_node else run.arc_state
    total = [0.0] * len(own)
    for term in run.tables.ops[name]:
        for place, state in enumerate(own):
            if term["add"] == "one":
                total[place] += state in term["in"]
            elif term["add"] == "old":
                total[place] += run.scalars[name][place] if state in term["in"] else 0.0
            else:
                total[place] = pushed(run, term, place, total[place], at_node=at_node)
    return total


def pushed(run: Run, term: dict[str, Any], place: int, total: float, *, at_node: bool) -> float:
    """The sum with what a node's arcs, or an arc's sender, push to it."""
    value = run.scalars[term["add"]]
    if at_node:
        for number in run.rows[place]:
            if run.arc_state[number] in term["in"]:
                total += value[number]
        return total
    sender = run.arcs[place].sender
    return total + value[sender] if run.node_state[sender] in term["in"] else total


def read_outputs(run: Run) -> dict[str, Any]:
    """Every output as a JSON value."""
    return {name: read_output(run, output) for name, output in run.tables.outputs.items()}


def read_output(run: Run, output: dict[str, Any]) -> Any:
    """One output as a JSON value; infinity becomes null."""
    labels, virtual = run.labels, len(run.labels)
    kind = output["read"]
    if kind == "Pointer":
        points = [point(run, output["along"], node) for node in range(virtual)]
        return {str(label): labels[to] for label, to in zip(labels, points, strict=True)}
    if kind == "VirtualPointer":
        to = point(run, output["along"], virtual)
        return None if to == virtual else labels[to]
    member = [state in output.get("states", ()) for state in run.node_state[:virtual]]
    if kind == "NodeMask":
        return [label for label, inside in zip(labels, member, strict=True) if inside]
    values = run.scalars[output["scalar"]]
    if kind == "VirtualScalar":
        return finite(values[virtual])
    if kind == "NodeScalar":
        return {
            str(labels[node]): finite(values[node]) if member[node] else None
            for node in range(virtual)
        }
    order = sorted(range(virtual), key=lambda node: values[node])
    if kind == "LastByScalar":
        return labels[order[-1]]
    before = dict(zip(order, [order[0], *order[:-1]], strict=True))
    return {str(labels[node]): labels[before[node]] for node in range(virtual)}


def finite(value: float) -> float | None:
    """The number as JSON has it."""
    return value if math.isfinite(value) else None


def point(run: Run, along: list[list[str]], node: int) -> int:
    """Where a node points: along the first arc of the first place that its row shows."""
    for place in along:
        for number in run.rows[node]:
            loop = " (self-loop)" if run.arcs[number].sender == node else ""
            if run.arc_state[number] + loop in place:
                return run.arcs[number].sender
    return node


def read_graph(path: str, *, directed: bool, weight: float | None) -> Graph:
    """The graph of a CSV file or an edge list; its labels are sorted."""
    try:
        with open(path, encoding="utf-8-sig", newline="") as file:  # noqa: PTH123
            lines = file.read().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"cannot read {path}: {error}") from error
    rows = list(csv_rows(lines, path) if is_csv(lines, path) else list_rows(lines, path))
    labels = tidy({word for _, *words, _ in rows for word in words if word})
    if not labels:
        raise UserError(f"{path}: the graph is empty: it needs at least one node")
    position = {str(label): number for number, label in enumerate(labels)}
    edges: dict[tuple[int, int], float | None] = {}
    for line, source, target, number in rows:
        if target:
            ends = (position[source], position[target])
            ends = ends if directed else (min(ends), max(ends))
            if edges.setdefault(ends, number) != number:
                raise UserError(f"{path}:{line}: the edge stands twice with two weights")
    missing = {number is None for number in edges.values()}
    if len(missing) > 1:
        raise UserError(f"{path}: give a weight to every edge or to none")
    return Graph(labels, dict.fromkeys(edges, weight) if True in missing else edges, directed)


Line = tuple[int, str, str, float | None]
"""Line number, source, target (empty for a node of its own), weight."""


def is_csv(lines: list[str], path: str) -> bool:
    """Whether a file has CSV's suffix or header."""
    header = lines[0].lower().replace(" ", "").split(",") if lines else []
    return path.lower().endswith(".csv") or {"source", "target"} <= set(header)


def csv_rows(lines: list[str], path: str) -> Iterator[Line]:
    """The rows of a CSV file with the header source,target[,weight]."""
    reader = csv.DictReader(lines)
    names = {str(name).strip().lower(): name for name in reader.fieldnames or ()}
    if not {"source", "target"} <= set(names):
        raise UserError(f"{path}: expected the header source,target[,weight]")
    for row in reader:
        if None in row or None in row.values():
            raise UserError(f"{path}:{reader.line_num}: expected as many cells as the header")
        cells = [
            row[names[name]].strip() if name in names else ""
            for name in ("source", "target", "weight")
        ]
        if any(cells):
            yield as_line(reader.line_num, cells, path)


def list_rows(lines: list[str], path: str) -> Iterator[Line]:
    """The lines `source target [weight]`; # and % begin a comment."""
    for number, line in enumerate(lines, start=1):
        words = line.split()
        if (
            words
            and words[0][0] not in "#%"
            and [w.lower() for w in words[:2]]
            != [
                "source",
                "target",
            ]
        ):
            if len(words) > 3:
                raise UserError(f"{path}:{number}: expected source target [weight]")
            yield as_line(number, [*words, "", ""][:3], path)


def as_line(number: int, cells: list[str], path: str) -> Line:
    """One edge, or one node."""
    source, target, word = cells
    if not source:
        raise UserError(f"{path}:{number}: expected a source")
    return number, source, target, as_number(word, f"{path}:{number}") if word else None


def as_number(word: str, where: str) -> float:
    """A finite number."""
    try:
        number = float(word)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise UserError(f"{where}: expected a finite number, got {word!r}")
    return number


def tidy(names: Iterable[str]) -> list[Label]:
    """The names in order: as whole numbers if all of them are, otherwise as strings."""
    words = list(names)
    if all(re.fullmatch("0|-?[1-9][0-9]{0,17}", word) for word in words):
        return [*sorted(int(word) for word in words)]
    return [*sorted(words)]


def check_graph(tables: Tables, graph: Graph) -> None:
    """Checks that the algorithm can take the graph."""
    kind, weights = tables.takes["graph"], tables.takes["weights"]
    if kind == "undirected" and graph.directed:
        raise UserError(f"{tables.task} takes an undirected graph; leave out --directed")
    if kind == "directed acyclic" and (graph.edges and not graph.directed):
        raise UserError(f"{tables.task} takes a directed graph; give --directed")
    if kind == "directed acyclic" and has_cycle(graph):
        raise UserError(f"{tables.task} takes an acyclic graph, but this one has a cycle")
    if weights != "unused":
        for weight in graph.edges.values():
            if weight is None:
                raise UserError(f"{tables.task} needs weights; --weight 1 gives one to all")
            if weights == "non-negative" and weight < 0:
                raise UserError(f"{tables.task} needs weights of zero or more, got {weight}")


def has_cycle(graph: Graph) -> bool:
    """Whether some nodes can never come first."""
    edges = set(graph.edges)
    nodes = {end for edge in edges for end in edge}
    while nodes:
        free = nodes - {target for _, target in edges}
        if not free:
            return True
        nodes -= free
        edges = {edge for edge in edges if edge[0] not in free}
    return False


def position_of(graph: Graph, label: str) -> int:
    """The position of a node."""
    names = [str(each) for each in graph.labels]
    if label not in names:
        raise UserError(f"no node {label!r}; the graph has {len(names)} nodes")
    return names.index(label)


def stream_of(arguments: argparse.Namespace, nodes: int) -> Callable[[int], list[float]]:
    """The rows of random numbers: from a file, or from Python's own generator."""
    if arguments.randomness is None:
        seed = arguments.seed
        return lambda number: row_of(random.Random(f"{seed}:{number}"), nodes)
    rows = read_rows(arguments.randomness)
    if not rows or any(len(row) != nodes for row in rows):
        raise UserError(f"{arguments.randomness}: expected rows of {nodes} numbers, one a node")
    return lambda number: rows[number % len(rows)]


def row_of(generator: random.Random, nodes: int) -> list[float]:
    """Uniform random numbers."""
    return [generator.random() for _ in range(nodes)]


def read_rows(path: str) -> list[list[float]]:
    """Rows of numbers: a JSON list of lists, or lines of numbers and commas."""
    try:
        with open(path, encoding="utf-8-sig") as file:  # noqa: PTH123
            text = file.read()
        if text.lstrip().startswith("["):
            return [[float(number) for number in row] for row in json.loads(text)]
    except (OSError, ValueError, TypeError) as error:
        raise UserError(f"cannot read {path}: {error}") from error
    lines = (line.replace(",", " ").split() for line in text.splitlines())
    return [[as_number(word, path) for word in words] for words in lines if words]


def parser_of(tables: Tables, about: str) -> argparse.ArgumentParser:
    """The command line: only what the algorithm takes."""
    parser = argparse.ArgumentParser(description=about.strip().split("\n")[0])
    parser.set_defaults(directed=False, start=None, weight=None, seed=0, randomness=None)
    if tables.takes["graph"] == "array":
        parser.add_argument("graph", metavar="NUMBER", nargs="+", help="the array")
        return parser
    parser.add_argument("graph", metavar="FILE", help="CSV or lines 'source target [weight]'")
    if tables.takes["start"] != "unused":
        needed = tables.takes["start"] == "required"
        parser.add_argument("--start", metavar="LABEL", required=needed, help="the start node")
    parser.add_argument("--directed", action="store_true", help="edges are one-way")
    parser.add_argument("--weight", type=float, help="weight of all edges, if there are none")
    if tables.takes["random"]:
        parser.add_argument("--seed", type=int, default=0, help="of Python's random numbers")
        parser.add_argument("--randomness", metavar="FILE", help="rows of random numbers")
    return parser


def answer(tables: Tables, arguments: argparse.Namespace) -> dict[str, Any]:
    """What the program finds."""
    if tables.takes["graph"] == "array":
        values = [as_number(word, "the array") for word in arguments.graph]
        graph = Graph([*range(len(values))], {}, False, values)
    else:
        graph = read_graph(
            arguments.graph, directed=arguments.directed, weight=arguments.weight
        )
        check_graph(tables, graph)
    start = None if arguments.start is None else position_of(graph, arguments.start)
    run = begin(tables, graph, start, stream_of(arguments, len(graph.labels)))
    halted = execute(run)
    return {"task": tables.task, "steps": run.step, "halted": halted, **read_outputs(run)}


def main(tables: Tables, about: str) -> int:
    """Runs the program on what the command line gives; prints one JSON object."""
    arguments = parser_of(tables, about).parse_args()
    try:
        print(json.dumps(answer(tables, arguments), ensure_ascii=False))
    except UserError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


PROGRAM = Tables(
    task=TASK,
    takes=TAKES,
    heads=HEADS,
    scalars=SCALARS,
    node_start=NODE_START,
    arc_start=ARC_START,
    listening=LISTENING,
    node_rules=NODE_RULES,
    arc_rules=ARC_RULES,
    ops=OPS,
    outputs=OUTPUTS,
    reachable=frozenset(REACHABLE),
)

if __name__ == "__main__":
    sys.exit(main(PROGRAM, __doc__ or ""))

"""Completion: parts of a program are given, the rest is searched.

For Prim's and Dijkstra's algorithm, the rules of the package tell some parts of the program
(what states listen for, node rules, arc rules) and how its scalars change; the search finds
the others.
"""

import itertools
from collections.abc import Mapping
from functools import partial

import numpy as np

from dnar.discover.catalogue import C
from dnar.discover.sketch import MARKED, NEUTRAL, POINTER, Key, Lengths, OutputKind, Sketch
from dnar.discover.steps import Steps
from dnar.discover.tables import SILENT, ArcEntry, Heard, Tables
from dnar.errors import InputError
from dnar.machine import (
    Inputs,
    Instance,
    NodeKind,
    Op,
    Problem,
    Rules,
    Shape,
    StartNode,
    Weights,
    keep,
    push,
)
from dnar.tasks import get_task, prim
from dnar.textbook import expected as textbook
from dnar.textbook.growing import grow
from dnar.textbook.question import start_of

COUNTS = C(7, 4, 1)
"""The states of Prim's and Dijkstra's rules, without the one for closed arcs."""

CALL = 3

_NODES: dict[int, int] = {
    prim.NodeState.UNSEEN: 0,
    prim.NodeState.JOINING: 1,
    prim.NodeState.ASKING: 2,
    prim.NodeState.BOUND: 3,
    prim.NodeState.FRONTIER: 4,
    prim.NodeState.RELEASING: 5,
    prim.NodeState.TREE: 6,
    prim.NodeState.VIRTUAL: 7,
}
_ARCS: dict[int, int] = {
    prim.ArcState.NEUTRAL: NEUTRAL,
    prim.ArcState.POINTER: POINTER,
    prim.ArcState.RELAXED: MARKED,
    prim.ArcState.CALL: CALL,
}
"""Our states as the search numbers them: first those with a meaning."""

JOINING, TREE, VIRTUAL = 1, 6, 7

_DISTANCE = Op("distance", (keep((TREE, VIRTUAL)), push("length", (MARKED,))))
_LENGTH = Op("length", (keep(range(COUNTS.arc)), push("distance", (JOINING,))))


def _path_lengths(problem: Problem, instance: Instance) -> np.ndarray:
    """The weight of every arc and the distance of its sender from the start."""
    distance = np.zeros(instance.node_count)
    real = instance.node_kind == NodeKind.REAL
    distance[real] = textbook("dijkstra", problem)["distance"]
    return instance.arc_scalars["length"] + distance[instance.sender]


_LENGTHS = {
    "prim": Lengths((_DISTANCE,), (TREE, VIRTUAL)),
    "dijkstra": Lengths((_DISTANCE, _LENGTH), (TREE, VIRTUAL), _path_lengths),
}


def completion_sketch(name: str, *, in_order: bool = False) -> Sketch:
    """What is told about `prim` or `dijkstra`, beside the given parts of the program.

    Args:
        name: The task.
        in_order: Examples also tell in which order nodes join the tree.

    Raises:
        InputError: there is no such sketch.
    """
    if name not in _LENGTHS:
        raise InputError(f"programs of {', '.join(_LENGTHS)} can be completed, got {name!r}")
    task = get_task(name)
    return Sketch(
        name=name,
        title=task.title,
        summary=task.summary,
        output=OutputKind.POINTER,
        output_name="parent",
        expected=lambda problem: textbook(name, problem)["parent"],
        steps=Steps.parse("6 n - 4"),
        ladder=(COUNTS,),
        inputs=Inputs(StartNode.REQUIRED, Weights.NON_NEGATIVE, Shape.UNDIRECTED),
        key=Key.LENGTH,
        lengths=_LENGTHS[name],
        order=partial(_joined, add_up=name == "dijkstra") if in_order else None,
        reference=name,
    )


def _joined(problem: Problem, *, add_up: bool) -> list[int]:
    """The nodes that join the tree, in the textbook's order; the start has no pointer."""
    return grow(problem.graph, start_of(problem), add_up=add_up).order[1:]


def given_tables() -> Tables:
    """The tables of Prim's rules, which are Dijkstra's, too."""
    return _tables_of(prim.RULES, _NODES, _ARCS)


def _tables_of(rules: Rules, nodes: Mapping[int, int], arcs: Mapping[int, int]) -> Tables:
    """Rules as tables, with states numbered anew; of several rules the first one holds."""
    classes = list(itertools.product(nodes.values(), arcs.values()))
    listened: dict[int, tuple[Heard, ...]] = {}
    for rank in rules.ranks:
        some = [(nodes[sender], arcs[arc]) for sender, arc in rank.classes]
        listened[nodes[rank.receiver]] = tuple(some)
    node: dict[tuple[int, Heard], int] = {}
    for rule in rules.node_rules:
        told = [
            SILENT if each[0] < 0 else (nodes[each[0]], arcs[each[1]])
            for some in rule.heard.values()
            for each in some
        ]
        for heard in told or [*classes, SILENT]:
            node.setdefault((nodes[rule.state], heard), nodes[rule.becomes])
    arc: dict[ArcEntry, int] = {}
    for rule in rules.arc_rules:
        receivers = [nodes[each] for each in rule.receiver or nodes]
        senders = [nodes[each] for each in rule.sender or nodes]
        heard = list(rule.heard.values()) or (False, True)
        back = list(rule.heard_back.values()) or (False, True)
        for receiver, sender, *ways in itertools.product(receivers, senders, heard, back):
            if receiver == sender == VIRTUAL:
                continue
            entry = (arcs[rule.state], receiver, sender, int(ways[0]), int(ways[1]))
            arc.setdefault(entry, arcs[rule.becomes])
    return Tables(COUNTS, listened, node, arc)

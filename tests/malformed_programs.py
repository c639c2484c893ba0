"""A small program with everything in it, and the ways in which its JSON can be malformed.

Whatever reads programs must refuse every one of them with one clear line: the package and the
independent checker are tried with the same list.
"""

import copy
import math
from collections.abc import Callable
from enum import IntEnum
from typing import Any

from dnar.machine import (
    GRAPH_ROLES,
    NOTHING,
    ArcRule,
    Comparison,
    Head,
    Inputs,
    NodeMask,
    NodeRule,
    NodeScalar,
    Op,
    Place,
    Pointer,
    Problem,
    RandomRows,
    Rank,
    Rules,
    Scalar,
    Setup,
    Shape,
    Start,
    Task,
    Weights,
    apply,
    inc,
    keep,
    node_states,
    program_json,
    pull,
    push,
    take,
)


class Node(IntEnum):
    NEW = 0
    OLD = 1
    VIRTUAL = 2


class Arc(IntEnum):
    PLAIN = 0
    LINK = 1


NEW, OLD, VIRTUAL = Node
PLAIN, LINK = Arc

RULES = Rules(
    node_states=Node,
    arc_states=Arc,
    heads=(Head("near", key="length"), Head("low")),
    ranks=(
        Rank("near", NEW, ((OLD, PLAIN), (NEW, PLAIN))),
        Rank("low", NEW, ((VIRTUAL, PLAIN),)),
        Rank("low", OLD, ((NEW, PLAIN),)),
    ),
    node_rules=(
        NodeRule(NEW, OLD, heard={"near": ((NEW, PLAIN), NOTHING)}, signs={"deep": (0, 1)}),
        NodeRule(NEW, OLD, heard={"near": ((OLD, PLAIN),)}),
    ),
    arc_rules=(
        ArcRule(
            PLAIN, LINK, receiver=(NEW,), sender=(OLD,), heard={"near": True}, reverse=(PLAIN,)
        ),
        ArcRule(LINK, PLAIN, heard_back={"low": False}, signs={"long": (-1,)}),
    ),
    scalars=(
        Scalar("depth", Place.NODE, Start.ZERO),
        Scalar("value", Place.NODE, Start.ZERO),
        Scalar("lot", Place.NODE, Start.STREAM, period=2),
        Scalar("length", Place.ARC, Start.INPUT),
        Scalar("path", Place.ARC, Start.ZERO),
    ),
    comparisons=(Comparison("deep", "depth", "value"), Comparison("long", "length", "path")),
    ops=(
        Op(
            "depth",
            (keep((NEW, VIRTUAL)), inc((OLD,), 2.0), pull("length", (NEW,), head="near")),
        ),
        Op("value", (apply("copy", ("depth",), (OLD,)), push("path", (LINK,)))),
        Op(
            "path",
            (keep((PLAIN,)), push("depth", (NEW,)), take("value", (OLD,))),
        ),
    ),
)


def encode(problem: Problem) -> Setup:
    nodes = problem.graph.node_count
    return Setup(
        problem.graph,
        node_state=node_states(problem.graph, NEW, VIRTUAL),
        arc_states=dict.fromkeys(GRAPH_ROLES, PLAIN),
        streams={"lot": RandomRows(problem.seed, nodes, nodes + 1)},
    )


TASK = Task(
    name="everything",
    title="Everything that a program can hold",
    summary="one of each",
    inputs=Inputs(shape=Shape.UNDIRECTED, weights=Weights.ANY, random=True),
    rules=RULES,
    encoder=encode,
    decoders={
        "link": Pointer(LINK),
        "old": NodeMask(OLD),
        "depth": NodeScalar("depth", OLD),
    },
)

Json = dict[str, Any]


def program() -> Json:
    """The program, well-formed."""
    return copy.deepcopy(program_json(TASK.program))


def _set(*path: Any) -> Callable[[Json], None]:
    """Puts the last of these at the place that the others lead to."""
    *keys, last, value = path

    def change(entry: Any) -> None:
        for key in keys:
            entry = entry[key]
        entry[last] = value

    return change


def _drop(*path: Any) -> Callable[[Json], None]:
    """Removes what these lead to."""
    *keys, last = path

    def change(entry: Any) -> None:
        for key in keys:
            entry = entry[key]
        del entry[last]

    return change


def _repeat(*path: Any) -> Callable[[Json], None]:
    """Lists the first entry of a list twice."""

    def change(entry: Any) -> None:
        for key in path:
            entry = entry[key]
        entry.append(copy.deepcopy(entry[0]))

    return change


def _state(*path: Any) -> dict[str, Callable[[Json], None]]:
    """What must not be given as the number of a state."""
    where = " ".join(map(str, path))
    odd = {"fraction": 0.5, "whole float": 0.0, "bool": False, "negative": -1, "large": 99}
    odd |= {"text": "0", "null in a list": [None]}
    return {f"{where}: {name}": _set(*path, value) for name, value in odd.items()}


LISTS = [key for key, part in program().items() if isinstance(part, list)]
DEPTH, VALUE, PATH = (("ops", at, "terms") for at in range(3))

MALFORMED: dict[str, Callable[[Json], None]] = {
    **{f"no {key}": _drop(key) for key in program() if key != "format"},
    **{f"{key} is no list": _set(key, {}) for key in LISTS},
    "readouts is a list": _set("readouts", []),
    "unknown field": _set("more", 1),
    "format is true": _set("format", True),
    "format is a fraction": _set("format", 2.0),
    "format is older": _set("format", 1),
    "task is a number": _set("task", 3),
    "states in one text": _set("node_states", "abc"),
    "state twice": _set("node_states", ["NEW", "NEW", "VIRTUAL"]),
    "state without a name": _set("node_states", 0, ""),
    "state is a number": _set("arc_states", 0, 7),
    "no arc states": _set("arc_states", []),
    "head twice": _repeat("heads"),
    "head with an unknown key": _set("heads", 0, "key", "height"),
    "head with an unknown preference": _set("heads", 0, "prefer", "middle"),
    "head with an unknown field": _set("heads", 0, "more", 1),
    "head is a text": _set("heads", 0, "near"),
    "scalar twice": _repeat("scalars"),
    "scalar at an unknown place": _set("scalars", 0, "place", "edge"),
    "scalar with an unknown start": _set("scalars", 0, "start", "one"),
    "scalar with an unknown field": _set("scalars", 0, "more", 1),
    "period without a stream": _set("scalars", 0, "period", 2),
    "stream without a period": _set("scalars", 2, "period", 0),
    "period is a fraction": _set("scalars", 2, "period", 2.0),
    "stream of arcs": _set("scalars", 2, "place", "arc"),
    "comparison twice": _repeat("comparisons"),
    "comparison of two places": _set("comparisons", 0, "left", "length"),
    "comparison of an unknown scalar": _set("comparisons", 0, "left", "height"),
    "comparison with an unknown field": _set("comparisons", 0, "more", 1),
    "two orders": _repeat("orders"),
    "entry twice": _repeat("orders", 0, "entries"),
    "entry of two": _drop("orders", 0, "entries", 0, 2),
    "entry is best by a bool": _set("orders", 0, "entries", 0, 2, True),
    "entry is best by two": _set("orders", 0, "entries", 0, 2, 2),
    "order with an unknown field": _set("orders", 0, "more", 1),
    **_state("orders", 0, "head"),
    **_state("orders", 0, "receiver"),
    **_state("orders", 0, "entries", 0, 0),
    **_state("orders", 0, "entries", 0, 1),
    **_state("node_cases", 0, "state"),
    **_state("node_cases", 0, "becomes"),
    **_state("node_cases", 0, "heard", 0, 1, 0),
    "node case hears with fewer heads": _drop("node_cases", 0, "heard", 1),
    "node case hears a class twice": _repeat("node_cases", 0, "heard", 0),
    "node case hears half a class": _set("node_cases", 0, "heard", 0, 1, [0]),
    "node case hears -1": _set("node_cases", 0, "heard", 0, 1, [-1, -1]),
    "node case hears zero": _set("node_cases", 0, "heard", 0, 1, 0),
    "node case hears null": _set("node_cases", 0, "heard", 0, 1, None),
    "node case with a sign of two": _set("node_cases", 0, "signs", 0, [2]),
    "node case with a sign of true": _set("node_cases", 0, "signs", 0, [True]),
    "node case with a sign of 1.0": _set("node_cases", 0, "signs", 0, [1.0]),
    "node case with a sign twice": _repeat("node_cases", 0, "signs", 0),
    "node case with fewer signs": _drop("node_cases", 0, "signs", 0),
    "node case with an unknown field": _set("node_cases", 0, "sings", []),
    "node case is a list": _set("node_cases", 0, []),
    **_state("arc_cases", 0, "state"),
    **_state("arc_cases", 0, "becomes"),
    **_state("arc_cases", 0, "receiver", 0),
    **_state("arc_cases", 0, "sender", 0),
    **_state("arc_cases", 0, "reverse", 0),
    "arc case with one receiver": _set("arc_cases", 0, "receiver", 0),
    "arc case with a receiver twice": _repeat("arc_cases", 0, "receiver"),
    "arc case heard by a number": _set("arc_cases", 0, "heard", 0, 1),
    "arc case heard by a text": _set("arc_cases", 0, "heard", "ab"),
    "arc case heard by too many": _set("arc_cases", 0, "heard", [True, None, None]),
    "arc case without heard_back": _drop("arc_cases", 0, "heard_back"),
    "arc case with a sign of -2": _set("arc_cases", 1, "signs", 0, [-2]),
    "two operations": _repeat("ops"),
    "operation on an unknown scalar": _set("ops", 0, "target", "height"),
    "operation on a stream": _set("ops", 0, "target", "lot"),
    "operation with an unknown field": _set("ops", 0, "more", 1),
    "operation without terms": _drop("ops", 0, "terms"),
    "unknown gate": _set(*DEPTH, 0, "gate", "open"),
    "gate without states": _drop(*DEPTH, 0, "when"),
    "gate for all states": _set(*DEPTH, 0, "when", None),
    "gate with an object of states": _set(*DEPTH, 0, "when", {}),
    "gate with a state twice": _repeat(*DEPTH, 0, "when"),
    **_state(*DEPTH, 0, "when", 0),
    "keep with a scalar": _set(*DEPTH, 0, "scalar", "value"),
    "keep with a number": _set(*DEPTH, 0, "number", 1.0),
    "term with an unknown field": _set(*DEPTH, 0, "more", 1),
    "inc without a number": _drop(*DEPTH, 1, "number"),
    "inc by infinity": _set(*DEPTH, 1, "number", math.inf),
    "inc by true": _set(*DEPTH, 1, "number", True),
    "inc by a text": _set(*DEPTH, 1, "number", "1"),
    "inc by more than fits": _set(*DEPTH, 1, "number", 10**400),
    "pull with an unknown head": _set(*DEPTH, 2, "head", "far"),
    "pull of an unknown scalar": _set(*DEPTH, 2, "scalar", "height"),
    "pull without a head": _drop(*DEPTH, 2, "head"),
    "pull to an arc": _set(*PATH, 1, program()["ops"][0]["terms"][2]),
    "unknown function": _set(*VALUE, 0, "function", "sine"),
    "function of too many": _set(*VALUE, 0, "arguments", ["depth", "depth"]),
    "function of an unknown scalar": _set(*VALUE, 0, "arguments", ["height"]),
    "function of the other place": _set(*VALUE, 0, "arguments", ["path"]),
    "push of the own place": _set(*VALUE, 1, "scalar", "depth"),
    "push of an unknown scalar": _set(*VALUE, 1, "scalar", "height"),
    "take to a node": _set(*VALUE, 1, "gate", "take"),
    "readout of an unknown kind": _set("readouts", "old", {"members": [1]}),
    "readout of two kinds": _set("readouts", "old", "pointer", []),
    "readout is a list": _set("readouts", "old", []),
    "labels at an unknown place": _set("readouts", "old", "place", "edge"),
    "labels for fewer states": _drop("readouts", "old", "labels", 0),
    "label is negative": _set("readouts", "old", "labels", 0, -1),
    "label is a bool": _set("readouts", "old", "labels", 0, False),
    "label is a fraction": _set("readouts", "old", "labels", 0, 0.5),
    "label is too large": _set("readouts", "old", "labels", 0, 2**63),
    "pointer order for fewer states": _drop("readouts", "link", "pointer", 0),
    "pointer order of three": _set("readouts", "link", "pointer", 0, [0, 1, 2]),
    "place is negative": _set("readouts", "link", "pointer", 0, 0, -1),
    "place is a bool": _set("readouts", "link", "pointer", 0, 0, True),
    "place is a fraction": _set("readouts", "link", "pointer", 0, 0, 0.5),
    "place is too large": _set("readouts", "link", "pointer", 0, 0, 2**63),
}
"""What is wrong, and how to make a well-formed program so."""


def malformed(what: str) -> Json:
    """The program with one thing wrong."""
    changed = program()
    MALFORMED[what](changed)
    return changed

"""Programs, rules and arc types as JSON: canonical, so that equal ones have equal bytes."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from dnar.errors import InputError
from dnar.machine.local_functions import UNLISTED
from dnar.machine.program import NodeTable, Program
from dnar.machine.readout import Members, PointerOrder, Readout
from dnar.machine.rules import Rules
from dnar.machine.vocabulary import Gate, Head, Op, Place, Prefer, Scalar, Start, Term

FORMAT = 1
"""Raised when programs of this version cannot be read by earlier ones."""

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
"""A state in a table is one of these."""


def digest(value: object) -> str:
    """The SHA-256 of a JSON value, however it was laid out."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def program_json(program: Program) -> dict[str, Any]:
    """A program as a JSON object."""
    return {
        "format": FORMAT,
        "task": program.task,
        **_words(program.node_states, program.arc_states, program.heads, program.scalars),
        "listening": [
            [
                [[*at[:2], int(at[2])] for at in program.order(head, state)]
                for state in range(len(program.node_states))
            ]
            for head in range(len(program.heads))
        ],
        "node_tables": [
            {
                "groups": [list(each) for each in table.groups],
                "becomes": _digits(table.becomes),
            }
            for table in program.node_tables
        ],
        "arc_table": [_digits(table) for table in program.arc_table],
        "ops": [_op_json(op) for op in program.ops],
        "readouts": {name: _readout_json(each) for name, each in program.readouts.items()},
    }


def rules_json(rules: Rules) -> dict[str, Any]:
    """Rules as a JSON object: ranks, listed cases, operations."""
    nodes, arcs = (
        [each.name for each in rules.node_states],
        [each.name for each in rules.arc_states],
    )
    return {
        **_words(nodes, arcs, rules.heads, rules.scalars),
        "ranks": [
            [
                [list(each) for each in rules.rank(head.name, state)]
                for state in rules.node_states
            ]
            for head in rules.heads
        ],
        "node_rules": [
            {
                "state": int(rule.state),
                "becomes": int(rule.becomes),
                "heard": {
                    head: [list(map(int, each)) for each in classes]
                    for head, classes in rule.heard.items()
                },
            }
            for rule in rules.node_rules
        ],
        "arc_rules": [
            {
                "state": int(rule.state),
                "becomes": int(rule.becomes),
                "receiver": None if rule.receiver is None else sorted(map(int, rule.receiver)),
                "sender": None if rule.sender is None else sorted(map(int, rule.sender)),
                "heard": dict(rule.heard),
                "heard_back": dict(rule.heard_back),
            }
            for rule in rules.arc_rules
        ],
        "ops": [_op_json(op) for op in rules.ops],
    }


def program_from_json(value: Any) -> Program:
    """The program in a JSON object.

    Raises:
        InputError: it is no program, or one of a newer version.
    """
    if not isinstance(value, dict) or "listening" not in value:
        raise InputError("this is no program: expected a JSON object with listening and tables")
    if not isinstance(value.get("format", 0), int):
        raise InputError(f"this is no program: its format is {value['format']!r}, not a number")
    if value.get("format", 0) > FORMAT:
        raise InputError(
            f"the program is of format {value['format']} and this version reads up to "
            f"{FORMAT}; upgrade dnar to use it"
        )
    try:
        return _parsed(value)
    except (KeyError, ValueError, TypeError, IndexError, AttributeError) as error:
        raise InputError(f"the program is damaged: {type(error).__name__} {error}") from error


def _parsed(value: Mapping[str, Any]) -> Program:
    nodes, arcs, heads = (len(value[name]) for name in ("node_states", "arc_states", "heads"))
    listening = np.full((heads, nodes, nodes, arcs, 2), UNLISTED, dtype=np.int32)
    for head, by_state in enumerate(value["listening"]):
        for state, order in enumerate(by_state):
            for place, (sender, arc, best) in enumerate(order):
                if min(sender, arc, best) < 0:
                    raise ValueError(f"an entry of an order cannot be {[sender, arc, best]}")
                listening[head, state, sender, arc, best] = place
    flags = 2**heads
    return Program(
        task=value["task"],
        node_states=tuple(value["node_states"]),
        arc_states=tuple(value["arc_states"]),
        heads=tuple(
            Head(each["name"], each["key"], Prefer(each["prefer"])) for each in value["heads"]
        ),
        scalars=tuple(
            Scalar(each["name"], Place(each["place"]), Start(each["start"]), each["period"])
            for each in value["scalars"]
        ),
        listening=listening,
        node_tables=tuple(_node_table(each) for each in value["node_tables"]),
        arc_table=np.stack(
            [_states(each, (nodes, nodes, arcs, flags, flags)) for each in value["arc_table"]]
        ),
        ops=tuple(_op(each) for each in value["ops"]),
        readouts={name: _readout(each) for name, each in value["readouts"].items()},
    )


def _words(nodes: Any, arcs: Any, heads: Any, scalars: Any) -> dict[str, Any]:
    return {
        "node_states": list(nodes),
        "arc_states": list(arcs),
        "heads": [
            {"name": head.name, "key": head.key, "prefer": head.prefer.value} for head in heads
        ],
        "scalars": [
            {
                "name": scalar.name,
                "place": scalar.place.value,
                "start": scalar.start.value,
                "period": scalar.period,
            }
            for scalar in scalars
        ],
    }


def _op_json(op: Op) -> dict[str, Any]:
    terms = [
        {"gate": term.gate.value, "when": sorted(map(int, term.when)), "scalar": term.scalar}
        for term in op.terms
    ]
    return {"target": op.target, "terms": terms}


def _op(value: Mapping[str, Any]) -> Op:
    terms = tuple(
        Term(Gate(each["gate"]), frozenset(each["when"]), each["scalar"])
        for each in value["terms"]
    )
    return Op(value["target"], terms)


def _readout_json(readout: Readout) -> dict[str, Any]:
    if isinstance(readout, Members):
        return {"members": sorted(readout.node_states)}
    return {"pointer": [list(each) for each in readout.places]}


def _readout(value: Mapping[str, Any]) -> Readout:
    if "members" in value:
        return Members(frozenset(value["members"]))
    return PointerOrder(tuple((int(plain), int(loop)) for plain, loop in value["pointer"]))


def _node_table(value: Mapping[str, Any]) -> NodeTable:
    groups = tuple(tuple(map(int, each)) for each in value["groups"])
    sizes = tuple(max(each) + 1 for each in groups)
    return NodeTable(groups, _states(value["becomes"], sizes))


def _digits(table: np.ndarray) -> str:
    return "".join(DIGITS[state] for state in table.ravel().tolist())


def _states(digits: str, shape: tuple[int, ...]) -> np.ndarray:
    return np.array([DIGITS.index(each) for each in digits], dtype=np.uint8).reshape(shape)

"""Programs as JSON: canonical, so that equal ones have equal bytes."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from dnar.errors import InputError
from dnar.machine.program import ArcCase, Entry, NodeCase, Program
from dnar.machine.readout import Labels, PointerOrder, Readout
from dnar.machine.vocabulary import (
    NOTHING,
    ArcClass,
    Comparison,
    Gate,
    Head,
    Op,
    Place,
    Prefer,
    Scalar,
    Start,
    Term,
)

FORMAT = 2
"""Raised when programs of this version cannot be read by earlier ones."""


def digest(value: object) -> str:
    """The SHA-256 of a JSON value, however it was laid out."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def program_json(program: Program) -> dict[str, Any]:
    """A program as a JSON object; docs/certificates.md describes its fields."""
    return {
        "format": FORMAT,
        "task": program.task,
        "node_states": list(program.node_states),
        "arc_states": list(program.arc_states),
        "heads": [
            {"name": head.name, "key": head.key, "prefer": head.prefer.value}
            for head in program.heads
        ],
        "scalars": [
            {
                "name": scalar.name,
                "place": scalar.place.value,
                "start": scalar.start.value,
                "period": scalar.period,
            }
            for scalar in program.scalars
        ],
        "comparisons": [
            {"name": each.name, "left": each.left, "right": each.right}
            for each in program.comparisons
        ],
        "orders": [
            {
                "head": head,
                "receiver": receiver,
                "entries": [[*each[:2], int(each.best)] for each in order],
            }
            for (head, receiver), order in sorted(program.orders.items())
            if order
        ],
        "node_cases": [_node_case_json(case) for case in program.node_cases],
        "arc_cases": [_arc_case_json(case) for case in program.arc_cases],
        "ops": [
            {"target": op.target, "terms": [_term_json(term) for term in op.terms]}
            for op in program.ops
        ],
        "readouts": {
            name: _readout_json(each) for name, each in sorted(program.readouts.items())
        },
    }


def _sorted(values: Any) -> list[Any] | None:
    return None if values is None else sorted(values)


def _node_case_json(case: NodeCase) -> dict[str, Any]:
    return {
        "state": case.state,
        "becomes": case.becomes,
        "heard": [
            None
            if some is None
            else sorted([] if each == NOTHING else list(each) for each in some)
            for some in case.heard
        ],
        "signs": [_sorted(each) for each in case.signs],
    }


def _arc_case_json(case: ArcCase) -> dict[str, Any]:
    return {
        "state": case.state,
        "becomes": case.becomes,
        "receiver": _sorted(case.receiver),
        "sender": _sorted(case.sender),
        "reverse": _sorted(case.reverse),
        "heard": list(case.heard),
        "heard_back": list(case.heard_back),
        "signs": [_sorted(each) for each in case.signs],
    }


def _term_json(term: Term) -> dict[str, Any]:
    value: dict[str, Any] = {"gate": term.gate.value, "when": sorted(term.when)}
    for name in ("scalar", "head", "function"):
        if getattr(term, name) is not None:
            value[name] = getattr(term, name)
    if term.arguments:
        value["arguments"] = list(term.arguments)
    if term.gate is Gate.INC:
        value["number"] = term.number
    return value


def _readout_json(readout: Readout) -> dict[str, Any]:
    if isinstance(readout, Labels):
        return {"labels": list(readout.labels), "place": readout.place.value}
    return {"pointer": [list(each) for each in readout.places]}


def program_from_json(value: Any) -> Program:
    """The program in a JSON object.

    Raises:
        InputError: it is no program, or one of another version.
    """
    if not isinstance(value, dict) or ("node_cases" not in value and "listening" not in value):
        raise InputError("this is no program: expected a JSON object with cases")
    if not isinstance(value.get("format", 0), int):
        raise InputError(f"this is no program: its format is {value['format']!r}, not a number")
    if value.get("format", 0) != FORMAT:
        advice = "upgrade dnar" if value.get("format", 0) > FORMAT else "extract it again"
        raise InputError(
            f"the program is of format {value.get('format', 0)} and this version reads "
            f"{FORMAT}; {advice} to use it"
        )
    try:
        return _parsed(value)
    except InputError:
        raise
    except (LookupError, ValueError, TypeError, ArithmeticError, AttributeError) as error:
        raise InputError(f"the program is damaged: {type(error).__name__} {error}") from error


def _parsed(value: Mapping[str, Any]) -> Program:
    _demand_keys(value, _PROGRAM_KEYS)
    orders: dict[tuple[int, int], tuple[Entry, ...]] = {}
    for each in _list(value["orders"]):
        _demand_keys(each, {"head", "receiver", "entries"})
        key = (each["head"], each["receiver"])
        if key in orders:
            raise InputError(f"ill-formed program: the order of {key} must be listed once")
        orders[key] = tuple(_entry(entry) for entry in _list(each["entries"]))
    return Program(
        task=value["task"],
        node_states=tuple(_list(value["node_states"])),
        arc_states=tuple(_list(value["arc_states"])),
        heads=tuple(
            Head(name, key, Prefer(prefer))
            for name, key, prefer in _records(value["heads"], "name", "key", "prefer")
        ),
        scalars=tuple(
            Scalar(name, Place(place), Start(start), period)
            for name, place, start, period in _records(
                value["scalars"], "name", "place", "start", "period"
            )
        ),
        comparisons=tuple(
            Comparison(*each)
            for each in _records(value["comparisons"], "name", "left", "right")
        ),
        orders=orders,
        node_cases=tuple(_node_case(each) for each in _list(value["node_cases"])),
        arc_cases=tuple(_arc_case(each) for each in _list(value["arc_cases"])),
        ops=tuple(
            Op(target, tuple(_term(term) for term in _list(terms)))
            for target, terms in _records(value["ops"], "target", "terms")
        ),
        readouts={name: _readout(each) for name, each in value["readouts"].items()},
    )


_PROGRAM_KEYS = {
    "format",
    "task",
    "node_states",
    "arc_states",
    "heads",
    "scalars",
    "comparisons",
    "orders",
    "node_cases",
    "arc_cases",
    "ops",
    "readouts",
}


def _demand_keys(value: Mapping[str, Any], keys: set[str]) -> None:
    if set(value) != keys:
        odd = sorted(set(value) ^ keys)
        raise InputError(f"ill-formed program: unknown or missing fields {odd}")


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise InputError(f"ill-formed program: expected a list, got {value!r}")
    return value


def _records(values: Any, *names: str) -> Iterator[tuple[Any, ...]]:
    """The fields of each object of a list."""
    for each in _list(values):
        _demand_keys(each, set(names))
        yield tuple(each[name] for name in names)


def _entry(value: Any) -> Entry:
    sender, arc, best = _list(value)
    if type(best) is not int:
        raise ValueError(f"{value} must end in 0 or 1")
    return Entry(sender, arc, {0: False, 1: True}[best])


def _heard(value: Any) -> ArcClass:
    if _list(value) == []:
        return NOTHING
    sender, arc = value
    if type(sender) is not int or sender < 0:
        raise ValueError(f"{value} is no class of a sender and an arc")
    return ArcClass(sender, arc)


def _some(values: Any) -> frozenset[Any] | None:
    if values is None:
        return None
    found = frozenset(_list(values))
    if len(found) != len(values):
        raise ValueError(f"{values} lists a state twice")
    return found


def _node_case(value: Mapping[str, Any]) -> NodeCase:
    _demand_keys(value, {"state", "becomes", "heard", "signs"})
    return NodeCase(
        value["state"],
        value["becomes"],
        tuple(
            None if some is None else _some([_heard(each) for each in _list(some)])
            for some in _list(value["heard"])
        ),
        tuple(_some(each) for each in _list(value["signs"])),
    )


def _arc_case(value: Mapping[str, Any]) -> ArcCase:
    names = (
        "state",
        "becomes",
        "receiver",
        "sender",
        "reverse",
        "heard",
        "heard_back",
        "signs",
    )
    _demand_keys(value, set(names))
    return ArcCase(
        value["state"],
        value["becomes"],
        *(_some(value[name]) for name in ("receiver", "sender", "reverse")),
        heard=tuple(_list(value["heard"])),
        heard_back=tuple(_list(value["heard_back"])),
        signs=tuple(_some(each) for each in _list(value["signs"])),
    )


_TERM_KEYS = {
    Gate.INC: {"number"},
    Gate.KEEP: set(),
    Gate.APPLY: {"function", "arguments"},
    Gate.PUSH: {"scalar"},
    Gate.TAKE: {"scalar"},
    Gate.PULL: {"scalar", "head"},
}


def _term(value: Mapping[str, Any]) -> Term:
    gate = Gate(value["gate"])
    _demand_keys(value, {"gate", "when", *_TERM_KEYS[gate]})
    when = _some(value["when"])
    if when is None:
        raise ValueError("a term needs the states that open its gate")
    number = value.get("number", 1.0)
    return Term(
        gate,
        when,
        value.get("scalar"),
        value.get("head"),
        value.get("function"),
        tuple(_list(value.get("arguments", []))),
        float(number) if type(number) is int else number,
    )


def _readout(value: Mapping[str, Any]) -> Readout:
    if "labels" in value:
        _demand_keys(value, {"labels", "place"})
        return Labels(Place(value["place"]), tuple(_list(value["labels"])))
    _demand_keys(value, {"pointer"})
    return PointerOrder(tuple((plain, loop) for plain, loop in _list(value["pointer"])))

"""Programs as JSON: there and back, canonical; what is no program is refused.

Malformed programs are in `tests/malformed_programs.py`.
"""

import json
from dataclasses import fields
from typing import Any

import pytest

from dnar.errors import InputError
from dnar.machine import (
    NOTHING,
    ArcCase,
    ArcClass,
    Comparison,
    Entry,
    Head,
    Labels,
    NodeCase,
    Op,
    Place,
    PointerOrder,
    Prefer,
    Program,
    Scalar,
    Start,
    apply,
    digest,
    inc,
    program_from_json,
    program_json,
    pull,
    take,
)
from dnar.machine.program_json import FORMAT
from dnar.tasks import all_tasks, get_task

ODD = Program(
    task="odd",
    node_states=("A", "B"),
    arc_states=("X",),
    heads=(Head("h", "length", Prefer.LARGEST),),
    scalars=(Scalar("level", Place.NODE, Start.ZERO), Scalar("length", Place.ARC, Start.INPUT)),
    comparisons=(Comparison("up", "level", "level"),),
    orders={(0, 1): (Entry(1, 0, best=False), Entry(0, 0)), (0, 0): ()},
    node_cases=(
        NodeCase(0, 1, (frozenset({NOTHING, ArcClass(1, 0)}),), (frozenset({1, -1}),)),
    ),
    arc_cases=(ArcCase(0, 0, frozenset({1, 0}), None, None, (True,), (None,), ()),),
    ops=(
        Op("level", (inc((1,), by=0.1), pull("length", (0, 1), head="h"))),
        Op("length", (take("level", (0,)), apply("product", ("length", "length"), (0,)))),
    ),
    readouts={"to": PointerOrder(((1, 0),)), "kind": Labels(Place.NODE, (0, 2))},
)


def same(one: Program, other: Program) -> bool:
    """Whether all parts are equal; empty orders say nothing."""
    parts = [
        {each.name: getattr(program, each.name) for each in fields(Program)}
        for program in (one, other)
    ]
    for each in parts:
        each["orders"] = {key: order for key, order in each["orders"].items() if order}
    return parts[0] == parts[1]


@pytest.mark.parametrize("name", [*all_tasks(), "odd"])
def test_there_and_back(name: str) -> None:
    program = ODD if name == "odd" else get_task(name).program
    value = json.loads(json.dumps(program_json(program)))
    back = program_from_json(value)
    assert same(back, program)
    assert program_json(back) == value


def test_the_fields_of_a_program() -> None:
    value = program_json(ODD)
    assert value["format"] == FORMAT
    assert value["heads"] == [{"name": "h", "key": "length", "prefer": "largest"}]
    assert value["comparisons"] == [{"name": "up", "left": "level", "right": "level"}]
    assert value["orders"] == [{"head": 0, "receiver": 1, "entries": [[1, 0, 0], [0, 0, 1]]}]
    assert value["node_cases"] == [
        {"state": 0, "becomes": 1, "heard": [[[], [1, 0]]], "signs": [[-1, 1]]}
    ]
    assert value["arc_cases"] == [
        {
            "state": 0,
            "becomes": 0,
            "receiver": [0, 1],
            "sender": None,
            "reverse": None,
            "heard": [True],
            "heard_back": [None],
            "signs": [],
        }
    ]
    assert value["ops"][0]["terms"] == [
        {"gate": "inc", "when": [1], "number": 0.1},
        {"gate": "pull", "when": [0, 1], "scalar": "length", "head": "h"},
    ]
    assert value["ops"][1]["terms"] == [
        {"gate": "take", "when": [0], "scalar": "level"},
        {
            "gate": "apply",
            "when": [0],
            "function": "product",
            "arguments": ["length", "length"],
        },
    ]
    assert value["readouts"] == {
        "kind": {"labels": [0, 2], "place": "node"},
        "to": {"pointer": [[1, 0]]},
    }


def test_digests_depend_on_content_alone() -> None:
    value = program_json(get_task("bfs").program)
    turned = dict(reversed(value.items()))
    assert digest(turned) == digest(value) == digest(json.loads(json.dumps(value, indent=3)))
    assert digest({**value, "task": "bsf"}) != digest(value)
    # The canonical form is what docs/certificates.md says: any tool can compute it.
    assert digest({"b": [1, 2], "a": "é"}) == (
        "9cfb1f938a87f2b8f3b8cc429c7a09116d54f048322742d4c23d4767b85f85da"
    )


@pytest.mark.parametrize("name", sorted(set(program_json(ODD)) - {"format", "node_cases"}))
def test_missing_fields_are_refused(name: str) -> None:
    value = program_json(ODD)
    del value[name]
    with pytest.raises(InputError, match=f"missing fields .*{name}"):
        program_from_json(value)


@pytest.mark.parametrize("part", ["", "orders", "node_cases", "arc_cases", "ops"])
def test_unknown_fields_are_refused(part: str) -> None:
    value = program_json(ODD)
    where = value[part][0] if part else value
    if part == "ops":
        where = where["terms"][0]
    where["colour"] = 1
    with pytest.raises(InputError, match=r"unknown .*fields .*colour"):
        program_from_json(value)


@pytest.mark.parametrize("value", [None, 3, "text", [], {}, {"task": "bfs"}])
def test_what_is_no_program(value: Any) -> None:
    with pytest.raises(InputError, match="this is no program"):
        program_from_json(value)


def test_programs_of_other_versions_are_refused() -> None:
    value = program_json(ODD)
    with pytest.raises(InputError, match="format 3 and this version reads 2; upgrade dnar"):
        program_from_json({**value, "format": FORMAT + 1})
    with pytest.raises(InputError, match="format 1 and this version reads 2; extract it again"):
        program_from_json({"format": 1, "listening": []})
    for unreadable in (None, "1", [1]):
        with pytest.raises(InputError, match=r"its format is .*, not a number"):
            program_from_json({**value, "format": unreadable})

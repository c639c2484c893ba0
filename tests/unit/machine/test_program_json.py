"""Programs as JSON: there and back, canonical, damaged files refused."""

import copy
import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dnar.errors import InputError
from dnar.machine import (
    Program,
    digest,
    program_from_json,
    program_json,
    program_of,
    rules_json,
)
from dnar.machine.program_json import FORMAT
from dnar.run.bundled import pretrained_program
from dnar.tasks import all_tasks, get_task


def same(one: Program, other: Program) -> bool:
    names = ("task", "node_states", "arc_states", "heads", "scalars", "ops", "readouts")
    return (
        all(getattr(one, name) == getattr(other, name) for name in names)
        and np.array_equal(one.listening, other.listening)
        and np.array_equal(one.arc_table, other.arc_table)
        and all(
            mine.groups == theirs.groups and np.array_equal(mine.becomes, theirs.becomes)
            for mine, theirs in zip(one.node_tables, other.node_tables, strict=True)
        )
    )


@pytest.mark.parametrize("name", all_tasks())
def test_there_and_back(name: str) -> None:
    task = get_task(name)
    for program in (pretrained_program(task), program_of(task)):
        value = json.loads(json.dumps(program_json(program)))
        back = program_from_json(value)
        assert same(back, program)
        assert program_json(back) == value


def test_digests_depend_on_content_alone() -> None:
    value = program_json(program_of(get_task("bfs")))
    turned = dict(reversed(value.items()))
    assert digest(turned) == digest(value) == digest(json.loads(json.dumps(value, indent=3)))
    assert digest({**value, "task": "bsf"}) != digest(value)
    # The canonical form is what docs/certificates.md says: any tool can compute it.
    assert digest({"b": [1, 2], "a": "é"}) == (
        "9cfb1f938a87f2b8f3b8cc429c7a09116d54f048322742d4c23d4767b85f85da"
    )


def test_rules_as_json() -> None:
    value = rules_json(get_task("bfs").rules)
    assert value == json.loads(json.dumps(value))
    assert value["node_states"] == ["UNSEEN", "DONE", "VIRTUAL"]
    assert value["heads"] == [{"name": "lowest", "key": None, "prefer": "smallest"}]
    assert value["ranks"] == [[[[1, 0], [0, 1]], [], []]]
    assert value["node_rules"] == [{"state": 0, "becomes": 1, "heard": {"lowest": [[1, 0]]}}]
    assert value["arc_rules"][0] == {
        "state": 0,
        "becomes": 1,
        "receiver": [0],
        "sender": [1],
        "heard": {"lowest": True},
        "heard_back": {},
    }
    assert value["ops"] == []


def test_scalars_and_operations_as_json() -> None:
    value = rules_json(get_task("dijkstra").rules)
    assert [each["name"] for each in value["scalars"]] == ["distance", "length"]
    assert {term["gate"] for op in value["ops"] for term in op["terms"]} <= {
        "inc",
        "keep",
        "push",
    }
    (stream,) = (
        each for each in rules_json(get_task("mis").rules)["scalars"] if each["period"]
    )
    assert stream["start"] == "stream"


def put(*path: Any) -> Callable[[Any], None]:
    """Changes the entry at a path; the last item is its new value."""
    *way, last, value = path

    def change(whole: Any) -> None:
        for key in way:
            whole = whole[key]
        whole[last] = value

    return change


def drop(name: str) -> Callable[[Any], None]:
    return lambda whole: whole.pop(name)


DAMAGES = {
    "no node states": drop("node_states"),
    "no heads": drop("heads"),
    "no arc table": drop("arc_table"),
    "no readouts": drop("readouts"),
    "a truncated arc table": put("arc_table", 0, "0"),
    "no digit": put("arc_table", 0, "!" * 5120),
    "no such arc state": put("arc_table", 0, "9" * 5120),
    "no such node state": put("node_tables", 0, "becomes", "z"),
    "groups of one class": put("node_tables", 0, "groups", [[0], [0]]),
    "no groups": put("node_tables", 0, "groups", None),
    "an entry out of range": put("listening", 0, 0, 0, [99, 0, 1]),
    "an entry of text": put("listening", 0, 0, 0, "abc"),
    "an entry too long": put("listening", 0, 0, 0, [0, 0, 0, 0]),
    "an unknown gate": put("ops", 0, "terms", 0, "gate", "shut"),
    "an unknown preference": put("heads", 0, "prefer", "widest"),
    "an unknown place": put("scalars", 0, "place", "moon"),
    "a pointer that is no pair": put("readouts", "parent", {"pointer": [[1, 2, 3]]}),
    "an empty readout": put("readouts", "parent", {}),
}


@pytest.mark.parametrize("what", DAMAGES)
def test_damaged_programs_are_refused(what: str) -> None:
    value = copy.deepcopy(program_json(pretrained_program(get_task("dijkstra"))))
    DAMAGES[what](value)
    with pytest.raises(InputError, match="the program is damaged"):
        program_from_json(value)


@pytest.mark.parametrize("value", [None, 3, "text", [], {}, {"task": "bfs"}])
def test_what_is_no_program(value: Any) -> None:
    with pytest.raises(InputError, match="this is no program"):
        program_from_json(value)


def test_programs_of_a_newer_version_are_refused() -> None:
    value = program_json(program_of(get_task("bfs")))
    with pytest.raises(InputError, match="format 2 and this version reads up to 1; upgrade"):
        program_from_json({**value, "format": FORMAT + 1})
    for unreadable in (None, "1", [1]):
        with pytest.raises(InputError, match=r"its format is .*, not a number"):
            program_from_json({**value, "format": unreadable})

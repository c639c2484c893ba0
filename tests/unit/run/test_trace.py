"""Traces: a header that says how the run starts, then one line per step."""

import json
from dataclasses import replace
from enum import IntEnum
from typing import Any

import numpy as np
import pytest

from dnar.graph import Graph, path
from dnar.machine import ArcRule, Instance, Multiplicity, Role, Rules, execute, linked
from dnar.run import trace_lines
from dnar.tasks import all_tasks, get_task
from tests.rules_run import rules_run


def traced(task: str, graph: Any, **given: Any) -> list[dict[str, Any]]:
    answer = rules_run(task, graph, trajectory=True, **given)
    assert answer.trajectory is not None
    lines = list(trace_lines(get_task(task), answer.trajectory))
    assert all(line.endswith("\n") and line.count("\n") == 1 for line in lines)
    return [json.loads(line) for line in lines]


def test_a_search_in_full() -> None:
    header, only = traced("bfs", path(2).relabelled(["ä", ("b", 1)]), start="ä")
    assert header == {
        "task": "bfs",
        "steps": 1,
        "nodes": [
            {"node": "ä", "state": "DONE"},
            {"node": "('b', 1)", "state": "UNSEEN"},
            {"node": "(virtual)", "state": "VIRTUAL"},
        ],
        "arcs": [
            _arc("ä", "ä", "self", "POINTER"),
            _arc("ä", "('b', 1)", "both", "NEUTRAL"),
            _arc("ä", "(virtual)", "from_virtual", "NEUTRAL"),
            _arc("('b', 1)", "ä", "both", "NEUTRAL"),
            _arc("('b', 1)", "('b', 1)", "self", "POINTER"),
            _arc("('b', 1)", "(virtual)", "from_virtual", "NEUTRAL"),
            _arc("(virtual)", "ä", "to_virtual", "NEUTRAL"),
            _arc("(virtual)", "('b', 1)", "to_virtual", "NEUTRAL"),
            _arc("(virtual)", "(virtual)", "self", "POINTER"),
        ],
        "scalars": {},
    }
    assert only == {
        "step": 1,
        "nodes": [{"node": "('b', 1)", "state": "DONE"}],
        "arcs": [
            {"receiver": "('b', 1)", "sender": "ä", "state": "POINTER"},
            {"receiver": "('b', 1)", "sender": "('b', 1)", "state": "NEUTRAL"},
        ],
        "scalars": {},
    }


def _arc(receiver: str, sender: str, role: str, state: str) -> dict[str, str]:
    return {"receiver": receiver, "sender": sender, "role": role, "state": state}


def test_scalars_of_nodes_and_arcs() -> None:
    lines = traced("dijkstra", path(2).with_weight(2.0), start=0)
    assert lines[0]["scalars"] == {
        "distance": [0.0, 0.0, 0.0],
        "length": [0.0, 2.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    }
    assert lines[3]["scalars"]["distance"] == [{"node": 1, "value": 2.0}]
    joined = lines[6]["scalars"]["length"]
    assert joined == [
        {"receiver": 0, "sender": 1, "value": 4.0},
        {"receiver": 1, "sender": 1, "value": 2.0},
        {"receiver": "(virtual)", "sender": 1, "value": 2.0},
    ]


def test_a_streams_row_stands_where_it_begins() -> None:
    rows = [[0.0, 1.0, 2.0], [5.0, 6.0, 7.0]]
    lines = traced("mis", path(3), randomness=rows)
    assert lines[0]["scalars"] == {"lot": [0.0, 1.0, 2.0, 0.0]}
    assert [line["step"] for line in lines[1:] if "streams" in line] == [3]
    assert lines[3]["streams"] == {"lot": [5.0, 6.0, 7.0, 0.0]}


def test_helpers_are_numbered() -> None:
    lines = traced("matrix_chain_order", [3.0, 1.0, 2.0, 4.0])
    names = [entry["node"] for entry in lines[0]["nodes"]]
    assert len(set(names)) == len(names) > 4
    assert names[4:6] == ["(helper 0)", "(helper 1)"]


class Plain(IntEnum):
    """States of a machine in which every arc changes once."""

    BEFORE = 0
    AFTER = 1


def test_arcs_of_the_same_ends_are_told_apart_by_their_roles() -> None:
    roles = Role("one", "other", Multiplicity.ANY), Role("other", "one", Multiplicity.ANY)
    links = linked(roles, (roles[0], [0, 1], [1, 0]))
    instance = Instance(
        labels=["a", "b"],
        node_kind=np.zeros(2, dtype=np.uint8),
        node_state=np.zeros(2, dtype=np.uint8),
        receiver=links.receiver,
        sender=links.sender,
        reverse_arc=links.reverse_arc,
        role=links.role,
        arc_state=np.zeros(4, dtype=np.uint8),
        roles=roles,
    )
    task = replace(
        get_task("bfs"),
        rules=Rules(Plain, Plain, arc_rules=(ArcRule(Plain.BEFORE, Plain.AFTER),)),
        decoders={},
    )
    trajectory = execute(task.program, instance, record=True).trajectory
    assert trajectory is not None
    changed = json.loads(list(trace_lines(task, trajectory))[1])["arcs"]
    told = [(arc["receiver"], arc["sender"], arc["role"]) for arc in changed]
    assert told == [
        (*ends, role) for ends in (("a", "b"), ("b", "a")) for role in ("one", "other")
    ]


GRAPH = Graph.from_edges([0, 0, 1], [1, 2, 3], labels=4, weight=[1.0, 2.0, 3.0])
QUESTIONS: dict[str, tuple[Any, dict[str, Any]]] = {
    "minimum": ([3.0, 1.0], {}),
    "mis": (GRAPH, {}),
    "bipartite": (GRAPH, {}),
    "connected_components": (GRAPH, {}),
    "core_numbers": (GRAPH, {}),
    "maximal_matching": (GRAPH, {}),
    "topological_sort": (Graph.from_edges([0], [1], labels=3, directed=True), {}),
    "floyd_warshall": (GRAPH, {}),
    "strongly_connected_components": (GRAPH, {}),
    "insertion_sort": ([3.0, 1.0, 2.0], {}),
    "matrix_chain_order": ([3.0, 1.0, 2.0, 4.0], {}),
    "segments_intersect": ([(0, 0), (1, 1), (0, 1), (1, 0)], {}),
    "naive_string_matcher": (("abab", "ba"), {}),
}


@pytest.mark.parametrize("task", all_tasks())
def test_replaying_a_trace_ends_in_the_same_states(task: str) -> None:
    graph, given = QUESTIONS.get(task, (GRAPH, {"start": 0}))
    lines = traced(task, graph, **given)
    nodes = {entry["node"]: entry["state"] for entry in lines[0]["nodes"]}
    arcs = {
        (arc["receiver"], arc["sender"], arc["role"]): arc["state"] for arc in lines[0]["arcs"]
    }
    assert (len(nodes), len(arcs)) == (len(lines[0]["nodes"]), len(lines[0]["arcs"]))
    roles = {(receiver, sender): role for receiver, sender, role in arcs}
    for number, line in enumerate(lines[1:], start=1):
        assert line["step"] == number
        nodes.update((entry["node"], entry["state"]) for entry in line["nodes"])
        for arc in line["arcs"]:
            ends = arc["receiver"], arc["sender"]
            arcs[*ends, arc.get("role", roles[ends])] = arc["state"]
    assert lines[0]["steps"] == len(lines) - 1
    trajectory = rules_run(task, graph, trajectory=True, **given).trajectory
    assert trajectory is not None
    rules, final = get_task(task).rules, trajectory.snapshot(-1)
    assert list(nodes.values()) == [
        rules.node_states(state).name for state in final.node_state.tolist()
    ]
    assert list(arcs.values()) == [
        rules.arc_states(state).name for state in final.arc_state.tolist()
    ]

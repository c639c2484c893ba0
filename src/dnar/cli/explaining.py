"""`dnar explain`: a learned program in words, as a diagram, and case by case."""

import json
from pathlib import Path
from typing import Annotated

from dnar.atomic_write import check_writable, write_atomically
from dnar.cli.arguments import TaskFile, start_label, task_input
from dnar.cli.parser import Argument, Option
from dnar.errors import InputError
from dnar.explain import (
    Explanation,
    check_diagram,
    draw_states,
    explain_case,
    explain_program,
    explanation_text,
    node_names,
    standalone_source,
)
from dnar.graph import Graph
from dnar.machine import (
    Instance,
    NodeKind,
    Program,
    Snapshot,
    Task,
    Trajectory,
    execute,
    reachable_types,
)
from dnar.printable import printable
from dnar.run import ProgramEngine, engine_from, pose
from dnar.stored_task import given_task


def explain_command(
    source: Annotated[
        str,
        Argument(
            metavar="TASK|DIR|FILE",
            help="A task (its bundled model), the folder of a training run, a program or "
            "certificate in JSON, or a task of your own, FILE.py (its model in runs).",
        ),
    ],
    engine: Annotated[
        str,
        Option(metavar="NAME", help="program, what was learned, or rules, what is true."),
    ] = "program",
    diagram: Annotated[
        Path | None,
        Option(metavar="FILE", help="Draw the states into this .svg or .png file."),
    ] = None,
    standalone: Annotated[
        Path | None,
        Option(
            metavar="FILE", help="Write the program as a Python file that needs nothing else."
        ),
    ] = None,
    case: Annotated[
        str | None,
        Option(metavar="GRAPH", help="Explain one step of one node on this graph instead."),
    ] = None,
    node: Annotated[
        str | None,
        Option(metavar="LABEL", help="With --case: the node; (virtual) is one, too."),
    ] = None,
    step: Annotated[
        int | None,
        Option(
            metavar="NUMBER",
            help="With --case: the step, from 1 on. By default the first at which the node "
            "changes its state.",
        ),
    ] = None,
    start: Annotated[
        str | None, Option(metavar="LABEL", help="With --case: the node to start at.")
    ] = None,
    seed: Annotated[int, Option(min=0, metavar="NUMBER", help="With --case: as in run.")] = 0,
    weight: Annotated[
        float | None, Option(metavar="NUMBER", help="With --case: as in run.")
    ] = None,
    directed: Annotated[
        bool | None,
        Option("--directed/--undirected", help="With --case: as in run."),
    ] = None,
    task_file: TaskFile = None,
    as_json: Annotated[bool, Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Say in words what a learned program does, or why a node did what it did."""
    for path in (diagram, standalone):
        if path is not None:
            check_writable(path)
    if diagram is not None:
        check_diagram(diagram)
    if case is None and (node, step, start) != (None, None, None):
        raise InputError("--node, --step and --start belong to --case GRAPH; give that, too")
    task, program = _program(source, engine, given_task(task_file))
    if diagram is not None or case is None:
        explanation = explain_program(task, program, reachable_types(task))
        if diagram is not None:
            draw_states(explanation, diagram)
        if case is None:
            _print_explanation(explanation, as_json=as_json)
    if standalone is not None:
        write_atomically(standalone, [standalone_source(task, program)])
    if case is not None:
        graph = task_input(task, case, seed=seed, weight=weight, directed=directed)
        lines = _case_lines(task, program, graph, start, seed, node, step)
        answer = {"task": task.name, "engine": engine, "case": lines}
        if as_json:
            print(json.dumps(answer, ensure_ascii=False))
        else:
            print("\n".join(map(printable, lines)))


def learned_program(source: str, task: Task | None = None) -> tuple[Task, Program]:
    """The task and the learned program that a source names.

    Raises:
        InputError: there is no such source.
    """
    found = engine_from(source, "program", task)
    assert isinstance(found, ProgramEngine)
    return found.task, found.program


def _program(source: str, engine: str, task: Task | None) -> tuple[Task, Program]:
    if engine == "program":
        return learned_program(source, task)
    if engine == "rules":
        found = engine_from(source, "rules", task).task
        return found, found.program
    raise InputError(f"--engine takes program or rules, got {engine!r}")


def _print_explanation(explanation: Explanation, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(explanation.to_json()))
    else:
        print(explanation_text(explanation), end="")


def _case_lines(
    task: Task,
    program: Program,
    graph: Graph | list[float] | str,
    start: str | None,
    seed: int,
    node: str | None,
    step: int | None,
) -> list[str]:
    if node is None:
        raise InputError("--case needs --node LABEL: whose step is to be explained")
    label = start_label(task, graph, start)
    instance = task.encode(pose(task, graph, start=label, seed=seed))
    run = execute(
        program, instance, max_steps=task.step_bound(instance.node_count), record=True
    )
    assert run.trajectory is not None
    at = node_position(instance, node)
    snapshot = snapshot_before(run.trajectory, at, node, step)
    return explain_case(task, program, instance, snapshot, at)


def node_position(instance: Instance, label: str) -> int:
    """The position of the node that is called this.

    Raises:
        InputError: none is.
    """
    names = node_names(instance)
    if label == "virtual":
        label = f"({NodeKind.VIRTUAL.name.lower()})"
    if label not in names:
        few = ", ".join(names[:5])
        raise InputError(f"no node {label!r}; the nodes are {few}, ... and (virtual)")
    return names.index(label)


def snapshot_before(
    trajectory: Trajectory, node: int, label: str, step: int | None
) -> Snapshot:
    """The snapshot before a step, by default before the first that changes the node's state.

    Raises:
        InputError: there is no such step.
    """
    steps = len(trajectory)
    if step is not None:
        if not 1 <= step <= steps:
            raise InputError(f"the run has steps 1 to {steps}, got --step {step}")
        return trajectory.snapshot(step - 1)
    for number, changes in enumerate(trajectory.steps):
        if node in changes.node_state.at:
            return trajectory.snapshot(number)
    raise InputError(
        f"node {label} never changes its state in the {steps} steps of the run; say which one "
        "with --step"
    )

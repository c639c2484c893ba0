"""The page's interpreter makes Python's steps, bit for bit."""

import json
from typing import Any

import numpy as np
import pytest

import dnar
from dnar.explain import explain_case
from dnar.graph import mis_row
from dnar.machine import (
    FUNCTIONS,
    Execution,
    Problem,
    Program,
    Task,
    execute,
    problem_on,
)
from dnar.run import engine_for, evaluation_problem
from dnar.run.answer import Answer
from dnar.run.bundled import pretrained_program
from dnar.tasks import all_tasks
from tests.browser_runs import (
    PLAYGROUND,
    instance_case,
    problem_case,
    run_in_node,
    same_layout,
    same_steps,
)
from tests.random_machines import near_program, random_task
from tests.random_programs import random_instance, random_program

pytestmark = pytest.mark.usefixtures("no_shape_checks_in_module")

GRAPHS = 210
FAMILIES = ("er", "ws", "delaunay", "path", "power")


def task_cases() -> list[tuple[Task, Program, Problem]]:
    """Random graphs of several families for every task, under its learned program and rules."""
    cases = []
    for number in range(GRAPHS // len(all_tasks())):
        for name, task in all_tasks().items():
            family, size = FAMILIES[number % len(FAMILIES)], 4 + number
            if name == "matrix_chain_order":
                size = 3 + number % 4
            problem = evaluation_problem(task, family, size, number)
            program = task.program if number % 2 else pretrained_program(task)
            cases.append((task, program, problem))
    return cases


def test_every_task_runs_on_the_page_as_in_python() -> None:
    cases = task_cases()
    assert len(cases) >= 200
    given = [
        problem_case(task, program, problem, task.step_bound(len(problem.graph.labels) + 1))
        for task, program, problem in cases
    ]
    for (task, program, problem), found in zip(cases, run_in_node(given), strict=True):
        instance = task.encode(problem)
        run = execute(program, instance, record=True)
        assert run.trajectory is not None
        assert found["halted"], task.name
        same_layout(program, instance, found["layout"])
        same_steps(run.trajectory, found["steps"])
        assert found["start"] == instance.node_state.tolist()
        if task.name not in ("floyd_warshall", "matrix_chain_order", "naive_string_matcher"):
            engine = engine_for(task, "program")
            outputs = engine.solve(problem).outputs
            kept = {
                name: decoder.labelled(outputs[name], problem.graph.labels)
                for name, decoder in task.decoders.items()
            }
            expected = Answer(task.name, run.steps, True, kept).to_json()
            assert found["outputs"] == {name: expected[name] for name in kept}


def test_random_tasks_and_programs_run_as_in_python() -> None:
    given, expected = [], []
    for number in range(60):
        rng = np.random.default_rng([21, number])
        task = random_task(rng)
        program = near_program(rng, task, changes=number % 4)
        problem = problem_on(
            task, dnar.load_graph(f"er:{3 + number % 9}", seed=number), rng, with_start=True
        )
        instance = task.encode(problem)
        given.append(instance_case(program, instance, 40))
        expected.append(execute(program, instance, max_steps=40, record=True))
    for number in range(90):
        rng = np.random.default_rng([22, number])
        program = random_program(rng)
        instance = random_instance(rng, program)
        given.append(instance_case(program, instance, 25))
        # Products of products overflow; both sides then have infinity.
        with np.errstate(over="ignore", invalid="ignore"):
            expected.append(execute(program, instance, max_steps=25, record=True))
    for run, found in zip(expected, run_in_node(given), strict=True):
        assert run.trajectory is not None
        assert run.halted == found["halted"]
        same_steps(run.trajectory, found["steps"])


def sample_cases() -> list[tuple[dict[str, Any], Execution]]:
    """A few cases for a browser: every task once, and random programs."""
    cases = [
        (
            problem_case(task, program, problem, 10_000),
            execute(program, task.encode(problem), record=True),
        )
        for task, program, problem in task_cases()[45:60]
    ]
    for number in range(10):
        rng = np.random.default_rng([23, number])
        program = random_program(rng)
        instance = random_instance(rng, program)
        with np.errstate(over="ignore", invalid="ignore"):
            run = execute(program, instance, max_steps=25, record=True)
        cases.append((instance_case(program, instance, 25), run))
    return cases


def words(lines: list[str]) -> tuple[str, list[str], str]:
    """What is said before the table of the row, the words of the table, what is said after."""
    text = " ".join(" ".join(lines).split())
    before, _, rest = text.partition(" Its row ")
    # Wide cells are wrapped inside their column, so the table's words come in another order.
    table, _, after = rest.partition(" What it hears ")
    return before, sorted(table.split()), after


def said(found: dict[str, Any]) -> tuple[str, list[str], str]:
    """The page's sentences in the order of `dnar explain --case`."""
    row, lines = found["row"], [found["opening"], "Its row", *found["row"]["titles"]]
    lines += [cell for cells in row["rows"] for cell in cells]
    if row["left"]:
        lines.append(f"... and {row['left']} more arcs")
    lines += ["What it hears", *found["hears"]]
    lines += ["Changes of its arcs", *found["arcs"]] if found["arcs"] else []
    return words([*lines, *(["Scalars", *found["scalars"]] if found["scalars"] else [])])


def test_a_clicked_node_says_what_explain_says() -> None:
    cases: list[tuple[Task, Program, Problem]] = []
    for name, task in all_tasks().items():
        problem = evaluation_problem(task, "er", 4 if "chain" in name else 8, 3)
        cases += [(task, pretrained_program(task), problem), (task, task.program, problem)]
    given, expected = [], []
    for task, program, problem in cases:
        instance = task.encode(problem)
        run = execute(program, instance, record=True)
        assert run.trajectory is not None
        case = problem_case(task, program, problem, run.steps)
        asked = [
            (step, node)
            for step in range(0, run.steps, max(1, run.steps // 4))
            for node in range(0, instance.node_count, 3)
        ]
        case["why"] = [{"step": step, "node": node} for step, node in asked]
        given.append(case)
        snapshots = list(run.trajectory.snapshots())
        expected.append(
            [
                words(explain_case(task, program, instance, snapshots[step], node))
                for step, node in asked
            ]
        )
    for lines, found in zip(expected, run_in_node(given), strict=True):
        assert [said(each) for each in found["why"]] == lines


@pytest.mark.parametrize("seed", [0, 7, 2**40 + 3])
def test_lots_are_those_of_numpy(seed: int) -> None:
    task = dnar.get_task("mis")
    problem = Problem(dnar.load_graph("cycle:50"), seed=seed)
    (found,) = run_in_node([problem_case(task, task.program, problem, 100)])
    run = execute(task.program, task.encode(problem), record=True)
    assert run.trajectory is not None
    assert len(mis_row(50, seed, 0)) == 50
    same_steps(run.trajectory, found["steps"])


def test_functions_are_those_of_the_machine() -> None:
    source = (PLAYGROUND / "src" / "functions.js").read_text()
    for name, function in FUNCTIONS.items():
        assert f"  {name}: {{" in source
        assert json.dumps(function.words) in source
    assert source.count("compute:") == len(FUNCTIONS)

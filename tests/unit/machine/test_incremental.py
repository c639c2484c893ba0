"""Incremental steps are the interpreter's steps, whatever changed in between."""

import numpy as np
import pytest

from dnar.machine import Execution, Instance, Program, execute, first_snapshot, step
from dnar.machine.incremental import IncrementalStepper
from dnar.run import evaluation_problem
from dnar.tasks import all_tasks, get_task
from tests.random_programs import random_instance, random_program

STEPS = 60


def both(program: Program, instance: Instance) -> tuple[Execution, Execution]:
    plain = execute(program, instance, max_steps=STEPS, record=True)
    stepper = IncrementalStepper(program, instance)
    return plain, execute(program, instance, max_steps=STEPS, record=True, stepper=stepper)


@pytest.mark.parametrize("seed", range(60))
def test_random_programs_take_the_same_steps(seed: int) -> None:
    rng = np.random.default_rng(seed)
    program = random_program(rng)
    plain, incremental = both(program, random_instance(rng, program))
    assert incremental.trajectory == plain.trajectory
    assert incremental.halted == plain.halted


@pytest.mark.parametrize("name", list(all_tasks()))
def test_every_task_takes_the_same_steps(name: str) -> None:
    task = get_task(name)
    if task.source is not None:
        problem = task.source.sample(8, np.random.default_rng(0))
    else:
        problem = evaluation_problem(task, "er", 20, 0)
    plain, incremental = both(task.program, task.encode(problem))
    assert len(plain.trajectory or ()) > 0
    assert incremental.trajectory == plain.trajectory


def test_snapshots_may_come_in_any_order() -> None:
    task = get_task("dijkstra")
    instance = task.encode(evaluation_problem(task, "er", 20, 0))
    run = execute(task.program, instance, record=True)
    assert run.trajectory is not None
    snapshots = list(run.trajectory.snapshots())
    stepper = IncrementalStepper(task.program, instance)
    for at in np.random.default_rng(0).permutation(len(snapshots)).tolist():
        expected = step(task.program, instance, snapshots[at])
        assert stepper(task.program, instance, snapshots[at]) == expected
    first = first_snapshot(task.program, instance)
    assert stepper(task.program, instance, first) == step(task.program, instance, first)

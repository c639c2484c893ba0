"""Summands add up to what a step computes."""

import numpy as np
import pytest

from dnar.explain.summands import row_of, summands
from dnar.machine import Place, execute, select, step
from dnar.tasks import all_tasks, get_task
from tests.unit.explain.programs import LARGE, random_problem

WITH_SCALARS = [name for name in all_tasks() if get_task(name).rules.ops and name not in LARGE]


@pytest.mark.parametrize("name", WITH_SCALARS)
def test_they_add_up(name: str) -> None:
    task, rng = get_task(name), np.random.default_rng(2)
    program, instance = task.program, task.encode(random_problem(task, rng, 1))
    trajectory = execute(program, instance, record=True, max_steps=8).trajectory
    assert trajectory is not None
    for snapshot in trajectory.snapshots():
        following, heard = (
            step(program, instance, snapshot),
            select(program, instance, snapshot),
        )
        for op in program.ops:
            at_node = program.scalar(op.target).place is Place.NODE
            for place in range(instance.node_count if at_node else instance.arc_count):
                parts = summands(program, op, instance, snapshot, heard, place)
                total = sum((part.value for part in parts), 0.0)
                assert total == following.scalars[op.target][place]


def test_rows() -> None:
    task = get_task("bfs")
    instance = task.encode(random_problem(task, np.random.default_rng(0), 0))
    for node in range(instance.node_count):
        assert row_of(instance, node) == np.flatnonzero(instance.receiver == node).tolist()

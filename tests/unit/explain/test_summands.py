"""Summands add up to what a step computes."""

import numpy as np
import pytest

from dnar.explain.summands import row_of, summands
from dnar.machine import Place, execute, step
from dnar.tasks import all_tasks, get_task
from tests.unit.explain.programs import random_problem

WITH_SCALARS = [name for name in all_tasks() if get_task(name).rules.ops]


@pytest.mark.parametrize("name", WITH_SCALARS)
def test_they_add_up(name: str) -> None:
    task, rng = get_task(name), np.random.default_rng(2)
    instance = task.encode(random_problem(task, rng, 1))
    trajectory = execute(task.rules, instance, record=True).trajectory
    assert trajectory is not None
    for snapshot in trajectory.snapshots():
        following = step(task.rules, instance, snapshot)
        for op in task.rules.ops:
            at_node = task.rules.scalar(op.target).place is Place.NODE
            size = instance.node_count if at_node else instance.arc_count
            sums = [
                sum(
                    (
                        each.value
                        for each in summands(task.rules, op, instance, snapshot, place)
                    ),
                    0.0,
                )
                for place in range(size)
            ]
            assert sums == following.scalars[op.target].tolist()


def test_rows() -> None:
    task = get_task("bfs")
    instance = task.encode(random_problem(task, np.random.default_rng(0), 0))
    for node in range(instance.node_count):
        assert row_of(instance, node) == np.flatnonzero(instance.receiver == node).tolist()

"""Reachable arc types: whatever a run shows is among them, and they are closed."""

import numpy as np
import pytest

from dnar.machine import Multiplicity, Snapshot, execute, reachable_types
from dnar.machine.reachable import ArcType, smallest_problems
from dnar.tasks import all_tasks, get_task
from tests.unit.network.problems import instances


@pytest.mark.parametrize("name", all_tasks())
def test_everything_that_a_run_shows_is_reachable(name: str) -> None:
    task = get_task(name)
    found = reachable_types(task)
    for instance in instances(task).values():
        trajectory = execute(task.rules, instance, record=True).trajectory
        assert trajectory is not None
        for snapshot in trajectory.snapshots():
            assert shown(instance, snapshot) <= found.types


def shown(instance, snapshot: Snapshot) -> set[ArcType]:
    columns = (
        snapshot.node_state[instance.receiver],
        snapshot.arc_state,
        snapshot.node_state[instance.sender],
        snapshot.arc_state[instance.reverse_arc],
        instance.role,
    )
    return {ArcType(*row) for row in np.stack(columns, axis=1).tolist()}


def test_types_come_with_their_reverse() -> None:
    found = reachable_types(get_task("dijkstra"))
    roles = [role.name for role in found.roles]
    for each in found.types:
        back = roles.index(found.roles[each.role].reverse)
        assert ArcType(each.sender, each.reverse, each.receiver, each.arc, back) in found.types


def test_a_self_loop_is_its_own_reverse() -> None:
    found = reachable_types(get_task("bfs"))
    for each in found.types:
        if found.roles[each.role].multiplicity is Multiplicity.SELF:
            assert (each.receiver, each.arc) == (each.sender, each.reverse)


def test_the_classes_of_bfs() -> None:
    # A self-loop in the pointer state has no rivals: it is heard unless somebody is done.
    found = reachable_types(get_task("bfs"))
    assert found.classes(0, Multiplicity.SELF) == {"self": [(0, 1)]}
    assert found.classes(0, Multiplicity.ONE)["from_virtual"] == [(2, 0)]


def test_smallest_problems() -> None:
    assert len(list(smallest_problems(get_task("minimum")))) == 3
    # Undirected graphs on one, two and three nodes, without a start.
    assert len(list(smallest_problems(get_task("mis")))) == 1 + 2 + 8

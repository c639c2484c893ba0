"""Snapshots and trajectories: changes alone give back every step."""

import numpy as np
import pytest

from dnar.graph import path, star
from dnar.machine import (
    Problem,
    Snapshot,
    Trajectory,
    execute,
    first_snapshot,
    split,
    step,
    union,
)
from dnar.machine.snapshot import Change, changes_between
from dnar.tasks import get_task
from tests.unit.machine import bazaar
from tests.unit.machine.bazaar import PROGRAM


def recorded() -> Trajectory:
    trajectory = execute(PROGRAM, bazaar.instance(), record=True).trajectory
    assert trajectory is not None
    return trajectory


def snapshot(**changes: object) -> Snapshot:
    parts = {
        "step": 3,
        "node_state": np.array([1], dtype=np.uint8),
        "arc_state": np.array([2], dtype=np.uint8),
        "scalars": {"tally": np.array([0.5])},
    }
    return Snapshot(**{**parts, **changes})  # type: ignore[arg-type]


def test_snapshots_differ_in_every_part() -> None:
    assert snapshot() == snapshot()
    others = [
        snapshot(step=4),
        snapshot(node_state=np.array([0], dtype=np.uint8)),
        snapshot(arc_state=np.array([0], dtype=np.uint8)),
        snapshot(scalars={"tally": np.array([0.25])}),
        snapshot(scalars={"price": np.array([0.5])}),
    ]
    assert all(snapshot() != other for other in others)
    assert snapshot() != 3


def test_a_change_is_applied_to_a_copy() -> None:
    old = np.array([5, 6, 7], dtype=np.uint8)
    change = Change(np.array([0, 2], dtype=np.int32), np.array([1, 2], dtype=np.uint8))
    assert change.applied(old).tolist() == [1, 6, 2]
    assert old.tolist() == [5, 6, 7]
    assert change.nbytes == 2 * 4 + 2 * 1


def test_only_what_changed_is_stored() -> None:
    instance = bazaar.instance()
    old = first_snapshot(PROGRAM, instance)
    changes = changes_between(PROGRAM, old, step(PROGRAM, instance, old))
    assert (changes.node_state.at.tolist(), changes.node_state.new.tolist()) == (
        [2],
        [bazaar.OPENED],
    )
    assert changes.arc_state.at.size == 0
    assert {name: change.at.size for name, change in changes.scalars.items()} == {
        "tally": 0,
        "price": 0,
    }
    assert changes
    assert not changes_between(PROGRAM, old, old)
    assert changes.nbytes == 4 + 1


def test_changes_give_back_every_step() -> None:
    instance, trajectory = bazaar.instance(), recorded()
    following = first_snapshot(PROGRAM, instance)
    for rebuilt in trajectory.snapshots():
        assert rebuilt == following
        following = step(PROGRAM, instance, following)
    assert trajectory.nbytes == sum(changes.nbytes for changes in trajectory.steps)


def test_any_step_can_be_asked_for() -> None:
    trajectory = recorded()
    every = list(trajectory.snapshots())
    assert [each.step for each in every] == [0, 1, 2, 3, 4]
    assert len(trajectory) == 4
    assert [trajectory.snapshot(at) for at in range(5)] == every
    assert trajectory.snapshot(-1) == every[4]
    assert trajectory.snapshot(-5) == every[0]
    for missing in (5, -6):
        with pytest.raises(IndexError, match=f"has steps 0 to 4, asked for {missing}"):
            trajectory.snapshot(missing)


def test_trajectories_are_compared_step_by_step() -> None:
    one, other = recorded(), recorded()
    assert one == other
    assert one != Trajectory(PROGRAM, bazaar.instance(), one.steps[:-1])
    open_already = bazaar.instance(keeper=bazaar.OPENED)
    assert one != Trajectory(PROGRAM, open_already, one.steps)
    assert one != "trajectory"


def test_streams_are_fed_by_step_and_not_stored() -> None:
    mis = get_task("mis")
    rows = np.array([[0.0, 1.0, 2.0], [5.0, 6.0, 7.0]])
    instance = mis.encode(Problem(path(3), randomness=rows))
    trajectory = execute(mis.program, instance, record=True).trajectory
    assert trajectory is not None
    lots = [each.scalars["lot"].tolist() for each in trajectory.snapshots()]
    assert lots == [[0.0, 1.0, 2.0, 0.0]] * 3 + [[5.0, 6.0, 7.0, 0.0]] * 3
    assert all(changes.scalars == {} for changes in trajectory.steps)


def test_splitting_undoes_a_union() -> None:
    prim = get_task("prim")
    problems = [Problem(path(3).with_weight(1.0), 0), Problem(star(4).with_weight(2.0), 1)]
    instances = [prim.encode(problem) for problem in problems]
    both = execute(prim.program, union(instances), max_steps=7).final
    alone = [execute(prim.program, each, max_steps=7).final for each in instances]
    assert split(prim.program, both, instances) == alone

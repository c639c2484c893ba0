"""Runs in words: what a reader would write down while following the rules by hand."""

from typing import Any

import dnar
from dnar.machine import Execution, execute
from dnar.run import pose
from dnar.tasks import get_task


def executed(task: str, graph: Any, **given: Any) -> Execution:
    """The recorded run, to its end."""
    chosen = get_task(task)
    problem = pose(chosen, graph, **given)
    return execute(chosen.program, chosen.encode(problem), record=True)


def node_words(task: str, graph: Any, **given: Any) -> list[str]:
    """Per step, the states of all nodes, the virtual node last."""
    names = dnar.get_task(task).rules.node_states
    trajectory = executed(task, graph, **given).trajectory
    assert trajectory is not None
    return [
        " ".join(names(state).name for state in snapshot.node_state.tolist())
        for snapshot in trajectory.snapshots()
    ]


def arc_words(task: str, graph: Any, state: str, **given: Any) -> list[list[tuple[int, int]]]:
    """Per step, the arcs (receiver, sender) that are in this state."""
    wanted = dnar.get_task(task).rules.arc_states[state]
    trajectory = executed(task, graph, **given).trajectory
    assert trajectory is not None
    ends = list(
        zip(
            trajectory.instance.receiver.tolist(),
            trajectory.instance.sender.tolist(),
            strict=True,
        )
    )
    return [
        [ends[at] for at in (snapshot.arc_state == wanted).nonzero()[0].tolist()]
        for snapshot in trajectory.snapshots()
    ]


def scalar_values(task: str, graph: Any, scalar: str, **given: Any) -> list[list[float]]:
    """Per step, the scalar's values."""
    trajectory = executed(task, graph, **given).trajectory
    assert trajectory is not None
    return [snapshot.scalars[scalar].tolist() for snapshot in trajectory.snapshots()]

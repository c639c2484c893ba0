"""Halting: whether rules come to rest within their bound on steps, and if not, what goes on."""

from dnar.errors import InputError
from dnar.machine.instance import Instance
from dnar.machine.interpreter import Execution, execute
from dnar.machine.snapshot import Snapshot, Trajectory
from dnar.machine.task import Task

LOOKED_BACK = 500
"""Steps at the end of a run among which a cycle is looked for."""


def execute_to_rest(task: Task, instance: Instance, *, record: bool = False) -> Execution:
    """The run of a task's rules until nothing changes.

    Raises:
        InputError: it is still at work after the task's bound on steps; says what goes on.
    """
    limit = task.step_bound(instance.node_count)
    execution = execute(task.program, instance, max_steps=limit, record=record)
    if not execution.halted:
        raise InputError(restless_words(task, instance))
    return execution


def restless_words(task: Task, instance: Instance) -> str:
    """What goes on in a run that exceeds the task's bound on steps, and what to do."""
    limit = task.step_bound(instance.node_count)
    run = execute(task.program, instance, max_steps=limit, record=True)
    what = "it goes on"
    if run.trajectory is not None:
        what = _what_goes_on(task, run.trajectory)
    return (
        f"{task.name} does not come to rest: after {limit} steps on a problem of "
        f"{len(instance.labels)} nodes, the bound of the task, {what}; change the rules, or "
        "declare a larger bound on steps"
    )


def _what_goes_on(task: Task, trajectory: Trajectory) -> str:
    snapshots = list(trajectory.snapshots())[-LOOKED_BACK:]
    last = _key(snapshots[-1])
    back = next((at for at in range(2, len(snapshots) + 1) if _key(snapshots[-at]) == last), 0)
    if not back:
        return "states still change without repeating"
    cycle = snapshots[-back:]
    nodes = _names(task.program.node_states, [each.node_state for each in cycle])
    arcs = _names(task.program.arc_states, [each.arc_state for each in cycle])
    if not nodes and not arcs:
        before, after = cycle[-2:]
        moving = [
            name
            for name, values in after.scalars.items()
            if not (values == before.scalars[name]).all()
        ]
        return f"no state changes any more but {', '.join(moving) or 'a scalar'} does"
    period = f"every {back - 1} steps the same states come back"
    of_nodes = [f"nodes are {', '.join(nodes)} by turns"] if nodes else []
    of_arcs = [f"arcs are {', '.join(arcs)} by turns"] if arcs else []
    return f"{period}: {'; '.join([*of_nodes, *of_arcs])}"


def _key(snapshot: Snapshot) -> bytes:
    return snapshot.node_state.tobytes() + snapshot.arc_state.tobytes()


def _names(names: tuple[str, ...], states: list) -> list[str]:
    """The states of the places that change."""
    moving = sum((each != states[0]).astype(int) for each in states) > 0
    found = {int(state) for each in states for state in each[moving]}
    return [names[state] for state in sorted(found)]

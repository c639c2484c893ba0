"""Starts: in which states a run begins, found out by encoding every smallest problem."""

from dnar.explain.explanation import Starts, kind_name
from dnar.machine import NodeKind, Task, smallest_problems


def starting_states(task: Task) -> Starts:
    """The states in which nodes begin, with and without a start, and arcs by their role."""
    nodes: dict[tuple[bool, str], set[str]] = {}
    arcs: dict[str, set[str]] = {}
    program = task.program
    for problem in smallest_problems(task):
        instance = task.encode(problem)
        started = problem.start is not None
        kinds, states = instance.node_kind.tolist(), instance.node_state.tolist()
        for node, (kind, state) in enumerate(zip(kinds, states, strict=True)):
            chosen = node in problem.starts and kind == NodeKind.REAL
            who = (started, "start" if chosen else kind_name(kind))
            nodes.setdefault(who, set()).add(program.node_states[state])
        for role, state in zip(
            instance.role.tolist(), instance.arc_state.tolist(), strict=True
        ):
            arcs.setdefault(instance.roles[role].name, set()).add(program.arc_states[state])
    return Starts(
        {who: frozenset(some) for who, some in nodes.items()},
        {role: frozenset(some) for role, some in arcs.items()},
    )

"""Starts: in which states a run begins, found out by encoding every smallest problem."""

from dnar.explain.explanation import Starts, kind_name
from dnar.machine import MissingEncoder, NodeKind, Program, Task, smallest_problems


def starting_states(task: Task) -> Starts:
    """The states in which nodes begin, with and without a start, and arcs by their role."""
    nodes: dict[tuple[bool, str], set[str]] = {}
    arcs: dict[str, set[str]] = {}
    program, encoder = task.program, task.encoder
    if isinstance(encoder, MissingEncoder):
        return _stored_starts(program, encoder)
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


def _stored_starts(program: Program, encoder: MissingEncoder) -> Starts:
    """The states in which nodes of each kind begin, and arcs by role, as they were stored."""
    arcs: dict[str, set[str]] = {}
    for _, arc, _, _, role in encoder.initial:
        arcs.setdefault(encoder.roles[role].name, set()).add(program.arc_states[arc])
    return Starts(
        {
            (False, kind_name(kind)): frozenset(program.node_states[each] for each in states)
            for kind, states in encoder.kinds.items()
            if states
        },
        {role: frozenset(some) for role, some in arcs.items()},
    )

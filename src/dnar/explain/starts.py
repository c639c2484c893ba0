"""Starts: in which states a run begins, found out by encoding every smallest problem."""

from typing import TypeVar

from dnar.explain.explanation import NodeStarts, Starts
from dnar.machine import Instance, NodeKind, Problem, Task, smallest_problems

Key = TypeVar("Key")


def starting_states(task: Task) -> Starts:
    """The states in which nodes begin, with and without a start, and arcs by their role.

    Raises:
        ValueError: the task's encoder makes them depend on more than that.
    """
    nodes: dict[tuple[bool, str], str] = {}
    arcs: dict[str, str] = {}
    for problem in smallest_problems(task):
        instance = task.encode(problem)
        for key, state in _node_states(task, problem, instance):
            _settle(task, nodes, key, state)
        names = [instance.roles[role].name for role in instance.role.tolist()]
        for name, state in zip(names, instance.arc_state.tolist(), strict=True):
            _settle(task, arcs, name, task.rules.arc_states(state).name)
    return Starts(_node_starts(nodes, True), _node_starts(nodes, False), arcs)


def _node_states(
    task: Task, problem: Problem, instance: Instance
) -> list[tuple[tuple[bool, str], str]]:
    found = []
    for node, state in enumerate(instance.node_state.tolist()):
        place = "start" if node == problem.start else "other"
        if instance.node_kind[node] != NodeKind.REAL:
            place = "virtual"
        key = (problem.start is not None, place)
        found.append((key, task.rules.node_states(state).name))
    return found


def _settle(task: Task, known: dict[Key, str], key: Key, state: str) -> None:
    if known.setdefault(key, state) != state:
        raise ValueError(
            f"{task.name} cannot be explained: {key} begins in {known[key]} and in {state}"
        )


def _node_starts(nodes: dict[tuple[bool, str], str], started: bool) -> NodeStarts | None:
    if (started, "virtual") not in nodes:
        return None
    # A start is the only node of the smallest graph; larger ones have others too.
    other, virtual = nodes[started, "other"], nodes[started, "virtual"]
    return NodeStarts(other, virtual, nodes.get((started, "start")))

"""Beginning: how a run of a task begins on every graph, found out from its encoder.

An encoder makes arrays for one graph. Here the same is said once for all graphs, from what it
makes of small ones; a task whose encoder does anything else is refused.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from dnar.errors import InputError
from dnar.graph import Graph
from dnar.machine import Problem, Role, Setup, Shape, StartNode, Task, Weights
from dnar.machine.streams import RandomRows


@dataclass(frozen=True)
class Beginning:
    """The first states and scalars of a task, on any graph."""

    real: int
    """The state of a node."""
    start: int
    """The state of a start node."""
    virtual: int
    arc_states: Mapping[Role, int]
    values: Mapping[str, float | None]
    """Node scalars that are given: one number for all nodes, or None for each node's own."""
    streams: tuple[str, ...]
    """Scalars that are random numbers from a seed."""
    non_negative: bool
    """Whether weights below zero are refused, or would have to be checked first."""

    def value(self, scalar: str, node: int) -> float:
        """The first value of a given scalar at a node."""
        given = self.values[scalar]
        return float(node) if given is None else given


def beginning_of(task: Task) -> Beginning:
    """How a task begins.

    Raises:
        InputError: it takes no graph, has a layout of its own, or begins in another way.
    """
    if task.source is not None or task.inputs.shape in (Shape.ARRAY, Shape.ACYCLIC):
        raise InputError(
            f"{task.name} takes something else than any graph, which is not read from tables"
        )
    found = None
    for problem in _probes(task):
        setup = task.set_up(problem)
        if not isinstance(setup, Setup):
            raise InputError(
                f"{task.name} has a layout of its own, which is not run as tables; use the "
                "compiled engine"
            )
        here = _read_off(task, problem, setup)
        if found is not None and here != replace(found, non_negative=here.non_negative):
            raise InputError(
                f"the encoder of {task.name} does not begin alike on all graphs; give the "
                "graph itself, not a table"
            )
        found = here
    if found is None:
        raise InputError(f"{task.name} has no problems")
    return replace(found, non_negative=_refuses_below_zero(task))


def _probes(task: Task) -> Iterator[Problem]:
    with_start = task.inputs.start is not StartNode.UNUSED
    for directed in (False,) if task.inputs.shape is Shape.UNDIRECTED else (False, True):
        for size in (4, 6):
            at = np.arange(size - 1)
            graph = Graph.from_edges(
                at, at + 1, labels=size, weight=1.5 + at, directed=directed
            )
            for start in (1, size - 2) if with_start else (None,):
                yield Problem(graph, start)


def _read_off(task: Task, problem: Problem, setup: Setup) -> Beginning:
    nodes = problem.graph.node_count
    states = setup.node_state[:nodes].tolist()
    others = {state for node, state in enumerate(states) if node != problem.start}
    values: dict[str, float | None] = {}
    for name, array in setup.values.items():
        same = set(array.tolist())
        own = np.array_equal(array, np.arange(nodes + 1))
        if not own and len(same) > 1:
            others.add(-1)
        values[name] = None if own else min(same)
    random = all(
        isinstance(each, RandomRows) and (each.seed, each.real_nodes) == (problem.seed, nodes)
        for each in setup.streams.values()
    )
    if len(others) != 1 or not random:
        raise InputError(
            f"the encoder of {task.name} does not begin alike at all nodes; give the graph "
            "itself, not a table"
        )
    (real,) = others
    return Beginning(
        real,
        real if problem.start is None else states[problem.start],
        int(setup.node_state[-1]),
        dict(setup.arc_states),
        values,
        tuple(setup.streams),
        False,
    )


def _refuses_below_zero(task: Task) -> bool:
    """Whether some graph with a weight below zero is refused."""
    if task.inputs.weights is not Weights.ANY:
        return task.inputs.weights is Weights.NON_NEGATIVE
    graph = Graph.from_edges([0], [1], labels=2, weight=[-1.0])
    start = None if task.inputs.start is StartNode.UNUSED else 0
    try:
        task.set_up(Problem(graph, start))
    except InputError:
        return True
    return False

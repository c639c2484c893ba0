"""Programs to explain: every task's bundled one, its rules, and a task that needs two heads."""

from enum import IntEnum
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest

from dnar.explain import Explanation, explain_program
from dnar.graph import Graph
from dnar.machine import (
    GRAPH_ROLES,
    Head,
    Inputs,
    NodeMask,
    NodeRule,
    Prefer,
    Problem,
    Program,
    Rank,
    Reachable,
    Rules,
    Setup,
    Shape,
    StartNode,
    Task,
    node_states,
    program_of,
    reachable_types,
)
from dnar.run import ProgramEngine, engine_from
from dnar.tasks import all_tasks, get_task


class Explained(NamedTuple):
    task: Task
    program: Program
    reachable: Reachable
    words: Explanation


@cache
def explained(name: str, engine: str) -> Explained:
    """A task's program by its rules, or as it was learned."""
    task = BOTH if name == BOTH.name else get_task(name)
    if engine == "rules":
        program = program_of(task)
    else:
        found = engine_from(name, "program")
        assert isinstance(found, ProgramEngine)
        program = found.program
    reachable = reachable_types(task)
    return Explained(task, program, reachable, explain_program(task, program, reachable))


class NodeState(IntEnum):
    IDLE = 0
    LIT = 1
    SHUT = 2
    OPEN = 3


class ArcState(IntEnum):
    WIRE = 0


IDLE, LIT, SHUT, OPEN = NodeState
(WIRE,) = ArcState

RULES = Rules(
    NodeState,
    ArcState,
    heads=(Head("low"), Head("high", prefer=Prefer.LARGEST)),
    ranks=(Rank("low", IDLE, ((LIT, WIRE),)), Rank("high", IDLE, ((OPEN, WIRE),))),
    node_rules=(
        NodeRule(IDLE, LIT, heard={"low": ((LIT, WIRE),), "high": ((OPEN, WIRE),)}),
        NodeRule(SHUT, OPEN),
    ),
)


def encode(problem: Problem) -> Setup:
    assert problem.start is not None
    return Setup(
        problem.graph,
        node_state=node_states(problem.graph, IDLE, SHUT, start=(problem.start, LIT)),
        arc_states=dict.fromkeys(GRAPH_ROLES, WIRE),
    )


BOTH = Task(
    "both",
    "Both heads",
    "the nodes that a light reaches once the gate is open",
    Inputs(start=StartNode.REQUIRED),
    RULES,
    encode,
    {"lit": NodeMask(LIT)},
)

PROGRAMS = [
    *((name, engine) for name in all_tasks() for engine in ("rules", "program")),
    (BOTH.name, "rules"),
]

every_program = pytest.mark.parametrize(
    ("name", "engine"), PROGRAMS, ids=["-".join(each) for each in PROGRAMS]
)


def random_problem(task: Task, rng: np.random.Generator, number: int) -> Problem:
    """A small problem: directed and with a start every other time, where the task allows it."""
    nodes = int(rng.integers(1, 10))
    shape, start = task.inputs.shape, None
    if shape is Shape.ARRAY:
        values = rng.integers(0, 4, nodes).astype(np.float64)
        return Problem(Graph.from_edges([], [], labels=nodes), values=values)
    directed = {Shape.UNDIRECTED: False, Shape.ACYCLIC: True}.get(shape, number % 2 == 1)
    both_ways = directed and shape is not Shape.ACYCLIC
    pairs = [
        (low, high)
        for low in range(nodes)
        for high in range(nodes)
        if (low < high or (both_ways and low != high)) and rng.random() < 0.4
    ]
    ends = [[pair[end] for pair in pairs] for end in (0, 1)]
    weight = rng.integers(0, 5, len(pairs)).astype(np.float64)
    graph = Graph.from_edges(*ends, labels=nodes, weight=weight, directed=directed)
    optional = task.inputs.start is StartNode.OPTIONAL and number % 3 == 0
    if task.inputs.start is not StartNode.UNUSED and not optional:
        start = int(rng.integers(nodes))
    rows = rng.random((4, nodes)) if task.inputs.random else None
    return Problem(graph, start, randomness=rows)

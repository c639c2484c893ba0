"""Programs to explain: every task's bundled one, its rules, programs near them, two heads."""

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
    reachable_types,
)
from dnar.run.bundled import pretrained_program
from dnar.tasks import all_tasks, get_task
from tests.random_machines import near_program


class Explained(NamedTuple):
    task: Task
    program: Program
    reachable: Reachable
    words: Explanation


@cache
def explained(name: str, engine: str) -> Explained:
    """A task's rules, its learned program, or one with changes, as an unproved one may have."""
    task = BOTH if name == BOTH.name else get_task(name)
    program = pretrained_program(task) if engine == "program" else task.program
    if engine == "near":
        program = near_program(np.random.default_rng(len(name)), task, 12)
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

ON_GRAPHS = (
    "bfs",
    "dfs",
    "dijkstra",
    "eccentricity",
    "minimum",
    "mis",
    "prim",
    "topological_sort",
    "bellman_ford",
)
"""Tasks whose standalone files read a graph or an array."""

LARGE = ("naive_string_matcher",)
"""Tasks with so many arc types that tests of them would take minutes."""

PROGRAMS = [
    *((name, "rules") for name in (*all_tasks(), BOTH.name) if name not in LARGE),
    *((name, "program") for name in all_tasks() if name not in LARGE),
    *((name, "near") for name in ON_GRAPHS if name != "bellman_ford"),
]

every_program = pytest.mark.parametrize(
    ("name", "engine"), PROGRAMS, ids=["-".join(each) for each in PROGRAMS]
)


def random_problem(task: Task, rng: np.random.Generator, number: int) -> Problem:
    """A small problem: directed and with a start every other time, where the task allows it."""
    if task.source is not None:
        return task.source.sample(int(rng.integers(4, 8)), rng)
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

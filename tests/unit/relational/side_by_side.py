"""A program on tables beside the interpreter, snapshot by snapshot."""

from dataclasses import replace
from typing import Any

import numpy as np

from dnar.compile.minimise import minimised
from dnar.graph import Graph, clrs_er
from dnar.machine import (
    GRAPH_ROLES,
    GivenRows,
    Place,
    Problem,
    Program,
    Reachable,
    Setup,
    Start,
    Task,
    execute,
    initial_types,
    reachable_from,
    reachable_types,
)
from dnar.relational.memory import begin
from dnar.relational.plan import Plan
from dnar.relational.reduce import reduced
from dnar.relational.snapshot import snapshot
from dnar.relational.storage import Kept, Storage
from dnar.run.bundled import pretrained_program
from tests.random_programs import NUMBERS, random_program

MOST_STEPS = 60


def check(program: Program, reachable: Reachable, setup: Setup, tables: Any, steps: int) -> int:
    """Compares every step up to the end; how many there are."""
    instance = setup.laid_out(program.scalars)
    storage = Storage(reduced(program, reachable), reachable)
    graph = setup.graph
    weighted = graph.weight is not None
    plan = Plan(storage, tables.dialect, graph.node_count, graph.directed, weighted)
    run = begin(plan, setup, tables)
    dropped = {
        program.scalars[at].name
        for (at, _), kept in storage.kept.items()
        if kept is Kept.DROPPED
    }
    with np.errstate(all="ignore"):
        expected = execute(program, instance, max_steps=steps, record=True)
    assert expected.trajectory is not None
    for wanted in expected.trajectory.snapshots():
        if not all(np.isfinite(values).all() for values in wanted.scalars.values()):
            return expected.steps
        found = snapshot(run, instance)
        assert found.step == wanted.step
        assert found.node_state.tolist() == wanted.node_state.tolist()
        assert found.arc_state.tolist() == wanted.arc_state.tolist()
        for name, values in wanted.scalars.items():
            if name not in dropped:
                assert found.scalars[name].tolist() == values.tolist(), name
        if wanted.step < expected.steps:
            assert run.advance() is not None
    assert not expected.halted or run.advance() is None
    return expected.steps


def check_task(task: Task, problem: Problem, tables: Any) -> int:
    """The bundled program of a task, as the engines run it."""
    program = replace(pretrained_program(task), ops=task.program.ops)
    reachable = reachable_types(task)
    if not program.comparisons:
        program = minimised(program, reachable)
    setup = task.set_up(problem)
    assert isinstance(setup, Setup)
    return check(program, reachable, setup, tables, MOST_STEPS)


def check_random(seed: int, tables: Any, *, steps: int = 6, graph: Graph | None = None) -> int:
    """A random program with everything that programs can have, on a random graph."""
    rng = np.random.default_rng(seed)
    program = random_program(rng)
    size = int(rng.integers(1, 7))
    if graph is None:
        graph = clrs_er(size, rng, p=0.5, directed=bool(rng.integers(2)))
    size = graph.node_count
    values, streams = {}, {}
    for scalar in program.scalars:
        if scalar.start is Start.STREAM:
            streams[scalar.name] = GivenRows(rng.choice(NUMBERS, (2, size + 1)))
        elif scalar.place is Place.NODE and scalar.start is Start.INPUT:
            values[scalar.name] = rng.choice(NUMBERS, size + 1)
    setup = Setup(
        graph.with_weight(rng.choice(NUMBERS, graph.edge_count)),
        rng.integers(len(program.node_states), size=size + 1).astype(np.uint8),
        {role: int(rng.integers(len(program.arc_states))) for role in GRAPH_ROLES},
        values,
        streams,
    )
    roles, initial, kinds = initial_types([setup.laid_out(program.scalars)])
    return check(program, reachable_from(program, roles, initial, kinds), setup, tables, steps)

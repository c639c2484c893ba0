"""A task's rules as a program: the same steps, the same outputs, the same answers."""

import itertools

import numpy as np
import pytest

from dnar.machine import (
    NOTHING,
    ArcClass,
    Inputs,
    Members,
    NodeMask,
    PointerOrder,
    Problem,
    Setup,
    Task,
    execute,
    program_of,
    read_out,
)
from dnar.tasks import all_tasks, get_task
from tests.random_machines import random_task
from tests.unit.explain.programs import random_problem
from tests.unit.machine import bazaar
from tests.unit.network.problems import instances


def no_encoder(problem: Problem) -> Setup:
    raise AssertionError("the bazaar is laid out by hand")


BAZAAR = Task(
    name="bazaar",
    title="Bazaar",
    summary="who has bought something",
    inputs=Inputs(),
    rules=bazaar.RULES,
    encoder=no_encoder,
    decoders={"served": NodeMask(bazaar.DONE)},
)


def runs_like_its_rules(task: Task, instance, limit: int | None = None) -> bool:
    program = program_of(task)
    by_rules = execute(task.rules, instance, record=True, max_steps=limit)
    by_program = execute(program, instance, record=True, max_steps=limit)
    assert by_rules.trajectory is not None
    read = read_out(task, program.readouts, instance, by_program.final)
    return (
        by_rules.trajectory == by_program.trajectory
        and by_rules.halted == by_program.halted
        and all(
            np.array_equal(decoder.decode(instance, by_rules.final), read[name])
            for name, decoder in task.decoders.items()
        )
    )


@pytest.mark.parametrize("task_name", all_tasks())
def test_every_task_runs_like_its_rules(task_name: str) -> None:
    task = get_task(task_name)
    for name, instance in instances(task).items():
        if name not in {"ws", "delaunay", "k2"}:
            assert runs_like_its_rules(task, instance)


def test_a_machine_with_helpers_and_parallel_arcs() -> None:
    assert runs_like_its_rules(BAZAAR, bazaar.instance())
    program = program_of(BAZAAR)
    final = execute(program, bazaar.instance()).final
    assert final.node_state.tolist() == [bazaar.DONE, bazaar.SELLER, bazaar.OPENED]
    read = read_out(BAZAAR, program.readouts, bazaar.instance(), final)
    assert read["served"].tolist() == [True, False]


def test_random_machines() -> None:
    rng = np.random.default_rng(3)
    for number in range(40):
        task = random_task(rng)
        instance = task.encode(random_problem(task, rng, number))
        assert runs_like_its_rules(task, instance, limit=20)


@pytest.mark.parametrize(
    "task", [get_task("dfs"), get_task("prim"), BAZAAR], ids=lambda task: task.name
)
def test_every_entry_is_the_rules_outcome(task: Task) -> None:
    rules, program = task.rules, program_of(task)
    classes = [
        *itertools.starmap(ArcClass, itertools.product(rules.node_states, rules.arc_states)),
        NOTHING,
    ]
    for state in rules.node_states:
        for heard in itertools.product(classes, repeat=len(rules.heads)):
            assert program.node_outcome(state, heard) == rules.node_outcome(state, heard)


def test_readouts_are_the_decoders() -> None:
    bfs = get_task("bfs")
    assert program_of(bfs).readouts == {"parent": PointerOrder(((2, 1), (0, 0), (2, 1)))}
    assert program_of(BAZAAR).readouts == {"served": Members(frozenset({bazaar.DONE}))}
    assert program_of(get_task("eccentricity")).readouts == {}
    instance = bfs.encode(Problem(random_graph(), start=2))
    final = execute(bfs.rules, instance, max_steps=1).final
    read = read_out(bfs, program_of(bfs).readouts, instance, final)
    assert np.array_equal(read["parent"], bfs.decoders["parent"].decode(instance, final))


def random_graph():
    return random_problem(get_task("bfs"), np.random.default_rng(8), 1).graph

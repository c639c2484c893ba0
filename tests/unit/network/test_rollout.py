"""The network runs by itself: the rules' trajectory, halting, cutting off, reading out."""

from dataclasses import replace

import numpy as np
import pytest

from dnar.graph import Graph
from dnar.machine import (
    InstanceEnding,
    Problem,
    Task,
    decode_all,
    execute,
    most_steps,
    split,
    union,
)
from dnar.network import NetworkStepper, load_network, readouts_of, roll_out
from dnar.run.bundled import pretrained_path
from dnar.tasks import all_tasks, get_task
from tests.unit.network.problems import fresh, instances

tasks = pytest.mark.parametrize("task", all_tasks().values(), ids=lambda task: task.name)


@tasks
def test_a_pretrained_network_makes_the_steps_of_the_rules(task: Task) -> None:
    network = load_network(pretrained_path(task), task)[0]
    for name, instance in instances(task).items():
        by_rules = execute(task.program, instance, record=True)
        made = roll_out(network, task, instance, record=True)
        assert made.trajectory == by_rules.trajectory, name
        assert (made.steps, made.halted) == (by_rules.steps, True), name
        assert made.final == by_rules.final, name


@tasks
def test_readouts_are_what_the_decoders_say(task: Task) -> None:
    network = load_network(pretrained_path(task), task)[0]
    for name, instance in instances(task).items():
        final = execute(task.program, instance).final
        ending = InstanceEnding(instance, final)
        read = decode_all(task.decoders, readouts_of(network), ending)
        wanted = decode_all(task.decoders, task.program.readouts, ending)
        for output, values in wanted.items():
            assert np.array_equal(read[output], values), (name, output)


@pytest.mark.parametrize("name", ["bfs", "dijkstra", "mis", "eccentricity"])
def test_no_answer_depends_on_its_neighbours(name: str) -> None:
    task = get_task(name)
    several = list(instances(task).values())
    for network in (load_network(pretrained_path(task), task)[0], fresh(task)):
        together = roll_out(network, task, union(several), max_steps=6).final
        for instance, part in zip(several, split(task.program, together, several), strict=True):
            alone = roll_out(network, task, instance, max_steps=6).final
            assert np.array_equal(part.node_state, alone.node_state)
            assert np.array_equal(part.arc_state, alone.arc_state)
            one, other = (
                decode_all(task.decoders, readouts_of(network), InstanceEnding(instance, each))
                for each in (part, alone)
            )
            assert all(np.array_equal(one[key], other[key]) for key in task.decoders)


def test_a_given_number_of_steps_cuts_off() -> None:
    task = get_task("bfs")
    network = load_network(pretrained_path(task), task)[0]
    instance = instances(task)["path"]
    whole = roll_out(network, task, instance, record=True)
    assert whole.halted
    assert whole.steps > 2
    cut = roll_out(network, task, instance, max_steps=2)
    assert (cut.steps, cut.halted) == (2, False)
    assert whole.trajectory is not None
    assert cut.final == whole.trajectory.snapshot(2)
    assert roll_out(network, task, instance, max_steps=0).steps == 0


def test_a_network_that_never_rests_comes_back() -> None:
    task = get_task("bfs")
    instance = instances(task)["path"]
    limit = most_steps(instance.node_count)
    runs = (roll_out(fresh(task, seed), task, instance) for seed in range(50))
    restless = next(run for run in runs if not run.halted)
    assert restless.steps == limit


def test_a_network_gets_as_many_steps_as_its_task_may_take() -> None:
    """An insertion sort takes a number of steps that is quadratic in its items."""
    task = get_task("insertion_sort")
    network = load_network(pretrained_path(task), task)[0]
    numbers = np.arange(16.0)[::-1].copy()
    graph = Graph.from_edges([], [], labels=len(numbers))
    instance = task.encode(Problem(graph, values=numbers))
    made = roll_out(network, task, instance)
    assert made.final == execute(task.program, instance).final
    assert made.halted
    assert made.steps > most_steps(instance.node_count)
    short = replace(task, step_bound=lambda nodes: nodes)
    assert roll_out(network, short, instance).steps == len(numbers)


@pytest.mark.parametrize("name", ["bfs", "dijkstra"])
def test_soft_attention_that_is_cold_enough_is_hard(name: str) -> None:
    task = get_task(name)
    network = load_network(pretrained_path(task), task)[0]
    instance = instances(task)["er"]
    hard = roll_out(network, task, instance, record=True)
    cold = roll_out(network, task, instance, record=True, temperature=1e-4)
    assert cold.trajectory == hard.trajectory


def test_a_stepper_tells_its_attention() -> None:
    task = get_task("dijkstra")
    instance = instances(task)["er"]
    start = execute(task.program, instance, max_steps=3).final
    for temperature in (None, 1.0):
        weights = NetworkStepper(fresh(task), instance, temperature).attention(start)
        assert weights.shape == (2, instance.arc_count)
        for row in weights:
            total = np.zeros(instance.node_count)
            np.add.at(total, instance.receiver, row)
            assert np.allclose(total, 1)
        assert (temperature is None) == bool(np.isin(weights, (0, 1)).all())

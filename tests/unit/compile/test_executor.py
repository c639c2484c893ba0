"""Executors: which kernel a program gets, and why."""

from dataclasses import replace

import pytest

from dnar.compile import (
    UnsupportedError,
    compile_generic,
    compile_program,
    compile_proved,
    compile_unproved,
    outputs_of,
)
from dnar.graph import load_graph
from dnar.machine import (
    ArcPointer,
    Entry,
    InstanceEnding,
    LastByScalar,
    Problem,
    decode_all,
    execute,
    reachable_types,
)
from dnar.run.bundled import pretrained_program
from dnar.tasks import get_task

INCREMENTAL = (
    "bfs",
    "dfs",
    "dijkstra",
    "eccentricity",
    "minimum",
    "mis",
    "prim",
    "topological_sort",
)


@pytest.mark.parametrize("name", INCREMENTAL)
def test_bundled_programs_are_run_incrementally(name: str) -> None:
    task = get_task(name)
    for executor in (compile_proved(task, task.program), compile_unproved(task, task.program)):
        assert executor.design == "incremental"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("bellman_ford", "comparisons"),
        ("floyd_warshall", "comparisons"),
        ("insertion_sort", "comparisons"),
        ("matrix_chain_order", "several node scalars"),
        ("naive_string_matcher", "layouts of the task's own"),
        ("segments_intersect", "comparisons"),
        ("strongly_connected_components", "several node scalars"),
    ],
)
@pytest.mark.usefixtures("no_shape_checks")
def test_all_others_get_the_generic_kernel(name: str, reason: str) -> None:
    executor = compile_proved(get_task(name), get_task(name).program)
    assert executor.design == "generic"
    assert reason in getattr(executor, "reason", "")


def test_a_program_that_leaves_what_its_rules_reach() -> None:
    """It runs over what its own steps lead to: here waves go against one-way edges, too."""
    task = get_task("bfs")
    closed = [
        (sender, arc)
        for sender in range(len(task.program.node_states))
        for arc in range(len(task.program.arc_states))
    ]
    orders = {
        key: (*order, *(Entry(*each) for each in closed if Entry(*each) not in order))
        for key, order in task.program.orders.items()
    }
    program = replace(task.program, orders=orders)
    problem = Problem(load_graph("er:12", seed=1, directed=True), 0)
    executor = compile_unproved(task, program)
    wanted = execute(program, task.encode(problem), record=True, max_steps=40)
    made = executor.execute(task.set_up(problem), record=True, max_steps=40)
    assert made.trajectory == wanted.trajectory


def test_outputs_of_arcs_need_the_generic_kernel() -> None:
    task = get_task("dijkstra")
    (name,) = [each.name for each in task.program.scalars if each.place.value == "arc"]
    pairs = replace(task, decoders={"pairs": ArcPointer(name)})
    executor = compile_proved(pairs, pairs.program)
    assert executor.design == "generic"
    problem = Problem(load_graph("path:4", weight=1.0), 0)
    machine = executor.started(pairs.set_up(problem))
    machine.run(1_000)
    instance = pairs.encode(problem)
    ending = InstanceEnding(instance, execute(pairs.program, instance).final)
    wanted = decode_all(pairs.decoders, pairs.program.readouts, ending)
    found = outputs_of(pairs, pairs.program.readouts, machine)
    assert found["pairs"].tolist() == wanted["pairs"].tolist()
    # Neither a kernel that was derived for other outputs nor a bundled one is taken.
    for program in (pairs.program, pretrained_program(task)):
        for decoders, design in (
            ({"first": LastByScalar(task.program.ops[0].target)}, "incremental"),
            (pairs.decoders, "generic"),
        ):
            other = replace(task, decoders={**task.decoders, **decoders})
            assert compile_proved(other, program).design == design


def test_both_kernels_give_the_same() -> None:
    task = get_task("dijkstra")
    graph = load_graph("er:40", seed=2, random_weights=True)
    setup = task.set_up(Problem(graph, 3))
    found = []
    for executor in (
        compile_program(task.program, reachable_types(task)),
        compile_generic(task.program),
    ):
        executor.kernel()
        machine = executor.started(setup)
        assert machine.run(10_000)
        outputs = outputs_of(task, task.program.readouts, machine)
        found.append({name: values.tolist() for name, values in outputs.items()})
        assert machine.visits > machine.steps > 0
    assert found[0] == found[1]


def test_instances_are_not_run_incrementally() -> None:
    task = get_task("bfs")
    instance = task.encode(Problem(load_graph("path:3"), 0))
    with pytest.raises(UnsupportedError, match="run by the generic kernel"):
        compile_proved(task, task.program).started(instance)


def test_runs_are_cut_off_at_the_bound_of_their_task() -> None:
    task = get_task("bfs")
    setup = task.set_up(Problem(load_graph("path:9"), 0))
    short = replace(task, step_bound=lambda nodes: nodes // 3)
    ends = []
    for each in (short, task):
        made = compile_proved(each, task.program).execute(setup)
        ends.append((made.steps, made.halted))
    assert ends == [(3, False), (8, True)]

"""Compiled = interpreted = network: the same steps and outputs, on both kernels."""

import itertools
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from enum import IntEnum
from functools import cache

import numpy as np
import pytest

from dnar.compile import (
    Executor,
    compile_generic,
    compile_program,
    compile_proved,
    compile_unproved,
    minimised,
    outputs_of,
)
from dnar.graph import Graph, load_graph
from dnar.machine import (
    GRAPH_ROLES,
    ArcRule,
    Head,
    Inputs,
    Instance,
    InstanceEnding,
    Place,
    Problem,
    Program,
    Rank,
    Rules,
    Setup,
    StartNode,
    Task,
    Trajectory,
    Weights,
    decode_all,
    execute,
    node_states,
    problem_on,
    reachable_types,
)
from dnar.network import roll_out
from dnar.run.bundled import pretrained_network, pretrained_program
from dnar.tasks import all_tasks, get_task
from dnar.verify import Search, Verdict, verify
from tests.random_machines import near_program, random_task

MANY = 10_000
"""More steps than any run here takes."""

FAMILIES = ("star", "k2", "path", "cycle", "grid", "tree", "complete", "power", "er", "ws")


def laid_out(program: Program, began: Setup | Instance) -> Instance:
    return began.laid_out(program.scalars) if isinstance(began, Setup) else began


def check_same(
    program: Program,
    executor: Executor,
    began: Setup | Instance,
    max_steps: int = MANY,
) -> None:
    """Runs both; the last snapshots, the steps and the halting must agree."""
    wanted = execute(program, laid_out(program, began), max_steps=max_steps)
    made = executor.execute(began, max_steps=max_steps)
    assert (made.steps, made.halted) == (wanted.steps, wanted.halted)
    assert made.final.node_state.tolist() == wanted.final.node_state.tolist()
    assert made.final.arc_state.tolist() == wanted.final.arc_state.tolist()
    for scalar in program.scalars:
        if scalar.place is Place.NODE or executor.design == "generic":
            values = [run.final.scalars[scalar.name].tolist() for run in (made, wanted)]
            assert values[0] == values[1]


def check_same_trajectory(
    program: Program,
    executor: Executor,
    began: Setup | Instance,
    max_steps: int = MANY,
) -> Trajectory | None:
    """Runs both; every step must change the same states and scalars, which are returned."""
    instance = laid_out(program, began)
    wanted = execute(program, instance, max_steps=max_steps, record=True)
    made = executor.execute(began, max_steps=max_steps, record=True)
    assert (made.steps, made.halted) == (wanted.steps, wanted.halted)
    assert made.trajectory == wanted.trajectory
    return made.trajectory


def check_same_outputs(
    task: Task, program: Program, executor: Executor, began: Setup | Instance, max_steps: int
) -> None:
    """Outputs read off a kernel must be those of the interpreter's last snapshot.

    The kernel's program reads them by its own readouts.
    """
    instance = laid_out(program, began)
    final = execute(program, instance, max_steps=max_steps).final
    wanted = decode_all(task.decoders, program.readouts, InstanceEnding(instance, final))
    machine = executor.started(began)
    machine.run(max_steps)
    found = outputs_of(task, executor.program.readouts, machine)
    assert found.keys() == wanted.keys()
    for name, values in wanted.items():
        np.testing.assert_array_equal(found[name], values)


@cache
def compiled(name: str) -> Executor:
    return compile_proved(get_task(name), pretrained_program(get_task(name)))


def compiled_anew(name: str) -> Executor:
    """Not the one that this process keeps, whose library may be loaded already."""
    return replace(compiled(name))


@cache
def generic(name: str) -> Executor:
    return compile_generic(get_task(name).program)


def start_for(task: Task, node: int) -> int | None:
    return None if task.inputs.start is StartNode.UNUSED else node


@pytest.mark.parametrize("name", all_tasks())
def test_small_and_random_problems(name: str) -> None:
    task = get_task(name)
    for batch in Search(task, sizes=((4, 9, 40), (10, 40, 10))).batches:
        for problem in batch.problems[::8]:
            check_same(task.program, compiled(name), task.set_up(problem))


@pytest.mark.parametrize("name", all_tasks())
@pytest.mark.parametrize("kernel", [compiled, generic])
def test_trajectories_and_outputs(name: str, kernel: Callable[[str], Executor]) -> None:
    task = get_task(name)
    for batch in Search(task, sizes=((3, 7, 40), (8, 20, 8))).batches:
        for problem in batch.problems[::24]:
            began = task.set_up(problem)
            check_same_trajectory(task.program, kernel(name), began)
            check_same_outputs(task, task.program, kernel(name), began, MANY)


@pytest.mark.parametrize("name", ["bfs", "dfs", "eccentricity", "mis", "prim", "dijkstra"])
@pytest.mark.parametrize("family", FAMILIES)
def test_hubs_and_other_families(name: str, family: str) -> None:
    task = get_task(name)
    executor = compiled(task.name)
    graph = load_graph(f"{family}:60", seed=3)
    rng = np.random.default_rng(1)
    for node in (0, graph.node_count - 1):
        drawn = problem_on(task, graph, rng, with_start=False)
        problem = Problem(drawn.graph, start_for(task, node), seed=drawn.seed)
        check_same(task.program, executor, task.set_up(problem))


@pytest.mark.parametrize("name", ["bfs", "dfs", "eccentricity", "mis", "prim", "dijkstra"])
@pytest.mark.parametrize("family", ["star", "k2", "grid", "er"])
def test_trajectories_on_families_with_ties(name: str, family: str) -> None:
    """All are the same here: network, rules interpreted, and both kernels."""
    task = get_task(name)
    network = pretrained_network(task)
    graph = load_graph(f"{family}:12", seed=3)
    ties = np.random.default_rng(1).integers(0, 3, graph.edge_count).astype(np.float64)
    for node in (0, graph.node_count - 1):
        setup = task.set_up(Problem(graph.with_weight(ties), start_for(task, node)))
        made = check_same_trajectory(task.program, compiled(name), setup)
        check_same_trajectory(task.program, generic(name), setup)
        rolled = roll_out(network, task, laid_out(task.program, setup), record=True)
        assert (rolled.trajectory, rolled.halted) == (made, True)


@pytest.mark.parametrize("name", ["dfs", "dijkstra"])
def test_many_arc_states_take_two_bytes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same program, its pairs of arc states kept as those of a larger one would be."""
    monkeypatch.setenv("CFLAGS", "-O0 -DWIDE")
    task = get_task(name)
    executor = compiled_anew(name)
    for seed in range(4):
        graph = load_graph("er:14", seed=seed, directed=seed % 2 == 1).with_weight(1.5)
        check_same_trajectory(task.program, executor, task.set_up(Problem(graph, seed)))


@pytest.mark.parametrize("name", ["dfs", "prim", "dijkstra"])
def test_piles_of_few_are_split_like_large_ones(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Small graphs, of whose nodes only some are moved to a heap at a time."""
    monkeypatch.setenv("CFLAGS", "-O0 -DFEW=1")
    task = get_task(name)
    executor = compiled_anew(name)
    for seed, family in itertools.product(range(2), ("er", "star", "grid", "k2")):
        graph = load_graph(f"{family}:40", seed=seed)
        rng = np.random.default_rng(seed)
        for weights in (rng.random(graph.edge_count), rng.integers(0, 3, graph.edge_count)):
            weighted = graph.with_weight(weights.astype(np.float64))
            check_same(
                task.program, executor, task.set_up(Problem(weighted, start_for(task, 0)))
            )


class Side(IntEnum):
    A = 0
    B = 1


class Mark(IntEnum):
    NONE = 0
    HEARD = 1


def test_the_virtual_node_may_hear_its_own_loop() -> None:
    """In one state its loop is a rival of its nodes' arcs, in another it is not."""
    rules = Rules(
        node_states=Side,
        arc_states=Mark,
        heads=(Head("low"),),
        ranks=(
            Rank("low", Side.A, ((Side.B, Mark.NONE),)),
            Rank("low", Side.B, ((Side.B, Mark.NONE),)),
        ),
        arc_rules=(ArcRule(Mark.NONE, Mark.HEARD, heard={"low": True}),),
    )
    for real, virtual in itertools.product(Side, Side):

        def encode(problem: Problem, real: int = real, virtual: int = virtual) -> Setup:
            states = node_states(problem.graph, real, virtual)
            return Setup(problem.graph, states, dict.fromkeys(GRAPH_ROLES, Mark.NONE))

        task = Task("sides", "", "", Inputs(), rules, encode)
        executor = compile_program(task.program, reachable_types(task))
        setup = task.set_up(Problem(load_graph("path:3")))
        check_same_trajectory(task.program, executor, setup, max_steps=6)


@pytest.mark.slow
def test_no_access_outside_memory() -> None:
    """The kernel under the compiler's sanitizers: bounds, overflows, use after free."""
    library = subprocess.run(
        ["cc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True
    )
    done = subprocess.run(
        [sys.executable, "-m", "tests.claims.sanitized_runs"],
        env={
            **os.environ,
            "LD_PRELOAD": library.stdout.strip(),
            "ASAN_OPTIONS": "detect_leaks=0",
            "CFLAGS": "-O0 -fsanitize=address,undefined -fno-sanitize-recover=all "
            "-DNEAR=0 -DLARGE_PAGE=64 -DFEW=1",  # small graphs go the ways of large ones
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout.split()[0]) > 500


@pytest.mark.parametrize("name", ["prim", "dijkstra"])
def test_ties_and_zero_weights(name: str) -> None:
    task = get_task(name)
    executor = compiled(task.name)
    rng = np.random.default_rng(2)
    for size in (6, 12, 25):
        graph = load_graph(f"er:{size}", seed=size)
        for weights in (np.zeros(graph.edge_count), rng.integers(0, 3, graph.edge_count)):
            weighted = graph.with_weight(weights.astype(np.float64))
            for start in range(3):
                check_same(task.program, executor, task.set_up(Problem(weighted, start)))


@pytest.mark.parametrize("name", ["prim", "dijkstra"])
def test_sums_that_are_rounded_to_what_they_were(name: str) -> None:
    task, rng = get_task(name), np.random.default_rng(5)
    for seed in range(20):
        graph = load_graph("er:8", seed=seed)
        weights = rng.choice([1.0, 3.0, 1e17, 1e300], graph.edge_count)
        setup = task.set_up(Problem(graph.with_weight(weights), 0))
        check_same_trajectory(task.program, compiled(name), setup)


def test_runs_that_are_cut_off() -> None:
    task = get_task("dijkstra")
    executor = compiled(task.name)
    graph = load_graph("er:12", seed=1).with_weight(1.0)
    setup = task.set_up(Problem(graph, 0))
    for steps in range(0, 40, 3):
        check_same(task.program, executor, setup, max_steps=steps)


@pytest.mark.parametrize(
    "name", [name for name, task in all_tasks().items() if not task.program.comparisons]
)
def test_minimised_programs_are_proved(name: str) -> None:
    """Only programs without comparisons are minimised."""
    task = get_task(name)
    reachable = reachable_types(task)
    for program in (task.program, pretrained_program(task)):
        assert verify(task, minimised(program, reachable)).verdict is Verdict.PROVED


def test_random_programs_of_random_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not only the bundled ones: every program runs like the interpreter, on both kernels.

    Every second one is the rules' own program; the others are near it.
    """
    monkeypatch.setenv("CFLAGS", "-O0")  # many programs, each run for an instant
    seen: Counter[str] = Counter()
    for seed in range(60):
        rng = np.random.default_rng(seed)
        task = random_task(rng)
        near = seed % 2 == 0
        changes = int(rng.integers(0, 4))
        program = near_program(rng, task, changes) if near else task.program
        executor = compile_unproved(task, program)
        seen[executor.design] += 1
        executors = [executor]
        if executor.design == "incremental" and seed % 5 == 0:
            executors.append(compile_generic(program))
        for number in range(3):
            graph = _random_graph(rng, int(rng.integers(1, 12)), directed=number == 1)
            if task.inputs.weights is Weights.ANY:
                # Sums of these are rounded: also the order in which they are made must agree.
                weights = rng.choice([0.1, 1.0, 3.0, 1e17], graph.edge_count)
                graph = graph.with_weight(weights)
            start = int(rng.integers(graph.node_count))
            setup = task.set_up(Problem(graph, start))
            for each in executors:
                check_same(program, each, setup, max_steps=14)
                check_same_outputs(task, program, each, setup, max_steps=14)
                if number == 1:
                    check_same_trajectory(program, each, setup, max_steps=6)
    assert seen["incremental"] >= 45, seen


def _random_graph(rng: np.random.Generator, size: int, *, directed: bool) -> Graph:
    pairs = np.argwhere(~np.eye(size, dtype=bool))
    if not directed:
        pairs = pairs[pairs[:, 0] < pairs[:, 1]]
    chosen = pairs[rng.random(len(pairs)) < 0.4].reshape(-1, 2)
    return Graph.from_edges(chosen[:, 0], chosen[:, 1], labels=size, directed=directed)

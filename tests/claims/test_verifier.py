"""The verifier tells the truth: on random machines, on mutants, on learned models."""

from collections import Counter

import numpy as np
import pytest

from dnar.machine import (
    Execution,
    Instance,
    InstanceEnding,
    Problem,
    Program,
    Task,
    decode_all,
    execute,
    reachable_types,
)
from dnar.run.bundled import pretrained_program
from dnar.tasks import all_tasks, get_task
from dnar.verify import Search, Verdict, verify
from dnar.verify.verify import findings_on
from tests import random_machines, rich_machines
from tests.mutants import mutants

LIMIT = 30
"""Steps after which random machines, which need not halt, are cut off."""


def run_apart(task: Task, program: Program, problem: Problem) -> bool:
    """Whether rules and program differ in a state or an output, run one after the other."""
    instance = task.encode(problem)
    runs = [
        execute(each, instance, max_steps=LIMIT, record=True)
        for each in (task.program, program)
    ]
    states = []
    for run in runs:
        assert run.trajectory is not None
        shown = [(each.node_state, each.arc_state) for each in run.trajectory.snapshots()]
        states.append(shown + [shown[-1]] * (LIMIT + 1 - len(shown)))
    same = all(
        np.array_equal(one, other)
        for mine, theirs in zip(*states, strict=True)
        for one, other in zip(mine, theirs, strict=True)
    )
    return not (same and same_outputs(task, program, instance, *runs))


def same_outputs(
    task: Task, program: Program, instance: Instance, by_rules: Execution, by_program: Execution
) -> bool:
    wanted, made = (
        decode_all(task.decoders, each.readouts, InstanceEnding(instance, run.final))
        for each, run in ((task.program, by_rules), (program, by_program))
    )
    return all(np.array_equal(wanted[name], made[name]) for name in task.decoders)


MACHINES = {
    "graphs": (random_machines.random_task, random_machines.near_program),
    "own layouts": (rich_machines.rich_task, rich_machines.near_program),
}


def judge(seed: int, kind: str) -> tuple[Verdict, int]:
    """A random program's verdict, after checking it; and on how many problems it was run."""
    rng = np.random.default_rng(seed)
    random_task, near_program = MACHINES[kind]
    task = random_task(rng)
    program = near_program(rng, task, int(rng.integers(0, 8)))
    # Scalars of a random machine may grow beyond all numbers.
    with np.errstate(all="ignore"):
        return judge_program(task, program, rng, seed)


def judge_program(
    task: Task, program: Program, rng: np.random.Generator, seed: int
) -> tuple[Verdict, int]:
    search = Search(task, sizes=((4, 6, 20),), limit=LIMIT)
    result = verify(task, program, search=search)
    if result.verdict is Verdict.PROVED:
        other = Search(task, seed=seed + 1, sizes=((4, 9, 40),), limit=LIMIT)
        assert other.find(program) is None, seed
        problems = [problem for batch in other.batches for problem in batch.problems]
        for at in rng.choice(len(problems), 15, replace=False):
            assert not run_apart(task, program, problems[at]), seed
        return result.verdict, len(problems)
    assert result.blocked
    if result.verdict is Verdict.REFUTED:
        assert result.counterexample is not None
        assert run_apart(task, program, result.counterexample.problem), seed
    return result.verdict, 0


@pytest.mark.parametrize("kind", MACHINES)
def test_random_programs_of_random_machines(kind: str) -> None:
    judged = [judge(seed, kind) for seed in range(40)]
    verdicts = Counter(verdict for verdict, _ in judged)
    assert min(verdicts[each] for each in Verdict) >= 1
    assert sum(problems for _, problems in judged) > 500


@pytest.mark.slow
@pytest.mark.parametrize("kind", MACHINES)
def test_many_random_programs_of_random_machines(kind: str) -> None:
    for seed in range(1000, 3000):
        judge(seed, kind)


@pytest.mark.parametrize("name", all_tasks())
def test_rules_are_proved_equal_to_themselves(name: str) -> None:
    task = get_task(name)
    assert verify(task, task.program).verdict is Verdict.PROVED


@pytest.mark.parametrize("name", all_tasks())
def test_bundled_programs_are_proved(name: str) -> None:
    task = get_task(name)
    result = verify(task, pretrained_program(task))
    assert (result.verdict, result.blocked) == (Verdict.PROVED, ())


@pytest.mark.parametrize(
    "name",
    [
        "bfs",
        pytest.param("mis", marks=pytest.mark.slow),
        pytest.param("eccentricity", marks=pytest.mark.slow),
        pytest.param("insertion_sort", marks=pytest.mark.slow),
    ],
)
def test_every_mutant_is_caught_or_equivalent(name: str) -> None:
    task = get_task(name)
    reachable = reachable_types(task)
    search = Search(task, sizes=((4, 8, 30),))
    survivors = []
    for mutant in mutants(pretrained_program(task), reachable):
        blocked = findings_on(task, mutant.program, None, reachable).blocked
        if not blocked:
            survivors.append(mutant)
    # Whatever a reachable case uses in the tables decides something; only orders, gates and
    # readouts have room that makes no difference.
    assert {mutant.table for mutant in survivors} <= {"ranking", "gates", "readout"}
    for mutant in survivors:
        assert search.find(mutant.program) is None, mutant.what


@pytest.mark.parametrize(
    "name",
    [
        "dfs",
        "prim",
        "dijkstra",
        "mis",
        "eccentricity",
        "bellman_ford",
        "insertion_sort",
        "floyd_warshall",
        "strongly_connected_components",
        "matrix_chain_order",
        "segments_intersect",
    ],
)
@pytest.mark.parametrize("count", [10, pytest.param(50, marks=pytest.mark.slow)])
def test_a_sample_of_mutants_is_caught_or_equivalent(name: str, count: int) -> None:
    task = get_task(name)
    reachable = reachable_types(task)
    every = list(mutants(pretrained_program(task), reachable))
    rng = np.random.default_rng(1)
    search = Search(task, sizes=((4, 8, 30),))
    for at in rng.choice(len(every), count, replace=False).tolist():
        mutant = every[at]
        if not findings_on(task, mutant.program, None, reachable).blocked:
            assert mutant.table in {"ranking", "gates", "readout"}
            assert search.find(mutant.program) is None, mutant.what


@pytest.mark.parametrize("name", ["bfs", "dfs"])
def test_a_mutant_that_changes_an_output_gets_its_graph(name: str) -> None:
    """Problems that the search never saw show no output of an open mutant to differ."""
    task = get_task(name)
    reachable = reachable_types(task)
    every = list(mutants(pretrained_program(task), reachable))
    rng = np.random.default_rng(2)
    search = Search(task)
    unseen = Search(task, seed=5, sizes=((4, 9, 200), (10, 30, 50)))
    verdicts: Counter[Verdict] = Counter()
    for at in rng.choice(len(every), 20, replace=False).tolist():
        result = verify(task, every[at].program, reachable=reachable, search=search)
        verdicts[result.verdict] += 1
        if result.verdict is Verdict.REFUTED:
            assert result.counterexample is not None
            assert run_apart(task, every[at].program, result.counterexample.problem)
        else:
            assert unseen.find(every[at].program) is None, every[at].what
    assert verdicts[Verdict.REFUTED] >= 4

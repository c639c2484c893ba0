"""Checking: failures are small problems, whatever the size of the one that was met first."""

import numpy as np
import pytest

from dnar.discover import Checker, Found, StateCounts, Tables, get_sketch
from dnar.discover.checking import Batch
from dnar.discover.problems import random_problem, without_a_node
from dnar.machine import Problem


@pytest.mark.parametrize("name", ["bfs", "mis", "local_minimum", "dfs", "maximum"])
def test_a_problem_without_a_node_is_the_rest_of_it(name: str) -> None:
    sketch, rng = get_sketch(name), np.random.default_rng(0)
    problem = random_problem(sketch, 6, rng)
    smaller = list(without_a_node(sketch, problem))
    dropped = [node for node in range(6) if node != problem.start]
    assert len(smaller) == len(dropped)
    for node, rest in zip(dropped, smaller, strict=True):
        old = [each for each in range(6) if each != node]
        assert edges(rest, old) == {
            each for each in edges(problem, range(6)) if node not in each
        }
        if problem.start is not None:
            assert rest.start is not None
            assert old[rest.start] == problem.start
        for mine, whole in (
            (rest.values, problem.values),
            (rest.randomness, problem.randomness),
        ):
            if whole is not None:
                assert mine is not None
                assert np.array_equal(mine, whole[..., old])


def edges(problem: Problem, names: "list[int] | range") -> set[tuple[int, int]]:
    """With the names of an older graph."""
    ends = zip(problem.graph.source.tolist(), problem.graph.target.tolist(), strict=True)
    return {(names[one], names[other]) for one, other in ends}


def test_a_random_failure_is_shrunk_to_a_small_one() -> None:
    # Nodes keep their pointers to themselves: wrong wherever the start has a neighbour.
    tables = Tables(StateCounts(2, 2), {0: ((1, 0),)}, {}, {(0, 0, 1, 1, 0): 1})
    sketch = get_sketch("bfs")
    checker = Checker(sketch, exhaustive=1)
    failure = checker.first_failure(Found(sketch, tables), np.random.default_rng(0))
    assert failure is not None
    assert failure.problem.graph.node_count == 2
    assert len(Batch(sketch, tables.counts, [failure]).failures(Found(sketch, tables))) == 1

"""Prim, Dijkstra and MIS in the benchmark's states: right on small graphs, learned, proved."""

from dataclasses import replace
from pathlib import Path

import networkx as nx
import numpy as np
import pytest

import dnar
from dnar.machine import Problem, Task
from dnar.tasks import get_task
from tests.oracles.exhaustive import CHECKS, Check

FOLDER = Path(__file__).parents[2] / "examples" / "clrs_hints"
FILES = {"prim": "trees.py:PRIM", "dijkstra": "trees.py:DIJKSTRA", "mis": "mis.py"}


def in_masks(name: str) -> Task:
    return get_task(f"{FOLDER}/{FILES[name]}")


SHARED = [check for check in CHECKS if check.task in FILES]


def mismatches(check: Check) -> tuple[int, int]:
    """Problems with another answer than the textbook's, and all problems."""
    count = 0

    def seen() -> None:
        nonlocal count
        count += 1

    wrong = len(list(check.mismatches(seen, in_masks(check.task))))
    return wrong, count


def is_small(problem: Problem) -> bool:
    return problem.graph.node_count <= (3 if problem.graph.directed else 4)


@pytest.mark.parametrize("check", SHARED, ids=lambda check: f"{check.task}, {check.covers}")
def test_rules_are_the_textbook_algorithm(check: Check) -> None:
    few = replace(check, problems=lambda: filter(is_small, check.problems()))
    wrong, count = mismatches(few)
    assert wrong == 0
    assert count > 200


@pytest.mark.slow
@pytest.mark.parametrize("check", SHARED, ids=lambda check: f"{check.task}, {check.covers}")
def test_rules_are_the_textbook_algorithm_on_all_problems(check: Check) -> None:
    wrong, count = mismatches(check)
    assert wrong == 0
    assert count > 4000


@pytest.mark.parametrize("seed", range(6))
def test_larger_graphs_give_the_answers_of_the_bundled_tasks(seed: int) -> None:
    rng = np.random.default_rng(seed)
    graph = nx.gnp_random_graph(60, 0.08, seed=seed)
    for one, other in graph.edges:
        graph.edges[one, other]["weight"] = float(rng.integers(1, 9))
    for name in ("prim", "dijkstra"):
        found = dnar.run(in_masks(name), graph, start=seed)
        book = dnar.run(name, graph, start=seed)
        assert found.parent == book.parent
        if name == "dijkstra":
            assert found.distance == book.distance
    chosen = dnar.run(in_masks("mis"), graph, seed=seed).in_set
    assert set(chosen) == set(dnar.run("mis", graph, seed=seed).in_set)


@pytest.mark.parametrize(
    "name", ["mis", "prim", pytest.param("dijkstra", marks=pytest.mark.slow)]
)
def test_networks_learn_them_exactly(name: str) -> None:
    model = dnar.train(in_masks(name), seed=0)
    assert model.exact
    assert model.report["verdict"] == "proved"

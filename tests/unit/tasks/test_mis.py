"""Maximal independent set, by hand and in its rounds."""

import numpy as np
import pytest

import dnar
from dnar.graph import FAMILIES, Graph, complete, path, star
from dnar.tasks import mis
from tests.rules_run import rules_run
from tests.unit.tasks.watching import arc_words, node_words

RISING = [[0.0, 1.0, 2.0]]


def test_one_round_by_hand() -> None:
    middle = [[1.0, 0.0, 2.0]]
    assert node_words("mis", path(3), randomness=middle) == [
        "ACTIVE ACTIVE ACTIVE VIRTUAL",
        "BALLOTED BALLOTED BALLOTED VIRTUAL",
        "WAITING IN WAITING VIRTUAL",
        "OUT IN OUT VIRTUAL",
    ]
    mine = arc_words("mis", path(3), "MINE", randomness=middle)
    assert mine == [[], [(1, 1)], [(1, 1)], [(1, 1)]]


def test_two_rounds_by_hand() -> None:
    assert node_words("mis", path(3), randomness=RISING) == [
        "ACTIVE ACTIVE ACTIVE VIRTUAL",
        "BALLOTED BALLOTED BALLOTED VIRTUAL",
        "IN WAITING WAITING VIRTUAL",
        "IN OUT ACTIVE VIRTUAL",
        "IN OUT BALLOTED VIRTUAL",
        "IN OUT IN VIRTUAL",
    ]


def rounds(graph: Graph, rows: np.ndarray) -> tuple[int, bool]:
    """How many rounds Luby's algorithm takes, and whether the last one has only winners."""
    joined = set(zip(graph.source.tolist(), graph.target.tolist(), strict=True))
    joined |= {(j, i) for i, j in joined}
    active, number = set(range(graph.node_count)), 0
    while True:
        lot = rows[number % len(rows)].tolist()
        beaten = {
            i for i, j in joined if {i, j} <= active and i != j and (lot[j], j) < (lot[i], i)
        }
        winners = active - beaten
        number += 1
        left = {i for i in beaten if not any((i, j) in joined for j in winners)}
        if not left:
            return number, not beaten
        active = left


@pytest.mark.parametrize("family", FAMILIES)
def test_three_steps_a_round(family: str) -> None:
    rng = np.random.default_rng(5)
    graph = FAMILIES[family](15, rng)
    rows = rng.random((4, 15))
    number, only_winners = rounds(graph, rows)
    # Winners are in after two steps; the third tells the others.
    expected = mis.ROUND * number - (1 if only_winners else 0)
    assert rules_run("mis", graph, randomness=rows).steps == expected


def test_given_rows_start_again() -> None:
    chain = path(7)
    row = np.arange(7.0)
    once = rules_run("mis", chain, randomness=[row])
    assert once.in_set == [0, 2, 4, 6]
    assert once.steps == 11
    assert rules_run("mis", chain, randomness=[row] * 5).in_set == once.in_set


def test_equal_numbers_go_to_the_lowest_node() -> None:
    assert rules_run("mis", complete(5), randomness=np.zeros((1, 5))).in_set == [0]
    assert rules_run("mis", star(5), randomness=np.zeros((1, 5))).in_set == [0]
    assert rules_run("mis", star(5), randomness=[[1, 0, 0, 0, 0]]).in_set == [1, 2, 3, 4]


def test_the_seed_decides() -> None:
    graph = dnar.load_graph("er:40")
    sets = [tuple(rules_run("mis", graph, seed=seed).in_set) for seed in (0, 0, 1, 2)]
    assert sets[0] == sets[1]
    assert len(set(sets)) == 3


def test_one_node_isolated_nodes_and_self_loops() -> None:
    assert rules_run("mis", path(1)).in_set == [0]
    assert rules_run("mis", Graph.from_edges([], [], labels=4)).in_set == [0, 1, 2, 3]
    looped = Graph.from_edges([0, 0, 2], [0, 1, 2], labels=3)
    assert rules_run("mis", looped, randomness=RISING).in_set == [0, 2]

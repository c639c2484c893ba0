"""Evaluation: full marks for what is right, fewer for what is broken."""

from dataclasses import replace

import numpy as np
import pytest
import torch

import dnar
from dnar.errors import InputError
from dnar.machine import Execution, Instance
from dnar.run import NetworkEngine, RulesEngine, Score, evaluate
from dnar.tasks import all_tasks, get_task
from dnar.textbook import expected

pytestmark = pytest.mark.usefixtures("no_shape_checks_in_module")

SMALL = {"sizes": (5, 12), "families": ("er", "delaunay"), "graphs": 4}


def test_a_pretrained_model_gets_full_marks() -> None:
    scores = dnar.load_model("bfs").evaluate(**SMALL)
    assert scores == [
        Score(family, size, 4, 100.0, 100.0, 100.0, 100.0)
        for family in ("er", "delaunay")
        for size in (5, 12)
    ]


@pytest.mark.parametrize("engine", ["automatic", "program", "network"])
def test_a_broken_network_gets_fewer(engine: str) -> None:
    model = dnar.load_model("bfs")
    with torch.no_grad():
        model.network.processor.query.weight.zero_()
    scores = model.evaluate(engine=engine, **SMALL)
    assert all(score.graph < 100 for score in scores)
    assert all(score.node is not None and score.node < 100 for score in scores)
    assert all(score.wrong for score in scores)


def test_a_wrong_graph_can_be_drawn_again() -> None:
    model = dnar.load_model("bfs")
    with torch.no_grad():
        model.network.processor.query.weight.zero_()
    cell = {"sizes": (12,), "families": ("ws",), "graphs": 6, "seed": 3}
    score = model.evaluate(engine="network", **cell)[0]
    for number in score.wrong:
        problem = dnar.evaluation_problem("bfs", "ws", 12, number, seed=3)
        found = NetworkEngine(model.task, model.network).solve(problem).outputs["parent"]
        assert found.tolist() != expected("bfs", problem)["parent"].tolist()


def test_other_trees_are_wrong_but_valid() -> None:
    # Of several done neighbours the last one: a breadth-first tree all the same.
    class HighestParent(RulesEngine):
        def outputs(self, instance: Instance, execution: Execution) -> dict[str, np.ndarray]:
            parent = super().outputs(instance, execution)["parent"]
            level = levels_of(parent)
            for arc in range(instance.arc_count):
                child, up = int(instance.receiver[arc]), int(instance.sender[arc])
                if max(child, up) < len(parent) and level[up] == level[child] - 1:
                    parent[child] = max(parent[child], up)
            return {"parent": parent}

    def levels_of(parent: np.ndarray) -> list[int]:
        level = [0] * len(parent)
        for node in range(len(parent)):
            at = node
            while parent[at] != at:
                at, level[node] = parent[at], level[node] + 1
        return level

    task = get_task("bfs")
    score = next(evaluate(HighestParent(task), sizes=(20,), families=("er",), graphs=5))
    assert (score.valid, score.halted) == (100.0, 100.0)
    assert score.graph < 100
    assert score.node is not None
    assert 0 < score.node < 100


def test_a_task_without_a_textbook_is_scored_by_its_rules() -> None:
    task = replace(get_task("bfs"), name="mine")
    scores = list(evaluate(RulesEngine(task), sizes=(8,), families=("er",), graphs=3))
    assert scores == [Score("er", 8, 3, 100.0, 100.0, None, 100.0)]


def test_a_network_that_never_rests_is_scored() -> None:
    model = dnar.load_model("bfs")
    with torch.no_grad():
        # Nothing is what it was: the opposite of every learned node decision.
        model.network.decoder.node_state.weight.neg_()
        model.network.decoder.node_state.bias.neg_()
    score = model.evaluate(sizes=(40,), families=("er",), graphs=5)[0]
    assert score.graph == 0.0
    assert score.halted == 0.0


@pytest.mark.parametrize("name", all_tasks())
def test_the_rules_agree_with_themselves(name: str) -> None:
    task = get_task(name)
    for score in evaluate(RulesEngine(task), sizes=(1, 6), families=("er",), graphs=3):
        assert (score.graph, score.halted) == (100.0, 100.0)


def test_a_number_per_graph_has_no_node_score() -> None:
    scores = dnar.load_model("eccentricity").evaluate(sizes=(8,), families=("er",), graphs=3)
    assert scores[0].to_json() == {
        "family": "er",
        "size": 8,
        "graphs": 3,
        "node": None,
        "graph": 100.0,
        "valid": 100.0,
        "halted": 100.0,
        "wrong": [],
    }


def test_the_seed_decides_the_graphs() -> None:
    task = get_task("bfs")
    counted: list[int] = []
    options = {"sizes": (6,), "families": ("er",), "graphs": 5}
    broken = dnar.load_model("bfs")
    with torch.no_grad():
        broken.network.processor.query.weight.zero_()
    engine = NetworkEngine(task, broken.network)
    one = list(evaluate(engine, seed=1, on_graphs=counted.append, **options))
    assert one == list(evaluate(engine, seed=1, **options))
    assert sum(counted) == 5


@pytest.mark.parametrize(
    ("choice", "match"),
    [
        ({"families": ("er", "moon")}, "no family 'moon'"),
        ({"sizes": (0,)}, "must be 1 or more"),
        ({"graphs": 0}, "must be 1 or more"),
        ({"seed": -1}, "zero or more"),
        ({"workers": 0}, "workers must be 1 or more"),
    ],
)
def test_what_cannot_be_evaluated(choice: dict, match: str) -> None:
    task = get_task("bfs")
    with pytest.raises(InputError, match=match):
        list(evaluate(RulesEngine(task), **choice))

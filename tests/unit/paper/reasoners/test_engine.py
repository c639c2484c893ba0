"""A baseline is an engine: it answers, and no answer depends on its neighbours."""

from pathlib import Path

import numpy as np
import pytest
from paper.reasoners import BaselineConfig, BaselineEngine, train_baseline

import dnar
from dnar.errors import InputError
from dnar.run import evaluate, evaluation_problem
from dnar.tasks import get_task

SMALL = BaselineConfig(
    hidden=8, batches=2, graphs_per_batch=2, train_sizes=(5,), processor_steps=8
)


@pytest.fixture(scope="module", params=["bfs", "dfs", "mis", "eccentricity"])
def engine(request: pytest.FixtureRequest) -> BaselineEngine:
    return BaselineEngine(train_baseline(get_task(request.param), SMALL)[0])


def test_alone_and_in_company(engine: BaselineEngine) -> None:
    problems = [
        evaluation_problem(engine.task, "er", size, 0, seed=2) for size in (5, 12, 8, 30)
    ]
    for problem, together in zip(problems, engine.solve_all(problems), strict=True):
        alone = engine.solve(problem)
        assert (alone.steps, alone.halted) == (together.steps, False)
        for name, values in alone.outputs.items():
            assert np.array_equal(values, together.outputs[name]), name


def test_answers_have_labels(engine: BaselineEngine) -> None:
    start = None if engine.task.name == "mis" else 0
    answer = dnar.run(engine.task, "karate", start=start, engine=engine)
    assert answer.steps == dnar.run(engine.task.name, "karate", start=start).steps


def test_there_is_no_trajectory(engine: BaselineEngine) -> None:
    problem = evaluation_problem(engine.task, "er", 5, 0)
    with pytest.raises(InputError, match="no states to record"):
        engine.solve(problem, record=True)


def test_an_evaluation_knows_its_baseline(tmp_path: Path) -> None:
    choice = {"sizes": (5,), "families": ("er",), "graphs": 2, "out": tmp_path / "scores"}
    engines = [
        BaselineEngine(train_baseline(get_task("bfs"), config)[0])
        for config in (SMALL, BaselineConfig(**{**vars(SMALL), "seed": 1}))
    ]
    list(evaluate(engines[0], **choice))
    with pytest.raises(InputError, match="holds another evaluation: its model"):
        list(evaluate(engines[1], **choice))

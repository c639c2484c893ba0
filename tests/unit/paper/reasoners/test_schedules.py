"""SALSA-CLRS's schedule: validations, plateaus, early stopping, the best weights."""

from dataclasses import replace

import numpy as np
import pytest
from paper.reasoners import BaselineConfig, BaselineEngine, Plateau, Traces, train_baseline

from dnar.errors import InputError
from dnar.run import evaluate
from dnar.tasks import get_task
from dnar.training import drawn_problems

SMALL = BaselineConfig(
    traces=Traces.CLRS,
    hidden=8,
    batches=3,
    graphs_per_batch=2,
    train_sizes=(4, 5),
    window=100,
    plateau=Plateau(updates=12, every=5, graphs=3),
)


@pytest.mark.parametrize("hints", [True, False], ids=["hints", "outputs"])
@pytest.mark.parametrize("name", ["dijkstra", "prim"])
def test_validations_come_in_turn_and_at_the_end(name: str, hints: bool) -> None:
    baseline, training = train_baseline(get_task(name), replace(SMALL, hints=hints))
    assert [each.updates for each in training.validations] == [5, 10, 12]
    assert training.updates == 12
    engine = BaselineEngine(baseline)
    score = next(evaluate(engine, sizes=(6,), families=("er",), graphs=3))
    assert score.node is not None


def test_a_plateau_lowers_the_learning_rate_and_ends_the_training() -> None:
    # Steps so small that no loss changes: every validation after the first is a plateau.
    plateau = Plateau(updates=100, every=1, patience=2, stop_after=6, graphs=3)
    config = replace(SMALL, learning_rate=1e-30, plateau=plateau, hints=False)
    _, training = train_baseline(get_task("prim"), config)
    assert training.updates == 7
    rates = [each.learning_rate for each in training.validations]
    assert rates == pytest.approx([1e-30] * 4 + [1e-31] * 3)


def test_the_best_weights_are_kept() -> None:
    # A learning rate far too high: the loss of the last update is not the lowest.
    config = replace(SMALL, learning_rate=3.0, hints=False)
    config = replace(config, plateau=Plateau(updates=5, every=1, graphs=3))
    baseline, training = train_baseline(get_task("prim"), config)
    losses = [each.loss for each in training.validations]
    best = losses.index(min(losses))
    assert best < len(losses) - 1
    shorter = replace(config, plateau=Plateau(updates=best + 1, every=1, graphs=3))
    again = train_baseline(get_task("prim"), shorter)[0].state_dict()
    assert all(weight.equal(again[name]) for name, weight in baseline.state_dict().items())


def test_a_run_of_clrs_length_has_a_step_per_node() -> None:
    engine = BaselineEngine(train_baseline(get_task("prim"), SMALL)[0])
    problem = drawn_problems(engine.task, (9,), 1, np.random.default_rng(0))[0]
    assert engine.steps(problem) == 9
    assert engine.solve(problem).steps == 9
    assert engine.solve(problem, max_steps=4).steps == 4


@pytest.mark.parametrize("name", ["updates", "every", "patience", "stop_after", "graphs"])
def test_bad_choices_are_told(name: str) -> None:
    with pytest.raises(InputError, match=f"{name} must be above zero, got 0"):
        Plateau(**{name: 0})

"""Baselines learn, in every way, and the same seed gives the same weights."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from paper.reasoners import BaselineConfig, BaselineEngine, ProcessorKind, train_baseline
from paper.reasoners.data import draw_batches
from paper.reasoners.model import Baseline
from paper.reasoners.train import told

from dnar.errors import InputError
from dnar.machine import Task
from dnar.run import evaluate
from dnar.tasks import all_tasks, get_task

SMALL = BaselineConfig(
    hidden=8, batches=3, graphs_per_batch=2, train_sizes=(4, 5), processor_steps=6
)


@pytest.mark.parametrize("processor", ProcessorKind)
@pytest.mark.parametrize("hints", [True, False], ids=["hints", "outputs"])
@pytest.mark.parametrize("gru", [True, False], ids=["gru", "plain"])
def test_every_kind_trains(processor: ProcessorKind, hints: bool, gru: bool) -> None:
    config = replace(SMALL, processor=processor, hints=hints, gru=gru)
    baseline, training = train_baseline(get_task("prim"), config)
    assert training.processor_steps >= 6
    assert all(bool(each.isfinite().all()) for each in baseline.parameters())
    learned = {name for name, each in baseline.named_parameters() if each.grad is not None}
    assert learned >= {"processor.encode.weight", "processor.norm.weight"}


NOT_LEARNED = ("bipartite", "core_numbers")
"""Their outputs are categories, or sets with numbers."""


@pytest.mark.parametrize("name", NOT_LEARNED)
def test_other_outputs_are_refused(name: str) -> None:
    with pytest.raises(InputError, match="baselines learn pointers, sets and numbers"):
        train_baseline(get_task(name), SMALL)


@pytest.mark.parametrize(
    "task",
    [task for name, task in all_tasks().items() if name not in NOT_LEARNED],
    ids=lambda task: task.name,
)
def test_every_task_can_be_learned_and_scored(task: Task) -> None:
    baseline, _ = train_baseline(task, SMALL)
    score = next(evaluate(BaselineEngine(baseline), sizes=(6,), families=("er",), graphs=3))
    assert score.graphs == 3
    assert score.halted == 0
    left_out = task.decoders.keys() - baseline.readouts.decoders.keys()
    with_lengths = ("dijkstra", "bellman_ford", "nearest_landmark")
    assert left_out == ({"distance"} if task.name in with_lengths else set())
    assert (score.valid is None) == bool(left_out)


def test_nobody_is_told_what_outputs_are_read_off() -> None:
    task = get_task("bfs")
    (batch, *_) = draw_batches(task, replace(SMALL, graphs_per_batch=8, train_sizes=(8,)))
    baseline, laid, rng = Baseline(task, SMALL), batch.laid, np.random.default_rng(0)
    assert laid.steps.min() < laid.steps.max()
    state = baseline.begin(laid)
    for step in range(laid.last_step):
        predicted, _ = baseline.follow(laid, state, step)
        state = told(batch, predicted, step, 1.0, rng)
        over = ~laid.running(step + 1)
        assert torch.equal(state.seen.nodes[over], predicted.seen.nodes[over])
        truth = batch.hints.shown(laid.vocabulary, step + 1)
        assert torch.equal(state.seen.nodes[~over], truth.nodes[~over])


def test_graphs_without_a_step_are_refused() -> None:
    with pytest.raises(InputError, match="takes a step"):
        train_baseline(get_task("bfs"), replace(SMALL, train_sizes=(1,)))


def test_no_problems_no_solutions() -> None:
    engine = BaselineEngine(Baseline(get_task("bfs"), SMALL))
    assert not list(engine.solve_all([]))


def test_the_seed_decides_everything() -> None:
    task = get_task("bfs")
    first, second = (train_baseline(task, SMALL)[0].state_dict() for _ in range(2))
    assert all(torch.equal(weight, second[name]) for name, weight in first.items())
    other = train_baseline(task, replace(SMALL, seed=1))[0].state_dict()
    assert not torch.equal(first["processor.encode.weight"], other["processor.encode.weight"])


def test_breadth_first_search_is_learned() -> None:
    config = BaselineConfig(hidden=32, batches=20, processor_steps=300)
    baseline, training = train_baseline(get_task("bfs"), config)
    assert training.losses[-1] < training.losses[0] / 3
    score = next(evaluate(BaselineEngine(baseline), sizes=(16,), families=("er",), graphs=20))
    assert score.node is not None
    assert score.node > 60

"""Batches show what the rules do, as tensors."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from paper.reasoners.config import BaselineConfig
from paper.reasoners.data import asked_as_evaluated, draw_batches, steps_of_each
from paper.reasoners.features import vocabulary_of

from dnar.machine import Shape, StartNode, Task, execute
from dnar.tasks import all_tasks, get_task
from dnar.training.data import training_set

tasks = pytest.mark.parametrize("task", all_tasks().values(), ids=lambda task: task.name)
SMALL = BaselineConfig(batches=2, graphs_per_batch=3, train_sizes=(4, 7))


@tasks
def test_every_graph_has_its_own_number_of_steps(task: Task) -> None:
    drawn = training_set(asked_as_evaluated(task), (4, 7), 5, np.random.default_rng(0))
    alone = [execute(task.program, instance).steps for instance in drawn.instances]
    assert steps_of_each(drawn) == alone


@tasks
def test_hints_are_the_snapshots(task: Task) -> None:
    for batch in draw_batches(task, SMALL):
        vocabulary, last = batch.laid.vocabulary, batch.laid.last_step
        first = batch.hints.shown(vocabulary, 0)
        assert torch.equal(first.nodes, batch.laid.first.nodes)
        assert torch.equal(first.arcs, batch.laid.first.arcs)
        states = batch.hints.states(last)
        assert np.array_equal(states[0].numpy(), batch.final.node_state)
        assert np.array_equal(states[1].numpy(), batch.final.arc_state)


def test_places_tell_the_order_of_the_real_nodes() -> None:
    laid = draw_batches(get_task("bfs"), replace(SMALL, graphs_per_batch=1, batches=1))[0].laid
    assert laid.place.flatten().tolist() == [0.25, 0.5, 0.75, 1.0, 0.0]


def test_streams_are_fed_step_by_step() -> None:
    laid = draw_batches(get_task("mis"), SMALL)[0].laid
    assert vocabulary_of(get_task("mis").program).streams == ("lot",)
    assert torch.equal(laid.streams(0), laid.streams(2))
    assert not torch.equal(laid.streams(2), laid.streams(3))


def test_problems_are_asked_as_the_evaluation_asks_them() -> None:
    inputs = asked_as_evaluated(get_task("dfs")).inputs
    assert (inputs.shape, inputs.start) == (Shape.UNDIRECTED, StartNode.REQUIRED)
    assert asked_as_evaluated(get_task("topological_sort")).inputs.shape is Shape.ACYCLIC

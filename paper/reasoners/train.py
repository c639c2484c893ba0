"""Training a baseline: by the outputs alone, or by every step of a run.

With hints the loss of a step is the cross-entropy of all states and the squared error of all
scalars. Weights are updated every few steps, and gradients go back that far; hidden vectors go
on. Without hints gradients go back from the outputs to the first step.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn
from torch.nn import functional

from dnar.errors import InputError
from dnar.machine import Task
from dnar.network import one_thread
from paper.reasoners.config import BaselineConfig
from paper.reasoners.data import Batch, draw_batches, traced_task
from paper.reasoners.features import Shown
from paper.reasoners.model import Baseline, State
from paper.reasoners.readouts import output_loss
from paper.reasoners.schedules import CosineSchedule, PlateauSchedule, Validation

AT_A_TIME = 8
"""Batches that are under way."""


@dataclass(frozen=True)
class Lesson:
    """One update of the weights."""

    processor_steps: int
    """Steps of the processor so far."""
    loss: float


@dataclass(frozen=True)
class Training:
    """How a training went."""

    updates: int
    processor_steps: int
    seconds: float
    draw_seconds: float
    """Spent on drawing graphs and solving them, not part of `seconds`."""
    losses: tuple[float, ...]
    """Mean loss of ten equal stretches of the training, in order."""
    validations: tuple[Validation, ...] = ()
    """With a plateau schedule: what the validation graphs gave, in order."""


def train_baseline(
    task: Task, config: BaselineConfig, on_update: Callable[[Lesson], None] | None = None
) -> tuple[Baseline, Training]:
    """A baseline trained on a task, and how that went.

    Raises:
        InputError: the task has nothing that a baseline can answer, or no traces as chosen.
    """
    task = traced_task(task, config.traces)
    with one_thread(), torch.random.fork_rng(devices=[]):
        torch.manual_seed(config.seed)
        baseline = Baseline(task, config)
        began = time.perf_counter()
        batches = draw_batches(task, config)
        if not any(batch.laid.last_step for batch in batches):
            raise InputError(
                f"no training graph of {task.name} takes a step: train_sizes is "
                f"{config.train_sizes}, larger graphs may do"
            )
        baseline.whole = _whole_outputs(baseline, batches)
        drawn = time.perf_counter()
        lessons = []
        schedule = (CosineSchedule if config.plateau is None else PlateauSchedule)(baseline)
        for lesson in _lessons(baseline, batches, schedule):
            lessons.append(lesson)
            if on_update is not None:
                on_update(lesson)
        seconds = time.perf_counter() - drawn
    stretches = np.array_split(np.array([each.loss for each in lessons]), 10)
    losses = tuple(float(part.mean()) for part in stretches if part.size)
    steps = lessons[-1].processor_steps
    validations = tuple(schedule.validations)
    return baseline, Training(len(lessons), steps, seconds, drawn - began, losses, validations)


def _whole_outputs(baseline: Baseline, batches: list[Batch]) -> frozenset[str]:
    """Numbers that are whole on all training graphs."""
    readouts = baseline.readouts

    def whole(name: str, batch: Batch) -> bool:
        return not np.mod(readouts.number(name, batch.laid.instance, batch.final), 1).any()

    return frozenset(
        name for name in readouts.numbers if all(whole(name, each) for each in batches)
    )


def _lessons(
    baseline: Baseline, batches: list[Batch], schedule: CosineSchedule | PlateauSchedule
) -> Iterator[Lesson]:
    config, done = baseline.config, 0
    rng = np.random.default_rng([config.seed, 1])
    weights = list(baseline.parameters())
    for loss, steps in _interleaved(baseline, batches, rng):
        schedule.optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(weights, config.clip)
        schedule.optimiser.step()
        done += steps
        yield Lesson(done, float(loss.detach()))
        if not schedule.goes_on(done):
            return


def _interleaved(
    baseline: Baseline, batches: list[Batch], rng: np.random.Generator
) -> Iterator[tuple[Float[Tensor, ""], int]]:
    """Windows of several batches in random turn, without end.

    Windows of one batch are much alike; one after the other they would be learned by heart.
    """
    under_way: list[Iterator[tuple[Float[Tensor, ""], int]]] = []
    waiting: list[int] = []
    while True:
        while len(under_way) < AT_A_TIME:
            waiting = waiting or rng.permutation(len(batches)).tolist()
            under_way.append(_losses(baseline, batches[waiting.pop()], rng))
        chosen = int(rng.integers(len(under_way)))
        window = next(under_way[chosen], None)
        if window is None:
            under_way.pop(chosen)
        else:
            yield window


def _losses(
    baseline: Baseline, batch: Batch, rng: np.random.Generator
) -> Iterator[tuple[Float[Tensor, ""], int]]:
    """The losses of a batch, window by window, each with its number of steps."""
    config, laid = baseline.config, batch.laid
    window = config.window if config.hints else laid.last_step
    state = baseline.begin(laid)
    for first in range(0, laid.last_step, max(window, 1)):
        loss, last = torch.zeros(()), min(first + window, laid.last_step)
        for number in range(first, last):
            state, predicted = baseline.follow(laid, state, number)
            if predicted is not None:
                loss = loss + hint_loss(batch, predicted, number) / (last - first)
                state = told(batch, state, number, config.teacher_forcing, rng)
        if last == laid.last_step:
            scores = baseline.outputs(laid, state)
            loss = loss + output_loss(baseline.readouts, laid.instance, batch.final, *scores)
        yield loss, last - first
        state = state.detached()


def hint_loss(batch: Batch, predicted: Shown, step: int) -> Float[Tensor, ""]:
    """How far predictions are from the rules' next snapshot, in graphs that still run.

    The mean over nodes, plus the sum over arcs per node.
    """
    laid, hints = batch.laid, batch.hints
    on_nodes = laid.running(step)
    on_arcs = on_nodes[laid.receiver]
    node_state, arc_state = hints.states(step + 1)
    vocabulary = laid.vocabulary
    nodes = _place_loss(
        predicted.nodes, node_state, hints.node_scalars[step + 1], vocabulary.node_states
    )
    arcs = _place_loss(
        predicted.arcs, arc_state, hints.arc_scalars[step + 1], vocabulary.arc_states
    )
    return ((nodes * on_nodes).sum() + (arcs * on_arcs).sum()) / on_nodes.sum()


def _place_loss(
    predicted: Float[Tensor, "places width"],
    state: Tensor,
    scalars: Float[Tensor, "places scalars"],
    states: int,
) -> Float[Tensor, " places"]:
    entropy = functional.cross_entropy(predicted[:, :states], state, reduction="none")
    return entropy + (predicted[:, states:] - scalars).square().sum(dim=1)


def told(
    batch: Batch, state: State, step: int, chance: float, rng: np.random.Generator
) -> State:
    """The state with the truth in place of predictions, in some graphs that run on.

    Nobody is told after the last step of a graph: outputs are read off predictions.
    """
    forced = torch.from_numpy(rng.random(len(batch.laid.steps)) < chance)
    on_nodes: Bool[Tensor, " nodes"] = forced[batch.laid.graph_of_node]
    on_nodes = on_nodes & batch.laid.running(step + 1)
    if not bool(on_nodes.any()):
        return state
    truth = batch.hints.shown(batch.laid.vocabulary, step + 1)
    on_arcs = on_nodes[batch.laid.receiver][:, None]
    seen = Shown(
        torch.where(on_nodes[:, None], truth.nodes, state.seen.nodes),
        torch.where(on_arcs, truth.arcs, state.seen.arcs),
    )
    return State(state.hidden, seen)

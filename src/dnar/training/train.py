"""Training: cycles until the hard network reproduces every case (Section 4.4).

By gradients alone, if a cycle ends and something is wrong, the next one starts from new
weights. Attention is hard and random, or soft with a temperature that falls within a cycle.
Soft attention has optima that die on the way; the method SETTLE then gives new queries to the
states in conflict, and once no conflict is left, attention stays and only the updates learn.
Training stops at the first check that finds nothing wrong. That rule looks at training data
only.

Several tasks share one processor (Section 4.5): every iteration adds up the gradients of all
lessons before it moves the weights.
"""

import math
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor, nn

from dnar.errors import InputError
from dnar.machine import Task
from dnar.network import Network, one_thread, shared_networks
from dnar.training.adam import Adam
from dnar.training.config import Method, TrainConfig
from dnar.training.data import Given
from dnar.training.lesson import Lesson

CHECK_EVERY = 25
"""Iterations between two looks at what is still wrong."""

SETTLED_RATES = (3.0, 0.3)
"""Learning rates at the start and at the end of a cycle in which attention is settled, in parts
of the usual one: only updates learn then, from cases that say what is heard."""


@dataclass(frozen=True)
class Progress:
    """Where a training run stands."""

    cycle: int
    iteration: int
    """Within the cycle."""
    total: int
    """Iterations of all cycles."""
    loss_by_task: dict[str, float]
    """The last iteration's loss of each task."""
    temperature: float
    wrong_by_task: dict[str, int]
    """Cases, scalars and outputs that the hard network gets wrong, of each task."""
    networks: dict[str, Network] = field(repr=False, compare=False)
    """By task, as they are now; training goes on with the same objects."""

    @property
    def loss(self) -> float:
        """The loss of all tasks together."""
        return sum(self.loss_by_task.values())

    @property
    def wrong(self) -> int:
        """How many are wrong of all tasks."""
        return sum(self.wrong_by_task.values())

    @property
    def network(self) -> Network:
        """The network; of several tasks that of the first."""
        return next(iter(self.networks.values()))


@runtime_checkable
class Callback(Protocol):
    """Called after every check of a training run; any function of a `Progress` is one."""

    def __call__(self, progress: Progress, /) -> Any:
        """Looks at the run; training stops if True is returned, and only then."""
        ...


def wants_stop(callbacks: Sequence[Callback], progress: Progress) -> bool:
    """Calls all of them, and tells whether one of them returned True."""
    answers = [callback(progress) for callback in callbacks]
    return any(answer is True for answer in answers)


@dataclass(frozen=True)
class Outcome:
    """How a training run ended."""

    exact: bool
    """Whether the hard network reproduces every training case, scalar and output."""
    iterations: int
    cycles: int
    wrong: int
    seconds: float
    """Wall time of the optimisation, preparation of the cases included."""
    prepare_seconds: float
    stopped: bool = False
    """Whether a callback ended the run."""


class Trainer:
    """One training run, an iteration at a time; its state can be stored and taken up again.

    With several tasks their networks share one processor.
    """

    def __init__(
        self, tasks: Sequence[Task], config: TrainConfig, given: Given | None = None
    ) -> None:
        self.config = config
        began = time.perf_counter()
        networks = _drawn(tasks, config, config.seed)
        self.lessons = [
            Lesson(task, network, config, (given or {}).get(task.name))
            for task, network in zip(tasks, networks, strict=True)
        ]
        self.networks = nn.ModuleDict(
            {task.name: network for task, network in zip(tasks, networks, strict=True)}
        )
        self._prefer_best()
        self.optimiser = self._new_optimiser()
        self.cycle = self.iteration = self.total = 0
        self.best_check: tuple[int, int] | None = None
        """Fewest wrong cases at a check of this cycle, and in which iteration."""
        self.exact = False
        self.prepare_seconds = time.perf_counter() - began

    @property
    def wrong(self) -> int:
        """How many cases, scalars and outputs were wrong at the last check."""
        return sum(lesson.wrong.count for lesson in self.lessons)

    def advance(self) -> Progress:
        """Trains to the next check: a new cycle if the last one is over."""
        if self._cycle_is_over:
            self._begin_cycle()
        losses: dict[str, float] = {}
        for _ in range(min(CHECK_EVERY, self._cycle_end - self.iteration)):
            losses = self._iterate()
        for lesson in self.lessons:
            lesson.check()
        if self.best_check is None or self.wrong < self.best_check[0]:
            self.best_check = (self.wrong, self.iteration)
        self.exact = self.wrong == 0 and all(lesson.confirmed() for lesson in self.lessons)
        temperature = self.config.temperature(self.iteration - 1)
        wrong = {lesson.task.name: lesson.wrong.count for lesson in self.lessons}
        networks = {lesson.task.name: lesson.network for lesson in self.lessons}
        return Progress(
            self.cycle, self.iteration, self.total, losses, temperature, wrong, networks
        )

    @property
    def _cycle_end(self) -> int:
        """The iteration with which this cycle ends, unless a check finds progress before."""
        config = self.config
        if self.best_check is None or not config.patience:
            return config.iterations
        wait = round(config.patience * config.iterations)
        return max(config.iterations, self.best_check[1] + wait)

    @property
    def _cycle_is_over(self) -> bool:
        return self.iteration >= self._cycle_end

    def take_up(self, state: dict[str, Tensor], where: dict[str, Any]) -> None:
        """Continues from a stored state."""
        self.optimiser.restore(state, where["adam_steps"])
        self.cycle, self.iteration = where["cycle"], where["iteration"]
        self.total, self.best_check = where["total"], (where["fewest"], where["fewest_at"])
        for lesson in self.lessons:
            lesson.settled = lesson.task.name in where["settled"]
            lesson.check()

    @property
    def finished(self) -> bool:
        """Whether the model is exact or all cycles are used up."""
        last = self.cycle == self.config.cycles - 1
        done = last and self._cycle_is_over
        return done or (self.exact and self.config.stop_early)

    def _begin_cycle(self) -> None:
        self.cycle, self.iteration, self.best_check = self.cycle + 1, 0, None
        rng = np.random.default_rng([self.config.seed, 3, self.cycle])
        if self.config.method is not Method.SETTLE:
            tasks = [lesson.task for lesson in self.lessons]
            drawn = _drawn(tasks, self.config, int(rng.integers(2**31)))
            for lesson, network in zip(self.lessons, drawn, strict=True):
                lesson.network.load_state_dict(network.state_dict())
            self._prefer_best()
        self.optimiser = self._new_optimiser()
        if self.config.method is Method.SETTLE:
            for lesson, strangers in self._with_strangers():
                lesson.listen_anew(rng, strangers)

    def _prefer_best(self) -> None:
        ahead = self.config.best_ahead
        if ahead is None:
            return
        self.lessons[0].network.processor.query.weight.data.zero_()
        for lesson, strangers in self._with_strangers():
            lesson.prefer_best(ahead, strangers)

    def _with_strangers(self) -> Iterator[tuple[Lesson, Float[Tensor, "states hidden"]]]:
        """Every lesson, and the vectors of the node states of all others."""
        vectors = [lesson.network.encoder.node.detach() for lesson in self.lessons]
        for number, lesson in enumerate(self.lessons):
            strangers = [*vectors[:number], *vectors[number + 1 :]]
            yield lesson, torch.cat([vectors[number][:0], *strangers])

    def _new_optimiser(self) -> Adam:
        parameters, config = list(self.networks.parameters()), self.config
        processor = self.lessons[0].network.processor
        share = {id(each): config.attention_rate for each in processor.attention()}
        share |= {id(each): config.gate_rate for each in processor.gates()}
        shares = [share.get(id(each), config.update_rate) for each in parameters]
        return Adam(parameters, config.learning_rate, shares)

    def _iterate(self) -> dict[str, float]:
        self.optimiser.clear()
        rng = np.random.default_rng([self.config.seed, 2, self.cycle, self.iteration])
        losses, temperature = {}, self.config.temperature(self.iteration)
        self.optimiser.learning_rate = self._learning_rate()
        for lesson in self.lessons:
            loss = lesson.loss(rng, temperature, arcs=self.config.learns_arcs(self.iteration))
            loss.backward()
            losses[lesson.task.name] = float(loss.detach())
        value = sum(losses.values())
        if not math.isfinite(value):
            raise InputError(
                f"training diverged: the loss is {value} in cycle {self.cycle}, iteration "
                f"{self.iteration}; try a learning rate below {self.config.learning_rate}"
            )
        self.optimiser.step()
        self.iteration += 1
        self.total += 1
        return losses

    def _learning_rate(self) -> float:
        """The rate of this iteration; it falls while attention is settled."""
        if not all(lesson.settled for lesson in self.lessons):
            return self.config.learning_rate
        first, last = SETTLED_RATES
        share = self.iteration / max(self.config.iterations - 1, 1)
        return self.config.learning_rate * first * (last / first) ** share


def _drawn(tasks: Sequence[Task], config: TrainConfig, seed: int) -> list[Network]:
    """Networks with new weights, which share a processor."""
    with _seeded(seed, 1), torch.device(usable_device(config.device)):
        hidden = hidden_size(tasks, config)
        return shared_networks(
            tasks, hidden=hidden, form=config.messages, kind=config.processor
        )


def hidden_size(tasks: Sequence[Task], config: TrainConfig) -> int:
    """The size of vectors: that of the config, or more if there are more node states.

    The vectors of all states must be independent: only then can the queries of one state be set
    while those of all others stay.
    """
    return max(config.hidden, sum(len(task.program.node_states) for task in tasks))


def train_network(
    task: Task, config: TrainConfig, callbacks: Sequence[Callback] = ()
) -> tuple[Network, Outcome]:
    """A network trained on the task, and how that went."""
    began, stopped = time.perf_counter(), False
    with one_thread():
        trainer = Trainer([task], config)
        while not trainer.finished and not stopped:
            stopped = wants_stop(callbacks, trainer.advance())
    seconds = time.perf_counter() - began
    return trainer.lessons[0].network, outcome_of(trainer, seconds, stopped)


def outcome_of(trainer: Trainer, seconds: float, stopped: bool = False) -> Outcome:
    """How the run stands now."""
    return Outcome(
        exact=trainer.exact,
        iterations=trainer.total,
        cycles=trainer.cycle + 1,
        wrong=trainer.wrong,
        seconds=seconds,
        prepare_seconds=trainer.prepare_seconds,
        stopped=stopped and not trainer.finished,
    )


@contextmanager
def _seeded(seed: int, purpose: int) -> Iterator[None]:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(int(np.random.SeedSequence([seed, purpose]).generate_state(1)[0]))
        yield


def usable_device(name: str) -> torch.device:
    """The device of this name.

    Raises:
        InputError: PyTorch cannot use it here.
    """
    try:
        device = torch.device(name)
        # Reads the number back: some devices take tensors but never give them out again.
        float(torch.zeros(1, device=device))
    except (RuntimeError, AssertionError, ImportError) as error:
        reason = str(error).splitlines()[0]
        raise InputError(
            f"device {name!r} cannot be used: {reason} Try --device cpu"
        ) from error
    return device

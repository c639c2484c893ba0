"""Training: annealing cycles until the hard network reproduces every case (Section 4.4).

A cycle lowers the temperature from soft to hard attention. Soft attention has optima that die
on the way; then the queries of the states that are still wrong are drawn anew. Training stops
at the first check that finds nothing wrong. That rule looks at training data only.
"""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor, nn

from dnar.errors import InputError
from dnar.machine import Task
from dnar.network import (
    LocalTables,
    Network,
    gate_logits,
    one_thread,
    outputs_of,
    signature_of,
)
from dnar.training.adam import Adam
from dnar.training.config import TrainConfig
from dnar.training.curriculum import Curriculum, Wrong, curriculum_of
from dnar.training.objective import (
    arc_logits,
    needed_rows,
    node_logits,
    row_scores,
    soft_attention,
    wrong_cases,
)
from dnar.training.scalar_fit import scalar_loss

CHECK_EVERY = 25
"""Iterations between two looks at what is still wrong."""


@dataclass(frozen=True)
class Progress:
    """Where a training run stands."""

    cycle: int
    iteration: int
    """Within the cycle."""
    loss: float
    temperature: float
    wrong: int
    """Cases, scalars and outputs that the hard network gets wrong."""


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


class Trainer:
    """One training run, an iteration at a time; its state can be stored and taken up again."""

    def __init__(self, task: Task, config: TrainConfig) -> None:
        self.task, self.config = task, config
        began = time.perf_counter()
        with _seeded(config.seed, 1), torch.device(usable_device(config.device)):
            self.network = Network(
                signature_of(task.rules),
                outputs_of(task),
                hidden=config.hidden,
                form=config.messages,
            )
        self.curriculum: Curriculum = curriculum_of(task, config, self.network)
        self.optimiser = Adam(self.network.parameters(), config.learning_rate)
        self.cycle = self.iteration = self.total = 0
        self.wrong: Wrong = self.curriculum.wrong(self.network)
        self.exact = False
        self.prepare_seconds = time.perf_counter() - began

    def advance(self) -> Progress:
        """Trains to the next check: a new cycle if the last one is over."""
        if self.iteration == self.config.iterations:
            self._begin_cycle()
        loss = math.nan
        for _ in range(min(CHECK_EVERY, self.config.iterations - self.iteration)):
            loss = self._iterate()
        self.wrong = self.curriculum.wrong(self.network)
        self.exact = self.wrong.count == 0 and self.curriculum.confirms(self.network)
        temperature = self.config.temperature(self.iteration - 1)
        return Progress(self.cycle, self.iteration, loss, temperature, self.wrong.count)

    def take_up(
        self, network: dict[str, Tensor], adam: dict[str, Tensor], where: dict[str, int]
    ) -> None:
        """Continues from a stored state."""
        self.network.load_state_dict(network)
        self.optimiser.restore(adam, where["adam_steps"])
        self.cycle, self.iteration = where["cycle"], where["iteration"]
        self.total = where["total"]
        self.wrong = self.curriculum.wrong(self.network)

    @property
    def finished(self) -> bool:
        """Whether the model is exact or all cycles are used up."""
        last = self.cycle == self.config.cycles - 1
        return self.exact or (last and self.iteration == self.config.iterations)

    def _begin_cycle(self) -> None:
        self.cycle, self.iteration = self.cycle + 1, 0
        with _seeded(self.config.seed, 1 + self.cycle):
            for state in self.curriculum.receivers(self.wrong):
                self._relisten(state)
        self.optimiser = Adam(self.network.parameters(), self.config.learning_rate)

    def _relisten(self, state: int) -> None:
        """Draws the queries of a state that is stuck anew, a few times, and keeps the best."""
        network, query = self.network, self.network.processor.query.weight
        node_embed, arc_embed = network.encoder.node.detach(), network.encoder.arc.detach()
        rows, arcs = self.curriculum.listening_at(state)
        draws = []
        for _ in range(self.config.redraws):
            network.processor.redraw_queries(node_embed, arc_embed, state)
            row_wrong, arc_wrong = wrong_cases(network, rows, arcs)
            draws.append((int(row_wrong.sum() + arc_wrong.sum()), query.detach().clone()))
        with torch.no_grad():
            query.copy_(min(draws, key=lambda draw: draw[0])[1])

    def _iterate(self) -> float:
        value = 0.0
        self.optimiser.clear()
        rng = np.random.default_rng([self.config.seed, 2, self.cycle, self.iteration])
        temperature = self.config.temperature(self.iteration)
        for part in (self.told_loss, self.attended_loss):
            loss = part(rng, temperature)
            loss.backward()
            value += float(loss.detach())
        if not math.isfinite(value):
            raise InputError(
                f"training diverged: the loss is {value} in cycle {self.cycle}, iteration "
                f"{self.iteration}; try a learning rate below {self.config.learning_rate}"
            )
        self.optimiser.step()
        self.iteration += 1
        self.total += 1
        return value

    def told_loss(self, rng: np.random.Generator, temperature: float) -> Float[Tensor, ""]:
        """The loss of all that attention has no part in: scalars, outputs, told cases."""
        config, curriculum, network = self.config, self.curriculum, self.network
        tables = network.tables()
        gates = gate_logits(tables, network.signature, network.processor.sizes)
        total = curriculum.outputs.loss(network)
        warm = max(temperature, config.gate_temperature_end)
        total = total + scalar_loss(curriculum.scalars, gates, warm, config.gate_cost)
        if not curriculum.row_pool.told:
            return total
        nodes = curriculum.row_pool.draw_told(rng, self.wrong.rows, config.cases_per_batch)
        arcs = curriculum.arc_pool.draw_told(rng, self.wrong.arcs, config.cases_per_batch)
        return total + self._case_loss(tables, nodes, arcs, temperature, rng)

    def attended_loss(self, rng: np.random.Generator, temperature: float) -> Float[Tensor, ""]:
        """The loss of the cases in which attention decides.

        Where told cases teach the updates what to make of every message, these cases teach
        attention alone. Otherwise updates would adapt to soft attention that is wrong.
        """
        config, curriculum, network = self.config, self.curriculum, self.network
        graphs = rng.permutation(config.graphs)[: config.graphs_per_batch]
        size = config.cases_per_batch
        nodes = curriculum.row_pool.draw_attended(rng, graphs, self.wrong.rows, size)
        arcs = curriculum.arc_pool.draw_attended(rng, graphs, self.wrong.arcs, size)
        frozen = network.processor.attention() if curriculum.row_pool.told else None
        with only_training(network, frozen):
            return self._case_loss(network.tables(), nodes, arcs, temperature, rng)

    def _case_loss(
        self,
        tables: LocalTables,
        nodes: np.ndarray,
        arcs: np.ndarray,
        temperature: float,
        rng: np.random.Generator,
    ) -> Float[Tensor, ""]:
        """Cross-entropy of the next states of these row cases and arc cases."""
        curriculum, network = self.curriculum, self.network
        device = network.encoder.node.device
        rows, node, chosen = needed_rows(
            curriculum.rows,
            torch.from_numpy(nodes).to(device),
            curriculum.arcs.take(torch.from_numpy(arcs).to(device)),
        )
        scores = row_scores(tables, rows)
        if self.config.gumbel:
            uniform = torch.from_numpy(rng.random(tuple(scores.shape))).to(scores)
            scores = scores - temperature * torch.log(-torch.log(uniform.clamp(1e-6, 1 - 1e-6)))
        attention = soft_attention(scores, rows, temperature)
        own = rows.take(node)
        entropy = torch.nn.functional.cross_entropy
        total = entropy(node_logits(network, tables, own, attention[node]), own.outcome)
        return total + entropy(arc_logits(network, tables, chosen, attention), chosen.outcome)


@contextmanager
def only_training(network: Network, parameters: list[nn.Parameter] | None) -> Iterator[None]:
    """Gradients flow to these parameters only (None: to all)."""
    if parameters is None:
        yield
        return
    for each in network.parameters():
        each.requires_grad_(False)
    for each in parameters:
        each.requires_grad_(True)
    try:
        yield
    finally:
        for each in network.parameters():
            each.requires_grad_(True)


def train_network(
    task: Task, config: TrainConfig, on_progress: Callable[[Progress], None] | None = None
) -> tuple[Network, Outcome]:
    """A network trained on the task, and how that went."""
    began = time.perf_counter()
    with one_thread():
        trainer = Trainer(task, config)
        while not trainer.finished:
            progress = trainer.advance()
            if on_progress is not None:
                on_progress(progress)
    return trainer.network, outcome_of(trainer, time.perf_counter() - began)


def outcome_of(trainer: Trainer, seconds: float) -> Outcome:
    """How the run stands now."""
    return Outcome(
        exact=trainer.exact,
        iterations=trainer.total,
        cycles=trainer.cycle + 1,
        wrong=trainer.wrong.count,
        seconds=seconds,
        prepare_seconds=trainer.prepare_seconds,
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

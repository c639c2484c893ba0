"""Training: annealing cycles until the hard network reproduces every case (Section 4.4).

A cycle lowers the temperature from soft to hard attention. Soft attention has optima that die
on the way; then the states in conflict get new queries, and once no conflict is left, attention
stays and only the updates learn. Training stops at the first check that finds nothing wrong.
That rule looks at training data only.
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
    CaseBatch,
    case_batch,
    case_loss,
    hard_attention,
    row_scores,
    soft_attention,
)
from dnar.training.scalar_fit import scalar_loss
from dnar.training.settle import settle

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
        self.updates = _updates(self.network)
        self.cycle = self.iteration = self.total = 0
        self.settled = False
        """Whether attention has no conflicts: then this cycle leaves it as it is."""
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
        self.total, self.settled = where["total"], bool(where["settled"])
        self.wrong = self.curriculum.wrong(self.network)

    @property
    def finished(self) -> bool:
        """Whether the model is exact or all cycles are used up."""
        last = self.cycle == self.config.cycles - 1
        return self.exact or (last and self.iteration == self.config.iterations)

    def _begin_cycle(self) -> None:
        self.cycle, self.iteration = self.cycle + 1, 0
        self._listen_anew()
        self.optimiser = Adam(self.network.parameters(), self.config.learning_rate)

    def _listen_anew(self) -> None:
        """Gives new queries to the states whose attention no update could make right."""
        rng = np.random.default_rng([self.config.seed, 3, self.cycle])
        network = self.network
        embed = (network.encoder.node.detach(), network.encoder.arc.detach())
        before = network.processor.part_scores(*embed).detach().double().cpu().numpy()
        listening = self.curriculum.listening(network, self.wrong, rng, before)
        self.settled = settle(listening, rng, self.config.redraws)
        for state in np.flatnonzero((before != listening.scores).any((0, 2))).tolist():
            scores = torch.from_numpy(listening.scores[:, state]).to(embed[0])
            network.processor.set_part_scores(*embed, state, scores)

    def _iterate(self) -> float:
        self.optimiser.clear()
        rng = np.random.default_rng([self.config.seed, 2, self.cycle, self.iteration])
        loss = self.loss(rng, self.config.temperature(self.iteration))
        loss.backward()
        value = float(loss.detach())
        if not math.isfinite(value):
            raise InputError(
                f"training diverged: the loss is {value} in cycle {self.cycle}, iteration "
                f"{self.iteration}; try a learning rate below {self.config.learning_rate}"
            )
        self.optimiser.step()
        self.iteration += 1
        self.total += 1
        return value

    def loss(self, rng: np.random.Generator, temperature: float) -> Float[Tensor, ""]:
        """The loss of an iteration: scalars, outputs and a batch of cases.

        Attention that is settled stays as it is, with the states' vectors that it rests on,
        and updates learn from what it hears. Before that, told cases teach the updates and
        attended cases teach attention alone: otherwise updates would adapt to soft attention
        that is wrong. Where there are no told cases, attended ones must teach everything.
        """
        network, told = self.network, self.curriculum.row_pool.told > 0
        if self.settled:
            with training_only(network, self.updates):
                tables = network.tables()
                total = self._readout_loss(tables)
                return total + self._told_loss(tables, self._batch(rng, told=told))
        tables = network.tables()
        total, batch = self._readout_loss(tables), self._batch(rng, told=False)
        if not told:
            return total + self._attended_loss(tables, batch, temperature, rng)
        total = total + self._told_loss(tables, self._batch(rng, told=True))
        with training_only(network, network.processor.attention()):
            tables = network.tables()
            return total + self._attended_loss(tables, batch, temperature, rng)

    def _batch(self, rng: np.random.Generator, *, told: bool) -> CaseBatch:
        """Cases for an iteration: told ones, or those that the iteration's graphs show."""
        curriculum, size = self.curriculum, self.config.cases_per_batch
        kinds = (
            (curriculum.row_pool, self.wrong.rows),
            (curriculum.arc_pool, self.wrong.arcs),
        )
        if told:
            nodes, arcs = (pool.draw_told(rng, wrong, size) for pool, wrong in kinds)
        else:
            graphs = rng.permutation(self.config.graphs)[: self.config.graphs_per_batch]
            nodes, arcs = (
                pool.draw_attended(rng, graphs, wrong, size) for pool, wrong in kinds
            )
        return case_batch(curriculum.rows, nodes, curriculum.arcs, arcs)

    def _readout_loss(self, tables: LocalTables) -> Float[Tensor, ""]:
        """The loss of all that no case has a part in: scalars and outputs."""
        network, curriculum, config = self.network, self.curriculum, self.config
        gates = gate_logits(tables, network.signature, network.processor.sizes)
        scalars = scalar_loss(
            curriculum.scalars, gates, config.gate_temperature, config.gate_cost
        )
        return curriculum.outputs.loss(network) + scalars

    def _told_loss(self, tables: LocalTables, batch: CaseBatch) -> Float[Tensor, ""]:
        """The loss of cases in which it is given what is heard.

        In told cases hard attention has nothing to decide; in others it is not taught.
        """
        with torch.no_grad():
            heard = hard_attention(row_scores(tables, batch.rows), batch.rows)
        return case_loss(self.network, tables, batch, heard)

    def _attended_loss(
        self,
        tables: LocalTables,
        batch: CaseBatch,
        temperature: float,
        rng: np.random.Generator,
    ) -> Float[Tensor, ""]:
        """The loss of cases in which soft attention decides what is heard."""
        scores = row_scores(tables, batch.rows)
        if self.config.gumbel:
            uniform = torch.from_numpy(rng.random(tuple(scores.shape))).to(scores)
            scores = scores - temperature * torch.log(-torch.log(uniform.clamp(1e-6, 1 - 1e-6)))
        attention = soft_attention(scores, batch.rows, temperature)
        return case_loss(self.network, tables, batch, attention)


def _updates(network: Network) -> list[nn.Parameter]:
    """All parameters but attention and the states' vectors."""
    others = (*network.processor.attention(), *network.encoder.parameters())
    numbers = {id(each) for each in others}
    return [each for each in network.parameters() if id(each) not in numbers]


@contextmanager
def training_only(network: Network, parameters: list[nn.Parameter]) -> Iterator[None]:
    """Gradients flow to these parameters only."""
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

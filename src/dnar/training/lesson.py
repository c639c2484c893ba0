"""A lesson: one task's part in a training run (Section 4.4).

A run teaches one task, or several that share a processor (Section 4.5). What belongs to a task
alone is here: its network, its cases, its loss, and whom its states listen to.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor, nn

from dnar.machine import Problem, Task
from dnar.network import LocalTables, Network, gate_logits
from dnar.training.config import Method, TrainConfig
from dnar.training.curriculum import Curriculum, Wrong, curriculum_of
from dnar.training.marginal import marginal_loss
from dnar.training.objective import (
    CaseBatch,
    case_batch,
    case_loss,
    hard_attention,
    pull_loss,
    row_scores,
    soft_attention,
)
from dnar.training.scalar_fit import scalar_loss
from dnar.training.settle import settle


class Lesson:
    """What a network must learn of a task, and how far it has come."""

    def __init__(
        self,
        task: Task,
        network: Network,
        config: TrainConfig,
        given: Sequence[Problem] | None = None,
    ) -> None:
        self.task, self.network, self.config = task, network, config
        self.curriculum: Curriculum = curriculum_of(task, config, network, given)
        self.updates = _updates(network)
        self.settled = False
        """Whether attention has no conflicts: then this cycle leaves it as it is."""
        self.wrong: Wrong = self.curriculum.wrong(network)

    def check(self) -> None:
        """Looks at what is still wrong."""
        self.wrong = self.curriculum.wrong(self.network)

    def confirmed(self) -> bool:
        """Whether nothing is wrong, and every step of every training graph is right, too."""
        if self.wrong.count == 0:
            self.wrong = self.curriculum.wrong(self.network, thorough=True)
        return self.wrong.count == 0 and self.curriculum.confirms(self.network)

    def prefer_best(self, ahead: float, strangers: Float[Tensor, "states hidden"]) -> None:
        """Makes all classes equally likely to be heard, and the best arc of each more likely.

        `ahead` is what being best adds to a score. `strangers` are the vectors of the other
        tasks' node states: their queries stay.
        """
        processor, heads = self.network.processor, len(self.network.signature.heads)
        embed = (self.network.encoder.node.detach(), self.network.encoder.arc.detach())
        scores = torch.zeros_like(processor.part_scores(*embed)[:heads])
        scores[..., -1] = ahead
        parts = torch.arange(scores.shape[2])
        for state in range(scores.shape[1]):
            processor.set_part_scores(*embed, state, scores[:, state], parts, strangers)

    def listen_anew(
        self, rng: np.random.Generator, strangers: Float[Tensor, "states hidden"]
    ) -> None:
        """Gives new queries to the states whose attention no update could make right.

        `strangers` are the vectors of the other tasks' node states: their queries stay.
        """
        observed_wrong = self.wrong.arcs < self.curriculum.arc_pool.observed
        if self.settled and not len(strangers) and not observed_wrong.any():
            # Nothing moved attention since it was judged, and no new case speaks against it.
            return
        network = self.network
        heads = len(network.signature.heads)
        embed = (network.encoder.node.detach(), network.encoder.arc.detach())
        scores = network.processor.part_scores(*embed)[:heads]
        before = scores.detach().double().cpu().numpy()
        listening = self.curriculum.listening(network, self.wrong, rng, before)
        self.settled = settle(listening, rng, self.config.redraws)
        for state in np.flatnonzero((before != listening.scores).any((0, 2))).tolist():
            parts = torch.from_numpy(listening.parts(state))
            found = torch.from_numpy(listening.scores[:, state]).to(embed[0])[:, parts]
            network.processor.set_part_scores(*embed, state, found, parts, strangers)

    def loss(
        self, rng: np.random.Generator, temperature: float, *, arcs: bool = True
    ) -> Float[Tensor, ""]:
        """The loss of an iteration: scalars, outputs and a batch of cases.

        Without `arcs`, attended cases of arcs are left out.

        Attention that is settled is left as it is, with the states' vectors that it rests on,
        and updates learn from what it hears; only another task that shares the processor may
        still move it. Before that, told cases teach the updates and
        attended cases teach attention alone: otherwise updates would adapt to soft attention
        that is wrong. Where there are no told cases, attended ones must teach everything.
        """
        network, told = self.network, self.curriculum.row_pool.told > 0
        if self.settled:
            with training_only(network, self.updates):
                tables = network.tables()
                total = self._readout_loss(tables, temperature)
                return total + self._told_loss(tables, self._batch(rng, told=told))
        tables = network.tables()
        total = self._readout_loss(tables, temperature)
        batch = self._batch(rng, told=False)
        if not arcs:
            none = torch.zeros_like(batch.arcs.arc, dtype=network.encoder.node.dtype)
            batch = replace(batch, arc_weight=none)
        if not told:
            return total + self._attended_loss(tables, batch, temperature)
        total = total + self._told_loss(tables, self._batch(rng, told=True))
        with training_only(network, network.processor.attention()):
            tables = network.tables()
            return total + self._attended_loss(tables, batch, temperature)

    def _batch(self, rng: np.random.Generator, *, told: bool) -> CaseBatch:
        """Cases for an iteration: told ones, or those that the iteration's graphs show."""
        curriculum, config, size = self.curriculum, self.config, self.config.cases_per_batch
        if size is None:
            return self._whole_batch(rng)
        kinds = (
            (curriculum.row_pool, self.wrong.rows),
            (curriculum.arc_pool, self.wrong.arcs),
        )
        if told:
            nodes, arcs = (pool.draw_told(rng, wrong, size) for pool, wrong in kinds)
        else:
            graphs = self._graphs(rng)
            nodes, arcs = (
                pool.draw_attended(
                    rng,
                    graphs,
                    size,
                    balanced=config.balanced,
                    wrong=wrong if config.mining else wrong[:0],
                )
                for pool, wrong in kinds
            )
        return case_batch(curriculum.rows, nodes, curriculum.arcs, arcs, rng)

    def _graphs(self, rng: np.random.Generator) -> np.ndarray:
        """The graphs of an iteration."""
        every = len(self.curriculum.data.instances)
        return rng.permutation(every)[: self.config.graphs_per_batch]

    def _whole_batch(self, rng: np.random.Generator) -> CaseBatch:
        """All that the iteration's graphs show: every node and arc in every step."""
        curriculum, graphs = self.curriculum, self._graphs(rng)
        nodes, node_counts = curriculum.row_pool.all_observed(graphs)
        arcs, arc_counts = curriculum.arc_pool.all_observed(graphs)
        batch = case_batch(curriculum.rows, nodes, curriculum.arcs, arcs, rng)
        vectors = self.network.encoder.node
        node_weight, arc_weight = (
            torch.from_numpy(counts / counts.sum()).to(vectors)
            for counts in (node_counts, arc_counts)
        )
        return replace(batch, node_weight=node_weight, arc_weight=arc_weight)

    def _readout_loss(self, tables: LocalTables, temperature: float) -> Float[Tensor, ""]:
        """The loss of all that no case has a part in: scalars and outputs."""
        network, curriculum, config = self.network, self.curriculum, self.config
        gates = gate_logits(tables, network.signature)
        heat = temperature if config.gate_temperature is None else config.gate_temperature
        scalars = scalar_loss(curriculum.scalars, gates, heat, config.gate_cost)
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
    ) -> Float[Tensor, ""]:
        """The loss of cases in which attention decides what is heard.

        The method GRADIENT makes attention hard and random, the others soft.
        """
        scores = row_scores(tables, batch.rows)
        if self.config.method is Method.GRADIENT:
            attention = soft_attention(scores, batch.rows, 1.0)
            loss = marginal_loss(self.network, tables, batch, scores)
            return loss + pull_loss(batch, attention)
        attention = soft_attention(scores, batch.rows, temperature)
        loss = case_loss(self.network, tables, batch, attention)
        return loss + pull_loss(batch, attention)


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

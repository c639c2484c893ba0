"""Schedules: how the learning rate falls, and when training ends."""

import math
from dataclasses import dataclass

import numpy as np
import torch

from paper.reasoners.config import Plateau
from paper.reasoners.data import draw_batch
from paper.reasoners.model import Baseline
from paper.reasoners.readouts import output_loss, right_share


@dataclass(frozen=True)
class Validation:
    """What the validation graphs gave."""

    updates: int
    """Updates of the weights so far."""
    loss: float
    """Of the outputs, after runs on the model's own predictions."""
    right: float
    """Share of the outputs that are right, in percent."""
    learning_rate: float


class CosineSchedule:
    """Adam; the learning rate falls to zero along a cosine, over all processor steps."""

    def __init__(self, baseline: Baseline) -> None:
        self.config = baseline.config
        self.optimiser = torch.optim.Adam(
            baseline.parameters(), lr=self.config.learning_rate, fused=True
        )
        self.validations: list[Validation] = []

    def goes_on(self, processor_steps: int) -> bool:
        """Whether training goes on after so many steps of the processor."""
        share = processor_steps / self.config.processor_steps
        for group in self.optimiser.param_groups:
            group["lr"] = self.config.learning_rate * (1 + math.cos(math.pi * share)) / 2
        return share < 1


class PlateauSchedule:
    """AdamW; the learning rate falls when the validation loss does not, see `Plateau`."""

    def __init__(self, baseline: Baseline) -> None:
        config = baseline.config
        self.baseline, self.plateau = baseline, config.plateau or Plateau()
        self.optimiser = torch.optim.AdamW(
            baseline.parameters(), lr=config.learning_rate, fused=True
        )
        self.scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(
            self.optimiser, factor=self.plateau.factor, patience=self.plateau.patience
        )
        rng = np.random.default_rng([config.seed, 2])
        size, graphs = max(config.train_sizes), self.plateau.graphs
        self.batch = draw_batch(baseline.task, config, size, graphs, rng)
        self.updates, self.validations = 0, list[Validation]()
        self.best = self._weights()

    def goes_on(self, processor_steps: int) -> bool:
        """Whether training goes on after one more update; if not, the best weights are back."""
        self.updates += 1
        over = self.updates >= self.plateau.updates
        if over or self.updates % self.plateau.every == 0:
            self._validate()
        losses = [each.loss for each in self.validations]
        since_best = len(losses) - losses.index(min(losses)) - 1 if losses else 0
        over = over or since_best >= self.plateau.stop_after
        if over:
            self.baseline.load_state_dict(self.best)
        return not over

    def _validate(self) -> None:
        laid, readouts = self.batch.laid, self.baseline.readouts
        with torch.no_grad():
            state = self.baseline.begin(laid)
            for number in range(laid.last_step):
                state, _ = self.baseline.follow(laid, state, number)
            scores = self.baseline.outputs(laid, state)
            loss = float(output_loss(readouts, laid.instance, self.batch.final, *scores))
        arcs, nodes = (each.numpy() for each in scores)
        whole = self.baseline.whole
        right = 100 * right_share(readouts, whole, laid.instance, self.batch.final, arcs, nodes)
        rate = self.optimiser.param_groups[0]["lr"]
        if loss < min((each.loss for each in self.validations), default=math.inf):
            self.best = self._weights()
        self.validations.append(Validation(self.updates, loss, right, rate))
        self.scheduler.step(loss)

    def _weights(self) -> dict[str, torch.Tensor]:
        return {name: each.clone() for name, each in self.baseline.state_dict().items()}

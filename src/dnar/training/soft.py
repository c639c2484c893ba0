"""Training with attention that stays soft: the paper's ablation of hard attention (Appendix A).

Plain gradient descent on the hints of the training graphs, at one temperature from the first
iteration to the last. Nothing is annealed, settled or looked at with hard attention.
"""

from dataclasses import replace

import numpy as np

from dnar.errors import InputError
from dnar.machine import Task
from dnar.network import Network, one_thread
from dnar.training.config import TrainConfig
from dnar.training.curriculum import NOTHING_WRONG
from dnar.training.train import Trainer


def train_soft(task: Task, config: TrainConfig, temperature: float = 1.0) -> Network:
    """A network that was trained with soft attention for `config.iterations` iterations.

    Rows keep all their arcs, and there are no cases but those of the graphs, as in the paper.
    `roll_out` with the same temperature runs the network as it was trained.

    Raises:
        InputError: the temperature is not above zero.
    """
    if not temperature > 0:
        raise InputError(f"temperature must be above zero, got {temperature}")
    with one_thread():
        trainer = Trainer([task], replace(config, enumerated=False, most_rivals=None))
        lesson = trainer.lessons[0]
        # What hard attention gets wrong is not drawn more often.
        lesson.wrong = NOTHING_WRONG
        for iteration in range(config.iterations):
            rng = np.random.default_rng([config.seed, 2, 0, iteration])
            trainer.optimiser.clear()
            lesson.loss(rng, temperature).backward()
            trainer.optimiser.step()
    return lesson.network

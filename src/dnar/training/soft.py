"""Training with attention that stays soft: the paper's ablation of hard attention (Appendix A).

Plain gradient descent on the hints of the training graphs, at a temperature that never gets so
low that attention is hard. Nothing is searched for or looked at with hard attention.
"""

from dataclasses import replace

import numpy as np

from dnar.errors import InputError
from dnar.machine import Task
from dnar.network import Network, one_thread
from dnar.training.config import SAME_RATES, Method, TrainConfig
from dnar.training.train import Trainer


def train_soft(
    task: Task, config: TrainConfig, temperature: float = 1.0, *, start: float | None = None
) -> Network:
    """A network that was trained with soft attention for `config.iterations` iterations.

    Rows keep all their arcs, and there are no cases but those of the graphs, as in the paper.
    `roll_out` with the same temperature runs the network as it was trained. The temperature is
    constant, or falls geometrically from `start`.

    Raises:
        InputError: the temperature is not above zero, or above the one it falls from.
    """
    first = temperature if start is None else start
    if not 0 < temperature <= first:
        raise InputError(
            f"temperature must be above zero, got {temperature}, and not above the one that it "
            f"falls from, got {first}"
        )
    choices = replace(
        config,
        method=Method.ANNEAL,
        enumerated=False,
        most_rivals=None,
        balanced=False,
        mining=False,
        temperature_start=first,
        temperature_end=temperature,
        **SAME_RATES,
    )
    with one_thread():
        trainer = Trainer([task], choices)
        (lesson,) = trainer.lessons
        for iteration in range(choices.iterations):
            rng = np.random.default_rng([choices.seed, 2, 0, iteration])
            trainer.optimiser.clear()
            lesson.loss(rng, choices.temperature(iteration)).backward()
            trainer.optimiser.step()
    return lesson.network

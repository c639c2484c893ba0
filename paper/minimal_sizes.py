"""Appendix B: how small may training graphs be? Trained at n = 3, 4, 5, tested at n = 160.

Training graphs are the paper's: undirected ER(n, 0.5) of one size, connected or not, and
nothing else. Enumerated cases would be the same for every size.
"""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from dnar.graph import erdos_renyi
from dnar.machine import Problem, StartNode
from dnar.tasks import get_task
from dnar.training import Data, TrainConfig
from paper.experiment import Experiment, Parts
from paper.learned import HEADS, learned_cells, learned_json
from paper.published import MINIMAL_SIZES
from paper.tables import FAMILIES, MISSING, chosen, count, graph_count, lowest, spread, table
from paper.training import TASKS, seeded, summary, trained

MANY_SMALL = TrainConfig(graphs=1000, enumerated=False, cycles=5)
"""Of a few nodes, some local cases are rare: 128 graphs do not show all of them."""


@dataclass(frozen=True)
class Config:
    """What is trained, and on what it is scored."""

    seeds: int = 5
    tasks: tuple[str, ...] = TASKS
    train_sizes: tuple[int, ...] = (5, 4, 3)
    edge_probability: float = 0.5
    """Of the training graphs."""
    sizes: tuple[int, ...] = (160,)
    families: tuple[str, ...] = FAMILIES
    graphs: int = 5
    """Per cell."""
    graph_seed: int = 1
    training: TrainConfig = MANY_SMALL


def parts(config: Config) -> list[str]:
    return [
        part
        for size in config.train_sizes
        for task in config.tasks
        for part in seeded(config, task, str(size))
    ]


def training_problems(task: str, size: int, seed: int, config: Config) -> list[Problem]:
    """Problems on undirected random graphs of one size, which need not be connected.

    A start that a task may do without is given, as in evaluation.
    """
    rng = np.random.default_rng([seed, size])
    graphs = [
        erdos_renyi(size, rng, p=config.edge_probability, connected=False)
        for _ in range(config.training.graphs)
    ]
    optional = get_task(task).inputs.start is StartNode.OPTIONAL
    return [Problem(each, int(rng.integers(size)) if optional else None) for each in graphs]


def measure(part: str, config: Config) -> dict[str, Any]:
    task, size, seed = part.split()
    training = replace(config.training, train_sizes=(int(size),))
    problems = training_problems(task, int(size), int(seed), config)
    model = trained(task, seed, training, graphs=problems)
    cells = {"sizes": config.sizes, "families": config.families, "graphs": config.graphs}
    keys = ("exact", "wrong", "verdict", "iterations", "cycles", "train_seconds")
    return {
        "learned": learned_json(model),
        **{key: model.report[key] for key in keys},
        **summary(model.evaluate(**cells, seed=config.graph_seed)),
    }


def section(parts: Parts, pictures: Path) -> list[str]:
    """The lowest score of every size, beside the paper's."""
    rows = [
        (task, size, *learned_cells(runs, Data.GRAPHS), *_cells(runs), score)
        for task, published in MINIMAL_SIZES.items()
        for size, score in published.items()
        for runs in [chosen(parts, task, str(size))]
    ]
    heads = ("task", "size", *HEADS, "seeds", "exact", "proved")
    return [
        "Trained on undirected graphs ER(n, 0.5) of one size n, connected or not, and tested",
        "on large graphs of each of ER, WS and Delaunay (the paper: 160 nodes): node score",
        "(graph score for eccentricity) in percent, beside the paper's. How many became exact",
        "on their training data, how many were proved, and of the lowest score of each model",
        "over the families the lowest and the mean ± standard deviation over all seeds.",
        "*Graphs* is the number per family.",
        "",
        *table((*heads, "lowest", "mean", "graphs", "paper"), rows),
    ]


def _cells(runs: list[dict[str, Any]]) -> tuple[Any, ...]:
    """Seeds, how many are exact and proved, lowest and mean score, graphs per family."""
    if not runs:
        return (0, *5 * (MISSING,))
    exact = f"{sum(run['exact'] for run in runs)} of {len(runs)}"
    scores = [lowest(run) for run in runs]
    graphs = graph_count([cell for run in runs for cell in run["scores"]])
    return len(runs), exact, count(runs), f"{min(scores):.1f}", spread(scores), graphs


EXPERIMENT = Experiment(
    name="minimal_sizes",
    title="Minimal training sizes (Appendix B)",
    quick=Config(seeds=1, graphs=3, training=replace(MANY_SMALL, cycles=1)),
    full=Config(),
    parts=parts,
    measure=measure,
    section=section,
    version=2,
)

"""What all experiments with our own models have in common."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import dnar
from dnar.run import Model, Score
from dnar.training import TrainConfig

TASKS = ("bfs", "dfs", "prim", "dijkstra", "mis", "eccentricity")

_FOLDER = Path(__file__).parents[1] / "examples" / "clrs_hints"

IN_MASKS = {
    "prim_masks": f"{_FOLDER / 'trees.py'}:PRIM",
    "dijkstra_masks": f"{_FOLDER / 'trees.py'}:DIJKSTRA",
    "mis_masks": f"{_FOLDER / 'mis.py'}",
}
"""Tasks whose states are the masks of the benchmark's hints: name and file."""

USUAL = TrainConfig()
"""The package's own way of training."""


def trained(task: str, seed: str, training: TrainConfig, **options: Any) -> Model:
    """A model of a task."""
    return dnar.train(
        IN_MASKS.get(task, task), config=replace(training, seed=int(seed)), **options
    )


def seeded(config: Any, *words: str) -> list[str]:
    """Parts of these words, with every seed of a configuration."""
    return [" ".join([*words, str(seed)]) for seed in range(config.seeds)]


def task_parts(config: Any) -> list[str]:
    """Every task of a configuration with every seed."""
    return [part for task in config.tasks for part in seeded(config, task)]


def summary(scores: list[Score]) -> dict[str, Any]:
    """All scores, and the lowest of each kind."""
    return {
        "lowest_node": min((s.node for s in scores if s.node is not None), default=None),
        "lowest_graph": min(score.graph for score in scores),
        "lowest_valid": min((s.valid for s in scores if s.valid is not None), default=None),
        "scores": [score.to_json() for score in scores],
    }

"""Gradients alone beside a search for attention, on both kinds of data, with fresh seeds.

Settings were chosen on seeds 0 to 19; these are 20 to 29. Programs are scored on graphs of up
to a hundred times the training size.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

from dnar.network import MessageForm
from dnar.training import TrainConfig
from paper.experiment import Experiment, Parts
from paper.ways import ABOUT, WaysConfig, measure_way, way_parts, way_table

LITERAL = MessageForm.LITERAL

WAYS = {
    "graphs": TrainConfig(enumerated=False),
    "enumerated": TrainConfig(),
    "literal": TrainConfig(enumerated=False, messages=LITERAL),
    "settle-graphs": TrainConfig.settle(enumerated=False),
    "settle-enumerated": TrainConfig.settle(),
}

NAMES = {
    "graphs": "gradients, graphs alone",
    "enumerated": "gradients, enumerated cases",
    "literal": "gradients, graphs alone, literal messages",
    "settle-graphs": "search, graphs alone",
    "settle-enumerated": "search, enumerated cases",
}

MOST_SEEDS = {"literal": 5, "settle-graphs": 3, "settle-enumerated": 3}
"""Ways to compare with have fewer seeds."""


def parts(config: WaysConfig) -> list[str]:
    return way_parts(config, MOST_SEEDS)


def measure(part: str, config: WaysConfig) -> dict[str, Any]:
    return measure_way(part, config, WAYS)


def section(parts: Parts, pictures: Path) -> list[str]:
    """One table of all runs."""
    return [
        "The same tasks and seeds in five ways: gradients alone on graphs alone (the paper's",
        "claim), with enumerated cases (the package's default), with the paper's literal",
        "messages, and the method that searches for attention (`settle`) on both kinds of",
        "data. One set of settings for all tasks. With literal messages arcs are learned 50",
        "iterations later (`nodes_first`). The seeds were not used when settings were chosen.",
        "",
        *ABOUT,
        "",
        *way_table(parts, NAMES),
    ]


FULL = WaysConfig(
    seeds=10, first_seed=20, ways=tuple(WAYS), sizes=(16, 80, 160, 1600), graphs=20
)

EXPERIMENT = Experiment(
    name="gradients_alone",
    title="Gradients alone, fresh seeds",
    quick=replace(
        FULL, seeds=1, tasks=("bfs", "mis"), ways=("graphs", "enumerated"), sizes=(16, 80)
    ),
    full=FULL,
    parts=parts,
    measure=measure,
    section=section,
    open=("seeds", "tasks", "ways"),
    words={"ways": WAYS},
)

"""Ablation of the gradient method: one ingredient left out at a time, on graphs alone."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from dnar.network import MessageForm
from dnar.training import Method, TrainConfig
from paper.experiment import Experiment, Parts
from paper.ways import ABOUT, WaysConfig, measure_way, way_parts, way_table

SAME_RATES = {"attention_rate": 1.0, "update_rate": 1.0, "gate_rate": 1.0}

WAYS = {
    name: TrainConfig(**{"enumerated": False, "cycles": 3, **choices})
    for name, choices in {
        "everything": {},
        "no-marginal": {"method": Method.ANNEAL, "patience": 0.0},
        "no-best": {"best_ahead": None},
        "no-rates": SAME_RATES,
        "no-kinds": {"balanced": False},
        "no-restarts": {"cycles": 1},
        "no-patience": {"patience": 0.0},
        "mining": {"mining": True},
        "literal": {"messages": MessageForm.LITERAL},
        "literal-at-once": {"messages": MessageForm.LITERAL, "nodes_first": 0},
        "enumerated": {"enumerated": True},
    }.items()
}

NAMES = {
    "everything": "all ingredients, graphs alone",
    "no-marginal": "soft attention that anneals, no marginal likelihood",
    "no-best": "attention scores as drawn, best arc not ahead",
    "no-rates": "one learning rate",
    "no-kinds": "cases drawn as they occur, not kind by kind",
    "no-restarts": "no restarts",
    "no-patience": "cycles of fixed length",
    "mining": "wrong cases drawn again",
    "literal": "literal messages",
    "literal-at-once": "literal messages, arcs learned from the start",
    "enumerated": "with enumerated cases",
}


def measure(part: str, config: WaysConfig) -> dict[str, Any]:
    return measure_way(part, config, WAYS)


def section(parts: Parts, pictures: Path) -> list[str]:
    """One table of all runs."""
    return [
        "The gradient method on graphs alone, and the same with one ingredient left out or",
        "changed at a time. At most 3 cycles of 500 iterations, fewer than the default of 20,",
        "so that failures do not take long; models run as many steps as the rules.",
        "",
        *ABOUT,
        "",
        *way_table(parts, NAMES),
    ]


FULL = WaysConfig(seeds=3, ways=tuple(WAYS), sizes=(16, 160), graphs=10, given_steps=True)

EXPERIMENT = Experiment(
    name="training_ways",
    title="Ablation of the gradient method",
    quick=replace(
        FULL, seeds=1, tasks=("bfs",), ways=("everything", "no-best"), sizes=(16,), graphs=5
    ),
    full=FULL,
    parts=way_parts,
    measure=measure,
    section=section,
    open=("seeds", "tasks", "ways"),
    words={"ways": WAYS},
    version=2,
)

"""Tables 1 and 4 with SALSA-CLRS's settings: GIN, PGN and the model without bottlenecks.

A part is `TASK PROCESSOR WAY SEED`. All ways have the same training graphs and optimiser. These
have the same number of updates, a share of the published one:

- `outputs`: the outputs alone, over runs of CLRS length (SALSA-CLRS's own setting);
- `hints`: CLRS-30's hints beside the outputs, over runs of CLRS length;
- `rules`: the hints of our rules, over their longer runs. It differs from `hints` in the
  formulation only.

`whole` and `whole-hints` have all published updates. They differ from `outputs` and `hints` in
the budget only.
"""

from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any

import dnar
from paper.continuous import ScoredCells, scores
from paper.experiment import Experiment
from paper.fair_baselines_page import page
from paper.published import SALSA_EPOCH, SALSA_UPDATES
from paper.reasoners import (
    BaselineConfig,
    BaselineEngine,
    Plateau,
    ProcessorKind,
    Traces,
    train_baseline,
)
from paper.tables import FAMILIES

WHOLE_RUN = 10_000
"""A window that no run of CLRS length exceeds: gradients go back to its first step."""

MODELS = tuple(
    f"{task} {kind.value}" for task in ("dijkstra", "prim") for kind in ProcessorKind
)


@dataclass(frozen=True, kw_only=True)
class FairConfig(ScoredCells):
    """What is trained for how long, and what it is scored on."""

    seeds: int
    """Of the models that are trained on outputs alone; one of all others."""
    tasks: tuple[str, ...]
    processors: tuple[str, ...]
    """Trained on outputs alone."""
    whole: tuple[str, ...]
    """Tasks and processors that are also trained so with all published updates."""
    whole_hints: tuple[str, ...]
    """Tasks and processors that are also trained with hints and all published updates."""
    compared: tuple[str, ...]
    """Processors that are also trained with hints and on the runs of our rules."""
    hidden: int
    training_graphs: int
    updates: int
    """Of the weights, at most, in all ways that do not have all published updates."""
    validation_graphs: int


FULL = FairConfig(
    seeds=2,
    tasks=("dijkstra", "prim"),
    processors=("pgn", "gin", "transformer"),
    whole=("prim transformer",),
    whole_hints=("prim transformer",),
    compared=("pgn", "transformer"),
    hidden=128,
    training_graphs=10_000,
    updates=12_500,
    validation_graphs=100,
    sizes=(16, 80, 160),
    families=FAMILIES,
    graphs=100,
    million_arc_steps=3.0,
)

QUICK = FairConfig(
    seeds=1,
    tasks=("prim",),
    processors=("pgn",),
    whole=(),
    whole_hints=(),
    compared=(),
    hidden=32,
    training_graphs=400,
    updates=500,
    validation_graphs=20,
    sizes=(16, 80),
    families=FAMILIES,
    graphs=20,
    million_arc_steps=0.3,
)


def parts(config: FairConfig) -> list[str]:
    """Outputs alone first, for every task."""
    kinds = [(task, each) for each in config.processors for task in config.tasks]
    outputs = [
        f"{task} {processor} outputs {seed}"
        for seed in range(config.seeds)
        for task, processor in kinds
    ]
    compared = [
        f"{task} {processor} {way} 0"
        for way in ("rules", "hints")
        for processor in config.compared
        for task in config.tasks
    ]
    whole = [f"{kind} whole 0" for kind in config.whole]
    whole += [f"{kind} whole-hints 0" for kind in config.whole_hints]
    return [*outputs, *whole, *compared]


def choices(part: str, config: FairConfig) -> BaselineConfig:
    """SALSA-CLRS's settings; validations are as much closer as updates are fewer."""
    _, processor, way, seed = part.split()
    updates = SALSA_UPDATES if way.startswith("whole") else config.updates
    share = updates / SALSA_UPDATES
    per_batch = 8
    return BaselineConfig(
        ProcessorKind(processor),
        seed=int(seed),
        traces=Traces.RULES if way == "rules" else Traces.CLRS,
        hints=way not in ("outputs", "whole"),
        gru=processor != "pgn",
        hidden=config.hidden,
        batches=config.training_graphs // per_batch,
        graphs_per_batch=per_batch,
        window=4 if way == "rules" else WHOLE_RUN,
        plateau=Plateau(
            updates=updates,
            every=max(25, round(SALSA_EPOCH * share)),
            graphs=config.validation_graphs,
        ),
        learning_rate=4.239e-4,
    )


def measure(part: str, config: FairConfig) -> dict[str, Any]:
    began, (task, *_) = process_time(), part.split()
    baseline, training = train_baseline(dnar.get_task(task), choices(part, config))
    trained = process_time()
    seconds = trained - began
    curve = [
        [each.updates, round(each.loss, 4), round(each.right, 2), each.learning_rate]
        for each in training.validations
    ]
    return {
        "updates": training.updates,
        "share": training.updates / SALSA_UPDATES,
        "processor_steps": training.processor_steps,
        "parameters": sum(each.numel() for each in baseline.parameters()),
        "validations": curve,
        "updates_per_cpu_second": round(training.updates / seconds, 1),
        "scores": list(scores(BaselineEngine(baseline), config)),
        "train_cpu_seconds": round(seconds, 1),
        "score_cpu_seconds": round(process_time() - trained, 1),
    }


def section(found: dict[str, Any], folder: Path) -> list[str]:
    return page(found)


EXPERIMENT = Experiment(
    name="fair_baselines",
    title="GIN, PGN and no bottlenecks with SALSA-CLRS's settings",
    quick=QUICK,
    full=FULL,
    parts=parts,
    measure=measure,
    section=section,
    open=("seeds", "tasks", "processors", "whole", "whole_hints", "compared"),
    words={
        "tasks": ("dijkstra", "prim"),
        "processors": tuple(kind.value for kind in ProcessorKind),
        "compared": tuple(kind.value for kind in ProcessorKind),
        "whole": MODELS,
        "whole_hints": MODELS,
    },
)

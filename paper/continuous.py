"""Models with continuous hidden states: measured and shown the same way in Tables 1 and 4.

A part is `TASK PROCESSOR hints SEED` or `TASK PROCESSOR outputs SEED`: trained with hints or on
outputs alone. Every model is scored on the graphs that our own models are scored on, the first
ones of every cell. Rollouts are long: at 1600 nodes Dijkstra's algorithm takes the machine 9000
steps. A cell gets as many graphs as fit the given work, and none where not even one does.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from time import process_time
from typing import Any

import dnar
from dnar.run import evaluate, evaluation_problem
from paper.reasoners import BaselineConfig, BaselineEngine, ProcessorKind, train_baseline

SIZES = (16, 80, 160, 800, 1600)
GRAPH_SEED = 1
"""The seed of the graphs in `paper.salsa`."""


WORDS = {
    "processors": tuple(kind.value for kind in ProcessorKind),
    "ways": ("hints", "outputs"),
}
"""What a configuration may name."""


@dataclass(frozen=True, kw_only=True)
class ScoredCells:
    """What is scored."""

    sizes: tuple[int, ...]
    families: tuple[str, ...]
    graphs: int
    """Graphs of a cell at most."""
    million_arc_steps: float
    """Work of a cell at most: steps times arcs, summed over its graphs, in millions."""


@dataclass(frozen=True, kw_only=True)
class ContinuousConfig(ScoredCells):
    """What is trained for how long, and what it is scored on."""

    seeds: int
    tasks: tuple[str, ...]
    processors: tuple[str, ...]
    ways: tuple[str, ...]
    hidden: int
    processor_steps: int
    batches: int


def parts(config: ContinuousConfig) -> list[str]:
    return [
        f"{task} {processor} {way} {seed}"
        for seed in range(config.seeds)
        for task in config.tasks
        for processor in config.processors
        for way in config.ways
    ]


def measure(part: str, config: ContinuousConfig) -> dict[str, Any]:
    task, processor, way, seed = part.split()
    began = process_time()
    choices = BaselineConfig(
        ProcessorKind(processor),
        seed=int(seed),
        hints=way == "hints",
        hidden=config.hidden,
        processor_steps=config.processor_steps,
        batches=config.batches,
    )
    baseline, training = train_baseline(dnar.get_task(task), choices)
    trained = process_time()
    return {
        "updates": training.updates,
        "processor_steps": training.processor_steps,
        "graphs_per_batch": choices.graphs_per_batch,
        "hidden": choices.hidden,
        "teacher_forcing": choices.teacher_forcing if choices.hints else None,
        "parameters": sum(each.numel() for each in baseline.parameters()),
        "losses": [round(loss, 4) for loss in training.losses],
        "scores": list(scores(BaselineEngine(baseline), config)),
        "train_cpu_seconds": round(trained - began, 1),
        "score_cpu_seconds": round(process_time() - trained, 1),
    }


def scores(engine: BaselineEngine, config: ScoredCells) -> Iterator[dict[str, Any]]:
    """Every cell, with the work that one of its graphs takes."""
    for family in config.families:
        for size in config.sizes:
            work = _million_arc_steps(engine, family, size)
            graphs = min(config.graphs, int(config.million_arc_steps / work))
            cell = {"family": family, "size": size, "million_arc_steps": round(work, 3)}
            if not graphs:
                yield {**cell, "graphs": 0}
                continue
            choice = {"sizes": (size,), "families": (family,), "seed": GRAPH_SEED}
            score = next(evaluate(engine, graphs=graphs, **choice))
            yield {**cell, **score.to_json()}


def _million_arc_steps(engine: BaselineEngine, family: str, size: int) -> float:
    """The work on the first graph of a cell."""
    problem = evaluation_problem(engine.task, family, size, 0, seed=GRAPH_SEED)
    return engine.steps(problem) * engine.task.encode(problem).arc_count / 1e6

"""Ways of training compared: what is measured of each model, and the table of all runs.

Parts are named by task, way and seed. Models are scored by the programs extracted from them.
"""

import statistics
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dnar.machine import Problem
from dnar.run import Engine, Model, ProgramEngine, RulesEngine, Solution, evaluate
from dnar.training import TrainConfig
from paper.experiment import Parts
from paper.learned import HEADS, learned_cells, learned_json
from paper.tables import cells_of, chosen, count, graph_count, score_cell, table
from paper.training import TASKS, summary, trained

SHOWN = 3
"""Cases that block a proof, of which results keep the names."""


@dataclass(frozen=True)
class WaysConfig:
    """Which models are trained, and on what they are scored."""

    seeds: int
    ways: tuple[str, ...]
    first_seed: int = 0
    tasks: tuple[str, ...] = TASKS
    sizes: tuple[int, ...] = (16, 80, 160)
    families: tuple[str, ...] = ("er",)
    graphs: int = 20
    """Per cell."""
    graph_seed: int = 1
    given_steps: bool = False
    """Whether a model runs as many steps as the rules do; otherwise until it halts."""


class GivenStepsEngine:
    """An engine that makes as many steps as the rules on the same problem (Section 4.3)."""

    def __init__(self, engine: Engine) -> None:
        self.engine, self.task = engine, engine.task
        self.name = f"{engine.name}, given steps"

    def solve(
        self, problem: Problem, *, max_steps: int | None = None, record: bool = False
    ) -> Solution:
        """What the engine finds in that many steps."""
        steps = RulesEngine(self.task).solve(problem).steps
        return self.engine.solve(problem, max_steps=steps, record=record)


def way_parts(config: WaysConfig, most_seeds: Mapping[str, int] | None = None) -> list[str]:
    """Every task, way and seed; of some tasks or ways no more seeds than `most_seeds` says."""
    most = most_seeds or {}
    return [
        f"{task} {way} {config.first_seed + number}"
        for way in config.ways
        for task in config.tasks
        for number in range(
            min(config.seeds, *(most.get(n, config.seeds) for n in (task, way)))
        )
    ]


def measure_way(
    part: str, config: WaysConfig, ways: Mapping[str, TrainConfig]
) -> dict[str, Any]:
    """How the training of one model went, what is proved of it, and its scores."""
    task, way, seed = part.split()
    began = time.process_time()
    model = trained(task, seed, ways[way])
    seconds = time.process_time() - began
    result = model.verify()
    shown = result.counterexample
    return {
        "learned": learned_json(model),
        **{name: model.report[name] for name in ("exact", "wrong", "iterations", "cycles")},
        "verdict": result.verdict.value,
        "blocked": [f"{each.kind}: {each.case}" for each in result.blocked[:SHOWN]],
        "counterexample": None if shown is None else f"{shown.size[0]} nodes: {shown.what}",
        "train_cpu_seconds": round(seconds, 2),
        "config": model.report["config"],
        **summary(_scores(model, config)),
    }


def _scores(model: Model, config: WaysConfig) -> list[Any]:
    cells = {
        "sizes": config.sizes,
        "families": config.families,
        "graphs": config.graphs,
        "seed": config.graph_seed,
    }
    if not config.given_steps:
        return model.evaluate(**cells)
    engine = GivenStepsEngine(ProgramEngine(model.task, model.program))
    return list(evaluate(engine, **cells))


def way_table(parts: Parts, names: Mapping[str, str]) -> list[str]:
    """A row per task and way: how many runs went well, scores by size, what they cost."""
    sizes = sorted({cell["size"] for run in parts.values() for cell in run["scores"]})
    rows = []
    tasks = dict.fromkeys(name.split()[0] for name in parts)
    for task, way in ((task, way) for way in names for task in tasks):
        runs = chosen(parts, task, way)
        if runs:
            rows.append((names[way], task, *learned_cells(runs), *_went(runs, sizes)))
    scores = (f"n = {size}" for size in sizes)
    heads = ("way", "task", *HEADS, "exact", "right", "proved", "new cycles", "iterations")
    return table((*heads, "CPU s", "graphs", *scores), rows)


def _went(runs: list[dict[str, Any]], sizes: list[int]) -> tuple[str, ...]:
    """Counts of runs, medians of effort, and the scores of every size."""
    number = len(runs)
    exact = sum(run["exact"] for run in runs)
    right = sum(run["lowest_graph"] == 100 for run in runs)
    again = sum(run["cycles"] > 1 for run in runs)
    effort = [
        f"{statistics.median(run[key] for run in runs):.{digits}f}"
        for key, digits in (("iterations", 0), ("train_cpu_seconds", 1))
    ]
    levels = ("node", "graph")
    scores = (score_cell(cells_of(runs, size), levels) for size in sizes)
    graphs = graph_count([cell for run in runs for cell in run["scores"]])
    counts = (f"{each} of {number}" for each in (exact, right))
    return (*counts, count(runs), f"{again} of {number}", *effort, graphs, *scores)


ABOUT = [
    "*Exact*: the hard network reproduces every training case. *Right*: all graphs of all",
    "sizes are right, scored by the program extracted from the network. *Proved*: the verifier",
    "proved it equal to the rules on every graph. *New cycles* counts the runs that began",
    "again; *iterations* and *CPU s* are medians. Scores are node / graph in percent, mean ±",
    "standard deviation over the seeds.",
]
"""What the columns of the table mean."""

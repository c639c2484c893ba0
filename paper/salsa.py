"""Table 1, our column in full: six tasks, five seeds, 1000 graphs a cell, up to 1600 nodes.

Every model is trained, the verifier is asked about it, and the program extracted from it is
scored, compiled if it is proved. All models see the same graphs.
"""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dnar.run import CompiledEngine, ProgramEngine, evaluate
from dnar.training import TrainConfig
from dnar.verify import Verdict
from paper.experiment import Experiment, Parts
from paper.learned import HEADS, learned_cells, learned_json
from paper.published import SALSA
from paper.tables import FAMILIES, cells_of, chosen, count, graph_count, score_cell, table
from paper.training import TASKS, USUAL, summary, task_parts, trained


@dataclass(frozen=True)
class Config:
    """What is trained, and on what it is scored."""

    seeds: int = 5
    tasks: tuple[str, ...] = TASKS
    sizes: tuple[int, ...] = (16, 80, 160, 800, 1600)
    families: tuple[str, ...] = FAMILIES
    graphs: int = 1000
    """Per cell."""
    graph_seed: int = 1
    training: TrainConfig = USUAL


def measure(part: str, config: Config) -> dict[str, Any]:
    task, seed = part.split()
    model = trained(task, seed, config.training)
    result = model.verify()
    kind = CompiledEngine if result.verdict is Verdict.PROVED else ProgramEngine
    engine = kind(model.task, model.program)
    began = time.perf_counter()
    cells = {"sizes": config.sizes, "families": config.families, "graphs": config.graphs}
    scores = list(evaluate(engine, **cells, seed=config.graph_seed))
    return {
        "learned": learned_json(model),
        "exact": model.exact,
        "verdict": result.verdict.value,
        "engine": engine.name,
        "train_seconds": model.report["train_seconds"],
        "verify_seconds": round(result.seconds, 3),
        "evaluate_seconds": round(time.perf_counter() - began, 1),
        **summary(scores),
    }


def section(parts: Parts, pictures: Path) -> list[str]:
    """Published figures beside ours: mean and deviation over all seeds, by family."""
    rows = []
    for task, published in SALSA.items():
        runs = chosen(parts, task)
        for size, (gin, pgn) in published.items() if runs else ():
            dnar = "- / 100" if task == "eccentricity" else "100 / 100"
            ours = [score_cell(cells_of(runs, size, family)) for family in FAMILIES]
            graphs = graph_count(cells_of(runs, size))
            told = (len(runs), *learned_cells(runs), count(runs))
            rows.append((task, *told, size, gin, pgn, dnar, graphs, *ours))
    heads = ("task", "seeds", *HEADS, "proved", "size", "GIN", "PGN", "DNAR")
    return [
        "Node / graph scores in percent, as the paper reports them for GIN, PGN and DNAR, and",
        "ours: node / graph / valid, where *valid* counts any correct tree and any maximal",
        "independent set. Ours are those of the programs extracted from networks trained on",
        "graphs of up to 16 nodes and on enumerated cases: mean ± standard deviation over all",
        "seeds; *graphs* is their number per family and size. Eccentricity has no node score.",
        "",
        *table((*heads, "graphs", "ours, ER", "WS", "Delaunay"), rows),
        "",
        *_time(parts),
    ]


def _time(parts: Parts) -> list[str]:
    seconds = [part["evaluate_seconds"] for part in parts.values()]
    if not seconds or None in seconds:
        return []
    minutes = sum(seconds) / 60 / len({name.split()[-1] for name in parts})
    return [f"Scoring took {minutes:.1f} minutes per seed.", ""]


EXPERIMENT = Experiment(
    name="salsa",
    title="SALSA-CLRS (Table 1)",
    quick=Config(seeds=1, sizes=(16, 80, 160), graphs=50),
    full=Config(),
    parts=task_parts,
    measure=measure,
    section=section,
)

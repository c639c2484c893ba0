"""Table 2: the official test split of CLRS-30, four tasks, five seeds.

Every model is trained, and the program extracted from it is scored on the benchmark's own 32
graphs of 64 nodes: the share of nodes whose pointer is the benchmark's.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import dnar
from dnar.run import ProgramEngine
from dnar.training import TrainConfig
from paper.experiment import Experiment, Parts
from paper.learned import HEADS, learned_cells, learned_json
from paper.published import CLRS30
from paper.tables import chosen, count, graph_count, score_cell, table
from paper.training import USUAL, task_parts, trained

DATA = Path(__file__).parent.parent / "tests" / "data" / "clrs30"
NAMES = {"bfs": "bfs", "dfs": "dfs", "dijkstra": "dijkstra", "prim": "mst_prim"}
"""Our tasks, and what the benchmark calls them."""


@dataclass(frozen=True)
class Config:
    """What is trained, and on which split it is scored."""

    seeds: int = 5
    tasks: tuple[str, ...] = tuple(NAMES)
    split: str = "test"
    training: TrainConfig = USUAL


def measure(part: str, config: Config) -> dict[str, Any]:
    task, seed = part.split()
    model = trained(task, seed, config.training)
    engine = ProgramEngine(model.task, model.program)
    with np.load(DATA / f"{NAMES[task]}_{config.split}.npz") as data:
        matrices, pointers = data["A"], data["pi"]
        starts = data["source"].tolist() if "source" in data else [None] * len(matrices)
    found = [
        dnar.run(task, matrix, start=start, directed=task == "dfs", engine=engine).parent
        for matrix, start in zip(matrices, starts, strict=True)
    ]
    right = np.array([list(parent.values()) for parent in found]) == pointers
    return {
        "learned": learned_json(model),
        "exact": model.exact,
        "verdict": model.report["verdict"],
        "train_seconds": model.report["train_seconds"],
        "graphs": len(matrices),
        "nodes": matrices.shape[1],
        "node": 100 * float(right.mean()),
        "graph": 100 * float(right.all(axis=1).mean()),
    }


def section(parts: Parts, pictures: Path) -> list[str]:
    """Published figures beside ours: mean and standard deviation over all seeds."""
    rows = []
    for task, published in CLRS30.items():
        runs = chosen(parts, task)
        if runs:
            ours = score_cell(runs, ("node", "graph"))
            told = (graph_count(runs), len(runs), *learned_cells(runs), count(runs))
            rows.append((task, *published, ours, *told))
    heads = ("task", "Hint-ReLIC", "G-ForgetNet", "DNAR", "ours, node / graph", "graphs")
    return [
        "Node scores in percent on the official test split (32 graphs of 64 nodes), as the",
        "paper reports them, and those of the programs extracted from our networks: mean and",
        "standard deviation over all seeds. The paper compares with Triplet-GMPNN in words",
        "only; its published average over all 30 algorithms is about 76, and figures per task",
        "stand neither there nor here.",
        "",
        *table((*heads, "seeds", *HEADS, "proved"), rows),
    ]


EXPERIMENT = Experiment(
    name="clrs30",
    title="CLRS-30 (Table 2)",
    quick=Config(seeds=1),
    full=Config(),
    parts=task_parts,
    measure=measure,
    section=section,
    words={"tasks": NAMES, "split": ("val", "test")},
)

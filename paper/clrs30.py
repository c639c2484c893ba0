"""Table 2, our column: the official test split of CLRS-30, four tasks, five seeds.

`python -m paper.clrs30` trains every model and scores the program extracted from it on the
benchmark's own 32 graphs of 64 nodes: the share of nodes whose pointer is the benchmark's.
"""

from pathlib import Path
from typing import Any

import numpy as np

import dnar
from dnar.run import ProgramEngine
from paper.exact_learning import SEEDS
from paper.results_file import collect

DATA = Path(__file__).parent.parent / "tests" / "data" / "clrs30"
NAMES = {"bfs": "bfs", "dfs": "dfs", "dijkstra": "dijkstra", "prim": "mst_prim"}
"""Our tasks, and what the benchmark calls them."""


def measure(part: str) -> dict[str, Any]:
    task, seed = part.split()
    model = dnar.train(task, seed=int(seed))
    engine = ProgramEngine(model.task, model.program)
    with np.load(DATA / f"{NAMES[task]}_test.npz") as data:
        matrices, pointers = data["A"], data["pi"]
        starts = data["source"].tolist() if "source" in data else [None] * len(matrices)
    found = [
        dnar.run(task, matrix, start=start, directed=task == "dfs", engine=engine).parent
        for matrix, start in zip(matrices, starts, strict=True)
    ]
    right = np.array([list(parent.values()) for parent in found]) == pointers
    return {
        "exact": model.exact,
        "verdict": model.report["verdict"],
        "train_seconds": model.report["train_seconds"],
        "graphs": len(matrices),
        "nodes": matrices.shape[1],
        "node": 100 * float(right.mean()),
        "graph": 100 * float(right.all(axis=1).mean()),
    }


def main() -> None:
    parts = [f"{task} {seed}" for seed in SEEDS for task in NAMES]
    collect("clrs30", {"split": "test", "seeds": list(SEEDS)}, parts, measure)


if __name__ == "__main__":
    main()

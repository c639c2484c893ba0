"""Table 1, our column at n = 16, 80, 160: six tasks, five seeds, run by the network itself.

`python -m paper.exact_learning` trains every model, asks the verifier about it and scores it on
20 graphs of each family and size. BFS is also run on K(2, n-2) up to n = 1600 (Appendix A,
Figure 2), where attention that is not hard loses the right parent.
"""

from typing import Any

import dnar
from paper.results_file import collect

TASKS = ("bfs", "dfs", "prim", "dijkstra", "mis", "eccentricity")
SEEDS = (0, 1, 2, 3, 4)
CELLS = {"sizes": (16, 80, 160), "families": ("er", "ws", "delaunay"), "graphs": 20, "seed": 1}
HUBS = {"sizes": (16, 80, 160, 800, 1600), "families": ("k2",), "graphs": 20, "seed": 1}


def measure(part: str) -> dict[str, Any]:
    task, seed = part.split()
    model = dnar.train(task, seed=int(seed))
    result = model.verify()
    scores = model.evaluate(**CELLS)
    if task == "bfs":
        scores += model.evaluate(**HUBS)
    return {
        "exact": model.exact,
        "verdict": result.verdict.value,
        "verify_seconds": round(result.seconds, 3),
        "obligations": dict(result.obligations),
        "margins": {
            table: {"gap": gap, "error": error}
            for table, (gap, error) in result.margins.items()
        },
        "train_seconds": model.report["train_seconds"],
        "iterations": model.report["iterations"],
        "cycles": model.report["cycles"],
        "lowest_node": min((s.node for s in scores if s.node is not None), default=None),
        "lowest_graph": min(score.graph for score in scores),
        "scores": [score.to_json() for score in scores],
    }


def main() -> None:
    parts = [f"{task} {seed}" for seed in SEEDS for task in TASKS]
    collect("exact_learning", {"cells": CELLS, "hubs": HUBS}, parts, measure)


if __name__ == "__main__":
    main()

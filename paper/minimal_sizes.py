"""Appendix B: how small may training graphs be? Trained at n = 3, 4, 5, tested at n = 160.

`python -m paper.minimal_sizes` trains on ER(n, 0.5)-like graphs of one size, as the paper does
on graphs alone and also with the enumerated cases, which are the same for every size.
"""

from typing import Any

import dnar
from paper.results_file import collect

TASKS = ("bfs", "dfs", "prim", "dijkstra", "mis", "eccentricity")
SEEDS = {5: (0, 1, 2, 3, 4), 4: (0, 1, 2), 3: (0, 1, 2)}
"""By the size of the training graphs."""
GRAPHS = 1000
"""Of a few nodes, some local cases are rare: 128 graphs do not show all of them."""
CELLS = {"sizes": (160,), "families": ("er", "ws", "delaunay"), "graphs": 5, "seed": 1}


def measure(part: str) -> dict[str, Any]:
    task, size, data, seed = part.split()
    choices = {"train_sizes": (int(size),), "enumerated": data == "enumerated"}
    model = dnar.train(task, seed=int(seed), graphs=GRAPHS, **choices)
    scores = model.evaluate(**CELLS)
    return {
        "exact": model.exact,
        "verdict": model.report["verdict"],
        "train_seconds": model.report["train_seconds"],
        "lowest_node": min((s.node for s in scores if s.node is not None), default=None),
        "lowest_graph": min(score.graph for score in scores),
        "scores": [score.to_json() for score in scores],
    }


def main() -> None:
    parts = [
        f"{task} {size} {data} {seed}"
        for size, seeds in SEEDS.items()
        for data in ("enumerated", "graphs-only")
        for seed in seeds
        for task in TASKS
    ]
    collect("minimal_sizes", {"cells": CELLS, "graphs": GRAPHS}, parts, measure)


if __name__ == "__main__":
    main()

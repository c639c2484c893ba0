"""Appendix B: how small may training graphs be? Trained at n = 3, 4, 5, tested at n = 160.

`python -m paper.minimal_sizes` trains on ER(n, 0.5)-like graphs of one size, as the paper does
on graphs alone and also with the enumerated cases, which are the same for every size.
"""

from typing import Any

import dnar
from paper.results_file import collect

TASKS = ("bfs", "dfs", "prim", "dijkstra", "mis", "eccentricity")
SIZES = (5, 4, 3)
MORE_SEEDS = (1, 2, 3, 4)
"""For five nodes with the enumerated cases; everything else is measured with seed 0."""
CELLS = {"sizes": (160,), "families": ("er",), "graphs": 10, "seed": 1}


def measure(part: str) -> dict[str, Any]:
    task, size, data, *seeds = part.split()
    seed = int(seeds[0]) if seeds else 0
    choices = {"train_sizes": (int(size),), "enumerated": data == "enumerated"}
    model = dnar.train(task, seed=seed, **choices)
    scores = model.evaluate(**CELLS)
    return {
        "exact": model.exact,
        "train_seconds": model.report["train_seconds"],
        "lowest_node": min((s.node for s in scores if s.node is not None), default=None),
        "lowest_graph": min(score.graph for score in scores),
        "scores": [score.to_json() for score in scores],
    }


def main() -> None:
    parts = [
        f"{task} {size} {data}"
        for data in ("enumerated", "graphs-only")
        for size in SIZES
        for task in TASKS
    ]
    parts += [f"{task} 5 enumerated {seed}" for seed in MORE_SEEDS for task in TASKS]
    collect("minimal_sizes", {"cells": CELLS}, parts, measure)


if __name__ == "__main__":
    main()

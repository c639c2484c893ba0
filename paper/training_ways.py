"""The paper's own ways of training, and what the verifier says of them.

`python -m paper.training_ways` trains with literal messages (the paper's formulas), on graphs
alone, and with Gumbel noise, and scores the networks on graphs of 160 nodes.
"""

from typing import Any

import dnar
from dnar.network import MessageForm
from paper.results_file import collect

TASKS = ("bfs", "dfs", "prim", "dijkstra", "mis", "eccentricity")
SEEDS = (0, 1, 2)
WAYS: dict[str, dict[str, Any]] = {
    "literal": {"messages": MessageForm.LITERAL},
    "graphs-only": {"enumerated": False},
    "gumbel": {"gumbel": True},
}
CELLS = {"sizes": (160,), "families": ("er",), "graphs": 5, "seed": 1}


def measure(part: str) -> dict[str, Any]:
    task, way, seed = part.split()
    model = dnar.train(task, seed=int(seed), **WAYS[way])
    result = model.verify()
    scores = model.evaluate(**CELLS)
    found = result.counterexample
    return {
        "exact": model.exact,
        "verdict": result.verdict.value,
        "blocked": len(result.blocked),
        "counterexample": None if found is None else f"{found.size[0]} nodes: {found.what}",
        "train_seconds": model.report["train_seconds"],
        "lowest_node": min((s.node for s in scores if s.node is not None), default=None),
        "lowest_graph": min(score.graph for score in scores),
    }


def main() -> None:
    parts = [f"{task} {way} {seed}" for seed in SEEDS for way in WAYS for task in TASKS]
    collect("training_ways", {"cells": CELLS}, parts, measure)


if __name__ == "__main__":
    main()

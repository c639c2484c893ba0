"""Table 1, our column in full: six tasks, five seeds, 1000 graphs a cell, up to 1600 nodes.

`python -m paper.salsa` trains every model, asks the verifier about it and scores the program
extracted from it, compiled if it is proved. It goes on where it was interrupted. All models see
the same graphs. `--graphs 5 --seeds 0` tries it out; what is not the full protocol is written
to runs/ and not beside the results.
"""

import argparse
import time
from functools import partial
from pathlib import Path
from typing import Any

import dnar
from dnar.run import CompiledEngine, ProgramEngine, all_cores, evaluate
from dnar.verify import Verdict
from paper.exact_learning import SEEDS, TASKS
from paper.results_file import FOLDER, collect

GRAPHS = 1000
CELLS = {"sizes": (16, 80, 160, 800, 1600), "families": ("er", "ws", "delaunay"), "seed": 1}
TRIALS = Path(__file__).parent.parent / "runs" / "salsa"
"""Where unfinished parts and trials lie."""


def measure(part: str, graphs: int) -> dict[str, Any]:
    task, seed = part.split()
    model = dnar.train(task, seed=int(seed))
    result = model.verify()
    kind = CompiledEngine if result.verdict is Verdict.PROVED else ProgramEngine
    engine = kind(model.task, model.program)
    ledger = TRIALS / f"{task}-{seed}-{graphs}.jsonl"
    taken_up = ledger.exists()
    began = time.perf_counter()
    options = {**CELLS, "graphs": graphs, "workers": all_cores(), "out": ledger}
    scores = list(evaluate(engine, **options))
    seconds = round(time.perf_counter() - began, 1)
    return {
        "exact": model.exact,
        "verdict": result.verdict.value,
        "engine": engine.name.value,
        "train_seconds": model.report["train_seconds"],
        "verify_seconds": round(result.seconds, 3),
        "evaluate_seconds": None if taken_up else seconds,
        "lowest_node": min((s.node for s in scores if s.node is not None), default=None),
        "lowest_graph": min(score.graph for score in scores),
        "lowest_valid": min(s.valid for s in scores if s.valid is not None),
        "scores": [score.to_json() for score in scores],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--graphs", type=int, default=GRAPHS, help="graphs per cell")
    parser.add_argument("--seeds", type=int, nargs="+", default=list(SEEDS))
    parser.add_argument("--tasks", nargs="+", default=list(TASKS), choices=TASKS)
    chosen = parser.parse_args()
    TRIALS.mkdir(parents=True, exist_ok=True)
    full = chosen.graphs == GRAPHS and set(chosen.seeds) <= set(SEEDS)
    folder = FOLDER if full else TRIALS
    parts = [f"{task} {seed}" for seed in chosen.seeds for task in chosen.tasks]
    protocol = {"cells": CELLS, "graphs": chosen.graphs}
    collect("salsa", protocol, parts, partial(measure, graphs=chosen.graphs), folder)


if __name__ == "__main__":
    main()

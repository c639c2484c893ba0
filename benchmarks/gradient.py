"""Training by gradients alone beside training that settles attention by a search.

Both methods on both kinds of data, one after the other in one run: graphs alone, as in the
paper, and observed and enumerated cases. `python -m benchmarks.gradient` measures six tasks
with seeds 10 to 19; `python -m benchmarks.gradient prim dijkstra` measures these tasks and
keeps the results of all others.
"""

import json
import statistics
import sys
import time
from collections.abc import Sequence
from typing import Any

import torch

import dnar
from benchmarks.results_file import FOLDER, write_results
from dnar.network import extract
from dnar.run import ProgramEngine, evaluate
from dnar.training import Method, TrainConfig, train_network
from dnar.verify import verify

TASKS = ("bfs", "dfs", "eccentricity", "mis", "prim", "dijkstra")
SEEDS = tuple(range(10, 20))
SIZES = (16, 80, 160)
GRAPHS = 100
"""ER graphs of each size on which the extracted program is scored."""
ITERATIONS = {Method.GRADIENT: 500, Method.SETTLE: 100}
DATA = {"graphs alone": False, "enumerated": True}


def main(tasks: Sequence[str]) -> None:
    torch.set_num_threads(1)
    rows = [row for row in earlier() if row["task"] not in tasks]
    heads = (
        f"{'exact':>7}{'right':>7}{'proved':>8}{'cycles':>8}{'iterations':>12}{'median s':>10}"
    )
    print(f"{'task':14}{'data':14}{'method':10}{heads}")
    for name in tasks:
        for data in DATA:
            for method in Method:
                runs = [trained(name, data, method, seed) for seed in SEEDS]
                print(f"{name:14}{data:14}{method.value:10}{summary(runs)}", flush=True)
                rows.append({"task": name, "data": data, "method": method.value, "runs": runs})
        rows.sort(key=lambda row: TASKS.index(row["task"]))
        write_results("gradient", {"seeds": SEEDS, "rows": rows})


def earlier() -> list[dict[str, Any]]:
    """The rows of the results file that say what data they are of."""
    path = FOLDER / "gradient.json"
    rows = json.loads(path.read_text())["rows"] if path.is_file() else []
    return [row for row in rows if "data" in row]


def summary(runs: list[dict[str, Any]]) -> str:
    """How many runs went well, the most cycles and iterations, and the median time."""
    exact, right, proved = (
        sum(run[key] for run in runs) for key in ("exact", "right", "proved")
    )
    cycles, iterations = (max(run[key] for run in runs) for key in ("cycles", "iterations"))
    seconds = statistics.median(run["seconds"] for run in runs)
    return f"{exact:7}{right:7}{proved:8}{cycles:8}{iterations:12}{seconds:10.2f}"


def trained(name: str, data: str, method: Method, seed: int) -> dict[str, Any]:
    """How one training went."""
    task = dnar.get_task(name)
    began = time.perf_counter()
    config = TrainConfig(
        seed=seed, method=method, enumerated=DATA[data], iterations=ITERATIONS[method]
    )
    network, outcome = train_network(task, config)
    seconds = time.perf_counter() - began
    found = extract(network, task)
    verdict = verify(task, found.program, found.numerics).verdict.value
    engine = ProgramEngine(task, found.program)
    scores = list(evaluate(engine, sizes=SIZES, families=("er",), graphs=GRAPHS, seed=1))
    return {
        "seed": seed,
        "exact": outcome.exact,
        "wrong": outcome.wrong,
        "right": all(score.graph == 100 for score in scores),
        "scores": {score.size: [score.node, score.graph] for score in scores},
        "proved": verdict == "proved",
        "verdict": verdict,
        "iterations": outcome.iterations,
        "cycles": outcome.cycles,
        "seconds": round(seconds, 2),
    }


if __name__ == "__main__":
    unknown = set(sys.argv[1:]) - set(TASKS)
    if unknown:
        sys.exit(f"no task {', '.join(sorted(unknown))}; the tasks are {', '.join(TASKS)}")
    main(sys.argv[1:] or TASKS)

"""Training by gradients alone beside training that settles attention by a search.

Six tasks and ten seeds that nothing was tuned on, both methods one after the other in one run:
`python -m benchmarks.gradient`. Both train on observed and enumerated cases.
"""

import statistics
import time
from typing import Any

import torch

import dnar
from benchmarks.results_file import write_results
from dnar.network import extract
from dnar.training import Method, TrainConfig, train_network
from dnar.verify import verify

TASKS = ("bfs", "dfs", "eccentricity", "mis", "prim", "dijkstra")
SEEDS = tuple(range(10, 20))
ITERATIONS = {Method.GRADIENT: 1000, Method.SETTLE: 100}


def main() -> None:
    torch.set_num_threads(1)
    rows = []
    print(
        f"{'task':14}{'method':10}{'exact':>7}{'proved':>8}{'iterations':>12}{'median s':>10}"
    )
    for name in TASKS:
        for method in Method:
            runs = [trained(name, method, seed) for seed in SEEDS]
            seconds = statistics.median(run["seconds"] for run in runs)
            most = max(run["iterations"] for run in runs)
            exact, proved = (sum(run[key] for run in runs) for key in ("exact", "proved"))
            print(
                f"{name:14}{method.value:10}{exact:7}{proved:8}{most:12}{seconds:10.2f}",
                flush=True,
            )
            rows.append({"task": name, "method": method.value, "runs": runs})
    write_results("gradient", {"seeds": SEEDS, "rows": rows})


def trained(name: str, method: Method, seed: int) -> dict[str, Any]:
    """How one training went."""
    task = dnar.get_task(name)
    began = time.perf_counter()
    config = TrainConfig(seed=seed, method=method, iterations=ITERATIONS[method])
    network, outcome = train_network(task, config)
    seconds = time.perf_counter() - began
    found = extract(network, task)
    verdict = verify(task, found.program, found.numerics).verdict.value
    return {
        "seed": seed,
        "exact": outcome.exact,
        "proved": verdict == "proved",
        "verdict": verdict,
        "iterations": outcome.iterations,
        "cycles": outcome.cycles,
        "seconds": round(seconds, 2),
    }


if __name__ == "__main__":
    main()

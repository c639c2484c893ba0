"""One run of the network on a graph of 160 nodes, against the rules' interpreter beside it."""

import time
from collections.abc import Callable

import numpy as np

import dnar
from benchmarks.results_file import write_results

TASKS = ("bfs", "dfs", "mis", "eccentricity", "prim", "dijkstra")
SIZE = 160
REPEATS = 5


def main() -> None:
    rows = []
    print(f"{'task':14}{'steps':>7}{'network ms':>12}{'rules ms':>10}{'ratio':>7}")
    for name in TASKS:
        model = dnar.load_model(name)
        start = None if name == "mis" else 0
        graph = dnar.load_graph(f"er:{SIZE}", random_weights=name in ("prim", "dijkstra"))
        answer = model.run(graph, start=start)
        network = _best(lambda m=model, g=graph, s=start: m.run(g, start=s))
        rules = _best(lambda n=name, g=graph, s=start: dnar.run(n, g, start=s, engine="rules"))
        row = {"task": name, "steps": answer.steps, "network_ms": network, "rules_ms": rules}
        rows.append({**row, "ratio": network / rules})
        print(f"{name:14}{answer.steps:7}{network:12.1f}{rules:10.1f}{network / rules:7.2f}")
    write_results("forward_time", {"size": SIZE, "repeats": REPEATS, "runs": rows})


def _best(run: Callable[[], object]) -> float:
    times = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        run()
        times.append(time.perf_counter() - began)
    return 1000 * float(np.min(times))


if __name__ == "__main__":
    main()

"""How long training takes, per task and seed, and what the time is spent on.

Every run is a process of its own, so that its peak memory is its own too.
"""

import json
import subprocess
import sys

from benchmarks.results_file import write_results

TASKS = ("bfs", "dfs", "mis", "eccentricity", "prim", "dijkstra")
SEEDS = range(5)
RUN = """
import json, resource, sys, dnar
model = dnar.train(sys.argv[1], seed=int(sys.argv[2]))
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
keep = ("exact", "train_seconds", "prepare_seconds", "iterations", "cycles")
print(json.dumps({**{key: model.report[key] for key in keep}, "peak_mb": round(peak)}))
"""


def main() -> None:
    rows = []
    print(
        f"{'task':14}{'seed':>5}{'exact':>7}{'seconds':>9}{'prepare':>9}{'ms/iter':>9}{'MB':>6}"
    )
    for task in TASKS:
        for seed in SEEDS:
            command = [sys.executable, "-c", RUN, task, str(seed)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            row = {"task": task, "seed": seed, **json.loads(done.stdout)}
            rows.append(row)
            each = 1000 * (row["train_seconds"] - row["prepare_seconds"]) / row["iterations"]
            print(
                f"{task:14}{seed:5}{row['exact']!s:>7}{row['train_seconds']:9.2f}"
                f"{row['prepare_seconds']:9.2f}{each:9.1f}{row['peak_mb']:6}",
                flush=True,
            )
    write_results("training_time", {"runs": rows})


if __name__ == "__main__":
    main()

"""The example tasks: how many of them become exact and proved, per seed and method.

`python -m benchmarks.own_tasks` trains every file of examples/tasks with seeds 0 to 4, by
gradients alone (the default) and with the search for attention, and writes the table of
docs/own-tasks.md.
"""

import time
from pathlib import Path
from typing import Any

import dnar
from benchmarks.results_file import write_results
from dnar.training import TrainConfig

ROOT = Path(__file__).parents[1]
FOLDER, PAGE = ROOT / "examples" / "tasks", ROOT / "docs" / "own-tasks.md"
SEEDS = range(5)
METHODS = {"gradient": TrainConfig, "settle": TrainConfig.settle}
BEGIN, END = "<!-- table: begin -->\n", "<!-- table: end -->\n"


def measured(path: Path, method: str, seed: int) -> dict[str, Any]:
    """One training run: what came of it, and the CPU seconds that it took."""
    began = time.process_time()
    model = dnar.train(str(path), config=METHODS[method](seed=seed))
    return {
        "task": path.stem,
        "lines": sum(bool(line.strip()) for line in path.read_text().splitlines()),
        "method": method,
        "seed": seed,
        "exact": model.exact,
        "verdict": model.report["verdict"],
        "iterations": model.report["iterations"],
        "cpu_seconds": round(time.process_time() - began, 2),
    }


def table(rows: list[dict[str, Any]]) -> str:
    """The runs as a table, a line per task."""
    head = (
        "| task | lines | proved, gradients alone | proved, with search | CPU seconds, median |"
    )
    lines = [head, "|---|---|---|---|---|"]
    for task in dict.fromkeys(row["task"] for row in rows):
        of_task = [row for row in rows if row["task"] == task]
        cells = []
        for method in METHODS:
            some = [row for row in of_task if row["method"] == method]
            proved = sum(row["verdict"] == "proved" for row in some)
            cells.append(f"{proved} of {len(some)}")
        seconds = sorted(row["cpu_seconds"] for row in of_task)[len(of_task) // 2]
        link = f"[`{task}`](../examples/tasks/{task}.py)"
        lines.append(f"| {link} | {of_task[0]['lines']} | {' | '.join(cells)} | {seconds} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measures all tasks and writes the results and the table."""
    rows = []
    for path in sorted(FOLDER.glob("*.py")):
        for method in METHODS:
            for seed in SEEDS:
                rows.append(measured(path, method, seed))
                print(*rows[-1].values(), flush=True)
    write_results("own_tasks", {"runs": rows})
    if PAGE.is_file():
        text = PAGE.read_text()
        before, rest = text.split(BEGIN)
        PAGE.write_text(before + BEGIN + "\n" + table(rows) + "\n" + END + rest.split(END)[1])


if __name__ == "__main__":
    main()

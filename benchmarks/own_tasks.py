"""Tasks as declarations: how many of them become exact and proved, per seed and method.

`python -m benchmarks.own_tasks` trains every file of examples/tasks with seeds 0 to 4, by
gradients alone (the default) and with the search for attention. `python -m benchmarks.own_tasks
tasks_from_docs` trains those of benchmarks/tasks_from_docs, which were written from the
documentation alone, by gradients alone. Each writes its table of docs/own-tasks.md.
"""

import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import dnar
from benchmarks.results_file import write_results
from dnar.training import TrainConfig

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "own-tasks.md"
SEEDS = range(5)
METHODS = {"gradient": TrainConfig, "settle": TrainConfig.settle}
COLUMNS = {"gradient": "proved, gradients alone", "settle": "proved, with search"}


@dataclass(frozen=True)
class Group:
    """Files that are trained alike and share a table."""

    folder: str
    methods: tuple[str, ...]
    mark: str
    """What the table stands between on the page."""


GROUPS = {
    "own_tasks": Group("examples/tasks", ("gradient", "settle"), "table"),
    "tasks_from_docs": Group("benchmarks/tasks_from_docs", ("gradient",), "from docs"),
}
"""By the name of their results."""


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


def table(group: Group, rows: list[dict[str, Any]]) -> str:
    """The runs as a table, a line per task."""
    columns = ["task", "lines", *(COLUMNS[method] for method in group.methods)]
    head = f"| {' | '.join(columns)} | CPU seconds, median |"
    lines = [head, "|---" * (len(columns) + 1) + "|"]
    for task in dict.fromkeys(row["task"] for row in rows):
        of_task = [row for row in rows if row["task"] == task]
        cells = []
        for method in group.methods:
            some = [row for row in of_task if row["method"] == method]
            proved = sum(row["verdict"] == "proved" for row in some)
            cells.append(f"{proved} of {len(some)}")
        seconds = sorted(row["cpu_seconds"] for row in of_task)[len(of_task) // 2]
        link = f"[`{task}`](../{group.folder}/{task}.py)"
        lines.append(f"| {link} | {of_task[0]['lines']} | {' | '.join(cells)} | {seconds} |")
    return "\n".join(lines) + "\n"


def write_table(group: Group, rows: list[dict[str, Any]]) -> None:
    """Writes the table into the page, between its marks."""
    begin, end = (f"<!-- {group.mark}: {word} -->\n" for word in ("begin", "end"))
    before, rest = PAGE.read_text().split(begin)
    PAGE.write_text(f"{before}{begin}\n{table(group, rows)}\n{end}{rest.split(end)[1]}")


def main(name: str = "own_tasks") -> None:
    """Measures the tasks of a group and writes the results and the table."""
    group, rows = GROUPS[name], []
    for path in sorted((ROOT / group.folder).glob("*.py")):
        for method in group.methods:
            for seed in SEEDS:
                rows.append(measured(path, method, seed))
                print(*rows[-1].values(), flush=True)
    write_results(name, {"runs": rows})
    if PAGE.is_file():
        write_table(group, rows)


if __name__ == "__main__":
    main(*sys.argv[1:])

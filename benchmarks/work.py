"""What the executor does, counted, beside the time that it takes.

The kernel is built once more so that it counts the basic blocks (pieces without a branch, as
the compiler sees them before it optimises loops) that it goes through. They do not depend on
caches: if time grows faster than they do, each of them has become slower.
"""

import ctypes
from typing import Any

from benchmarks.executor import BETWEEN, SHAPES, TASKS, graph_of, learned, problem_on
from benchmarks.executor_page import write_page
from benchmarks.results_file import write_results
from benchmarks.timing import exponent
from dnar.compile import IncrementalExecutor
from dnar.compile.build import built
from dnar.compile.loaded import Loaded, typed
from dnar.graph import Graph
from dnar.machine import Task
from dnar.tasks import get_task

FLAG = "-fsanitize-coverage=trace-pc"
"""The compiler calls the counter in every block, before it optimises loops."""

COUNTER = """
#ifdef __clang__
#define UNCOUNTED __attribute__((no_sanitize("coverage")))
#elif __GNUC__ >= 12
#define UNCOUNTED __attribute__((no_sanitize_coverage))
#else
#error the work is counted with GCC 12 or later, or with clang
#endif
int64_t dnar_blocks;
UNCOUNTED void __sanitizer_cov_trace_pc(void) { dnar_blocks++; }
"""


def main() -> None:
    rows = [
        family_row(family, size, name)
        for family in ("er", *SHAPES)
        for size in BETWEEN
        for name in TASKS
    ]
    write_results("work", {"runs": rows, "work_exponents": work_growth(rows)})
    write_page()


def family_row(family: str, size: int, name: str) -> dict[str, Any]:
    task, graph = get_task(name), graph_of(family, size)
    row = {
        "family": family,
        "task": name,
        "nodes": graph.node_count,
        "blocks": blocks(learned(task), task, graph),
    }
    print(row, flush=True)
    return row


def blocks(executor: IncrementalExecutor, task: Task, graph: Graph) -> int:
    """Basic blocks that a run goes through, from its start on."""
    library = typed(built(executor.source + COUNTER, FLAG))
    count = ctypes.c_int64.in_dll(library, "dnar_blocks")
    loaded = Loaded(library, executor.program, graph)
    before = count.value
    loaded.start(task.set_up(problem_on(task, graph)))
    assert loaded.run(2**62)
    return count.value - before


def work_growth(rows: list[dict[str, Any]]) -> dict[str, float]:
    """Exponents of the blocks over nodes, by family and task."""
    runs: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        runs.setdefault(f"{row['family']} {row['task']}", []).append(row)
    return {
        key: exponent(small["blocks"], large["blocks"], large["nodes"] / small["nodes"])
        for key, (small, large) in runs.items()
    }


if __name__ == "__main__":
    main()

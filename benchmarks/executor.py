"""The compiled executor beside networkx, scipy and igraph, on the same graphs in the same run.

Peers get their own graph objects ready made; the executor gets its rows loaded, and its time
holds everything from there to the outputs. Loading is measured apart, and so is what is
held beside the graph. Random graphs of average degree 12 from 1,000 to 1,000,000 nodes; a grid,
a star and a power-law graph, too, for the growth of time and of looks per arc. Small graphs are
many, and run in turn, so at every size a million nodes are gone through: one small graph that
is run again and again stays in the caches, and the processor may learn its run. That time is
taken, too. The interpreter and the network run at the sizes they can reach.
"""

import gc
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from benchmarks.executor_page import write_page
from benchmarks.executor_plot import draw
from benchmarks.peers import Calls, peers_on
from benchmarks.random_reads import random_reads, reads_growth
from benchmarks.results_file import write_results
from benchmarks.timing import GROWS_FROM, exponent, in_turn, milliseconds
from dnar.compile import (
    IncrementalExecutor,
    compile_incremental,
    compile_proved,
    outputs_of,
)
from dnar.compile.loaded import Loaded
from dnar.graph import Graph, load_graph
from dnar.machine import Instance, Problem, Setup, StartNode, Task, reachable_types
from dnar.run import engine_for
from dnar.run.bundled import pretrained_program
from dnar.tasks import get_task

TASKS = ("bfs", "dfs", "eccentricity", "mis", "prim", "dijkstra")
SIZES = (1_000, 10_000, 100_000, 1_000_000)
BETWEEN = (GROWS_FROM, SIZES[-1])
"""The sizes between which growth is measured."""
NODES_IN_ALL = SIZES[-1]
"""Nodes of all graphs of one size together: as many as the largest has."""
SHAPES = ("grid", "star", "power")
STEPPED = (100, 1_000)
"""Sizes at which the interpreter and the network run, too."""
ROUNDS = 3
"""How often all tasks and peers are measured in turn: neighbours on a machine may be noisy."""
RULES_AT = 100_000
"""Where the rules' own program is compiled and run beside the learned one."""


def main() -> None:
    gc.disable()  # else a peer's time would depend on how many graphs are alive
    executors = {name: learned(get_task(name)) for name in TASKS}
    rows = [row for family in ("er", *SHAPES) for row in family_rows(executors, family)]
    reads = [row for size in SIZES[1:] for row in random_reads(graph_of("er", size))]
    results = {
        "runs": rows,
        "growth_exponents": growth(rows),
        "random_reads": reads,
        "reads_exponents": reads_growth(reads, *BETWEEN),
        "stepped": [stepped(name, size) for size in STEPPED for name in TASKS],
        "starts": [started(name) for name in TASKS],
    }
    write_results("executor", results)
    draw(results)
    write_page()


def learned(task: Task) -> IncrementalExecutor:
    """The proved program of the package, on the kernel that is measured here."""
    executor = compile_proved(task, pretrained_program(task))
    assert isinstance(executor, IncrementalExecutor), executor
    return executor


def family_rows(executors: dict[str, IncrementalExecutor], family: str) -> list[dict[str, Any]]:
    rows = []
    for size in SIZES if family == "er" else SIZES[1:]:
        gc.collect()
        graphs = [graph_of(family, size, copy) for copy in range(NODES_IN_ALL // size)]
        peers = peers_on(graphs) if family == "er" else {}
        rounds = [
            [task_row(executors[name], graphs, family, peers.get(name, {})) for name in TASKS]
            for _ in range(ROUNDS)
        ]
        rows += [least(tries) for tries in zip(*rounds, strict=True)]
    return rows


def task_row(
    executor: IncrementalExecutor, graphs: Sequence[Graph], family: str, peers: dict[str, Calls]
) -> dict[str, Any]:
    """One task on graphs of one size, with the rules' program and peers where they run, too."""
    task = get_task(executor.program.task)
    row = measured(executor, task, graphs, family)
    if family == "er" and graphs[0].node_count == RULES_AT:
        row["rules_ms"] = by_rules(task, graphs)
    for peer, calls in peers.items():
        row |= both_times(peer, calls)
    print(row, flush=True)
    return row


def both_times(who: str, calls: Calls) -> dict[str, float]:
    """Milliseconds of a call where all are made in turn; if there are several, of one again."""
    found = {f"{who}_ms": in_turn(calls)}
    return found if len(calls) == 1 else {**found, f"{who}_again_ms": milliseconds(calls[0])}


def least(tries: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Of several measurements of the same, the least times."""
    keys = [key for key in tries[0] if key.endswith("_ms")]
    return {**tries[0], **{key: min(row[key] for row in tries) for key in keys}}


def graph_of(family: str, size: int, copy: int = 0) -> Graph:
    """A weighted graph; random ones have average degree 12."""
    if family != "er":
        return load_graph(f"{family}:{size}", seed=1 + copy, random_weights=True)
    rng = np.random.default_rng([size, copy])
    ends = np.sort(rng.integers(size, size=(6 * size, 2)), axis=1)
    ends = np.unique(ends[ends[:, 0] != ends[:, 1]], axis=0)
    weight = rng.random(len(ends))
    return Graph.from_edges(ends[:, 0], ends[:, 1], labels=size, weight=weight)


def problem_on(task: Task, graph: Graph) -> Problem:
    return Problem(graph, None if task.inputs.start is StartNode.UNUSED else 0)


def measured(
    executor: IncrementalExecutor, task: Task, graphs: Sequence[Graph], family: str
) -> dict[str, Any]:
    executor.load(load_graph("path:3", seed=0, random_weights=True))  # builds it, if need be
    loading = in_turn([partial(executor.load, graph) for graph in graphs])
    loaded, runs = ready(executor, task, graphs)
    spent = both_times("compiled", runs)
    arcs = 2 * graphs[0].edge_count
    return {
        "task": task.name,
        "family": family,
        "nodes": graphs[0].node_count,
        "edges": graphs[0].edge_count,
        "graphs": len(graphs),
        "steps": loaded[0].steps,
        **spent,
        "load_ms": round(loading, 2),
        "looks_per_arc": round((loaded[0].visits - loaded[0].steps) / arcs, 2),
        "bytes_per_arc": round(loaded[0].nbytes / arcs, 1),
    }


def by_rules(task: Task, graphs: Sequence[Graph]) -> float:
    """Milliseconds of a run of the rules' own program."""
    executor = compile_incremental(task.program, reachable_types(task))
    return in_turn(ready(executor, task, graphs)[1])


def ready(
    executor: IncrementalExecutor, task: Task, graphs: Sequence[Graph]
) -> tuple[list[Loaded], Calls]:
    """Graphs loaded, and the calls that run the task on them."""
    loaded = [executor.load(graph) for graph in graphs]
    setups = [task.set_up(problem_on(task, graph)) for graph in graphs]

    def run(setup: Setup | Instance, rows: Loaded) -> None:
        rows.start(setup)
        assert rows.run(2**62)
        outputs_of(task, executor.program.readouts, rows)

    return loaded, [partial(run, *each) for each in zip(setups, loaded, strict=True)]


def growth(rows: list[dict[str, Any]]) -> dict[str, dict[str, float]]:
    """Exponents of time over nodes from 10,000 to the largest size, of us and of our peers.

    Those that end in `_again` are from the time of one small graph run again and again.
    """
    small, large = BETWEEN
    names = [f"{who}{how}" for who in ("compiled", "scipy", "igraph") for how in ("", "_again")]
    # Families may round a size: they are told apart by its logarithm.
    times = {(row["family"], row["task"], round(np.log10(row["nodes"]))): row for row in rows}
    found: dict[str, dict[str, float]] = {}
    for (family, task, decade), row in times.items():
        if decade != round(np.log10(large)):
            continue
        first = times[family, task, round(np.log10(small))]
        ratio = row["nodes"] / first["nodes"]
        found[f"{family} {task}"] = {
            name: exponent(first[f"{name}_ms"], row[f"{name.removesuffix('_again')}_ms"], ratio)
            for name in names
            if f"{name}_ms" in first
        }
    return found


def stepped(name: str, size: int) -> dict[str, Any]:
    """The interpreter and the network on a random graph, one run each."""
    task, graph = get_task(name), graph_of("er", size)
    row: dict[str, Any] = {"task": name, "nodes": size}
    for engine in ("program", "network"):
        chosen = engine_for(task, engine)
        chosen.solve(problem_on(task, graph_of("er", 10)))  # whatever comes first, comes here
        began = time.perf_counter()
        chosen.solve(problem_on(task, graph))
        row[f"{engine}_ms"] = round(1000 * (time.perf_counter() - began), 1)
    print(row, flush=True)
    return row


READY = """
import time
begin = time.perf_counter()
import dnar
imported = time.perf_counter()
from dnar.run import engine_for
engine = engine_for(dnar.get_task({name!r}), "compiled")
engine.executor.load(dnar.load_graph("path:3", seed=0, random_weights=True))
print(imported - begin, time.perf_counter() - imported)
"""


def started(name: str) -> dict[str, Any]:
    """Seconds until an engine is ready in a new process, with an empty cache and a full one."""
    with tempfile.TemporaryDirectory() as folder:
        runs = [_ready(name, folder) for _ in range(4)]
    row = {
        "task": name,
        "first_s": round(runs[0][1], 2),
        "later_s": round(min(ready for _, ready in runs[1:]), 3),
        "import_s": round(min(imported for imported, _ in runs), 3),
    }
    print(row, flush=True)
    return row


def _ready(name: str, cache: str) -> tuple[float, float]:
    done = subprocess.run(
        [sys.executable, "-c", READY.format(name=name)],
        # With flags of its own, no kernel of the package is used.
        env={**os.environ, "DNAR_CACHE": cache, "CFLAGS": "-O3"},
        capture_output=True,
        text=True,
        check=True,
    )
    imported, ready = done.stdout.split()
    return float(imported), float(ready)


if __name__ == "__main__":
    main()

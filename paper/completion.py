"""Prim's and Dijkstra's algorithm with parts of the program given: how far the search gets."""

import itertools
import math
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from dnar.discover import Checker, Found, Given, Part, Search, Settings
from dnar.discover.completion import COUNTS, completion_sketch, given_tables
from dnar.discover.problems import random_problem
from dnar.machine import InstanceEnding, decode_all, execute
from dnar.textbook import expected
from paper.experiment import Experiment, Parts
from paper.tables import MISSING, table

FREE = (
    "listening",
    "nodes",
    "arcs",
    "listening+nodes",
    "listening+arcs",
    "nodes+arcs",
    "listening+nodes+arcs",
)
"""The parts that are searched; all others are given."""

TOLD = ("final", "in-order")
"""The outputs that an example tells: those at rest, or also in which order nodes get them."""

LARGER = (16, 32)
"""Nodes of the graphs that found programs are tried on."""


@dataclass(frozen=True)
class Config:
    """What is searched, and for how long."""

    seeds: int = 3
    """Of searches for one part; one of those for several."""
    tasks: tuple[str, ...] = ("prim", "dijkstra")
    free: tuple[str, ...] = FREE
    told: tuple[str, ...] = TOLD
    cpu_seconds: float = 60.0
    """CPU budget of a search."""
    exhaustive: int = 4
    """Every graph of up to so many nodes is checked, each with one draw of its weights."""
    graphs: int = 20
    """Per larger size."""


def parts(config: Config) -> list[str]:
    return [
        f"{task} {free} {seed}" if told == "final" else f"{task} {free} {told} {seed}"
        for free in config.free
        for task in config.tasks
        for told in config.told
        for seed in range(1 if "+" in free else config.seeds)
    ]


def measure(part: str, config: Config) -> dict[str, Any]:
    task, free, *told, seed = part.split()
    sketch = completion_sketch(task, in_order=bool(told))
    checker = Checker(sketch, exhaustive=config.exhaustive)
    searched = set(free.split("+"))
    given = Given(given_tables(), frozenset(p for p in Part if p.value not in searched))
    began = time.process_time()
    state = Search(
        sketch,
        # No restarts: they would discard the examples that refuted programs.
        Settings(seed=int(seed), given=given, patience=math.inf),
        checker,
        watch=lambda _, state: state.best is not None,
        over=lambda: time.process_time() - began > config.cpu_seconds,
    ).run()
    result: dict[str, Any] = {
        "found": state.best is not None,
        "entries": _entries(searched),
        "examples": len(state.asked),
        "refuted": state.refuted,
        "restarts": state.restarts,
        "search_seconds": round(state.seconds, 2),
    }
    if state.best is not None:
        result["tables"] = state.best.to_json()
        result["larger"] = _larger(Found(sketch, state.best), task, config.graphs)
    return result


def _entries(searched: set[str]) -> int:
    """How many entries of the tables are unknown: classes of all states, and cases."""
    nodes, arcs, virtual = COUNTS
    states = nodes + virtual
    classes = nodes * states * arcs + virtual * nodes * arcs
    sizes = {
        "listening": classes,
        "nodes": classes + states,
        "arcs": 4 * arcs * (states * states - virtual * virtual),
    }
    return sum(sizes[each] for each in searched)


def _larger(found: Found, task: str, graphs: int) -> list[int]:
    """Right answers on larger random graphs, and how many were asked."""
    rng = np.random.default_rng(7)
    right = 0
    for size in LARGER:
        for _ in range(graphs):
            problem = random_problem(found.sketch, size, rng)
            instance = found.task.encode(problem)
            run = execute(found.task.program, instance, max_steps=10 * size)
            made = decode_all(
                found.task.decoders,
                found.task.program.readouts,
                InstanceEnding(instance, run.final),
            )["parent"]
            right += run.halted and np.array_equal(made, expected(task, problem)["parent"])
    return [int(right), len(LARGER) * graphs]


def section(parts: Parts, pictures: Path) -> list[str]:
    """What was found, by what was given."""
    del pictures
    tasks = list(dict.fromkeys(name.split()[0] for name in parts))
    frees = [each for each in FREE if any(name.split()[1] == each for name in parts)]
    rows = []
    for free in frees:
        given = [each.value for each in Part if each.value not in free.split("+")]
        for task, told in itertools.product(tasks, TOLD):
            runs = [run for name, run in parts.items() if _is_of(name, task, free, told)]
            if runs:
                words = told.replace("-", " ")
                rows.append((task, ", ".join(given) or "nothing", words, *_row(runs)))
    heads = (
        "task",
        "given",
        "outputs told",
        "unknown entries",
        "found",
        "CPU s",
        "refuted",
        "larger graphs",
    )
    return [
        "Programs of Prim's and Dijkstra's algorithm from outputs (each node's parent) when",
        "some parts of our program are given: what states listen for, node rules, arc rules.",
        "Always told are the state counts (7 + 1 virtual / 4), how the scalars change, that a",
        "node marks at most one arc, and none while it keeps its distance, at most 6 n - 4",
        "steps, and for Dijkstra the lengths of paths by which arcs are compared; no priors.",
        "Outputs told `in order`: examples also say in which order nodes join the tree;",
        "pointers then appear one by one, the k-th within 6 k + 2 steps. Neither states nor",
        "step numbers are told. The first examples demand the first pointer alone, later ones",
        "the first pointers up to one that a refuted program missed, or the whole run. In both",
        "cases a program is found when its last outputs are right on every graph of up to 4",
        "nodes (one draw of weights each) and on random ones of up to 24 nodes. The CPU time",
        "is that of one search without restarts; it ends at the first look at the time past",
        "its budget; refuted are programs that fitted the examples only. All runs must come to",
        "rest, in states and in distances, on larger graphs as well.",
        "",
        *table(heads, rows),
    ]


def _is_of(part: str, *words: str) -> bool:
    """Whether a part is of this task, these free parts and these outputs."""
    task, free, *told, _ = part.split()
    return (task, free, *(told or ["final"])) == words


def _row(runs: list[dict[str, Any]]) -> tuple[Any, ...]:
    done = [run for run in runs if run["found"]]
    seconds = sorted(run["search_seconds"] for run in runs)
    right = [sum(run["larger"][at] for run in done) for at in (0, 1)]
    return (
        runs[0]["entries"],
        f"{len(done)} of {len(runs)}",
        f"{seconds[0]:.0f}" if len(runs) == 1 else f"{seconds[0]:.0f} to {seconds[-1]:.0f}",
        sum(run["refuted"] for run in runs),
        f"{right[0]} of {right[1]}" if done else MISSING,
    )


EXPERIMENT = Experiment(
    name="completion",
    title="Prim and Dijkstra with parts of the program given",
    quick=Config(
        seeds=1, tasks=("prim",), free=("nodes",), cpu_seconds=20.0, exhaustive=3, graphs=2
    ),
    full=Config(),
    parts=parts,
    measure=measure,
    section=section,
    open=("seeds", "tasks", "free", "told"),
    words={"tasks": ("prim", "dijkstra"), "free": FREE, "told": TOLD},
)

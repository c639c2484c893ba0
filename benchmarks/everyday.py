"""Whole calls as users make them: their graph object in, a dictionary out.

Beside networkx, scipy and igraph on their own graph objects, in the same run. Also what a new
process pays: imports, the command line, and the first call with an empty cache. Writes
`benchmarks/results/everyday.json` and `docs/everyday.md`; with `--print` it only prints.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import networkx as nx
import numpy as np
from scipy.sparse import csr_array

import dnar
from benchmarks.everyday_page import write_page
from benchmarks.executor import TASKS, graph_of, learned, problem_on
from benchmarks.peers import peers_on
from benchmarks.results_file import write_results
from benchmarks.timing import milliseconds
from dnar.graph import Graph
from dnar.machine import Shape, StartNode, Task
from dnar.run import pose

CONFIG = {
    "small": "Zachary's karate club, 34 nodes, random weights",
    "medium": 1_000,
    "large": 100_000,
    "degree": 12,
    "processes": 5,
    "seed": 0,
}
"""Sizes in nodes; how often a process is started, of which the least time counts."""

Row = dict[str, Any]

OWN_INPUTS: dict[str, Any] = {
    "segments_intersect": [(0.0, 0.0), (1.0, 1.0), (0.0, 1.0), (1.0, 0.25)],
    "naive_string_matcher": ("abcaabcabbacabcdabcaabcdaabc", "abcdaa"),
}
"""What a user gives to tasks that take neither a graph nor an array; 34 letters in all."""

IN_PYTHON: dict[str, Callable[[Any], Any]] = {
    "minimum": lambda given: given.index(min(given)),
    "insertion_sort": lambda given: sorted(range(len(given)), key=given.__getitem__),
    "naive_string_matcher": lambda given: given[0].find(given[1]),
}
"""The same answers by Python's own functions."""


def main(words: Sequence[str]) -> None:
    results = {
        "config": CONFIG,
        "karate": [told(karate_row(task)) for task in dnar.all_tasks().values()],
        "medium": told_all(medium_rows()),
        "large": [told(large_row(dnar.get_task(name))) for name in TASKS],
        "conversion": [told(conversion_row(size)) for size in (34, 1_000, 10_000)],
        "processes": told_all(process_rows()),
        "first_calls": [told(first_call(task)) for task in dnar.all_tasks().values()],
    }
    if "--print" not in words:
        write_results("everyday", results)
        write_page()


def told(row: Row) -> Row:
    """The row, printed."""
    print(row, flush=True)
    return row


def told_all(rows: list[Row]) -> list[Row]:
    return [told(row) for row in rows]


def networkx_of(graph: Graph) -> nx.Graph:
    """The graph as a user of networkx has it."""
    net = nx.DiGraph() if graph.directed else nx.Graph()
    net.add_nodes_from(graph.labels)
    ends = zip(graph.source.tolist(), graph.target.tolist(), strict=True)
    weight = np.ones(graph.edge_count) if graph.weight is None else graph.weight
    net.add_weighted_edges_from(
        (*edge, each) for edge, each in zip(ends, weight.tolist(), strict=True)
    )
    return net


def options(task: Task) -> dict[str, Any]:
    return {} if task.inputs.start is StartNode.UNUSED else {"start": 0}


def whole_call(task: Task, given: Any) -> Callable[[], Any]:
    """The call, and the dictionaries of its answer."""
    return lambda: dnar.run(task.name, given, **options(task)).outputs


def small_input(task: Task) -> Any:
    """What a user gives: the karate club, in its directions, an array, or the task's own."""
    if task.inputs.shape is Shape.OWN:
        return OWN_INPUTS[task.name]
    club = dnar.load_graph("karate")
    rng = np.random.default_rng(CONFIG["seed"])
    if task.inputs.shape is Shape.ARRAY:
        return rng.random(club.node_count).tolist()
    directed = task.inputs.shape is Shape.ACYCLIC
    ends = (club.source, club.target)
    weight = rng.random(club.edge_count)
    return networkx_of(
        Graph.from_edges(*ends, labels=club.node_count, weight=weight, directed=directed)
    )


def karate_row(task: Task) -> Row:
    """A warm call on a small graph, from a networkx graph and from a `Graph`."""
    given = small_input(task)
    row: Row = {
        "task": task.name,
        "nodes": pose(task, given, **options(task)).graph.node_count,
        "call_ms": milliseconds(whole_call(task, given)),
    }
    if task.name in IN_PYTHON:
        row["python_ms"] = milliseconds(partial(IN_PYTHON[task.name], given))
    if task.inputs.shape in (Shape.ARRAY, Shape.OWN):
        return row
    graph = dnar.as_graph(given)
    row["call_on_graph_ms"] = milliseconds(whole_call(task, graph))
    if task.inputs.shape is Shape.ACYCLIC:
        return {**row, "networkx_ms": milliseconds(lambda: list(nx.topological_sort(given)))}
    peers = peers_on([graph]).get(task.name, {})
    return {**row, **{f"{peer}_ms": milliseconds(calls[0]) for peer, calls in peers.items()}}


def after_a_change(task: Task, net: Any) -> Callable[[], Any]:
    """The call on a networkx graph that has just changed: nothing of it is kept."""
    call = whole_call(task, net)

    def changed() -> Any:
        net.__networkx_cache__.clear()
        return call()

    return changed


def medium_rows() -> list[Row]:
    """Whole calls from a networkx graph, beside networkx's own and other peers."""
    graph = graph_of("er", int(CONFIG["medium"]))
    net, peers = networkx_of(graph), peers_on([graph])
    return [
        {
            "task": name,
            "nodes": graph.node_count,
            "edges": graph.edge_count,
            "call_ms": milliseconds(whole_call(dnar.get_task(name), net)),
            "changed_ms": milliseconds(after_a_change(dnar.get_task(name), net)),
            "call_on_graph_ms": milliseconds(whole_call(dnar.get_task(name), graph)),
            **{f"{peer}_ms": milliseconds(calls[0]) for peer, calls in peers[name].items()},
        }
        for name in TASKS
    ]


def scipy_of(graph: Graph) -> csr_array:
    """The graph as a symmetric matrix."""
    assert graph.weight is not None
    ends = (graph.source, graph.target)
    places = tuple(np.concatenate([ends[one], ends[1 - one]]) for one in (0, 1))
    both = np.concatenate([graph.weight, graph.weight])
    return csr_array((both, places), shape=(graph.node_count, graph.node_count))


def large_row(task: Task) -> Row:
    """A whole call from a scipy matrix, taken apart: conversion, kernel, and the rest.

    The kernel's own time is that of its C code: rows built, a run started and run.
    """
    graph = graph_of("er", int(CONFIG["large"]))
    matrix = scipy_of(graph)
    converted = dnar.as_graph(matrix, directed=False)
    executor = learned(task)
    setup = task.set_up(problem_on(task, converted))

    def kernel() -> None:
        executor.started(setup).run(2**62)

    def arrays(given: Any) -> Any:
        return dnar.run(task.name, given, directed=False, **options(task)).arrays

    row = {
        "task": task.name,
        "nodes": graph.node_count,
        "edges": graph.edge_count,
        "call_ms": milliseconds(partial(arrays, matrix)),
        "conversion_ms": milliseconds(lambda: dnar.as_graph(matrix, directed=False)),
        "call_on_graph_ms": milliseconds(partial(arrays, converted)),
        "dictionary_ms": milliseconds(whole_call(task, converted)),
        "kernel_ms": milliseconds(kernel),
    }
    row["ratio"] = round(row["call_on_graph_ms"] / row["kernel_ms"], 2)
    return row


def conversion_row(size: int) -> Row:
    """A networkx graph to dnar's, beside networkx's own conversion to a matrix."""
    net = networkx_of(graph_of("er", size))
    return {
        "nodes": size,
        "edges": net.number_of_edges(),
        "as_graph_ms": milliseconds(lambda: dnar.as_graph(net)),
        "networkx_to_scipy_ms": milliseconds(lambda: nx.to_scipy_sparse_array(net)),
    }


def process_rows() -> list[Row]:
    """Seconds of whole processes."""
    python = [sys.executable, "-c"]
    commands = {
        "python -c pass": [*python, "pass"],
        "import networkx": [*python, "import networkx"],
        "import dnar": [*python, "import dnar"],
        "dnar run bfs karate --start 0": [
            *(sys.executable, "-m", "dnar.cli"),
            *("run", "bfs", "karate", "--start", "0"),
        ],
    }
    return [
        {"what": what, "seconds": round(min(process_seconds(command)), 3)}
        for what, command in commands.items()
    ]


def process_seconds(command: list[str]) -> list[float]:
    spent = []
    for _ in range(int(CONFIG["processes"])):
        began = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        spent.append(time.perf_counter() - began)
    return spent


FIRST = """
import time
import dnar
from benchmarks.everyday import options, small_input
task = dnar.get_task({name!r})
given = small_input(task)
for _ in range(2):
    began = time.perf_counter()
    answer = dnar.run(task.name, given, **options(task))
    answer.outputs
    print(time.perf_counter() - began)
print(answer.engine, answer.engine.reason, sep=": ")
"""


def first_call(task: Task) -> Row:
    """The first call in a new process with an empty cache, and the second."""
    runs = []
    for _ in range(int(CONFIG["processes"])):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [sys.executable, "-c", FIRST.format(name=task.name)],
                env={**os.environ, "DNAR_CACHE": folder},
                capture_output=True,
                text=True,
                check=True,
            )
        first, second, engine = done.stdout.splitlines()
        runs.append((float(first) - float(second), float(first), engine))
    more, first, engine = min(runs)
    return {
        "task": task.name,
        "first_ms": round(1000 * first, 2),
        "more_than_warm_ms": round(1000 * more, 2),
        "engine": engine,
    }


if __name__ == "__main__":
    main(sys.argv[1:])

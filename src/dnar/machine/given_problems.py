"""Given problems: graphs of a user's own to train and to evaluate on.

A list, a generator or a folder; items may be anything that `as_graph` takes, a `Problem`, a
batch of dm-clrs samples, or a PyG `Data` as SALSA-CLRS makes it.
"""

import hashlib
import itertools
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from dnar.array_types import Generator
from dnar.errors import InputError
from dnar.graph import Graph, as_graph, clrs_weights, read_graph
from dnar.graph.convert import is_graph
from dnar.machine.benchmark_samples import clrs_items, is_clrs, is_sample, sample_problem
from dnar.machine.task import Problem, Shape, StartNode, Task, Weights

MOST_DRAWN = 128
"""Graphs that are taken from a generator, which may have no end."""


def given_problems(task: Task, graphs: Any, seed: int = 0) -> list[Problem]:
    """A problem per graph: with its own weights, or random ones where it has none.

    A start that is not given is drawn from the seed.

    Raises:
        InputError: there are no graphs, or the task cannot take one of them.
    """
    rng = np.random.default_rng([seed, 5])
    found = []
    for name, item in _named_items(graphs):
        try:
            problems = list(_problems(task, item, rng))
            for problem in problems:
                task.set_up(problem)
        except InputError as error:
            named = str(error).startswith(name)  # As the errors of files are.
            raise InputError(str(error) if named else f"{name}: {error}") from error
        found += problems
    if not found:
        raise InputError(f"graphs: there are none in {_short(graphs)}")
    return found


def problems_digest(problems: Iterable[Problem]) -> str:
    """A hash of what the problems are, to tell one list of graphs from another."""
    total = hashlib.sha256()
    for problem in problems:
        graph = problem.graph
        total.update(f"{graph.node_count} {graph.directed} {problem.start} ".encode())
        for array in (graph.source, graph.target, graph.weight, problem.values):
            total.update(b"-" if array is None else np.ascontiguousarray(array).tobytes())
    return total.hexdigest()


def _named_items(graphs: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(graphs, str | Path):
        yield from _files(Path(graphs))
    elif isinstance(graphs, Problem) or is_graph(graphs) or is_clrs(graphs):
        yield "the graph", graphs
    elif isinstance(graphs, Iterable):
        for number, item in enumerate(itertools.islice(graphs, _most(graphs))):
            yield f"graph {number}", item
    else:
        raise InputError(
            "graphs are a list, a generator, a folder or a file, or their number; got "
            f"{_short(graphs)}"
        )


def _most(graphs: Iterable) -> int | None:
    """How many graphs are taken: all but of an iterator, which may have no end."""
    return MOST_DRAWN if isinstance(graphs, Iterator) else None


def _files(path: Path) -> Iterator[tuple[str, Path]]:
    if not path.exists():
        raise InputError(f"there is no file or folder of graphs {str(path)!r}")
    if not path.is_dir():
        yield str(path), path
        return
    for each in sorted(path.iterdir()):
        if each.is_file() and not each.name.startswith("."):
            yield str(each), each


def _problems(task: Task, item: Any, rng: Generator) -> Iterator[Problem]:
    if is_clrs(item):
        for each in clrs_items(item):
            yield from _problems(task, each, rng)
    elif task.source is not None:
        yield item if isinstance(item, Problem) else task.source.read(item)
    elif isinstance(item, Problem):
        yield _completed(task, item, rng)
    elif task.inputs.shape is Shape.ARRAY:
        values = np.array(item, dtype=np.float64)
        yield Problem(Graph.from_edges([], [], labels=len(values)), values=values)
    else:
        directed = False if task.inputs.shape is Shape.UNDIRECTED else None
        if isinstance(item, Path):
            acyclic = task.inputs.shape is Shape.ACYCLIC
            problem = Problem(read_graph(item, directed=True if acyclic else None))
        elif is_sample(item):
            problem = sample_problem(item, directed=directed)
        else:
            problem = Problem(as_graph(item))
        yield _completed(task, problem, rng)


def _completed(task: Task, problem: Problem, rng: Generator) -> Problem:
    """The problem with weights and a start where the task needs some and none are given."""
    graph, start = problem.graph, problem.start
    if task.inputs.weights is not Weights.UNUSED and graph.weight is None:
        graph = clrs_weights(graph, rng)
    drawn = int(rng.integers(graph.node_count)) if graph.node_count else None
    if start is None and task.inputs.start is StartNode.REQUIRED:
        start = drawn
    if task.inputs.start is StartNode.UNUSED:
        start = None
    rows = problem.randomness if task.inputs.random else None
    seed = problem.seed or int(rng.integers(2**31))
    return replace(problem, graph=graph, start=start, randomness=rows, seed=seed)


def _short(value: Any) -> str:
    text = str(value) if isinstance(value, Path) else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."

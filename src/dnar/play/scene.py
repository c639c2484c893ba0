"""Scenes: what the playground needs to know, as JSON values.

A scene holds tasks with their programs, graphs with coordinates, and what to show first. The
page computes every run itself, from the same program JSON as all other engines.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from dnar.draw.picture import node_points
from dnar.errors import InputError
from dnar.explain import Explanation, instance_json, starting_states, tables_of
from dnar.graph import Graph, coordinates, load_graph
from dnar.machine import (
    Instance,
    NodeCategory,
    Problem,
    Program,
    Shape,
    Task,
    program_json,
    reachable_types,
)
from dnar.run.answer import json_label
from dnar.run.bundled import certificate_path, pretrained_program
from dnar.tasks import all_tasks, get_task

GRAPHS = (
    "karate",
    "delaunay:20",
    "delaunay:60",
    "grid:25",
    "er:12",
    "er:30",
    "ws:16",
    "power:24",
    "tree:15",
    "path:8",
    "cycle:10",
    "star:9",
    "complete:6",
    "k2:8",
    "clrs:8",
)
"""The built-in graphs that every page offers."""

LARGE_GRAPHS = ("delaunay:300", "delaunay:1000", "delaunay:10000")
"""Graphs that an exported page loads only when they are chosen."""

STREAM_ROWS = 64
"""Rows of a given stream that a scene holds at most; further ones start again."""


def site_scene(
    tasks: Iterable[str] | None = None, *, view: tuple[str | None, str | None] = (None, None)
) -> dict[str, Any]:
    """Everything that the page of all tasks offers; `view` is the first task and graph.

    Raises:
        InputError: there is no such task, or the page has no such graph.
    """
    names = all_tasks() if tasks is None else tasks
    task, graph = view
    first = get_task(task or "bfs").name
    if graph is not None and graph not in (*GRAPHS, *LARGE_GRAPHS):
        offered = ", ".join((*GRAPHS, *LARGE_GRAPHS))
        raise InputError(f"the page has no graph {graph!r}; it has {offered}")
    return {
        "tasks": [task_scene(all_tasks()[name]) for name in names],
        "graphs": [graph_scene(name) for name in GRAPHS],
        "files": {name: graph_file(name) for name in LARGE_GRAPHS},
        "view": {"task": first, "graph": graph or "karate"},
    }


def graph_file(name: str) -> str:
    """The file of a large graph on an exported page."""
    return f"graphs/{name.replace(':', '-')}.json"


@lru_cache(maxsize=32)
def _bundled_programs(name: str) -> tuple[tuple[str, Program], ...]:
    task = all_tasks()[name]
    rules = ("rules", task.program)
    if not certificate_path(task).is_file():
        return (rules,)
    return (("learned and proved", pretrained_program(task)), rules)


def task_scene(task: Task, programs: Mapping[str, Program] | None = None) -> dict[str, Any]:
    """A task: what it takes, how a run begins, its outputs, and its programs by name."""
    if programs is None:
        known = all_tasks().get(task.name) is task
        programs = dict(_bundled_programs(task.name)) if known else {"rules": task.program}
    tables = _tables(task, next(iter(programs.values())))
    return {
        "name": task.name,
        "title": task.title,
        "summary": task.summary,
        "takes": {
            **tables["takes"],
            "own": task.inputs.own,
            "input": _input_kind(task),
            "severalStarts": task.inputs.several_starts,
        },
        "nodeStart": tables["node_start"] or None,
        "arcStart": tables["arc_start"] or None,
        "scalarStart": {name: each["start"] for name, each in tables["scalars"].items()},
        "outputs": tables["outputs"],
        "programs": {name: program_json(each) for name, each in programs.items()},
    }


def _tables(task: Task, program: Program) -> dict[str, Any]:
    """How a run of a task begins and how its outputs are read; no case has to be reduced."""
    whole = Explanation(task, program, reachable_types(task), {}, (), starting_states(task))
    tables = tables_of(whole)
    for name, output in task.decoders.items():
        if isinstance(output, NodeCategory):
            labels = [None, *(json_label(label) for label, _ in output.categories)]
            tables["outputs"][name]["names"] = labels
    return tables


def _input_kind(task: Task) -> str:
    if task.inputs.shape is Shape.ARRAY:
        return "array"
    return "own" if task.inputs.shape is Shape.OWN else "graph"


def graph_scene(name: str, *, seed: int = 0) -> dict[str, Any]:
    """A built-in graph or file with its coordinates; random graphs get random weights.

    Raises:
        InputError: there is no such graph.
    """
    graph = load_graph(name, seed=seed, random_weights=True)
    return graph_json(graph, name=name, points=coordinates(graph, name, seed=seed))


def graph_json(
    graph: Graph, *, name: str = "", points: np.ndarray | None = None
) -> dict[str, Any]:
    """A graph as JSON: labels, edges by position, and where to draw the nodes."""
    ends = zip(graph.source.tolist(), graph.target.tolist(), strict=True)
    weights = None if graph.weight is None else graph.weight.tolist()
    points = coordinates(graph) if points is None else points
    return {
        "name": name,
        "labels": [json_label(label) for label in graph.labels],
        "edges": [
            [*pair] if weights is None else [*pair, weights[at]] for at, pair in enumerate(ends)
        ],
        "directed": graph.directed,
        "positions": np.round(points, 4).tolist(),
    }


def problem_json(problem: Problem) -> dict[str, Any]:
    """A problem as the page's encoders take it."""
    found: dict[str, Any] = {"graph": graph_json(problem.graph), "seed": problem.seed}
    if problem.start is not None:
        found["start"] = problem.start
        found["moreStarts"] = list(problem.more_starts)
    if problem.values is not None:
        found["values"] = problem.values.tolist()
    return found


def instance_scene(
    program: Program, instance: Instance, points: np.ndarray | None = None
) -> dict[str, Any]:
    """An instance that is laid out already, with rows of its streams, and where to draw it."""
    rows = {
        scalar.name: [
            instance.streams[scalar.name].row(number).tolist() for number in range(STREAM_ROWS)
        ]
        for scalar in program.streams()
    }
    laid_out = instance_json(program, instance)
    labels = [json_label(label) for label in instance.labels]
    return {
        **laid_out,
        "labels": labels,
        "streams": rows,
        "positions": np.round(node_points(instance, points), 4).tolist(),
    }


def trajectory_scene(
    program: Program,
    instance: Instance,
    *,
    task: Task | None = None,
    step: int = 0,
    points: np.ndarray | None = None,
) -> dict[str, Any]:
    """One run on one instance: what a notebook shows of a trajectory."""
    known = task or all_tasks().get(program.task)
    outputs: dict[str, Any] = {}
    if known is not None:
        outputs = _tables(known, program)["outputs"]
    title = program.task if known is None else known.title
    return {
        "tasks": [
            {
                "name": program.task,
                "title": title,
                "summary": "" if known is None else known.summary,
                "takes": {"input": "instance", "start": "unused", "weights": "unused"},
                "outputs": outputs,
                "programs": {"this program": program_json(program)},
            }
        ],
        "graphs": [],
        "instance": instance_scene(program, instance, points),
        "view": {"task": program.task, "step": step},
    }

"""Problems with their outputs as JSON: for files of examples and of searches."""

from typing import Any

import numpy as np

from dnar.discover.checking import Asked
from dnar.errors import InputError
from dnar.graph import Graph
from dnar.machine import Problem


def asked_json(asked: Asked) -> dict[str, Any]:
    """A problem and its output as JSON values."""
    problem, graph = asked.problem, asked.problem.graph
    edges = np.stack([graph.source, graph.target], axis=1).tolist()
    found: dict[str, Any] = {"nodes": graph.node_count, "edges": edges}
    if graph.directed:
        found["directed"] = True
    if problem.start is not None:
        found["start"] = problem.start
    if problem.values is not None:
        found["values"] = problem.values.tolist()
    if problem.randomness is not None:
        found["randomness"] = problem.randomness.tolist()
    if asked.pointers is not None:
        found["pointers"] = asked.pointers
    return {**found, "output": asked.output.tolist()}


def asked_from_json(value: Any) -> Asked:
    """The problem and its output.

    Raises:
        InputError: the JSON object is not one of a problem.
    """
    try:
        nodes = int(value["nodes"])
        edges = [(int(source), int(target)) for source, target in value["edges"]]
        graph = Graph.from_edges(
            [source for source, _ in edges],
            [target for _, target in edges],
            labels=nodes,
            directed=bool(value.get("directed", False)),
        )
        problem = Problem(
            graph,
            None if value.get("start") is None else int(value["start"]),
            values=_numbers(value.get("values")),
            randomness=_numbers(value.get("randomness")),
        )
        pointers = value.get("pointers")
        return Asked(
            problem,
            np.atleast_1d(np.asarray(value["output"])),
            None if pointers is None else int(pointers),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(
            'an example is an object such as {"nodes": 2, "edges": [[0, 1]], "start": 0, '
            f'"output": [0, 0]}}, got {value!r:.80} ({error})'
        ) from error


def _numbers(value: Any) -> np.ndarray | None:
    return None if value is None else np.asarray(value, dtype=np.float64)

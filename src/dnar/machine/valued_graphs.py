"""Problems of a graph and a number on every node."""

import itertools
import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from dnar.array_types import Generator
from dnar.errors import InputError
from dnar.graph import Graph, as_graph
from dnar.machine.task import Problem

EXAMPLE = '{"nodes": 2, "edges": [[0, 1]], "values": [3, 1]}'

VALUED = f"a graph and a number on every node: {EXAMPLE}"
"""What a task with such problems takes, in words, with an example."""


class ValuedGraphs:
    """Pairs (graph, numbers), or the same as JSON text."""

    def read(self, given: Any) -> Problem:
        """The problem that a caller states.

        Raises:
            InputError: it is no graph with a number on every node.
        """
        if isinstance(given, str):
            given = _from_json(given)
        try:
            graph, numbers = given
            values = np.asarray(numbers, dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise InputError(
                f"expected a graph and a number per node, (graph, numbers), got {given!r:.60}"
            ) from error
        graph = as_graph(graph)
        if values.shape != (graph.node_count,) or not np.isfinite(values).all():
            raise InputError(
                f"expected {graph.node_count} finite numbers, one per node, got shape "
                f"{values.shape}"
            )
        return Problem(graph, values=values)

    def text(self, problem: Problem) -> str:
        """The problem as JSON text that `read` understands."""
        graph, values = problem.graph, problem.values
        edges = np.stack([graph.source, graph.target], axis=1).tolist()
        numbers = [] if values is None else values.tolist()
        return json.dumps({"nodes": graph.node_count, "edges": edges, "values": numbers})

    def sample(self, size: int, rng: Generator) -> Problem:
        """A random graph with random numbers."""
        pairs = np.array(list(itertools.combinations(range(size), 2))).reshape(-1, 2)
        chosen = pairs[rng.random(len(pairs)) < rng.uniform(0.1, 0.6)]
        return Problem(
            Graph.from_edges(*chosen.T, labels=size), values=rng.permutation(size).astype(float)
        )

    def smallest(self) -> Iterator[Problem]:
        """Every graph of up to three nodes; the numbers are not read at step zero."""
        for size in range(1, 4):
            pairs = list(itertools.combinations(range(size), 2))
            for bits in itertools.product([False, True], repeat=len(pairs)):
                edges = list(itertools.compress(pairs, bits))
                ends = [[edge[end] for edge in edges] for end in (0, 1)]
                graph = Graph.from_edges(*ends, labels=size)
                yield Problem(graph, values=1.37 + 0.618 * np.arange(size))


def _from_json(text: str) -> tuple[Graph, Any]:
    try:
        value = json.loads(text)
        edges = [[int(end) for end in edge] for edge in value["edges"]]
        source, target = ([edge[at] for edge in edges] for at in (0, 1))
        return Graph.from_edges(source, target, labels=int(value["nodes"])), value["values"]
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise InputError(f"expected JSON such as {EXAMPLE}, got {text!r:.60}") from error

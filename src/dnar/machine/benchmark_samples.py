"""Benchmark samples: dm-clrs feedback and the PyG `Data` of SALSA-CLRS as problems.

Neither library is imported: what is read are the fields that their samples have.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from dnar.errors import InputError
from dnar.graph import Graph, as_graph
from dnar.graph.direction import undirected_if_symmetric, with_direction
from dnar.machine.task import Problem


def is_clrs(value: Any) -> bool:
    """Whether this is dm-clrs feedback or its features: named inputs with a batch each."""
    return hasattr(getattr(value, "features", value), "inputs") and hasattr(
        getattr(value, "features", value), "lengths"
    )


def clrs_problems(feedback: Any) -> Iterator[Problem]:
    """The problems of a batch of dm-clrs samples, as `clrs.build_sampler` gives them.

    Read are the inputs `A` (weights, or edges where there are no others), `adj` and `s`.

    Raises:
        InputError: the samples have no matrix `A` or `adj`.
    """
    inputs = {
        str(point.name): np.asarray(point.data)
        for point in getattr(feedback, "features", feedback).inputs
    }
    matrices = inputs.get("A", inputs.get("adj"))
    if matrices is None or matrices.ndim != 3:
        raise InputError(
            "dm-clrs samples need a matrix A or adj per sample, (samples, nodes, nodes), got "
            f"the inputs {', '.join(inputs) or 'none'}"
        )
    for number, matrix in enumerate(matrices):
        weights = np.array(matrix, dtype=np.float64)
        if "adj" in inputs:
            weights = np.where(np.asarray(inputs["adj"][number]) != 0, weights, 0.0)
        start = int(np.argmax(inputs["s"][number])) if "s" in inputs else None
        yield Problem(as_graph(weights), start)


def is_sample(value: Any) -> bool:
    """Whether this is a PyG `Data` with the fields of a SALSA-CLRS sample."""
    return hasattr(value, "edge_index") and (hasattr(value, "s") or hasattr(value, "inputs"))


def sample_problem(data: Any, *, directed: bool | None) -> Problem:
    """The problem of a SALSA-CLRS sample: `edge_index`, `weights` or `A`, and the start `s`."""
    weights, start = _field(data, "weights", "A"), _field(data, "s")
    edges = _array(data.edge_index)
    if weights is None or len(weights) != edges.shape[1]:
        graph = as_graph(data, directed=directed)
    else:
        nodes = int(data.num_nodes) if start is None else len(start)
        weight = weights.astype(np.float64)
        graph = Graph.from_edges(*edges, labels=nodes, weight=weight, directed=True)
        graph = (
            undirected_if_symmetric(graph)
            if directed is None
            else with_direction(graph, directed)
        )
    return Problem(graph, None if start is None else int(np.argmax(start)))


def _field(data: Any, *names: str) -> np.ndarray | None:
    for name in names:
        value = getattr(data, name, None)
        if value is not None:
            return _array(value).reshape(-1)
    return None


def _array(value: Any) -> np.ndarray:
    return np.asarray(value.numpy() if hasattr(value, "numpy") else value)

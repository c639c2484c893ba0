"""Benchmark samples: what dm-clrs feedback and the PyG `Data` of SALSA-CLRS ask.

Neither library is imported: what is read are the fields that their samples have.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from dnar.errors import InputError
from dnar.graph import Graph, as_graph
from dnar.graph.direction import undirected_if_symmetric, with_direction
from dnar.machine.task import Problem

LETTERS = "abcd"
"""The letters of dm-clrs's strings, by number."""


def is_clrs(value: Any) -> bool:
    """Whether this is dm-clrs feedback or its features: named inputs with a batch each."""
    return hasattr(getattr(value, "features", value), "inputs") and hasattr(
        getattr(value, "features", value), "lengths"
    )


def clrs_items(feedback: Any) -> Iterator[Any]:
    """What each dm-clrs sample asks, as `dnar.run` takes it.

    A problem where there is a graph: `A` (weights), `adj` (edges) and `s` (the start).
    Otherwise numbers (`key` or `p`), points (`x` and `y`), or a text and a needle (`string`).

    Raises:
        InputError: the samples have none of these inputs.
    """
    inputs = {
        str(point.name): np.asarray(point.data)
        for point in getattr(feedback, "features", feedback).inputs
    }
    sizes = {len(batch) for batch in inputs.values() if batch.ndim}
    if len(sizes) != 1:
        raise InputError(f"dm-clrs samples come in one batch, got batches of {sorted(sizes)}")
    for number in range(sizes.pop()):
        yield _clrs_item({name: batch[number] for name, batch in inputs.items()})


def _clrs_item(sample: dict[str, np.ndarray]) -> Any:
    edges = sample.get("adj", sample.get("A"))
    if edges is not None and edges.ndim == 2:
        start = int(np.argmax(sample["s"])) if "s" in sample else None
        return Problem(_clrs_graph(edges, sample.get("A")), start)
    if "string" in sample and "key" in sample:
        letters = np.array(list(LETTERS))[sample["key"].argmax(-1)]
        parts = ("".join(letters[sample["string"] == part]) for part in (0, 1))
        return tuple(parts)
    if "x" in sample and "y" in sample:
        return np.stack([sample["x"], sample["y"]], axis=1)
    for name in ("key", "p"):
        if name in sample and sample[name].ndim == 1:
            return sample[name]
    raise InputError(
        "dm-clrs samples need a matrix A or adj, numbers key or p, points x and y, or letters "
        f"key with string; got the inputs {', '.join(sample)}"
    )


def _clrs_graph(edges: np.ndarray, weights: np.ndarray | None) -> Graph:
    """The graph of a sample; its self-loops are those of `A`, as `adj` has one everywhere."""
    loops = np.zeros(len(edges)) if weights is None else weights.diagonal()
    source, target = np.nonzero(np.where(np.eye(len(edges), dtype=bool), loops, edges))
    weight = None if weights is None else weights[source, target].astype(np.float64)
    graph = Graph.from_edges(source, target, labels=len(edges), weight=weight, directed=True)
    return undirected_if_symmetric(graph)


def is_sample(value: Any) -> bool:
    """Whether this is a PyG `Data` with the fields of a SALSA-CLRS sample."""
    return hasattr(value, "edge_index") and (hasattr(value, "s") or hasattr(value, "inputs"))


def sample_problem(data: Any, *, directed: bool | None) -> Problem:
    """The problem of a SALSA-CLRS sample.

    Read are `edge_index`, `weights` or `A`, the start `s`, and the `randomness` of independent
    sets, (nodes, steps): two steps are a round.
    """
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
    lots = getattr(data, "randomness", None)
    rows = None if lots is None else _array(lots).T[::2].astype(np.float64)
    return Problem(graph, None if start is None else int(np.argmax(start)), randomness=rows)


def _field(data: Any, *names: str) -> np.ndarray | None:
    for name in names:
        value = getattr(data, name, None)
        if value is not None:
            return _array(value).reshape(-1)
    return None


def _array(value: Any) -> np.ndarray:
    return np.asarray(value.numpy() if hasattr(value, "numpy") else value)

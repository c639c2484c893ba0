"""Weights that come with a graph: all edges have one, or none has."""

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from dnar.array_types import Float64
from dnar.errors import InputError
from dnar.graph.checks import is_real
from dnar.graph.graph import Graph


def with_default_weight(graph: Graph, weight: float | None) -> Graph:
    """The graph with this weight on every edge, unless it has weights already."""
    if weight is None or graph.weight is not None:
        return graph
    return graph.with_weight(weight)


def needs_attribute(name: str, known: Iterable[object], what: str) -> InputError:
    """The error for weights of a name that a source does not have."""
    there = ", ".join(sorted(str(each) for each in known)) or "none"
    return InputError(f"no {what} {name!r} to take weights from; there are: {there}")


def edge_weights(
    values: Sequence[object], edge: Callable[[int], str]
) -> Float64[np.ndarray, " edges"] | None:
    """The weights as an array, or None where no edge has one (None stands for missing).

    `edge(i)` names the i-th edge in messages.

    Raises:
        InputError: only some edges have a weight, or a weight is not a number.
    """
    kinds = set(map(type, values))
    if kinds <= {type(None)}:
        return None
    if kinds <= {int, float}:
        try:
            return np.array(values, np.float64)
        except OverflowError:
            pass  # found again below, with its edge
    missing = next((at for at, value in enumerate(values) if value is None), None)
    if missing is not None:
        raise InputError(
            f"edge {edge(missing)} has no weight, but other edges have one; "
            "give a weight to every edge or to none"
        )
    return np.array([_number(value, at, edge) for at, value in enumerate(values)], np.float64)


def _number(value: object, at: int, edge: Callable[[int], str]) -> float:
    if is_real(value):
        try:
            return float(value)  # type: ignore[arg-type]
        except OverflowError:
            pass
    raise InputError(f"the weight of edge {edge(at)} must be a number, got {value!r}")

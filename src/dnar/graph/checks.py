"""Checks of what a graph is built from: labels, node positions, weights.

Each returns the value in the form that `Graph` stores, or raises one `InputError`.
"""

import operator
from collections.abc import Hashable, Iterable, Sequence, Set
from numbers import Real
from typing import Any

import numpy as np

from dnar.array_types import Float64, Int, Int32
from dnar.errors import InputError

NODE_LIMIT = 2**31 - 2
"""Most nodes a graph can have: positions and the virtual node must fit in 32 bits."""


def checked_labels(labels: Any) -> Sequence[Hashable]:
    """Distinct hashable labels that the caller cannot change; a number n is 0, 1, ..., n-1.

    Raises:
        InputError: no labels, too many, a repeated or an unhashable one.
    """
    if isinstance(labels, tuple | range):
        names = labels
    elif isinstance(labels, int | np.integer) and not isinstance(labels, bool):
        names = range(operator.index(labels))
    elif isinstance(labels, Iterable) and not isinstance(labels, str | bytes | Set):
        names = list(labels)
    else:
        raise InputError(
            "labels must be a sequence with one label per node, or the number of nodes, got "
            f"{_shown(labels)}"
        )
    if len(names) == 0:
        raise InputError("the graph is empty: it needs at least one node")
    if len(names) > NODE_LIMIT:
        raise InputError(f"a graph has at most {NODE_LIMIT} nodes, got {len(names)}")
    if not isinstance(names, range):
        _check_distinct(names)
    return names


def _check_distinct(labels: Sequence[Hashable]) -> None:
    try:
        if len(set(labels)) == len(labels):
            return
    except TypeError:
        wrong = next(label for label in labels if not _is_hashable(label))
        raise InputError(
            f"node labels must be hashable, got {_shown(wrong)}; use a string or a tuple"
        ) from None
    seen: set[Hashable] = set()
    twice = next(label for label in labels if label in seen or seen.add(label))
    raise InputError(f"every node needs a label of its own, but {twice!r} is repeated")


def _is_hashable(label: object) -> bool:
    try:
        hash(label)
    except TypeError:
        return False
    return True


def checked_positions(ends: Any, nodes: int) -> Int32[np.ndarray, " edges"]:
    """Node positions as an array of their own.

    Raises:
        InputError: not a one-dimensional list of whole numbers from 0 to `nodes` - 1.
    """
    array = _as_array(ends, "edge ends")
    if array.ndim != 1 or (array.dtype.kind not in "iu" and array.size):
        raise InputError(
            "edge ends must be a one-dimensional list of whole numbers, got "
            f"{_kind(array, ends)}"
        )
    if array.size:
        lowest, highest = int(array.min()), int(array.max())
        if lowest < 0 or highest >= nodes:
            bad = lowest if lowest < 0 else highest
            raise InputError(f"edge ends must be positions from 0 to {nodes - 1}, got {bad}")
    return array.astype(np.int32)


def checked_weights(weight: Any) -> Float64[np.ndarray, "..."]:
    """Weights as an array of their own; whether they are finite is checked with their edges.

    Raises:
        InputError: something in it is not a real number.
    """
    array = _as_array(weight, "weights")
    if array.dtype.kind == "O" and array.size:
        wrong = [entry for entry in array.flat if not is_real(entry)]
        if wrong:
            raise InputError(f"weights must be real numbers, got {_shown(wrong[0])}")
    elif array.dtype.kind not in "iuf" and array.size:
        raise InputError(f"weights must be real numbers, got {_kind(array, weight)}")
    try:
        return array.astype(np.float64)
    except OverflowError:
        raise InputError("weights must be finite numbers, got one beyond 1.8e308") from None


def is_real(value: object) -> bool:
    """Whether a value is a real number; a bool is none."""
    return isinstance(value, Real) and not isinstance(value, bool | np.bool_)


def check_finite(
    labels: Sequence[Hashable],
    source: Int[np.ndarray, " edges"],
    target: Int[np.ndarray, " edges"],
    weight: Float64[np.ndarray, " edges"],
) -> None:
    """Returns if every weight is finite.

    Raises:
        InputError: one is not; the message names its edge.
    """
    # The sum is finite where every weight is, unless it overflows: one pass without a copy.
    with np.errstate(all="ignore"):
        if np.isfinite(weight.sum()):
            return
    finite = np.isfinite(weight)
    if not finite.all():
        bad = int(np.argmin(finite))
        edge = f"({labels[int(source[bad])]!r}, {labels[int(target[bad])]!r})"
        raise InputError(
            f"the weight of edge {edge} is {weight[bad]}; weights must be finite numbers"
        )


def check_lengths(source: np.ndarray, target: np.ndarray, weight: np.ndarray | None) -> None:
    """Returns if there are as many sources as targets and weights.

    Raises:
        InputError: there are not, or the weights are not one-dimensional.
    """
    if weight is not None and weight.ndim != 1:
        raise InputError(
            f"weights must be a one-dimensional list of numbers, got shape {weight.shape}"
        )
    if len(source) != len(target) or (weight is not None and len(weight) != len(source)):
        raise InputError(
            "sources, targets and weights must be equally long, got "
            f"{len(source)}, {len(target)}" + ("" if weight is None else f" and {len(weight)}")
        )


def checked_direction(directed: Any) -> bool:
    """Whether edges have a direction.

    Raises:
        InputError: neither True nor False.
    """
    if not isinstance(directed, bool | np.bool_):
        raise InputError(f"directed must be True or False, got {_shown(directed)}")
    return bool(directed)


def _as_array(values: Any, what: str) -> np.ndarray:
    # Masked arrays are a subclass; numpy.ma is loaded only when one may be here.
    is_subclass = isinstance(values, np.ndarray) and type(values) is not np.ndarray
    if is_subclass and np.ma.is_masked(values):
        raise InputError(f"{what} must not be masked; leave out the masked entries")
    try:
        return np.asarray(values)
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"{what} must be a list of numbers, got {_shown(values)}") from error


def _kind(array: np.ndarray, given: Any) -> str:
    """What came instead: shape and type of an array, any other value itself."""
    if array.ndim == 0:
        return _shown(given)
    return f"an array of shape {array.shape} and type {array.dtype}"


def _shown(value: object) -> str:
    return f"{value!r:.60}"

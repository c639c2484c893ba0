"""Edge tables: rows of names, whose order must not matter.

Labels are sorted, as whole numbers if all of them are, otherwise as strings, so any order of
the same rows gives the same graph.
"""

import re
from collections.abc import Hashable, Sequence
from operator import eq

import numpy as np

from dnar.array_types import Float64
from dnar.graph.graph import Graph

# Names such as 007 stay strings: as a number it would collide with 7.
_WHOLE_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,17}")


def graph_of_table(
    source: Sequence[Hashable],
    target: Sequence[Hashable | None],
    weight: Float64[np.ndarray, " edges"] | None,
    *,
    directed: bool,
) -> Graph:
    """The graph of these rows; a row without a target is a node of its own.

    `weight` has one number per row with a target.

    Raises:
        InputError: there are no rows, or parallel edges with different weights.
    """
    names = tidy_names([*source, *(name for name in target if name is not None)])
    labels = sorted(set(names))
    position = dict(zip(labels, range(len(labels)), strict=True))
    ends = np.fromiter(map(position.__getitem__, names), np.int32, len(names))
    is_edge = np.array([name is not None for name in target], dtype=bool)
    return Graph.from_edges(
        ends[: len(source)][is_edge],
        ends[len(source) :],
        labels=compact(labels),
        weight=weight,
        directed=directed,
    )


def tidy_names(names: Sequence[Hashable]) -> list[int] | list[str]:
    """The names as whole numbers if all of them are, otherwise as strings.

    >>> tidy_names(["10", "9"]), tidy_names([1, "b"]), tidy_names(["007", "7"])
    ([10, 9], ['1', 'b'], ['007', '7'])
    """
    text = {name: str(name) for name in set(names)}
    if all(_WHOLE_NUMBER.fullmatch(word) for word in text.values()):
        number = {name: int(word) for name, word in text.items()}
        return [number[name] for name in names]
    return [text[name] for name in names]


def compact(labels: Sequence[Hashable]) -> Sequence[Hashable]:
    """The labels as a `range` if they are exactly the integers 0, 1, 2, ..."""
    numbered = range(len(labels))
    if isinstance(labels, range):
        return numbered if labels == numbered else labels
    same = set(map(type, labels)) <= {int} and all(map(eq, labels, numbered))
    return numbered if same else labels

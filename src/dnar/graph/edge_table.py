"""Edge tables: rows of names, whose order must not matter.

Labels are sorted, as whole numbers if all of them are, otherwise as strings, so any order of
the same rows gives the same graph.
"""

import re
from collections.abc import Hashable, Sequence
from operator import eq

import numpy as np

from dnar.array_types import Float64
from dnar.errors import InputError
from dnar.graph.graph import Graph
from dnar.graph.reading import SOURCE, TARGET, Combine, Reading
from dnar.graph.weights import needs_attribute

# Names such as 007 stay strings: as a number it would collide with 7.
_WHOLE_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,17}")


def graph_of_table(
    source: Sequence[Hashable],
    target: Sequence[Hashable | None],
    weight: Float64[np.ndarray, " edges"] | None,
    *,
    directed: bool,
    combine: Combine = Combine.ERROR,
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
        combine=combine,
    )


def find_columns(
    header: Sequence[object], reading: Reading, what: str
) -> tuple[int, int, int | None]:
    """The positions of the columns of source, target and weight; None if there is no weight.

    A name is found as it is, or else without regard to case and outer spaces.

    Raises:
        InputError: there is no such column.
    """
    exact = [str(name) for name in header]
    plain = [name.strip().lower() for name in exact]

    def find(name: str) -> int | None:
        if name in exact:
            return exact.index(name)
        return plain.index(name.lower()) if name.lower() in plain else None

    wanted = (reading.source or SOURCE, reading.target or TARGET)
    ends = [find(name) for name in wanted]
    if ends[0] is None or ends[1] is None:
        hint = "" if reading.names_ends else "; name others with source= and target="
        raise InputError(
            f"{what} needs the columns {wanted[0]} and {wanted[1]}, got {list(header)}{hint}"
        )
    weight = find(reading.weight)
    if weight is None and reading.names_weight:
        raise needs_attribute(reading.weight, exact, "column")
    return ends[0], ends[1], weight


def tidy_names(names: Sequence[Hashable]) -> list[int] | list[str]:
    """The names as whole numbers if all of them are, otherwise as strings.

    >>> tidy_names(["10", "9"]), tidy_names([1, "b"]), tidy_names(["007", "7"])
    ([10, 9], ['1', 'b'], ['007', '7'])
    """
    text = {name: str(name) for name in set(names)}
    if all(map(is_whole_number, text.values())):
        number = {name: int(word) for name, word in text.items()}
        return [number[name] for name in names]
    return [text[name] for name in names]


def is_whole_number(name: str) -> bool:
    """Whether a name is read as a whole number."""
    return _WHOLE_NUMBER.fullmatch(name) is not None


def compact(labels: Sequence[Hashable]) -> Sequence[Hashable]:
    """The labels as a `range` if they are exactly the integers 0, 1, 2, ..."""
    numbered = range(len(labels))
    if isinstance(labels, range):
        return numbered if labels == numbered else labels
    same = set(map(type, labels)) <= {int} and all(map(eq, labels, numbered))
    return numbered if same else labels

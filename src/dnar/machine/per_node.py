"""One value per node, stored as an array and read as a dictionary."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from dnar.array_types import Shaped
from dnar.errors import InputError

_PART = 10_000
"""Values converted to Python objects at a time: a bound on the memory of an iteration."""


@dataclass(frozen=True, eq=False)
class PerNode:
    """A dictionary from labels to values, in the memory of an array.

    >>> dict(PerNode("abc", np.array([0, 0, 1]), names="abc").items())
    {'a': 'a', 'b': 'a', 'c': 'b'}
    """

    labels: Sequence[Hashable]
    array: Shaped[np.ndarray, " nodes"]
    """The values in the order of the labels."""
    names: Sequence[Hashable] | None = None
    """If given, the array holds positions in it, and the values are these names."""

    def __post_init__(self) -> None:
        if len(self.labels) != len(self.array):
            given = f"{len(self.array)} for {len(self.labels)} nodes"
            raise InputError(f"every node needs one value, got {given}")
        self.array.setflags(write=False)

    def __len__(self) -> int:
        return len(self.labels)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PerNode):
            return NotImplemented
        return dict(self.items()) == dict(other.items())

    __hash__ = None  # type: ignore[assignment]

    def items(self) -> Iterator[tuple[Hashable, Any]]:
        """Pairs of labels and values in the order of the nodes."""
        return zip(self.labels, self.values(), strict=True)

    def values(self) -> Iterator[Any]:
        """The values in the order of the nodes."""
        return chain.from_iterable(self._parts())

    def _parts(self) -> Iterator[Iterable[Any]]:
        # The names 0, 1, 2, ... are their own positions.
        names = None if self.names == range(len(self)) else self.names
        for begin in range(0, len(self), _PART):
            part = self.array[begin : begin + _PART].tolist()
            yield part if names is None else map(names.__getitem__, part)

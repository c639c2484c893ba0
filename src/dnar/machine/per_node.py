"""A value per node as an array: what becomes a dictionary when somebody asks for one."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dnar.array_types import Shaped
from dnar.errors import InputError

_PART = 10_000
"""How many values become objects of Python at a time."""


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
        for begin in range(0, len(self), _PART):
            part = self.array[begin : begin + _PART].tolist()
            yield from part if self.names is None else (self.names[value] for value in part)

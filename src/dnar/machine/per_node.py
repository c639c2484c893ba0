"""A value per node, by the node's label: a mapping that is kept as an array."""

import itertools
from collections.abc import Hashable, ItemsView, Iterator, Mapping, Sequence, ValuesView
from functools import cached_property
from typing import Any

import numpy as np

_SHOWN = 100
"""How many nodes are written out before the rest is left out."""
_PART = 10_000
"""How many values become objects of Python at a time."""


class PerNode(Mapping[Hashable, Any]):
    """What a dictionary from labels to values would be, in the memory of an array.

    >>> PerNode("abc", np.array([0, 0, 1]), points=True)
    {'a': 'a', 'b': 'a', 'c': 'b'}
    """

    def __init__(
        self, labels: Sequence[Hashable], array: np.ndarray, *, points: bool = False
    ) -> None:
        """Takes one entry per label; with `points` they are positions of labels."""
        self.labels, self.array, self.points = labels, array, points

    @cached_property
    def _position(self) -> dict[Hashable, int]:
        return {label: position for position, label in enumerate(self.labels)}

    def __getitem__(self, label: Hashable) -> Any:
        if isinstance(self.labels, range):
            try:
                at = self.labels.index(label)  # type: ignore[arg-type]
            except ValueError:
                raise KeyError(label) from None
        else:
            at = self._position[label]
        return self._named(self.array[at].item())

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.labels)

    def __len__(self) -> int:
        return len(self.labels)

    def values(self) -> ValuesView[Any]:
        """The values in the order of the nodes."""
        return _Values(self)

    def items(self) -> ItemsView[Hashable, Any]:
        """Pairs of labels and values in the order of the nodes."""
        return _Items(self)

    def __repr__(self) -> str:
        few = itertools.islice(self.items(), _SHOWN)
        shown = [f"{label!r}: {value!r}" for label, value in few]
        more = f", ... ({len(self):,} in all)" if len(self) > _SHOWN else ""
        return "{" + ", ".join(shown) + more + "}"

    def in_order(self) -> Iterator[Any]:
        """The values, one by one, without a look for labels; a part of them at a time."""
        for begin in range(0, len(self), _PART):
            yield from map(self._named, self.array[begin : begin + _PART].tolist())

    def _named(self, value: Any) -> Any:
        return self.labels[value] if self.points else value


class _Values(ValuesView[Any]):
    _mapping: PerNode

    def __iter__(self) -> Iterator[Any]:
        return self._mapping.in_order()


class _Items(ItemsView[Hashable, Any]):
    _mapping: PerNode

    def __iter__(self) -> Iterator[tuple[Hashable, Any]]:
        return zip(self._mapping.labels, self._mapping.in_order(), strict=True)

"""A value per node, by the node's label: a mapping that is kept as an array."""

import itertools
from collections.abc import Hashable, ItemsView, Iterator, Mapping, Sequence, ValuesView
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from jaxtyping import Shaped

from dnar.errors import InputError
from dnar.graph import position_in

_SHOWN = 100
"""How many nodes are written out before the rest is left out."""
_PART = 10_000
"""How many values become objects of Python at a time."""


@dataclass(frozen=True, eq=False, repr=False)
class PerNode(Mapping[Hashable, Any]):
    """What a dictionary from labels to values would be, in the memory of an array.

    >>> PerNode("abc", np.array([0, 0, 1]), names="abc")
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

    @cached_property
    def _position(self) -> dict[Hashable, int]:
        return {label: position for position, label in enumerate(self.labels)}

    def __getitem__(self, label: Hashable) -> Any:
        if isinstance(self.labels, range):
            at = position_in(self.labels, label)
            if at is None:
                raise KeyError(label)
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

    def _named(self, value: Any) -> Any:
        return value if self.names is None else self.names[value]


class _Values(ValuesView[Any]):
    """Values without a look for labels, a part of them at a time."""

    _mapping: PerNode

    def __iter__(self) -> Iterator[Any]:
        array = self._mapping.array
        for begin in range(0, len(array), _PART):
            yield from map(self._mapping._named, array[begin : begin + _PART].tolist())

    def __contains__(self, value: object) -> bool:
        return any(value is each or value == each for each in self)


class _Items(ItemsView[Hashable, Any]):
    _mapping: PerNode

    def __iter__(self) -> Iterator[tuple[Hashable, Any]]:
        return zip(self._mapping.labels, self._mapping.values(), strict=True)

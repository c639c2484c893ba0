"""Streams: scalars that arrive in rows while the machine runs, as Luby's random numbers do.

A row is a function of its number alone, so any part of a run can be replayed in any order.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from dnar.array_types import Float64
from dnar.graph import mis_row


@runtime_checkable
class Stream(Protocol):
    """An endless sequence of rows, one number per node."""

    def row(self, number: int) -> Float64[np.ndarray, " nodes"]:
        """The row of this number, from zero on."""
        ...


@dataclass(frozen=True, eq=False)
class GivenRows:
    """Rows given in advance; after the last one they start again from the first."""

    rows: Float64[np.ndarray, "rounds nodes"]

    def row(self, number: int) -> Float64[np.ndarray, " nodes"]:
        """The row of this number, counted round and round."""
        return self.rows[number % len(self.rows)]


@dataclass(frozen=True)
class RandomRows:
    """Uniform random rows from a seed, each drawn on its own; machine nodes get zero."""

    seed: int
    real_nodes: int
    nodes: int

    def row(self, number: int) -> Float64[np.ndarray, " nodes"]:
        """The row of this number; the same seed and number give the same bits."""
        values = np.zeros(self.nodes)
        values[: self.real_nodes] = mis_row(self.real_nodes, self.seed, number)
        return values


@dataclass(frozen=True)
class _SideBySide:
    parts: tuple[Stream, ...]

    def row(self, number: int) -> Float64[np.ndarray, " nodes"]:
        return np.concatenate([part.row(number) for part in self.parts])


def joined_streams(parts: Sequence[Stream]) -> Stream:
    """The stream of a union of instances."""
    return _SideBySide(tuple(parts))

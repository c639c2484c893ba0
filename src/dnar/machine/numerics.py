"""Numerics: how far apart the numbers lie that decide a program's entries.

A network decides by comparing floating-point numbers. Where two of them are closer than
rounding could move them, another machine might decide otherwise, and nothing is proved.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from dnar.array_types import Float64


@dataclass(frozen=True, eq=False)
class Gaps:
    """For every entry of a table: how clearly it was decided, and what rounding could do."""

    gap: Float64[np.ndarray, "..."]
    error: Float64[np.ndarray, "..."]

    @property
    def safe(self) -> np.ndarray:
        """Which entries no rounding can flip."""
        return self.gap > self.error


@dataclass(frozen=True, eq=False)
class Numerics:
    """The gaps of a program's entries, as the network computed them."""

    score: Float64[np.ndarray, "heads node_states node_states arc_states 2"]
    """Attention scores; the higher one is heard."""
    score_error: Float64[np.ndarray, "heads node_states"]
    """Per head and receiver: two scores closer than this may change places."""
    node: Gaps
    """By state and, per head, class heard (the last place is for nothing)."""
    arc: Gaps
    """As the arc table."""
    gates: Mapping[str, Gaps]
    """Per scalar: inc, keep and push gates, as the network lists them."""
    readouts: Mapping[str, Gaps]
    """Per output: of pointers the gap to the next place, of sets the distance from zero."""

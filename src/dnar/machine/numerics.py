"""Numerics: how far apart the numbers lie that decide a program's entries.

A network decides by comparing floating-point numbers. Where two of them are closer than
rounding could move them, another machine might decide otherwise, and nothing is proved.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from dnar.machine.program import Signs
from dnar.machine.vocabulary import ArcClass


class Gap(NamedTuple):
    """How clearly something was decided, and what rounding could do to it."""

    gap: float
    error: float

    @property
    def safe(self) -> bool:
        """Whether no rounding can flip it."""
        return self.gap > self.error


def closest_gap(gaps: Iterable[Gap]) -> Gap:
    """The gap that exceeds its rounding error by the smallest factor."""
    found, *rest = gaps
    for each in rest:
        if each.gap * found.error < found.gap * each.error:
            found = each
    return found


@dataclass(frozen=True, eq=False)
class Numerics:
    """The gaps of a program's entries, as the network computed them."""

    scores: Mapping[tuple[int, int], tuple[float, ...]]
    """By head and receiver state: attention scores of the entries of the program's order, in
    that order; the higher one is heard."""
    score_errors: Mapping[tuple[int, int], float]
    """By head and receiver state: two scores closer than this may change places."""
    node: Mapping[tuple[int, tuple[ArcClass, ...], Signs], Gap]
    """By state, class heard per head (or NOTHING) and signs."""
    arc: Mapping[tuple[int, int, int, int, int, int, Signs], Gap]
    """By arc, receiver, sender and reverse state, bits of heads that hear it and its reverse,
    and signs."""
    gates: Mapping[str, tuple[Gap, ...]]
    """Per scalar: its gates."""
    readouts: Mapping[str, Mapping[tuple[int, ...], Gap]]
    """Per output: of pointers by (arc state, is loop) the gap to the next place; of labels by
    state the lead of the label."""

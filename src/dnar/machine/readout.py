"""Readouts: how outputs are read off final states (paper, Section 3.1).

A pointer goes along the arc of a row that comes first in an order of arc states; a label is
given to each state. Outputs that only order or copy scalars need nothing learned.
"""

from dataclasses import dataclass

from dnar.machine.vocabulary import Place


@dataclass(frozen=True)
class PointerOrder:
    """A node points along the arc of its row that comes first, of equal ones the first arc."""

    places: tuple[tuple[int, int], ...]
    """By arc state: the place of an arc to another node, and of a self-loop. Zero is first."""


@dataclass(frozen=True)
class Labels:
    """A label for every node state or arc state; sets have the labels 0 and 1."""

    place: Place
    labels: tuple[int, ...]
    """By state."""

    @classmethod
    def of_set(cls, place: Place, members: frozenset[int], states: int) -> "Labels":
        """The labels of a set of states: 1 for its members, 0 for all others."""
        return cls(place, tuple(int(state in members) for state in range(states)))


Readout = PointerOrder | Labels

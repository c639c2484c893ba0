"""Findings: what a proof had to show, and what it could not show."""

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum


class Kind(Enum):
    """What an obligation is about."""

    NODE = "node"
    """A node's next state is the same."""
    ARC = "arc"
    """An arc's next state is the same."""
    SCALAR = "scalar"
    """A scalar that decides something, or is an output, is the same."""
    OUTPUT = "output"
    """An output is read the same way."""
    MARGIN = "margin"
    """Rounding cannot flip what the program decides."""


@dataclass(frozen=True, order=True)
class Blocked:
    """An obligation that does not hold: the case, in words."""

    kind: str
    case: str


@dataclass
class Findings:
    """Counts the obligations, keeps those that fail and the smallest margins."""

    counts: Counter[str] = field(default_factory=Counter)
    blocked: set[Blocked] = field(default_factory=set)
    margins: dict[str, tuple[float, float]] = field(default_factory=dict)
    """Per table: of all entries that reachable cases use, the gap that exceeds its rounding
    error by the smallest factor, and that error."""

    def demand(self, kind: Kind, holds: bool, case: str) -> None:
        """Takes an obligation down."""
        self.counts[kind.value] += 1
        if not holds:
            self.blocked.add(Blocked(kind.value, case))

    def demand_margin(self, table: str, gap: float, error: float, case: str) -> None:
        """Takes down that an entry must not be flipped by rounding."""
        self.demand(Kind.MARGIN, gap > error, f"{case}: decided by {gap:.2g}, within rounding")
        old = self.margins.get(table)
        if old is None or gap * old[1] < old[0] * error:
            self.margins[table] = (gap, error)

"""Findings: what a proof had to show, and what it could not show."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from dnar.machine import Gap, closest_gap


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


Case = Callable[[], str]
"""Says a case in words; called only if its obligation fails."""


@dataclass
class Findings:
    """Counts the obligations, keeps those that fail and the smallest margins."""

    counts: Counter[str] = field(default_factory=Counter)
    blocked: set[Blocked] = field(default_factory=set)
    margins: dict[str, Gap] = field(default_factory=dict)
    """Per table: of all entries that reachable cases use, the gap that exceeds its rounding
    error by the smallest factor."""

    def demand(self, kind: Kind, holds: bool, case: Case) -> None:
        """Records an obligation."""
        self.counts[kind.value] += 1
        if not holds:
            self.block(kind, case())

    def block(self, kind: Kind, case: str) -> None:
        """Records a reason why nothing is proved, without counting an obligation."""
        self.blocked.add(Blocked(kind.value, case))

    def demand_margin(self, table: str, gap: Gap | None, case: Case) -> None:
        """Records that rounding must not flip an entry; None: its gap is not known."""
        if gap is None:
            self.demand(Kind.MARGIN, False, lambda: f"{case()}: its margin is not known")
            return
        self.demand(
            Kind.MARGIN,
            gap.safe,
            lambda: f"{case()}: decided by {gap.gap:.2g}, within rounding",
        )
        old = self.margins.get(table)
        self.margins[table] = gap if old is None else closest_gap([old, gap])

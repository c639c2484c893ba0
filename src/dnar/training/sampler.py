"""Batches: which cases make up the loss of an iteration.

Observed cases are drawn as they occur in the iteration's graphs; enumerated ones uniformly;
and cases that the network still gets wrong are drawn once more. A batch is a function of the
seed, the cycle and the iteration alone, so a run can be taken up again anywhere.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Int64
from scipy.sparse import csr_array

Numbers = Int64[np.ndarray, " some"]


@dataclass(frozen=True)
class CasePool:
    """One kind of case: observed ones, then enumerated ones, then those that are told."""

    counts: csr_array
    """Graphs x observed cases: how often."""
    cumulated: np.ndarray
    enumerated: int
    """Enumerated cases in which attention decides."""
    told: int
    """Enumerated cases that say what is heard."""

    @property
    def observed(self) -> int:
        """How many distinct observed cases there are."""
        return int(np.asarray(self.counts.shape)[1])

    def draw_attended(
        self, rng: np.random.Generator, graphs: np.ndarray, wrong: np.ndarray, size: int
    ) -> Numbers:
        """Cases of these graphs, enumerated ones, and some that are still wrong."""
        parts = [self._observed(rng, graphs, size)]
        if self.enumerated:
            parts.append(self.observed + rng.integers(0, self.enumerated, size))
        parts.append(_some(rng, wrong[wrong < self.observed + self.enumerated], size // 2))
        return np.concatenate(parts)

    def draw_told(self, rng: np.random.Generator, wrong: np.ndarray, size: int) -> Numbers:
        """Cases that say what is heard, and some of those that are still wrong."""
        first = self.observed + self.enumerated
        drawn = first + rng.integers(0, self.told, size)
        return np.concatenate([drawn, _some(rng, wrong[wrong >= first], size // 2)])

    def _observed(self, rng: np.random.Generator, graphs: np.ndarray, size: int) -> np.ndarray:
        pointers = np.asarray(self.counts.indptr)
        begin = self.cumulated[pointers[graphs]]
        total = np.cumsum(self.cumulated[pointers[graphs + 1]] - begin)
        at = rng.random(size) * total[-1]
        graph = np.searchsorted(total, at, side="right").clip(max=len(graphs) - 1)
        inside = at - np.concatenate([[0.0], total])[graph] + begin[graph]
        entry = np.searchsorted(self.cumulated, inside, side="right") - 1
        low, high = pointers[graphs[graph]], pointers[graphs[graph] + 1] - 1
        return np.asarray(self.counts.indices)[entry.clip(low, high)].astype(np.int64)


def _some(rng: np.random.Generator, among: np.ndarray, size: int) -> np.ndarray:
    # Once each: cases that are drawn again and again push those out that look alike.
    size = min(size, len(among))
    return among[rng.integers(0, len(among), size)] if len(among) else among


def case_pool(counts: csr_array, enumerated: int, told: int) -> CasePool:
    """A pool of observed cases, counted per graph, and of so many enumerated and told ones."""
    return CasePool(counts, np.concatenate([[0.0], np.cumsum(counts.data)]), enumerated, told)

"""Batches: which cases make up the loss of an iteration.

Observed cases are drawn as they occur in the iteration's graphs, or two thirds of them kind by
kind; enumerated ones uniformly; and cases that the network still gets wrong once more, if
wanted. A third of the told cases is drawn transition by transition from the states in which
something is still wrong: a rare transition is not swamped by common ones, nor a state in doubt
by those that are right. A batch is a function of the seed, the cycle and the iteration alone,
so a run can be taken up again anywhere.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64, Int64
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
    state: Int64[np.ndarray, " cases"]
    """The state of every case, of all three kinds."""
    by_transition: Int64[np.ndarray, " told"]
    """The told cases, sorted by transition."""
    transitions: Int64[np.ndarray, " transitions"]
    """Where each transition begins in them, and their count."""
    by_kind: Int64[np.ndarray, " observed"]
    """The observed cases, sorted by their kind: all states that they hold, and the next one."""
    kinds: Int64[np.ndarray, " kinds"]
    """Where each kind begins in them, and their count."""

    @property
    def observed(self) -> int:
        """How many distinct observed cases there are."""
        return int(np.asarray(self.counts.shape)[1])

    def draw_attended(
        self,
        rng: np.random.Generator,
        graphs: np.ndarray,
        size: int,
        *,
        balanced: bool,
        wrong: np.ndarray,
    ) -> Numbers:
        """Cases of these graphs, enumerated ones, and some that are wrong.

        If balanced, observed cases of all graphs in which every kind is as likely, and half as
        many of these graphs.
        """
        parts = []
        if balanced:
            which = rng.integers(0, len(self.kinds) - 1, size)
            parts.append(self.by_kind[rng.integers(self.kinds[which], self.kinds[which + 1])])
        parts.append(self._observed(rng, graphs, size // 2 if balanced else size))
        if self.enumerated:
            parts.append(self.observed + rng.integers(0, self.enumerated, size))
        parts.append(_some(rng, wrong[wrong < self.observed + self.enumerated], size // 2))
        return np.concatenate(parts)

    def all_observed(self, graphs: np.ndarray) -> tuple[Numbers, Float64[np.ndarray, " some"]]:
        """All cases of these graphs, and how often each occurs in them."""
        counts = np.asarray(self.counts[graphs].sum(axis=0)).ravel()
        found = np.flatnonzero(counts).astype(np.int64)
        return found, counts[found].astype(np.float64)

    def draw_told(self, rng: np.random.Generator, wrong: np.ndarray, size: int) -> Numbers:
        """Cases that say what is heard, and some of those that are still wrong."""
        first = self.observed + self.enumerated
        plain = first + rng.integers(0, self.told, size)
        begin, end = self.transitions[:-1], self.transitions[1:]
        in_doubt = np.isin(self.state[self.by_transition[begin]], self.state[wrong])
        if in_doubt.any():
            begin, end = begin[in_doubt], end[in_doubt]
        which = rng.integers(0, len(begin), size // 2)
        return np.concatenate(
            [plain, self.by_transition[rng.integers(begin[which], end[which])]]
        )

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


def case_pool(
    counts: csr_array,
    enumerated: int,
    state: np.ndarray,
    outcome: np.ndarray,
    *others: np.ndarray,
) -> CasePool:
    """A pool of observed cases, counted per graph, of enumerated ones, and of told ones.

    `state` and `outcome` are those of all cases, in this order, and so are `others`, what else
    makes a kind of case: the states of an arc's ends and of its reverse.
    """
    observed = int(np.asarray(counts.shape)[1])
    first = observed + enumerated
    columns = np.stack([each[:observed] for each in (outcome, state, *others)])
    by_kind = np.lexsort(columns)
    another = (np.diff(columns[:, by_kind]) != 0).any(0)
    told = np.arange(first, len(state))
    order = told[np.lexsort((outcome[told], state[told]))]
    changes = (np.diff(state[order]) != 0) | (np.diff(outcome[order]) != 0)
    return CasePool(
        counts,
        np.concatenate([[0.0], np.cumsum(counts.data)]),
        enumerated,
        len(told),
        state.astype(np.int64),
        order,
        np.concatenate([[0], np.flatnonzero(changes) + 1, [len(told)]]),
        by_kind,
        np.concatenate([[0], np.flatnonzero(another) + 1, [observed]]),
    )

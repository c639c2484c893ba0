"""Settling: a search for attention without conflicts.

Gradients through soft attention find it only now and then, and lead away from it while the
updates are still wrong. A score is a sum of a few parts, so there is little to search.
"""

import numpy as np
from jaxtyping import Float

from dnar.training.listening import Draws, Listening

ROUNDS = 60
"""Rounds of a search at most."""

PATIENCE = 12
"""Rounds without progress after which all states in conflict begin anew."""

MARGIN = 0.03
"""How far ahead a winner should be, of the highest score: rounding must not matter."""

WIDENINGS = 5
"""Attempts to reach it."""


def settle(listening: Listening, rng: np.random.Generator, draws: int) -> bool:
    """Gives the listening scores without conflicts, and tells whether it found any.

    State by state and head by head, `draws` candidates are judged, half of them fresh, half
    with some parts of the present scores changed, and the best one is kept. States
    without conflicts change only where a margin is narrow. If conflicts remain, the scores are
    those with the fewest.
    """
    fewest, kept, idle = np.inf, listening.scores.copy(), 0
    for _ in range(ROUNDS):
        conflicts, states = listening.in_conflict()
        if conflicts < fewest:
            fewest, kept, idle = conflicts, listening.scores.copy(), 0
        if not conflicts:
            _widen(listening, rng, draws)
            return True
        idle += 1
        pairs = [(head, state) for head in range(listening.heads) for state in states]
        for head, state in (pairs[at] for at in rng.permutation(len(pairs))):
            if idle % PATIENCE:
                scores = _better(listening, rng, draws, head, state)
            else:
                scores = _fresh(rng, 1, kept.shape[2])[0]
            listening.change(head, state, scores)
    for head, state in np.ndindex(kept.shape[:2]):
        listening.change(head, state, kept[head, state])
    return False


def _better(
    listening: Listening, rng: np.random.Generator, draws: int, head: int, state: int
) -> Float[np.ndarray, " parts"]:
    """The draw with the fewest conflicts; of equal ones, any but the present scores."""
    candidates = _candidates(rng, draws, listening.scores[head, state])
    conflicts = listening.judge(candidates, head, state)
    fewest = np.flatnonzero(conflicts == conflicts.min())
    return candidates[fewest[int(rng.integers(max(len(fewest) - (fewest[-1] == draws), 1)))]]


def _widen(listening: Listening, rng: np.random.Generator, draws: int) -> None:
    """Widens narrow margins, where that makes no conflict."""
    for _ in range(WIDENINGS):
        for head, state in np.ndindex(listening.scores.shape[:2]):
            now = listening.scores[head, state]
            if listening.margin(now[None], head, state)[0] < MARGIN * np.abs(now).max():
                candidates = _candidates(rng, draws, now)
                margin = listening.margin(candidates, head, state)
                conflicts = listening.judge(candidates, head, state)
                margin[conflicts > conflicts[-1]] = -np.inf
                listening.change(head, state, candidates[margin.argmax()])


def _candidates(
    rng: np.random.Generator, draws: int, now: Float[np.ndarray, " parts"]
) -> Draws:
    """Fresh scores, by turns with present ones of which some are fresh, and the present ones.

    None is above one: attention that is hard at once could not learn any more.
    """
    fresh = _fresh(rng, draws, len(now))
    now = now / max(np.abs(now).max(), 1.0)
    some = rng.random(fresh.shape) < np.where(np.arange(draws) % 2, 0.25, 1.0)[:, None]
    return np.concatenate([np.where(some, fresh, now), now[None]])


def _fresh(rng: np.random.Generator, draws: int, parts: int) -> Draws:
    drawn = rng.normal(size=(draws, parts))
    return drawn / np.abs(drawn).max(1, keepdims=True)

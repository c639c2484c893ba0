"""Keys that are hard for the heaps of the compiled executor, see heaps.c."""

import numpy as np

SAMPLED = 64
"""So many leaves of a star are looked at when the best ones are chosen."""


def weights_of_leaves(leaves: int) -> dict[str, np.ndarray]:
    """Weights of a star's leaves by what is hard about them."""
    places, every = np.arange(leaves), leaves // SAMPLED
    looked_at = np.isin(places % every, (0, every - 1))  # from whichever end they are counted
    return {
        "random": np.random.default_rng(1).random(leaves),
        "equal": np.ones(leaves),
        "descending": (leaves - places) / leaves,
        "those looked at are the best": np.where(looked_at, 0, 1) + places / leaves,
        "those looked at are the worst": np.where(looked_at, 1, 0) + places / leaves,
    }

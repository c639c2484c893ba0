"""How benchmarks measure time, and how it grows."""

import math
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

GROWS_FROM = 10_000
"""Nodes from which on growth is measured."""
SHORT, ENOUGH = 0.3, 3.0
"""Seconds up to which, and after which not any more, a call is repeated."""


def milliseconds(call: Callable[[], Any]) -> float:
    """The least of three times, of more if they are short, of fewer if they are long."""
    least, total, calls = math.inf, 0.0, 0
    while (calls < 3 or total < SHORT) and total < ENOUGH:
        began = time.perf_counter()
        call()
        spent = time.perf_counter() - began
        least, total, calls = min(least, spent), total + spent, calls + 1
    return round(1000 * least, 3)


def in_turn(calls: Sequence[Callable[[], Any]]) -> float:
    """Milliseconds of one call where all are made in turn."""

    def make_all() -> None:
        for call in calls:
            call()

    return round(milliseconds(make_all) / len(calls), 3)


def exponent(small: float, large: float, ratio: float) -> float:
    """How a time grows with something that grew by `ratio`."""
    return round(float(np.log(large / small) / np.log(ratio)), 3)

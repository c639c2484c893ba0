"""Gaps: an entry is safe only if it was decided by more than rounding could move."""

import math

import pytest

from dnar.machine import Gap


@pytest.mark.parametrize(
    ("gap", "error", "safe"),
    [(0.0, 0.0, False), (1.0, 1.0, False), (1.0, 0.5, True), (math.inf, 0.0, True)],
)
def test_an_entry_is_safe_only_beyond_its_error(gap: float, error: float, safe: bool) -> None:
    assert Gap(gap, error).safe is safe

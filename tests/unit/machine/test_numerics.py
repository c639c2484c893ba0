"""Gaps: an entry is safe only if it was decided by more than rounding could move."""

import numpy as np

from dnar.machine import Gaps


def test_an_entry_is_safe_only_beyond_its_error() -> None:
    gaps = Gaps(np.array([0.0, 1.0, 1.0, np.inf]), np.array([0.0, 1.0, 0.5, 0.0]))
    assert gaps.safe.tolist() == [False, False, True, True]

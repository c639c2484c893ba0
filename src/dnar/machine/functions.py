"""Functions of scalars that an operation may add: the one place where they are defined.

To add a function, add an entry here, from which every engine takes its formula, and one in
`tools/check_certificate.py`, which shares no code with the package.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np


@dataclass(frozen=True)
class Function:
    """A function of one or two scalars, in the languages that programs are written in.

    `{0}` and `{1}` stand for the arguments.
    """

    arguments: int
    compute: Callable[..., np.ndarray]
    c: str
    python: str
    """With Python's `math`."""
    words: str
    sql: str
    factor: int | None = None
    """Of a function that is a multiple of its argument: how many times it."""
    vanishes: bool = False
    """Whether it is zero wherever an argument is zero."""


def _atan2(y: np.ndarray | float, x: np.ndarray | float) -> np.ndarray:
    """The C library's angle; numpy's own differs from it in the last bit on some machines."""
    return np.asarray(_each_atan2(y, x), dtype=np.float64)


_each_atan2 = np.frompyfunc(math.atan2, 2, 1)


FUNCTIONS: Mapping[str, Function] = MappingProxyType(
    {
        "copy": Function(1, np.positive, "({0})", "({0})", "{0}", "({0})", factor=1),
        "negative": Function(
            1, np.negative, "(-({0}))", "(-({0}))", "minus {0}", "(-({0}))", factor=-1
        ),
        "product": Function(
            2,
            np.multiply,
            "(({0}) * ({1}))",
            "(({0}) * ({1}))",
            "{0} times {1}",
            "(({0}) * ({1}))",
            vanishes=True,
        ),
        "atan2": Function(
            2,
            _atan2,
            "atan2({0}, {1})",
            "math.atan2({0}, {1})",
            "the angle of the point ({1}, {0})",
            "atan2({0}, {1})",
        ),
    }
)
"""By name."""

"""Functions of scalars that an operation may add: the one place where they are defined.

To add a function, add an entry: every engine takes its formula from here.
"""

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


FUNCTIONS: Mapping[str, Function] = MappingProxyType(
    {
        "copy": Function(1, np.positive, "({0})", "({0})", "{0}"),
        "negative": Function(1, np.negative, "(-({0}))", "(-({0}))", "minus {0}"),
        "product": Function(
            2, np.multiply, "(({0}) * ({1}))", "(({0}) * ({1}))", "{0} times {1}"
        ),
    }
)
"""By name."""

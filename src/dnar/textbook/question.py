"""What a textbook is asked: a graph and what goes with it, without the machine's `Problem`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from dnar.array_types import Float64
from dnar.graph import Graph

Outputs = Mapping[str, np.ndarray]
"""Raw outputs by name, as the decoders of a task give them."""


@runtime_checkable
class Question(Protocol):
    """One question to an algorithm; every `dnar.machine.Problem` is one."""

    @property
    def graph(self) -> Graph:
        """The graph, with weights if the algorithm takes some."""
        ...

    @property
    def start(self) -> int | None:
        """The position of the start node."""
        ...

    @property
    def starts(self) -> tuple[int, ...]:
        """The positions of all start nodes, if there may be several."""
        ...

    @property
    def values(self) -> np.ndarray | None:
        """The numbers of an array, or of a table."""
        ...

    @property
    def randomness(self) -> Float64[np.ndarray, "rounds nodes"] | None:
        """Given random numbers, a row per round; None draws them from `seed`."""
        ...

    @property
    def seed(self) -> int:
        """Where random numbers come from."""
        ...


@dataclass(frozen=True)
class Entry:
    """What the textbook says about a task."""

    expected: Callable[[Question], Outputs]
    """The outputs, with ties broken as the task breaks them."""
    valid: Callable[[Question, Outputs], bool]
    """Whether outputs solve the problem, however ties were broken."""


def start_of(question: Question) -> int:
    """The start of a question that has one."""
    assert question.start is not None
    return question.start

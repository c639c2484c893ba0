"""Engines: what computes the steps of a run.

An engine is an object with a name, a task and `solve`; `dnar.run` takes any such object. Those
of the package stand in `dnar.run.engines`, one file each, and register their names here.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np

from dnar.errors import InputError
from dnar.machine import Problem, Program, Task, Trajectory

if TYPE_CHECKING:
    from dnar.network import Network

ASKED = "asked for"
"""The reason of an engine that was named."""


class EngineUsed(str):
    """The name of the engine that ran, and the reason why it was this one.

    >>> used = EngineUsed("program", "34 nodes: too small to compile for")
    >>> used == "program", used.reason
    (True, '34 nodes: too small to compile for')
    """

    reason: str
    fallback: bool
    """Whether a faster engine was wanted and could not run."""

    def __new__(cls, name: str, reason: str = ASKED, *, fallback: bool = False) -> "EngineUsed":
        """A name with its reason."""
        used = super().__new__(cls, name)
        used.reason, used.fallback = reason, fallback
        return used

    def __getnewargs_ex__(self) -> tuple[tuple[str, str], dict[str, bool]]:
        return (str(self), self.reason), {"fallback": self.fallback}


@dataclass(frozen=True, eq=False)
class Solution:
    """What an engine found for a problem."""

    outputs: dict[str, np.ndarray]
    """Every output of the task, raw."""
    steps: int
    """Steps that changed something."""
    halted: bool
    """Whether the machine came to rest by itself."""
    trajectory: Trajectory | None = None
    """The whole run, if it was recorded."""
    engine: EngineUsed | None = None
    """Which engine ran and why; None: the one that was asked."""


@runtime_checkable
class Engine(Protocol):
    """Solves the problems of a task."""

    name: str
    task: Task

    def solve(
        self, problem: Problem, *, max_steps: int | None = None, record: bool = False
    ) -> Solution:
        """What the engine finds for a problem, in at most `max_steps` steps."""
        ...


@runtime_checkable
class BatchEngine(Engine, Protocol):
    """An engine that has its own way of solving many problems at once."""

    def solve_all(self, problems: Sequence[Problem]) -> Iterator[Solution]:
        """The solution of each problem, in their order."""
        ...


@runtime_checkable
class LearnedEngine(Engine, Protocol):
    """An engine that runs a PyTorch model."""

    network: Any


@runtime_checkable
class ProgramRunner(Engine, Protocol):
    """An engine that runs the tables of a program."""

    program: Program


@runtime_checkable
class ChoosingEngine(Engine, Protocol):
    """An engine that leaves each problem to one of several others."""

    def engine_for_size(self, nodes: int) -> Engine:
        """The engine for problems of so many nodes in all."""
        ...


@runtime_checkable
class Source(Protocol):
    """What an engine is made from: a task, and what was learned of it."""

    @property
    def task(self) -> Task:
        """The task."""
        ...

    @property
    def proved(self) -> bool | None:
        """Whether the program is proved; None if nobody knows yet."""
        ...

    @property
    def default_engine(self) -> str:
        """The engine that runs if none is named."""
        ...

    def program(self) -> Program:
        """The program, or an InputError if there is none."""
        ...

    def network(self) -> "Network":
        """The network, or an InputError if there is none."""
        ...


@runtime_checkable
class EngineChoice(Protocol):
    """An engine with its settings, before a task is known."""

    def engine_for(self, source: Source) -> Engine:
        """The engine for the program of a source."""
        ...


Factory = Callable[[Source], Engine]

ENGINES: dict[str, Factory] = {}
"""Every engine that can be named, and how it is made."""


def register(name: str) -> Callable[[Factory], Factory]:
    """Makes the decorated function the one that makes engines of this name."""

    def registered(factory: Factory) -> Factory:
        ENGINES[name] = factory
        return factory

    return registered


def engine_from_source(source: Source, name: str | None) -> Engine:
    """The engine of this name, or the source's default.

    Raises:
        InputError: there is no such engine, or the source lacks what it needs.
    """
    import dnar.run.engines  # noqa: F401, PLC0415 (registers the engines of the package)

    if name is None:
        return ENGINES[source.default_engine](source)
    if not isinstance(name, str) or name not in ENGINES:
        raise InputError(f"no engine {name!r}; the engines are {', '.join(sorted(ENGINES))}")
    return ENGINES[name](source)


def settled(engine: Engine, nodes: int) -> Engine:
    """The engine itself, or the one it chooses for problems of so many nodes in all."""
    return engine.engine_for_size(nodes) if isinstance(engine, ChoosingEngine) else engine

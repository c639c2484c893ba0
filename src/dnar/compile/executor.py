"""The compiled executors: a program made ready once, then run on any setup.

The incremental kernel looks only where something can matter; the generic one runs every
program. `compile_program` chooses.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Protocol, runtime_checkable

from dnar.compile.analysis import Analysis, UnsupportedError, analyse, check_supported
from dnar.compile.build import built
from dnar.compile.generic import GenericExecutor, compile_generic
from dnar.compile.loaded import Loaded, typed
from dnar.compile.minimise import minimised
from dnar.compile.once import found_once
from dnar.compile.outputs import Machine
from dnar.compile.recorded import execution_of
from dnar.compile.source import source_of
from dnar.graph import Graph
from dnar.machine import (
    Execution,
    Instance,
    Program,
    Reachable,
    ScalarUse,
    Setup,
    Task,
    most_steps,
    reachable_types,
    smallest_problems,
)


@runtime_checkable
class Executor(Protocol):
    """A program as native code."""

    kernel: ClassVar[str]
    """Which kernel runs it: "incremental" or "generic"."""

    @property
    def program(self) -> Program:
        """The program that runs."""
        ...

    @property
    def source(self) -> str:
        """Its C source."""
        ...

    @property
    def step_bound(self) -> Callable[[int], int]:
        """By number of nodes: the steps after which a run is cut off."""
        ...

    def build(self) -> None:
        """Compiles the source now, not when the first run starts.

        Raises:
            BuildError: there is no compiler, or it failed.
        """
        ...

    def started(self, began: Setup | Instance, *, recording: bool = False) -> Machine:
        """The machine before its first step.

        Raises:
            InputError: it is too large, or there is no compiler.
        """
        ...

    def execute(
        self, began: Setup | Instance, *, max_steps: int | None = None, record: bool = False
    ) -> Execution:
        """Runs until nothing changes, or for `max_steps` steps, to a snapshot of all arcs."""
        ...


@dataclass(frozen=True, eq=False)
class IncrementalExecutor:
    """A program on the kernel that works only where something changes."""

    analysis: Analysis
    source: str
    """Its C source."""
    step_bound: Callable[[int], int] = most_steps
    """By number of nodes: the steps after which a run is cut off."""
    kernel: ClassVar[str] = "incremental"

    @property
    def program(self) -> Program:
        """The program that runs."""
        return self.analysis.program

    def build(self) -> None:
        """Compiles the source now, not when the first graph is loaded.

        Raises:
            BuildError: there is no compiler, or it failed.
        """
        _ = self._library

    @cached_property
    def _library(self) -> Any:
        return typed(built(self.source))

    @cached_property
    def _recording_library(self) -> Any:
        return typed(built(source_of(self.analysis, recording=True)))

    def load(self, graph: Graph, *, recording: bool = False) -> Loaded:
        """The rows of a graph, on which any number of runs can be started.

        Raises:
            InputError: the graph is too large, or there is no compiler.
        """
        library = self._recording_library if recording else self._library
        return Loaded(library, self.program, graph)

    def started(self, began: Setup | Instance, *, recording: bool = False) -> Loaded:
        """The rows of a setup's graph before the first step.

        Raises:
            InputError: the graph is too large, or there is no compiler.
        """
        if isinstance(began, Instance):
            raise UnsupportedError("an instance is run by the generic kernel, give a setup")
        loaded = self.load(began.graph, recording=recording)
        loaded.start(began)
        return loaded

    def execute(
        self, began: Setup | Instance, *, max_steps: int | None = None, record: bool = False
    ) -> Execution:
        """Runs until nothing changes, or for `max_steps` steps, to a snapshot of all arcs.

        Unless it is recorded, the snapshot holds the arc scalars of step zero. To read outputs
        without laying out arcs, use `started`.
        """
        loaded = self.started(began, recording=record)
        assert isinstance(began, Setup)
        limit = self.step_bound(loaded.nodes + 1) if max_steps is None else max_steps
        halted = loaded.run(limit)
        return execution_of(self.program, began, loaded, halted=halted, record=record)


def compile_proved(task: Task, program: Program) -> Executor:
    """A program that was proved equal to a task's rules, with the rules' own gates.

    Raises:
        UnsupportedError: no kernel can run it.
    """
    return _compiled(task, replace(program, ops=task.program.ops), task.program)


def compile_unproved(task: Task, program: Program) -> Executor:
    """A program of which nothing is known: it may meet whatever its own steps lead to.

    Raises:
        UnsupportedError: no kernel can run it.
    """
    return _compiled(task, program, program)


def _compiled(task: Task, program: Program, dynamics: Program) -> Executor:
    uses = [use for output in task.decoders.values() for use in output.scalar_uses()]
    try:
        check_supported(program)
        if isinstance(task.set_up(next(iter(smallest_problems(task)))), Instance):
            raise UnsupportedError("layouts of the task's own are not run incrementally")
    except UnsupportedError as error:
        found = compile_generic(program, str(error))
    else:
        found = compile_program(program, reachable_types(task, dynamics), uses)
    return replace(found, step_bound=task.step_bound)


def compile_program(
    program: Program, reachable: Reachable, uses: Iterable[ScalarUse] = ()
) -> IncrementalExecutor | GenericExecutor:
    """A program ready to run on what `reachable` describes, on the fastest kernel that can.

    `uses` are the scalars that outputs read.

    Raises:
        UnsupportedError: no kernel can run it.
    """
    try:
        return compile_incremental(program, reachable, uses)
    except UnsupportedError as error:
        return compile_generic(program, str(error))


def compile_incremental(
    program: Program, reachable: Reachable, uses: Iterable[ScalarUse] = ()
) -> IncrementalExecutor:
    """A program on the incremental kernel.

    Raises:
        UnsupportedError: it needs something that the kernel cannot do.
    """
    check_supported(program)
    if any(use.kind is None for use in uses):
        raise UnsupportedError("outputs that read scalars of arcs are not run incrementally")
    analysis = found_once(analyse(minimised(program, reachable), reachable))
    return IncrementalExecutor(analysis, source_of(analysis, recording=False))

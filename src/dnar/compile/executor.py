"""The compiled executor: a program made ready once, then run on any setup."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from dnar.compile.analysis import Analysis, analyse
from dnar.compile.build import built
from dnar.compile.loaded import Loaded, typed
from dnar.compile.minimise import minimised
from dnar.compile.once import found_once
from dnar.compile.recorded import execution_of
from dnar.compile.source import source_of
from dnar.graph import Graph
from dnar.machine import (
    Execution,
    Program,
    Reachable,
    Setup,
    Task,
    most_steps,
    reachable_types,
)


@dataclass(frozen=True, eq=False)
class Executor:
    """A program as native code."""

    analysis: Analysis
    source: str
    """Its C source."""

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

    def execute(
        self, setup: Setup, *, max_steps: int | None = None, record: bool = False
    ) -> Execution:
        """Runs until nothing changes, or for `max_steps` steps, to a snapshot of all arcs.

        Unless it is recorded, the snapshot holds the arc scalars of step zero. To read outputs
        without laying out arcs, `load` the graph.
        """
        loaded = self.load(setup.graph, recording=record)
        loaded.start(setup)
        limit = most_steps(len(setup.node_state)) if max_steps is None else max_steps
        halted = loaded.run(limit)
        return execution_of(self.program, setup, loaded, halted=halted, record=record)


def compile_proved(task: Task, program: Program) -> Executor:
    """A program that was proved equal to a task's rules, with the rules' own gates.

    Raises:
        UnsupportedError: it needs something that the executor cannot do.
    """
    return compile_program(replace(program, ops=task.rules.ops), reachable_types(task))


def compile_program(
    program: Program, reachable: Reachable, *, minimal: bool = True
) -> Executor:
    """A program ready to run on the setups that `reachable` describes.

    `minimal` first drops what those can never show.

    Raises:
        UnsupportedError: it needs something that the executor cannot do.
    """
    small = minimised(program, reachable) if minimal else program
    analysis = found_once(analyse(small, reachable))
    return Executor(analysis, source_of(analysis, recording=False))

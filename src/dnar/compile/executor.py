"""The compiled executors: a program made ready once, then run on any setup.

The incremental kernel visits only what a change can affect; the generic one runs every
program. `compile_program` chooses. What is derived from a program is kept in the process.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import ClassVar
from weakref import WeakKeyDictionary

from dnar.compile.analysis import Analysis, UnsupportedError, analyse, check_supported
from dnar.compile.bundled import bundled_source
from dnar.compile.generic import GenericExecutor, compile_generic
from dnar.compile.kernels import CompiledProgram
from dnar.compile.loaded import FUNCTIONS, Loaded
from dnar.compile.minimise import minimised
from dnar.compile.one_shot_classes import found_once
from dnar.compile.recorded import execution_of
from dnar.compile.source import RECORD, source_of
from dnar.graph import Graph
from dnar.machine import (
    Execution,
    Instance,
    Program,
    Reachable,
    ScalarUse,
    Setup,
    Task,
    digest,
    program_json,
    reachable_types,
)

KEPT = 100
"""Executors that are kept in a process at most."""


@dataclass(frozen=True, eq=False)
class IncrementalExecutor(CompiledProgram):
    """A program on the kernel that works only where something changes."""

    design: ClassVar[str] = "incremental"
    functions = FUNCTIONS
    recording_flags = (f"-D{RECORD}",)

    def load(self, graph: Graph, *, recording: bool = False) -> Loaded:
        """The rows of a graph, on which any number of runs can be started.

        Raises:
            InputError: the graph is too large, or there is no compiler.
        """
        return Loaded(self.kernel(recording=recording).library, self.program, graph)

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
        if isinstance(began, Instance):
            raise UnsupportedError("an instance is run by the generic kernel, give a setup")
        limit = self.step_bound(loaded.nodes + 1) if max_steps is None else max_steps
        halted = loaded.run(limit)
        return execution_of(self.program, began, loaded, halted=halted, record=record)


Executor = IncrementalExecutor | GenericExecutor
"""A program as native code."""


def analysis_of(program: Program, reachable: Reachable) -> Analysis:
    """The analysis of a program on the setups that `reachable` describes.

    Raises:
        UnsupportedError: it needs something that the incremental kernel cannot do.
    """
    check_supported(program)
    return found_once(analyse(minimised(program, reachable), reachable))


def compile_incremental(
    program: Program, reachable: Reachable, uses: Iterable[ScalarUse] = ()
) -> IncrementalExecutor:
    """A program on the incremental kernel.

    Raises:
        UnsupportedError: it needs something that the kernel cannot do.
    """
    if any(use.kind is None for use in uses):
        raise UnsupportedError("outputs that read scalars of arcs are not run incrementally")
    return IncrementalExecutor(program, source_of(analysis_of(program, reachable)))


def compile_program(
    program: Program, reachable: Reachable, uses: Iterable[ScalarUse] = ()
) -> Executor:
    """A program ready to run on what `reachable` describes, on the fastest kernel that can.

    `uses` are the scalars that outputs read.
    """
    try:
        return compile_incremental(program, reachable, uses)
    except UnsupportedError as error:
        return compile_generic(program, str(error))


def compile_proved(task: Task, program: Program) -> Executor:
    """A program that was proved equal to a task's rules, with the rules' own gates.

    It is derived once per process. Programs that come with the package were derived before.
    """
    return _executor_of(task, program, proved=True)


def compile_unproved(task: Task, program: Program) -> Executor:
    """An unproved program, on the types that its own steps can reach."""
    return _executor_of(task, program, proved=False)


@dataclass(frozen=True)
class _Derivation:
    """Everything that an executor is derived from, compared by digests."""

    program_digest: str
    rules_digest: str
    encoder: Callable
    step_bound: Callable[[int], int]
    uses: tuple[ScalarUse, ...]
    proved: bool
    task: Task = field(compare=False)
    program: Program = field(compare=False)


def _executor_of(task: Task, program: Program, *, proved: bool) -> Executor:
    digests = program_digest(program), program_digest(task.program)
    made_from = (task.encoder, task.step_bound, _scalar_uses(task), proved)
    return _derived(_Derivation(*digests, *made_from, task, program))


def _scalar_uses(task: Task) -> tuple[ScalarUse, ...]:
    """The scalars that a task's outputs read."""
    return tuple(use for output in task.decoders.values() for use in output.scalar_uses())


@lru_cache(maxsize=KEPT)
def _derived(asked: _Derivation) -> Executor:
    task, program = asked.task, asked.program
    dynamics = program
    if asked.proved:
        program, dynamics = replace(program, ops=task.program.ops), task.program
        bundled = bundled_source(task, asked.program_digest, asked.rules_digest)
        if bundled is not None:
            design, source = bundled
            made = (
                IncrementalExecutor if design == IncrementalExecutor.design else GenericExecutor
            )
            return made(program, source, step_bound=task.step_bound)
    return replace(derive_executor(task, program, dynamics), step_bound=task.step_bound)


def derive_executor(task: Task, program: Program, dynamics: Program) -> Executor:
    """A program on the instances of a task that `dynamics` leads to."""
    try:
        check_supported(program)
    except UnsupportedError as error:
        return compile_generic(program, str(error))
    return compile_program(program, reachable_types(task, dynamics), _scalar_uses(task))


_DIGESTS: WeakKeyDictionary[Program, str] = WeakKeyDictionary()


def program_digest(program: Program) -> str:
    """The digest of a program, computed once per object."""
    if program not in _DIGESTS:
        _DIGESTS[program] = digest(program_json(program))
    return _DIGESTS[program]

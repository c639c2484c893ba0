"""The compiled executor: a program made ready once, then run on any setup."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from weakref import WeakKeyDictionary

from dnar.compile.analysis import Analysis, UnsupportedError, analyse
from dnar.compile.build import Kernel, kernel, ready_kernel
from dnar.compile.bundled import bundled_source
from dnar.compile.everything import every_type
from dnar.compile.loaded import Loaded, typed
from dnar.compile.minimise import minimised
from dnar.compile.once import found_once
from dnar.compile.recorded import execution_of
from dnar.compile.source import RECORD, source_of
from dnar.graph import Graph
from dnar.machine import (
    Execution,
    Program,
    Reachable,
    Setup,
    Task,
    digest,
    most_steps,
    program_json,
    reachable_types,
    rules_json,
)

KEPT = 100
"""Executors that are kept in a process at most."""


@dataclass(frozen=True, eq=False)
class Executor:
    """A program as native code."""

    program: Program
    """The program that runs, with the gates that it runs with."""
    source: str
    """Its C source; the kernel's files are included by name."""
    _kernels: dict[bool, Kernel] = field(default_factory=dict, init=False, repr=False)
    """The loaded libraries: the one that records, and the one that does not."""

    def kernel(self, *, recording: bool = False) -> Kernel:
        """The library, compiled now if it was not before.

        Raises:
            BuildError: there is no compiler, or it failed.
        """
        return self.ready(recording=recording) or self._keep(
            kernel(self.source, *_flags(recording)), recording
        )

    def ready(self, *, recording: bool = False) -> Kernel | None:
        """The library, if nothing has to be compiled for it.

        Raises:
            BuildError: the cache cannot be used.
        """
        if recording in self._kernels:
            return self._kernels[recording]
        found = ready_kernel(self.source, *_flags(recording))
        return None if found is None else self._keep(found, recording)

    def _keep(self, found: Kernel, recording: bool) -> Kernel:
        typed(found.library)
        self._kernels[recording] = found
        return found

    def load(self, graph: Graph, *, recording: bool = False) -> Loaded:
        """The rows of a graph, on which any number of runs can be started.

        Raises:
            InputError: the graph is too large, or there is no compiler.
        """
        return Loaded(self.kernel(recording=recording).library, self.program, graph)

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


def _flags(recording: bool) -> tuple[str, ...]:
    return (f"-D{RECORD}",) if recording else ()


def analysis_of(program: Program, reachable: Reachable, *, minimal: bool = True) -> Analysis:
    """What matters in a program on the setups that `reachable` describes.

    `minimal` first drops what those can never show.

    Raises:
        UnsupportedError: it needs something that the executor cannot do.
    """
    small = minimised(program, reachable) if minimal else program
    return found_once(analyse(small, reachable))


def compile_program(
    program: Program, reachable: Reachable, *, minimal: bool = True
) -> Executor:
    """A program ready to run on the setups that `reachable` describes, see `analysis_of`.

    Raises:
        UnsupportedError: it needs something that the executor cannot do.
    """
    return Executor(program, source_of(analysis_of(program, reachable, minimal=minimal)))


def compile_proved(task: Task, program: Program) -> Executor:
    """A program that was proved equal to a task's rules, with the rules' own gates.

    It is derived once per process. Programs that come with the package were derived before.

    Raises:
        UnsupportedError: it needs something that the executor cannot do.
    """
    return _executor_of(task, program, proved=True)


def compile_unproved(task: Task, program: Program) -> Executor:
    """A program of which nothing is known, derived once per process.

    Raises:
        UnsupportedError: it needs something that the executor cannot do.
    """
    return _executor_of(task, program, proved=False)


@dataclass(frozen=True)
class _Derivation:
    """Everything that an executor is derived from, compared by digests."""

    program_digest: str
    rules_digest: str
    encoder: Callable
    proved: bool
    task: Task = field(compare=False)
    program: Program = field(compare=False)


def _executor_of(task: Task, program: Program, *, proved: bool) -> Executor:
    asked = _Derivation(
        program_digest(program),
        digest(rules_json(task.rules)),
        task.encoder,
        proved,
        task,
        program,
    )
    found = _derived(asked)
    if isinstance(found, UnsupportedError):
        raise found
    return found


@lru_cache(maxsize=KEPT)
def _derived(asked: _Derivation) -> Executor | UnsupportedError:
    task, program = asked.task, asked.program
    try:
        if not asked.proved:
            return compile_program(program, every_type(task), minimal=False)
        program = replace(program, ops=task.rules.ops)
        source = bundled_source(task, asked.program_digest)
        if source is not None:
            return Executor(program, source)
        return compile_program(program, reachable_types(task))
    except UnsupportedError as error:
        return error


_DIGESTS: WeakKeyDictionary[Program, str] = WeakKeyDictionary()


def program_digest(program: Program) -> str:
    """The digest of a program, computed once per object."""
    if program not in _DIGESTS:
        _DIGESTS[program] = digest(program_json(program))
    return _DIGESTS[program]

"""The automatic engine: the fastest way to run a program on a graph of this size, here.

A kernel that is ready runs. Compiling takes seconds, so it is done only for graphs on which
interpreting would take about as long; smaller ones are interpreted. Where nothing can be
compiled, large graphs run in numpy.
"""

import warnings
from dataclasses import replace
from functools import cached_property

from dnar.compile import BadCompilerError, BuildError, UnsupportedError
from dnar.machine import Problem, Program, Task
from dnar.run.engine import Engine, EngineUsed, Solution, Source, register
from dnar.run.engines.compiled import CompiledEngine, is_proved
from dnar.run.engines.numpy import NumpyEngine
from dnar.run.engines.program import ProgramEngine

SMALL = 200
"""Nodes below which nothing is compiled: interpreting takes less time than compiling."""


class PerformanceWarning(UserWarning):
    """A large graph runs on a slow engine; the message says why and what to do."""


class AutomaticEngine:
    """A program compiled or interpreted, whichever is faster for the graph."""

    name = "automatic"

    def __init__(self, task: Task, program: Program, *, proved: bool | None = True) -> None:
        """Derives nothing yet. If `proved` is None, the verifier is asked when it matters."""
        self.task, self.program, self.proved = task, program, proved
        self._interpreted = ProgramEngine(task, program)
        self._in_numpy = NumpyEngine(task, program)

    @cached_property
    def _compiled(self) -> CompiledEngine:
        proved = is_proved(self.task, self.program, self.proved)
        return CompiledEngine(self.task, self.program, proved=proved)

    def solve(
        self, problem: Problem, *, max_steps: int | None = None, record: bool = False
    ) -> Solution:
        """What the chosen engine finds for a problem.

        Raises:
            InputError: the problem cannot be used, or `CC` or `CFLAGS` cannot.
        """
        nodes = problem.graph.node_count
        engine, used = self._choose(nodes, record)
        if used.fallback:
            _warn_once(f"{self.task.name} on {nodes:,} nodes runs in numpy, slowly", used)
        solution = engine.solve(problem, max_steps=max_steps, record=record)
        return replace(solution, engine=used)

    def engine_for_size(self, nodes: int) -> Engine:
        """The engine for problems of so many nodes in all."""
        engine, used = self._choose(nodes, record=False)
        if used.fallback:
            _warn_once(f"{self.task.name} runs in numpy, slowly", used)
        return engine

    def _choose(self, nodes: int, record: bool) -> tuple[Engine, EngineUsed]:
        is_small = nodes < SMALL
        too_small = EngineUsed("program", f"{nodes} nodes: too small to compile for")
        # Deriving takes longer than a small run, except for bundled programs, which are proved.
        if is_small and not self.proved and "_compiled" not in self.__dict__:
            return self._interpreted, too_small
        try:
            compiled = self._compiled
            ready = compiled.executor.ready(recording=record)
            if ready is None and is_small:
                return self._interpreted, too_small
            ready = ready or compiled.executor.kernel(recording=record)
        except BadCompilerError:
            raise
        except (BuildError, UnsupportedError) as error:
            if is_small:
                return self._interpreted, EngineUsed("program", str(error))
            return self._in_numpy, EngineUsed("numpy", str(error), fallback=True)
        return compiled, EngineUsed("compiled", ready.origin)


_WARNED: set[str] = set()
"""The reasons that were warned of in this process."""


def _warn_once(what: str, used: EngineUsed) -> None:
    if used.reason not in _WARNED:
        _WARNED.add(used.reason)
        warnings.warn(f"{what}: {used.reason}", PerformanceWarning, stacklevel=4)


@register("automatic")
def automatic_engine(source: Source) -> AutomaticEngine:
    """The program of a source."""
    return AutomaticEngine(source.task, source.program(), proved=source.proved)

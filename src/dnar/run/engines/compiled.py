"""The compiled engine: a program as native code, for graphs of any size."""

from functools import partial
from typing import Any

from dnar.compile import Executor, compile_proved, compile_unproved, outputs_of
from dnar.machine import InstanceEnding, Problem, Program, Setup, Task, decode_all
from dnar.run.engine import EngineUsed, Solution, Source, register
from dnar.run.instances import check_arcs


class CompiledEngine:
    """A program's tables as native code: work only where something changes."""

    name = "compiled"

    def __init__(self, task: Task, program: Program, *, proved: bool = True) -> None:
        """Prepares a program; one that is `proved` does only what the task's rules can meet.

        Raises:
            InputError: the program cannot be compiled.
        """
        self.task, self.program, self.proved = task, program, proved
        compiled = compile_proved if proved else compile_unproved
        self.executor: Executor = compiled(task, program)

    def __reduce__(self) -> tuple[Any, ...]:
        # Native code cannot be sent to another process: it is loaded there.
        return partial(CompiledEngine, proved=self.proved), (self.task, self.program)

    def solve(
        self, problem: Problem, *, max_steps: int | None = None, record: bool = False
    ) -> Solution:
        """Runs the compiled program, from the graph to the outputs.

        Raises:
            InputError: there is no kernel and no compiler, or too little memory.
        """
        began = self.task.set_up(problem)
        readouts = self.program.readouts
        nodes = len(began.node_state)
        limit = self.task.step_bound(nodes) if max_steps is None else max_steps
        if record:
            if isinstance(began, Setup):
                check_arcs(problem.graph)
            run = self.executor.execute(began, max_steps=limit, record=True)
            if run.trajectory is None:
                raise RuntimeError("a run that is recorded has a trajectory")
            ending = InstanceEnding(run.trajectory.instance, run.final)
            outputs = decode_all(self.task.decoders, readouts, ending)
            return Solution(outputs, run.steps, run.halted, run.trajectory, self._used(True))
        machine = self.executor.started(began)
        halted = machine.run(limit)
        outputs = outputs_of(self.task, readouts, machine)
        return Solution(outputs, machine.steps, halted, engine=self._used(False))

    def _used(self, recording: bool) -> EngineUsed:
        return EngineUsed(self.name, self.executor.kernel(recording=recording).origin)


def is_proved(task: Task, program: Program, known: bool | None) -> bool:
    """Whether a program is proved; the verifier is asked if it is not known."""
    if known is not None:
        return known
    from dnar.verify import Verdict, verify  # noqa: PLC0415 (only for a program not yet proved)

    return verify(task, program).verdict is Verdict.PROVED


@register("compiled")
def compiled_engine(source: Source) -> CompiledEngine:
    """The program of a source, compiled now if no kernel of it is ready.

    Raises:
        InputError: there is no C compiler, or the program cannot be compiled.
    """
    program = source.program()
    proved = is_proved(source.task, program, source.proved)
    engine = CompiledEngine(source.task, program, proved=proved)
    engine.executor.kernel()
    return engine

"""The program engine: a learned program's tables, interpreted."""

from collections.abc import Mapping

from dnar.machine import Execution, Instance, Program, Readout, Stepper, Task, execute
from dnar.run.engine import Source, register
from dnar.run.instances import InstanceEngine


class ProgramEngine(InstanceEngine):
    """The tables that were extracted from a learned model."""

    name = "program"

    def __init__(self, task: Task, program: Program) -> None:
        self.task, self.program = task, program

    def execute(self, instance: Instance, *, max_steps: int | None, record: bool) -> Execution:
        """Runs the program; it is cut off where no exact one would still be at work."""
        limit = self.task.step_bound(instance.node_count) if max_steps is None else max_steps
        stepper = self.stepper(instance)
        return execute(self.program, instance, max_steps=limit, record=record, stepper=stepper)

    def stepper(self, instance: Instance) -> Stepper | None:
        """What computes the steps of an instance; None: the interpreter itself."""
        return None

    def readouts(self) -> Mapping[str, Readout]:
        """Those of the program."""
        return self.program.readouts

    def step_limit(self, batch: list[Instance], together: Instance) -> int | None:
        """As many steps as the largest instance alone may take."""
        return max(self.task.step_bound(instance.node_count) for instance in batch)


@register("program")
def program_engine(source: Source) -> ProgramEngine:
    """The program of a source."""
    return ProgramEngine(source.task, source.program())

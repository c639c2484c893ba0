"""The numpy engine: a program in numpy alone, evaluated only where something changed.

It needs no compiler. Where few things change per step, as in Dijkstra's algorithm, it is many
times as fast as evaluating every node and arc in every step.
"""

from dnar.machine import Execution, IncrementalStepper, Instance, execute
from dnar.run.engine import Source, register
from dnar.run.engines.program import ProgramEngine


class NumpyEngine(ProgramEngine):
    """The cases that were extracted from a learned model, evaluated where inputs changed."""

    name = "numpy"

    def execute(self, instance: Instance, *, max_steps: int | None, record: bool) -> Execution:
        """Runs the program; it is cut off where no exact one would still be at work."""
        limit = self.task.step_bound(instance.node_count) if max_steps is None else max_steps
        stepper = IncrementalStepper(self.program, instance)
        return execute(self.program, instance, max_steps=limit, record=record, stepper=stepper)


@register("numpy")
def numpy_engine(source: Source) -> NumpyEngine:
    """The program of a source."""
    return NumpyEngine(source.task, source.program())

"""The numpy engine: a program in numpy alone, evaluated only where something changed.

It needs no compiler. Where few things change per step, as in Dijkstra's algorithm, it is many
times as fast as evaluating every node and arc in every step.
"""

from dnar.machine import IncrementalStepper, Instance, Stepper
from dnar.run.engine import Source, register
from dnar.run.engines.program import ProgramEngine


class NumpyEngine(ProgramEngine):
    """The cases that were extracted from a learned model, evaluated where inputs changed."""

    name = "numpy"

    def stepper(self, instance: Instance) -> Stepper:
        """Evaluates only what reads something that changed."""
        return IncrementalStepper(self.program, instance)


@register("numpy")
def numpy_engine(source: Source) -> NumpyEngine:
    """The program of a source."""
    return NumpyEngine(source.task, source.program())

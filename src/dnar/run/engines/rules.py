"""The rules engine: the task's own rules, interpreted."""

from collections.abc import Mapping

from dnar.machine import Execution, Instance, Readout, Task, execute
from dnar.run.engine import ASKED, Source, register
from dnar.run.instances import InstanceEngine


class RulesEngine(InstanceEngine):
    """The interpreter."""

    name = "rules"

    def __init__(self, task: Task, *, reason: str = ASKED) -> None:
        self.task, self.reason = task, reason

    def execute(self, instance: Instance, *, max_steps: int | None, record: bool) -> Execution:
        """Runs the rules."""
        return execute(self.task.program, instance, max_steps=max_steps, record=record)

    def readouts(self) -> Mapping[str, Readout]:
        """Those of the rules."""
        return self.task.program.readouts

    def step_limit(self, batch: list[Instance], together: Instance) -> int | None:
        """Rules always halt."""
        return None


@register("rules")
def rules_engine(source: Source) -> RulesEngine:
    """The rules of a source's task."""
    if source.default_engine == "rules":
        name = source.task.name
        return RulesEngine(source.task, reason=f"no program for {name} comes with the package")
    return RulesEngine(source.task)

"""The rules engine: the task's own rules, interpreted."""

from collections.abc import Mapping

from dnar.machine import Execution, Instance, Readout, Task, execute, execute_to_rest
from dnar.run.engine import ASKED, Source, register
from dnar.run.instances import InstanceEngine


class RulesEngine(InstanceEngine):
    """The interpreter."""

    name = "rules"

    def __init__(self, task: Task, *, reason: str = ASKED) -> None:
        self.task, self.reason = task, reason

    def execute(self, instance: Instance, *, max_steps: int | None, record: bool) -> Execution:
        """Runs the rules.

        Raises:
            InputError: no number of steps was given, and they do not come to rest.
        """
        if max_steps is None:
            return execute_to_rest(self.task, instance, record=record)
        return execute(self.task.program, instance, max_steps=max_steps, record=record)

    def readouts(self) -> Mapping[str, Readout]:
        """Those of the rules."""
        return self.task.program.readouts

    def step_limit(self, batch: list[Instance], together: Instance) -> int | None:
        """As many steps as the largest instance alone may take."""
        return max(self.task.step_bound(instance.node_count) for instance in batch)


@register("rules")
def rules_engine(source: Source) -> RulesEngine:
    """The rules of a source's task."""
    if source.default_engine == "rules":
        name = source.task.name
        return RulesEngine(source.task, reason=f"no program for {name} comes with the package")
    return RulesEngine(source.task)

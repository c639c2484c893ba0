"""The rules engine: the task's own rules, interpreted."""

import numpy as np

from dnar.machine import Execution, Instance, Task, execute
from dnar.run.engine import ASKED, Source, register
from dnar.run.instances import InstanceEngine


class RulesEngine(InstanceEngine):
    """The interpreter."""

    name = "rules"

    def __init__(self, task: Task, *, reason: str = ASKED) -> None:
        self.task, self.reason = task, reason

    def execute(self, instance: Instance, *, max_steps: int | None, record: bool) -> Execution:
        """Runs the rules."""
        return execute(self.task.rules, instance, max_steps=max_steps, record=record)

    def outputs(self, instance: Instance, execution: Execution) -> dict[str, np.ndarray]:
        """Every output, as the task's own decoders read it."""
        decoders = self.task.decoders.items()
        return {name: decoder.decode(instance, execution.final) for name, decoder in decoders}

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

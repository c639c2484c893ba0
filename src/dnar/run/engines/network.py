"""The network engine: a learned model itself. PyTorch is loaded only when it runs."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from dnar.machine import Execution, Instance, Readout, Task, execute
from dnar.run.engine import Source, register
from dnar.run.instances import InstanceEngine

if TYPE_CHECKING:
    from dnar.network import Network

STEPS_FACTOR, STEPS_MORE = 2, 100
"""A network gets so many times the steps of the rules, and so many more."""


class NetworkEngine(InstanceEngine):
    """A learned model; with a temperature its attention is soft, an ablation."""

    name = "network"
    arc_bytes = 300

    def __init__(
        self, task: Task, network: "Network", *, temperature: float | None = None
    ) -> None:
        self.task, self.network, self.temperature = task, network, temperature

    def execute(self, instance: Instance, *, max_steps: int | None, record: bool) -> Execution:
        """Runs the network, every state its own."""
        from dnar.network import roll_out  # noqa: PLC0415 (PyTorch only when it is used)

        return roll_out(
            self.network,
            self.task,
            instance,
            max_steps=max_steps,
            record=record,
            temperature=self.temperature,
        )

    def readouts(self) -> Mapping[str, Readout]:
        """Those that the decoders learned."""
        from dnar.network import readouts_of  # noqa: PLC0415 (PyTorch only when it is used)

        return readouts_of(self.network)

    def step_limit(self, batch: list[Instance], together: Instance) -> int | None:
        """A multiple of the rules' steps: a network's steps take long."""
        return STEPS_FACTOR * execute(self.task.program, together).steps + STEPS_MORE


@register("network")
def network_engine(source: Source) -> NetworkEngine:
    """The network of a source."""
    return NetworkEngine(source.task, source.network())

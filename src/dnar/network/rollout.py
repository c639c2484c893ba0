"""Rollout: the network running by itself, every state its own (inference).

The rollout is an engine like the rules' interpreter: same instances, same snapshots, same
halting; only the step is the network's. Several instances may run side by side; rows never
reach into each other, so no answer depends on its neighbours.
"""

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from dnar.machine import (
    Execution,
    Instance,
    Program,
    Snapshot,
    Task,
    execute,
)
from dnar.network.network import Network, in_double
from dnar.network.step import Configuration, Wiring, attend, network_step
from dnar.network.threads import one_thread


class NetworkStepper:
    """Computes snapshots of one instance with a network.

    Attention is hard, or soft with a temperature: then a node hears a little of every arc.
    """

    def __init__(
        self, network: Network, instance: Instance, temperature: float | None = None
    ) -> None:
        self.network, self.temperature = in_double(network), temperature
        device = network.encoder.node.device
        with torch.no_grad():
            self.tables = self.network.tables()

        def long(array: np.ndarray) -> Tensor:
            return torch.from_numpy(array.astype(np.int64)).to(device)

        self.wiring = Wiring(
            instance.node_count,
            long(instance.receiver),
            long(instance.sender),
            long(instance.reverse_arc),
        )

    def __call__(self, program: Program, instance: Instance, snapshot: Snapshot) -> Snapshot:
        """The next snapshot: arg-max over the logits of every node and arc."""
        now = configuration(snapshot, self.wiring.receiver.device)
        with torch.no_grad():
            result = network_step(self.network, self.tables, self.wiring, now, self.temperature)
        return Snapshot(
            snapshot.step + 1,
            result.node_logits.argmax(1).cpu().numpy().astype(snapshot.node_state.dtype),
            result.arc_logits.argmax(1).cpu().numpy().astype(snapshot.arc_state.dtype),
            {name: values.cpu().numpy() for name, values in result.scalars.items()},
        )

    def attention(self, snapshot: Snapshot) -> Float[np.ndarray, "heads arcs"]:
        """How much of every arc its receiver hears in the next step, per head."""
        now = configuration(snapshot, self.wiring.receiver.device)
        with torch.no_grad():
            weights = attend(self.network, self.tables, self.wiring, now, self.temperature)
        return weights.cpu().numpy()


def configuration(snapshot: Snapshot, device: torch.device) -> Configuration:
    """A snapshot as tensors."""

    def tensor(array: np.ndarray, kind: type) -> Tensor:
        return torch.from_numpy(np.array(array, dtype=kind)).to(device)

    return Configuration(
        tensor(snapshot.node_state, np.int64),
        tensor(snapshot.arc_state, np.int64),
        {name: tensor(values, np.float64) for name, values in snapshot.scalars.items()},
    )


def roll_out(
    network: Network,
    task: Task,
    instance: Instance,
    *,
    max_steps: int | None = None,
    record: bool = False,
    temperature: float | None = None,
) -> Execution:
    """The network's own run, until nothing changes or for `max_steps` steps.

    Without a number of steps it is cut off where no exact model would still be at work, so
    that a model which circles for ever comes back, not halted. With a temperature, attention
    is soft; states and gates are as discrete as ever.
    """
    if max_steps is None:
        max_steps = task.step_bound(instance.node_count)
    with one_thread():
        stepper = NetworkStepper(network, instance, temperature)
        return execute(
            task.program, instance, max_steps=max_steps, record=record, stepper=stepper
        )

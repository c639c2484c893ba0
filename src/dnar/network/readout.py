"""Readout: what the network's decoders read outputs from, in order (Section 3.1)."""

import torch

from dnar.machine import Labels, PointerOrder, Readout, Task
from dnar.network.network import LabelOutput, Network, Outputs, in_double


def outputs_of(task: Task) -> Outputs:
    """Which outputs of a task have something to learn."""
    readouts = task.program.readouts.items()
    return Outputs(
        tuple(name for name, each in readouts if isinstance(each, PointerOrder)),
        tuple(
            LabelOutput(name, each.place, max(each.labels) + 1)
            for name, each in readouts
            if isinstance(each, Labels)
        ),
    )


def readouts_of(network: Network) -> dict[str, Readout]:
    """How the network reads each output that it has learned to read."""
    network = in_double(network)
    with torch.no_grad():
        pointer, labels = network.pointer_logits().cpu(), network.label_logits()
    found: dict[str, Readout] = {}
    for number, name in enumerate(network.outputs.pointers):
        logits = pointer[:, number]
        order = torch.argsort(logits.flatten(), descending=True, stable=True)
        places = torch.argsort(order).view(logits.shape).tolist()
        found[name] = PointerOrder(tuple((plain, loop) for plain, loop in places))
    for each in network.outputs.labels:
        best = labels[each.name].argmax(1).cpu().tolist()
        found[each.name] = Labels(each.place, tuple(best))
    return found

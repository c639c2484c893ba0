"""Readout: what the network's decoders read outputs from, in order (Section 3.1)."""

import torch

from dnar.machine import (
    Members,
    NodeMask,
    NodeScalar,
    Pointer,
    PointerOrder,
    Readout,
    Task,
    VirtualPointer,
)
from dnar.network.network import Network, Outputs


def outputs_of(task: Task) -> Outputs:
    """Which outputs of a task have something to learn."""
    pointers = (Pointer, VirtualPointer)
    masks = (NodeMask, NodeScalar)
    decoders = task.decoders.items()
    return Outputs(
        tuple(name for name, decoder in decoders if isinstance(decoder, pointers)),
        tuple(name for name, decoder in decoders if isinstance(decoder, masks)),
    )


def readouts_of(network: Network) -> dict[str, Readout]:
    """How the network reads each output that it has learned to read."""
    with torch.no_grad():
        pointer, mask = network.pointer_logits().cpu(), network.mask_logits().cpu()
    found: dict[str, Readout] = {}
    for number, name in enumerate(network.outputs.arc_readouts):
        logits = pointer[:, number]
        order = torch.argsort(logits.flatten(), descending=True, stable=True)
        places = torch.argsort(order).view(logits.shape).tolist()
        found[name] = PointerOrder(tuple((plain, loop) for plain, loop in places))
    for number, name in enumerate(network.outputs.node_readouts):
        members = torch.nonzero(mask[:, number] > 0).squeeze(1).tolist()
        found[name] = Members(frozenset(members))
    return found

"""Readout: the outputs of a task, as the network's decoders read them (Section 3.1).

Pointers are an arg-max over the arcs of a row, sets are the node states whose logit is above
zero. Outputs that only order or copy scalars need nothing learned.
"""

import numpy as np
import torch
from jaxtyping import Int64

from dnar.machine import (
    Decoder,
    Instance,
    NodeKind,
    NodeMask,
    NodeScalar,
    Pointer,
    Snapshot,
    Task,
    VirtualPointer,
    heard_arcs,
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


def read_out(
    network: Network, task: Task, instance: Instance, final: Snapshot
) -> dict[str, np.ndarray]:
    """Every output of the task, raw as its decoder would give it."""
    with torch.no_grad():
        pointer = network.pointer_logits().cpu().numpy()
        mask = network.mask_logits().cpu().numpy() > 0
    found = {}
    for name, decoder in task.decoders.items():
        if name in network.outputs.arc_readouts:
            logits = pointer[:, network.outputs.arc_readouts.index(name)]
            found[name] = _pointed(decoder, logits, instance, final)
        elif name in network.outputs.node_readouts:
            members = mask[:, network.outputs.node_readouts.index(name)][final.node_state]
            found[name] = _masked(decoder, members, instance, final)
        else:
            found[name] = decoder.decode(instance, final)
    return found


def _pointed(
    decoder: Decoder, logits: np.ndarray, instance: Instance, final: Snapshot
) -> Int64[np.ndarray, " pointing"]:
    loop = (instance.receiver == instance.sender).astype(np.int64)
    key = -logits[final.arc_state, loop].astype(np.float64)
    every = np.zeros(instance.arc_count, dtype=np.int32)
    arcs = heard_arcs(every, key, instance.receiver, instance.node_count)
    kind = NodeKind.REAL if isinstance(decoder, Pointer) else NodeKind.VIRTUAL
    return instance.sender[arcs[instance.node_kind == kind]].astype(np.int64)


def _masked(
    decoder: Decoder, members: np.ndarray, instance: Instance, final: Snapshot
) -> np.ndarray:
    if isinstance(decoder, NodeScalar):
        return np.where(members, final.scalars[decoder.scalar], np.inf)[instance.real]
    return members[instance.real]

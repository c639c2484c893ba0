"""Readouts: which outputs of a task a baseline learns, and how it is scored on them.

A pointer is a choice among the arcs of a row, a set is one yes or no per node, and a number is
a regression; an order of nodes is that of such numbers. The lengths of paths that Dijkstra's
algorithm gives beside its pointers are left out: no regression hits them exactly.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.nn import functional

from dnar.errors import InputError
from dnar.machine import (
    Decoder,
    Instance,
    LastByScalar,
    NodeKind,
    NodeMask,
    NodeScalar,
    Pointer,
    PreviousByScalar,
    Snapshot,
    Task,
    VirtualPointer,
    VirtualScalar,
)

NEVER = -1e9
"""The score of arcs that no output can point along: they lead to the machine's own nodes."""


@dataclass(frozen=True)
class Readouts:
    """The learned outputs of a task by kind; each gets a score per arc or per node."""

    decoders: Mapping[str, Decoder]
    pointers: tuple[str, ...]
    masks: tuple[str, ...]
    numbers: tuple[str, ...]

    @property
    def per_node(self) -> tuple[str, ...]:
        """Outputs that are read off nodes, in order."""
        return (*self.masks, *self.numbers)


def readouts_of(task: Task) -> Readouts:
    """What a baseline of this task learns to answer.

    Raises:
        InputError: the task has nothing that a baseline can answer.
    """
    decoders = {
        name: each for name, each in task.decoders.items() if not isinstance(each, NodeScalar)
    }

    def of(*kinds: type) -> tuple[str, ...]:
        return tuple(name for name, each in decoders.items() if isinstance(each, kinds))

    found = Readouts(
        decoders,
        of(Pointer, VirtualPointer),
        of(NodeMask),
        of(VirtualScalar, PreviousByScalar, LastByScalar),
    )
    if not decoders or len(decoders) > len(found.pointers) + len(found.per_node):
        raise InputError(
            f"baselines learn pointers, sets and numbers, but {task.name} has the outputs "
            f"{', '.join(task.decoders) or 'none'}"
        )
    return found


def kind_of(decoder: Decoder) -> NodeKind:
    """The nodes that an output is read off."""
    virtual = isinstance(decoder, VirtualPointer | VirtualScalar)
    return NodeKind.VIRTUAL if virtual else NodeKind.REAL


def output_loss(
    readouts: Readouts,
    instance: Instance,
    final: Snapshot,
    arc_scores: Float[Tensor, "arcs pointers"],
    node_scores: Float[Tensor, "nodes per_node"],
) -> Float[Tensor, ""]:
    """Cross-entropy of pointers and sets, squared error of numbers."""
    loss = torch.zeros(())
    own_sender = torch.from_numpy(~instance.real[instance.sender])
    for number, name in enumerate(readouts.pointers):
        targets = torch.from_numpy(_pointed_arcs(readouts.decoders[name], instance, final))
        receiver = torch.from_numpy(instance.receiver.astype(np.int64))
        scores = arc_scores[:, number].masked_fill(own_sender, NEVER)
        logs = row_log_softmax(scores, receiver, instance.node_count)
        loss = loss - logs[targets].mean()
    for number, name in enumerate(readouts.per_node):
        decoder = readouts.decoders[name]
        at = torch.from_numpy(instance.node_kind == kind_of(decoder))
        given = node_scores[at, number]
        if isinstance(decoder, NodeMask):
            wanted = torch.from_numpy(decoder.decode(instance, final)).float()
            loss = loss + functional.binary_cross_entropy_with_logits(given, wanted)
        else:
            wanted = torch.from_numpy(number_of(decoder, final)).float()[at]
            loss = loss + functional.mse_loss(given, wanted)
    return loss


def number_of(decoder: Decoder, snapshot: Snapshot) -> np.ndarray:
    """The scalar that an output is read off, of every node."""
    assert isinstance(decoder, VirtualScalar | PreviousByScalar | LastByScalar)
    return snapshot.scalars[decoder.scalar]


def row_log_softmax(
    scores: Float[Tensor, " arcs"], receiver: Int[Tensor, " arcs"], nodes: int
) -> Float[Tensor, " arcs"]:
    """The logarithm of each arc's share in its row."""
    highest = torch.full((nodes,), -torch.inf).scatter_reduce(
        0, receiver, scores.detach(), "amax"
    )
    above = scores - highest[receiver]
    total = torch.zeros(nodes).index_add(0, receiver, above.exp())
    return above - total.log()[receiver]


def answers(
    readouts: Readouts,
    whole: frozenset[str],
    instance: Instance,
    arc_scores: Float[np.ndarray, "arcs pointers"],
    node_scores: Float[np.ndarray, "nodes per_node"],
) -> dict[str, np.ndarray]:
    """Every learned output of a single instance, raw as the task's decoder gives it.

    Numbers in `whole` are rounded.
    """
    found: dict[str, np.ndarray] = {}
    for number, name in enumerate(readouts.pointers):
        rows = instance.node_kind == kind_of(readouts.decoders[name])
        scores = np.where(instance.real[instance.sender], arc_scores[:, number], NEVER)
        chosen = _best_arcs(instance, scores)[rows]
        found[name] = instance.sender[chosen].astype(np.int64)
    for number, name in enumerate(readouts.per_node):
        decoder, scores = readouts.decoders[name], node_scores[:, number].astype(np.float64)
        if isinstance(decoder, NodeMask):
            found[name] = scores[instance.real] > 0
            continue
        assert isinstance(decoder, VirtualScalar | PreviousByScalar | LastByScalar)
        values = np.round(scores) if name in whole else scores
        read = Snapshot(0, instance.node_state, instance.arc_state, {decoder.scalar: values})
        found[name] = decoder.decode(instance, read)
    return found


def _pointed_arcs(decoder: Decoder, instance: Instance, final: Snapshot) -> np.ndarray:
    """The arc of each row that leads where the output points to."""
    rows = np.flatnonzero(instance.node_kind == kind_of(decoder))
    target = np.full(instance.node_count, -1)
    target[rows] = decoder.decode(instance, final)
    return np.flatnonzero(instance.sender == target[instance.receiver])


def _best_arcs(instance: Instance, scores: np.ndarray) -> np.ndarray:
    """The arc of every row with the highest score, of equal ones the first."""
    order = np.lexsort((-scores, instance.receiver))
    first = np.searchsorted(instance.receiver, np.arange(instance.node_count))
    return order[first]

"""Readouts: which outputs of a task a baseline learns, and how it is scored on them.

A pointer is a choice among the arcs of a row, a set is one yes or no per node, and a number of
a node or an arc is a regression; an order of nodes is that of such numbers. Scalars that the
rules never change are not learned but read off the input. Outputs that are a set and a number
at once, like the lengths of paths that Dijkstra's algorithm gives beside its pointers, are left
out: no regression hits them exactly.
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
    Instance,
    InstanceEnding,
    Labels,
    OneNode,
    Output,
    Place,
    PointerOrder,
    Readout,
    ScalarUse,
    Snapshot,
    Task,
)

NEVER = -1e9
"""The score of arcs that no output can point along: they lead to the machine's own nodes."""


@dataclass(frozen=True)
class Readouts:
    """The learned outputs of a task by kind; each gets a score per arc or per node."""

    decoders: Mapping[str, Output]
    readouts: Mapping[str, Readout]
    """How the rules read them off."""
    pointers: tuple[str, ...]
    masks: tuple[str, ...]
    numbers: Mapping[str, ScalarUse]
    """Each with the scalar that it is."""

    @property
    def per_arc(self) -> tuple[str, ...]:
        """Outputs that are read off arcs, in order."""
        numbers = (name for name, use in self.numbers.items() if use.kind is None)
        return (*self.pointers, *numbers)

    @property
    def per_node(self) -> tuple[str, ...]:
        """Outputs that are read off nodes, in order."""
        numbers = (name for name, use in self.numbers.items() if use.kind is not None)
        return (*self.masks, *numbers)

    def number(
        self, name: str, instance: Instance, snapshot: Snapshot
    ) -> Float[np.ndarray, " places"]:
        """The values of a number, of all arcs or of the nodes that have it."""
        use = self.numbers[name]
        values = snapshot.scalars[use.scalar]
        return values if use.kind is None else values[instance.node_kind == use.kind]

    def chosen(self, name: str, instance: Instance, snapshot: Snapshot) -> np.ndarray:
        """Which of the nodes that a set is read off are in it."""
        readout = self.readouts[name]
        assert isinstance(readout, Labels)
        own = instance.node_kind == self.decoders[name].kind
        return np.array(readout.labels)[snapshot.node_state[own]] == 1

    def decode(self, name: str, instance: Instance, snapshot: Snapshot) -> np.ndarray:
        """An output, raw."""
        ending = InstanceEnding(instance, snapshot)
        return self.decoders[name].decode(ending, self.readouts.get(name))


def readouts_of(task: Task) -> Readouts:
    """What a baseline of this task learns to answer.

    Raises:
        InputError: the task has nothing that a baseline can answer.
    """
    readouts = task.program.readouts
    decoders = {
        name: each
        for name, each in task.decoders.items()
        if name not in readouts or not each.scalar_uses()
    }
    changing = {op.target for op in task.program.ops}
    pointers, masks, others = [], [], []
    numbers: dict[str, ScalarUse] = {}
    for name, each in decoders.items():
        readout = readouts.get(name)
        learned = [use for use in each.scalar_uses() if use.scalar in changing]
        if isinstance(readout, PointerOrder):
            pointers.append(name)
        elif isinstance(readout, Labels) and readout.place is Place.NODE:
            (masks if set(readout.labels) <= {0, 1} else others).append(name)
        elif readout is None and len(learned) == 1 and learned[0].states is None:
            numbers[name] = learned[0]
        else:
            others.append(name)
    if not decoders or others:
        raise InputError(
            f"baselines learn pointers, sets and numbers, but {task.name} has the outputs "
            f"{', '.join(others or task.decoders) or 'none'}"
        )
    return Readouts(decoders, readouts, tuple(pointers), tuple(masks), numbers)


def output_loss(
    readouts: Readouts,
    instance: Instance,
    final: Snapshot,
    arc_scores: Float[Tensor, "arcs per_arc"],
    node_scores: Float[Tensor, "nodes per_node"],
) -> Float[Tensor, ""]:
    """Cross-entropy of pointers and sets, squared error of numbers."""
    loss = torch.zeros(())
    own_sender = torch.from_numpy(~instance.real[instance.sender])
    for number, name in enumerate(readouts.pointers):
        targets = torch.from_numpy(_pointed_arcs(readouts, name, instance, final))
        receiver = torch.from_numpy(instance.receiver.astype(np.int64))
        scores = arc_scores[:, number].masked_fill(own_sender, NEVER)
        logs = row_log_softmax(scores, receiver, instance.node_count)
        loss = loss - logs[targets].mean()
    for number, name in enumerate(readouts.masks):
        at = torch.from_numpy(instance.node_kind == readouts.decoders[name].kind)
        wanted = torch.from_numpy(readouts.chosen(name, instance, final)).float()
        given = node_scores[at, number]
        loss = loss + functional.binary_cross_entropy_with_logits(given, wanted)
    for name, use in readouts.numbers.items():
        if use.kind is None:
            given = arc_scores[:, readouts.per_arc.index(name)]
        else:
            at = torch.from_numpy(instance.node_kind == use.kind)
            given = node_scores[at, readouts.per_node.index(name)]
        wanted = torch.from_numpy(readouts.number(name, instance, final)).float()
        loss = loss + functional.mse_loss(given, wanted)
    return loss


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
    arc_scores: Float[np.ndarray, "arcs per_arc"],
    node_scores: Float[np.ndarray, "nodes per_node"],
) -> dict[str, np.ndarray]:
    """Every learned output of a single instance, raw as the task's decoder gives it.

    Numbers in `whole` are rounded.
    """
    found: dict[str, np.ndarray] = {}
    for number, name in enumerate(readouts.pointers):
        rows = instance.node_kind == readouts.decoders[name].kind
        scores = np.where(instance.real[instance.sender], arc_scores[:, number], NEVER)
        chosen = _best_arcs(instance, scores)[rows]
        found[name] = instance.sender[chosen].astype(np.int64)
    for number, name in enumerate(readouts.masks):
        found[name] = _set(readouts, name, instance, node_scores[:, number])
    for name, use in readouts.numbers.items():
        if use.kind is None:
            scores = arc_scores[:, readouts.per_arc.index(name)]
        else:
            scores = node_scores[:, readouts.per_node.index(name)]
        values = scores.astype(np.float64)
        values = np.round(values) if name in whole else values
        scalars = {**instance.node_scalars, **instance.arc_scalars, use.scalar: values}
        read = Snapshot(0, instance.node_state, instance.arc_state, scalars)
        found[name] = _decoded(readouts, name, instance, read)
    return found


def right_share(
    readouts: Readouts,
    whole: frozenset[str],
    instance: Instance,
    final: Snapshot,
    arc_scores: Float[np.ndarray, "arcs per_arc"],
    node_scores: Float[np.ndarray, "nodes per_node"],
) -> float:
    """The share of all answers that are those of the last snapshot, for a union, too."""
    found = answers(readouts, whole, instance, arc_scores, node_scores)
    right = [raw == readouts.decode(name, instance, final) for name, raw in found.items()]
    return float(np.concatenate(right).mean())


def _set(readouts: Readouts, name: str, instance: Instance, scores: np.ndarray) -> np.ndarray:
    """A set's output: nodes of positive scores, or the one of the highest."""
    decoder, readout = readouts.decoders[name], readouts.readouts[name]
    assert isinstance(readout, Labels)
    own = instance.node_kind == decoder.kind
    chosen = own & (scores > 0)
    if isinstance(decoder, OneNode):
        chosen = own & (scores == scores[own].max(initial=-np.inf))
    states = [readout.labels.index(label) for label in (0, 1)]
    node_state = np.where(chosen, states[1], states[0]).astype(instance.node_state.dtype)
    read = Snapshot(0, node_state, instance.arc_state, {})
    return readouts.decode(name, instance, read)


def _decoded(readouts: Readouts, name: str, instance: Instance, read: Snapshot) -> np.ndarray:
    """A number's output; -1 everywhere if the numbers are positions of no node."""
    try:
        return readouts.decode(name, instance, read)
    except IndexError:
        return np.full(len(instance.labels), -1)


def _pointed_arcs(
    readouts: Readouts, name: str, instance: Instance, final: Snapshot
) -> np.ndarray:
    """The arc of each row that leads where the output points to."""
    rows = np.flatnonzero(instance.node_kind == readouts.decoders[name].kind)
    target = np.full(instance.node_count, -1)
    target[rows] = readouts.decode(name, instance, final)
    return np.flatnonzero(instance.sender == target[instance.receiver])


def _best_arcs(instance: Instance, scores: np.ndarray) -> np.ndarray:
    """The arc of every row with the highest score, of equal ones the first."""
    order = np.lexsort((-scores, instance.receiver))
    first = np.searchsorted(instance.receiver, np.arange(instance.node_count))
    return order[first]

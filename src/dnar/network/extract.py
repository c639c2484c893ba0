"""Extraction: the network as a finite program, with its margins (paper, Section 5).

Every entry is computed by the local functions that the forward pass calls; nothing is modelled
anew. States are finitely many, so the tables are complete.
"""

import copy
import itertools
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from dnar.machine import (
    Gaps,
    Gate,
    NodeTable,
    Numerics,
    Op,
    Program,
    Task,
    Term,
    node_table,
)
from dnar.network.gates import ScalarGates, gate_logits
from dnar.network.network import Network
from dnar.network.processor import LocalTables
from dnar.network.readout import readouts_of
from dnar.network.signature import Signature
from dnar.network.step import sum_messages

UNIT = 2.0**-24
"""The largest relative error of one float32 operation."""


@dataclass(frozen=True)
class Extraction:
    """A network's program and how clearly each of its entries was decided."""

    program: Program
    numerics: Numerics


def extract(network: Network, task: Task) -> Extraction:
    """The program that a network of this task runs."""
    network = copy.deepcopy(network).cpu()
    with torch.no_grad():
        plain, size = _Values(network), _Values(_absolute(network))
    rules, signature = task.rules, network.signature
    error = _relative_error(network) * size
    program = Program(
        task=task.name,
        node_states=tuple(state.name for state in rules.node_states),
        arc_states=tuple(state.name for state in rules.arc_states),
        heads=rules.heads,
        scalars=rules.scalars,
        listening=_listening(plain.score),
        node_tables=_node_tables(plain.node, signature),
        arc_table=plain.arc.argmax(-1).numpy().astype(np.uint8),
        ops=tuple(_op(name, gates, signature) for name, gates in plain.gates.items()),
        readouts=readouts_of(network),
    )
    return Extraction(program, _numerics(plain, error, network))


class _Values:
    """All numbers that a network can compute and then compares."""

    def __init__(self, network: Network) -> None:
        self.tables = network.tables()
        # A shared processor may have more heads than this task.
        self.score: Tensor = self.tables.score[: len(network.signature.heads)]
        self.node: Tensor = _node_logits(network, self.tables)
        self.arc: Tensor = _arc_logits(network, self.tables)
        self.gates: dict[str, ScalarGates] = gate_logits(
            self.tables, network.signature, network.processor.sizes
        )
        self.pointer: Tensor = network.pointer_logits()
        self.mask: Tensor = network.mask_logits()

    def __rmul__(self, factor: float) -> "_Values":
        scaled = copy.copy(self)
        for name in ("score", "node", "arc", "pointer", "mask"):
            setattr(scaled, name, factor * getattr(self, name).double())
        scaled.gates = {
            name: ScalarGates(
                *(factor * part.double() for part in (each.inc, each.keep, each.push))
            )
            for name, each in self.gates.items()
        }
        return scaled


def _absolute(network: Network) -> Network:
    """The network with every weight replaced by its size: it bounds all partial sums."""
    bound = copy.deepcopy(network)
    for weight in bound.parameters():
        weight.copy_(weight.abs())
    return bound


def _relative_error(network: Network) -> float:
    """What rounding can do to a number, in parts of the sum of the sizes of its summands.

    A sum of k products is off by at most k units (Higham's gamma), each layer adds its own.
    The deepest number passes a message, two hidden layers and the bottleneck. Four times: both
    numbers of a comparison, here and on another machine.
    """
    sizes = network.processor.sizes
    layers = 4 * (sizes.hidden + 2) + 4 * (sizes.heads + 2)
    return 4 * layers * UNIT / (1 - layers * UNIT)


def _node_logits(network: Network, tables: LocalTables) -> Tensor:
    """By state and, per head, class heard; the last place is for nothing."""
    signature = network.signature
    heads, classes = len(signature.heads), signature.classes
    shape = (signature.node_states, *[classes + 1] * heads)
    state, *heard = (each.flatten() for each in _grid(shape))
    told = [torch.where(each == classes, -1, each) for each in heard]
    parts = list(zip(tables.node_message, told, strict=False))
    return network.node_logits(tables, state, sum_messages(tables, parts, len(state))).view(
        *shape, -1
    )


def _arc_logits(network: Network, tables: LocalTables) -> Tensor:
    """By arc, receiver, sender and reverse state, and who heard it either way."""
    signature = network.signature
    heads, arcs = len(signature.heads), signature.arc_states
    flags = 2**heads
    shape = (arcs, signature.node_states, signature.node_states, arcs, flags, flags)
    arc, receiver, sender, reverse, heard, back = (each.flatten() for each in _grid(shape))
    parts = []
    for table, flag, klass in itertools.chain(
        ((tables.arc_forth, heard, sender * arcs + arc),),
        ((tables.arc_back, back, receiver * arcs + reverse),),
    ):
        for head in range(heads):
            parts.append((table[head], torch.where(flag >> head & 1 == 1, klass, -1)))
    message = sum_messages(tables, parts, len(arc))
    return network.arc_logits(tables, arc, receiver, sender, message).view(*shape, -1)


def _grid(shape: tuple[int, ...]) -> list[Tensor]:
    return list(torch.meshgrid([torch.arange(size) for size in shape], indexing="ij"))


def _listening(score: Tensor) -> np.ndarray:
    """Places by falling score, per head and receiver."""
    flat = score.flatten(2)
    order = torch.argsort(flat, dim=-1, descending=True, stable=True)
    return torch.argsort(order, dim=-1).view(score.shape).numpy().astype(np.int32)


def _node_tables(logits: Tensor, signature: Signature) -> tuple[NodeTable, ...]:
    becomes = logits.argmax(-1).numpy().astype(np.uint8)
    return tuple(node_table(becomes[state]) for state in range(signature.node_states))


def _op(name: str, gates: ScalarGates, signature: Signature) -> Op:
    """The open gates of a scalar, in the order in which a step adds them."""

    def open_at(logits: Tensor) -> frozenset[int]:
        return frozenset(torch.nonzero(logits > 0).squeeze(1).tolist())

    others = signature.arc_scalars if name in signature.node_scalars else signature.node_scalars
    terms = [Term(Gate.INC, open_at(gates.inc)), Term(Gate.KEEP, open_at(gates.keep))]
    pushes = zip(others, gates.push, strict=True)
    terms += [Term(Gate.PUSH, open_at(logits), other) for other, logits in pushes]
    return Op(name, tuple(terms))


def _numerics(plain: _Values, error: _Values, network: Network) -> Numerics:
    pointer = plain.pointer.double()
    readouts = {}
    for number, name in enumerate(network.outputs.arc_readouts):
        logits = pointer[:, number]
        readouts[name] = Gaps(_next_gap(logits), error.pointer[:, number].numpy())
    for number, name in enumerate(network.outputs.node_readouts):
        logits = plain.mask[:, number].double().abs()
        readouts[name] = Gaps(logits.numpy(), error.mask[:, number].numpy())
    return Numerics(
        score=plain.score.double().numpy(),
        score_error=error.score.flatten(2).amax(-1).numpy(),
        node=_lead(plain.node, error.node),
        arc=_lead(plain.arc, error.arc),
        gates={
            name: Gaps(gates.flat().double().abs().numpy(), error.gates[name].flat().numpy())
            for name, gates in plain.gates.items()
        },
        readouts=readouts,
    )


def _lead(logits: Tensor, error: Tensor) -> Gaps:
    """How far the first of the last axis is before the second."""
    if logits.shape[-1] == 1:
        return Gaps(np.full(logits.shape[:-1], np.inf), np.zeros(logits.shape[:-1]))
    first, second = logits.double().topk(2, dim=-1).values.unbind(-1)
    return Gaps((first - second).numpy(), error.amax(-1).numpy())


def _next_gap(logits: Tensor) -> np.ndarray:
    """The distance of each number to the nearest other one."""
    flat = logits.flatten()
    distance = (flat[:, None] - flat[None, :]).abs()
    distance.fill_diagonal_(torch.inf)
    return distance.amin(1).view(logits.shape).numpy()

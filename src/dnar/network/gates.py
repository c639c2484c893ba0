"""ScalarUpdate: learned 0-1 gates choose what is added to a scalar (paper, eq. 2).

For every scalar: inc and keep depend on the state of its own node or arc, push on the state
at the other end of an incidence. Gates are functions of states only, so a scalar's size can
never change what is done with it.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from dnar.machine import Place
from dnar.network.processor import LocalTables, ProcessorSizes
from dnar.network.signature import Signature


@dataclass(frozen=True)
class ScalarGates:
    """The gates of one scalar, as logits or as values between 0 and 1.

    `push` has a row for every scalar of the other place, by the state there.
    """

    inc: Float[Tensor, " own_states"]
    keep: Float[Tensor, " own_states"]
    push: Float[Tensor, "others other_states"]

    def flat(self) -> Float[Tensor, " gates"]:
        """All gates in one row: inc, keep, push."""
        return torch.cat([self.inc, self.keep, self.push.flatten()])


def gate_logits(
    tables: LocalTables, signature: Signature, sizes: ProcessorSizes
) -> dict[str, ScalarGates]:
    """The gate logits of every scalar that the network updates."""
    node, arc = tables.node_gates, tables.arc_gates
    nodes, arcs = sizes.node_scalars, sizes.arc_scalars
    node_push = node[:, 2 * nodes :].unflatten(1, (nodes, arcs)) if nodes * arcs else None
    arc_push = arc[:, 2 * arcs :].unflatten(1, (arcs, nodes)) if nodes * arcs else None
    gates = {}
    for at, name in enumerate(signature.node_scalars):
        push = node.new_zeros(0, signature.arc_states)
        if arc_push is not None:
            push = arc_push[:, : len(signature.arc_scalars), at].T
        gates[name] = ScalarGates(node[:, at], node[:, nodes + at], push)
    for at, name in enumerate(signature.arc_scalars):
        push = node.new_zeros(0, signature.node_states)
        if node_push is not None:
            push = node_push[:, : len(signature.node_scalars), at].T
        gates[name] = ScalarGates(arc[:, at], arc[:, arcs + at], push)
    return gates


def opened(gates: ScalarGates, temperature: float | None) -> ScalarGates:
    """Gate values: a sigmoid that hardens with falling temperature, or 0 and 1 if None."""

    def value(logits: Tensor) -> Tensor:
        if temperature is None:
            return (logits > 0).double()
        return torch.sigmoid(logits.double() / temperature)

    return ScalarGates(value(gates.inc), value(gates.keep), value(gates.push))


def place_of(signature: Signature, scalar: str) -> Place:
    """Where the scalar lives."""
    return Place.NODE if scalar in signature.node_scalars else Place.ARC

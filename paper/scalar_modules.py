"""Scalar updates that are not discrete: what Table 6 puts in the place of ScalarUpdate.

A transformer convolution reads the states and scalars of a graph and gives the next scalars;
a small network adds two numbers. Both are trained on the rules' own runs, step by step, as
scalar hints are: with teacher forcing their loss shares no weight with that of the states.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

TOGETHER = 512
"""Arcs that are computed together: their vectors stay in the processor's cache."""


@dataclass(frozen=True)
class Moment:
    """States and scalars as tensors; one scalar at every node, one at every arc."""

    node_state: Int[Tensor, " nodes"]
    arc_state: Int[Tensor, " arcs"]
    node_scalar: Float[Tensor, " nodes"]
    arc_scalar: Float[Tensor, " arcs"]


class ScalarConvolution(nn.Module):
    """A single-layer transformer convolution from states and scalars to the next scalars.

    A node's vector is that of its state plus its scalar times a vector, an arc's likewise.
    Nodes gather messages by the attention of equation 1, at temperature 1; nodes and arcs then
    have a feed-forward network each, of which the arc's sees both its ends.
    """

    def __init__(self, node_states: int, arc_states: int, hidden: int) -> None:
        super().__init__()
        self.hidden = hidden
        # The last row of each is what a scalar of 1 adds.
        self.node = nn.Parameter(torch.randn(node_states + 1, hidden))
        self.arc = nn.Parameter(torch.randn(arc_states + 1, hidden))
        self.query, self.key, self.arc_key, self.value, self.arc_value = (
            nn.Linear(hidden, hidden, bias=False) for _ in range(5)
        )
        self.node_in = nn.Linear(2 * hidden, hidden)
        self.arc_in = nn.Linear(3 * hidden, hidden)
        self.node_out, self.arc_out = nn.Linear(hidden, 1), nn.Linear(hidden, 1)

    def forward(
        self, receiver: Int[Tensor, " arcs"], sender: Int[Tensor, " arcs"], now: Moment
    ) -> tuple[Float[Tensor, " nodes"], Float[Tensor, " arcs"]]:
        """The next scalars of nodes and arcs."""
        weight = self._attention(receiver, sender, now)
        gathered = self._gathered(receiver, sender, now, weight)
        own, message = self.node_in.weight.split(self.hidden, 1)
        nodes = self._with_scalar(self.node @ own.T, now.node_state, now.node_scalar)
        nodes = torch.relu(nodes + self.node_in.bias + gathered @ message.T)
        return self.node_out(nodes).squeeze(1), self._arcs(receiver, sender, now)

    def _with_scalar(
        self, table: Float[Tensor, "rows hidden"], state: Tensor, scalar: Tensor
    ) -> Float[Tensor, "places hidden"]:
        return torch.addcmul(table[state], scalar[:, None], table[-1])

    def _attention(
        self, receiver: Tensor, sender: Tensor, now: Moment
    ) -> Float[Tensor, " arcs"]:
        """Softmax of <query, key + arc key> within every row, multiplied out by parts."""
        query = self.query(self.node) / self.hidden**0.5
        to_node, to_arc = query @ self.key(self.node).T, query @ self.arc_key(self.arc).T
        at, scalar = now.node_state[receiver], now.node_scalar[receiver]

        def score(parts: Tensor, other: Tensor, value: Tensor) -> Tensor:
            constant = parts[at, other] + scalar * parts[-1, other]
            return constant + value * (parts[at, -1] + scalar * parts[-1, -1])

        total = score(to_node, now.node_state[sender], now.node_scalar[sender])
        total = total + score(to_arc, now.arc_state, now.arc_scalar)
        nodes = len(now.node_state)
        lowest = torch.full((nodes,), -torch.inf)
        highest = lowest.scatter_reduce(0, receiver, total.detach(), "amax")
        weight = torch.exp(total - highest[receiver])
        whole = torch.zeros(nodes).index_add(0, receiver, weight)
        return weight / whole[receiver]

    def _gathered(
        self, receiver: Tensor, sender: Tensor, now: Moment, weight: Float[Tensor, " arcs"]
    ) -> Float[Tensor, "nodes hidden"]:
        """The sum of all messages, each times its weight: how much of each part comes in."""
        total = torch.zeros(len(now.node_state), self.hidden)
        for layer, vectors, state, scalar in (
            (self.value, self.node, now.node_state[sender], now.node_scalar[sender]),
            (self.arc_value, self.arc, now.arc_state, now.arc_scalar),
        ):
            parts = layer(vectors)
            share = torch.zeros(len(now.node_state) * len(parts))
            share = share.index_add(0, receiver * len(parts) + state, weight)
            share = share.index_add(0, receiver * len(parts) + len(parts) - 1, weight * scalar)
            total = total + share.view(-1, len(parts)) @ parts
        return total

    def _arcs(self, receiver: Tensor, sender: Tensor, now: Moment) -> Float[Tensor, " arcs"]:
        own, to, origin = self.arc_in.weight.split(self.hidden, 1)
        at_node = [self.node @ each.T for each in (to, origin)]
        at_arc = self.arc @ own.T + self.arc_in.bias
        node_states = len(self.node) - 1
        both = at_node[0][:-1, None] + at_node[1][None, :-1]
        table = (at_arc[:-1, None, None] + both).flatten(0, 2)
        kind = now.arc_state * node_states + now.node_state[receiver]
        kind = kind * node_states + now.node_state[sender]
        scalars = torch.stack(
            [now.arc_scalar, now.node_scalar[receiver], now.node_scalar[sender]], 1
        )
        slopes = torch.stack([at_arc[-1] - self.arc_in.bias, at_node[0][-1], at_node[1][-1]])
        parts = zip(kind.split(TOGETHER), scalars.split(TOGETHER), strict=True)
        hidden = (torch.relu(torch.addmm(table[which], some, slopes)) for which, some in parts)
        return torch.cat([self.arc_out(each) for each in hidden]).squeeze(1)


class Adder(nn.Module):
    """A two-layer network that is to add two numbers."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(2, hidden), nn.ReLU(), nn.Linear(hidden, 1))

    def forward(
        self, one: Float[Tensor, " cases"], other: Float[Tensor, " cases"]
    ) -> Float[Tensor, " cases"]:
        """About the sum of two numbers."""
        return self.layers(torch.stack([one, other], 1)).squeeze(1)

"""Processors: one round of messages between hidden vectors, which nothing makes discrete.

Each is an operator of PyTorch Geometric over the machine's arcs: senders are its sources.
GIN takes the largest message here and not their sum, so that large neighbourhoods look like
small ones.
"""

import warnings

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from paper.reasoners.config import ProcessorKind

with warnings.catch_warnings():
    # It uses what PyTorch is about to drop; that is not for our users to mend.
    warnings.simplefilter("ignore", DeprecationWarning)
    from torch_geometric.nn import GINEConv, MessagePassing, TransformerConv


class PointerGraphNetwork(MessagePassing):
    """Messages from sender, receiver and arc; a node takes the largest, entry by entry."""

    def __init__(self, inputs: int, hidden: int, arc_features: int) -> None:
        super().__init__(aggr="max")
        self.from_sender = nn.Linear(inputs, hidden)
        self.from_receiver = nn.Linear(inputs, hidden)
        self.from_arc = nn.Linear(arc_features, hidden)
        self.message_out = nn.Linear(hidden, hidden)
        self.own = nn.Linear(inputs, hidden)
        self.taken = nn.Linear(hidden, hidden)

    def forward(self, x: Tensor, edge_index: Tensor, edge_attr: Tensor) -> Tensor:
        """New vectors from the old ones and the arcs' features."""
        aggregated = self.propagate(
            edge_index,
            sent=self.from_sender(x),
            received=self.from_receiver(x),
            arc=self.from_arc(edge_attr),
        )
        return self.own(x) + self.taken(aggregated)

    def message(  # pyright: ignore[reportIncompatibleMethodOverride] (PyG goes by names)
        self, sent_j: Tensor, received_i: Tensor, arc: Tensor
    ) -> Tensor:
        """The message of an arc."""
        return self.message_out(torch.relu(sent_j + received_i + arc))


def operator(kind: ProcessorKind, inputs: int, hidden: int, arc_features: int) -> nn.Module:
    """The operator of this kind: (vectors, arcs, arc features) -> vectors."""
    if kind is ProcessorKind.GIN:
        update = nn.Sequential(nn.Linear(inputs, hidden), nn.ReLU(), nn.Linear(hidden, hidden))
        return GINEConv(update, edge_dim=arc_features, aggr="max")
    if kind is ProcessorKind.TRANSFORMER:
        return TransformerConv(inputs, hidden, edge_dim=arc_features)
    return PointerGraphNetwork(inputs, hidden, arc_features)


class RecurrentProcessor(nn.Module):
    """An operator whose result updates the hidden vectors, with layer norm."""

    def __init__(
        self, kind: ProcessorKind, node_features: int, arc_features: int, hidden: int, gru: bool
    ) -> None:
        super().__init__()
        self.encode = nn.Linear(node_features, hidden)
        self.operator = operator(kind, 2 * hidden, hidden, arc_features)
        self.gates = nn.GRUCell(hidden, hidden) if gru else None
        self.norm = nn.LayerNorm(hidden)

    def forward(
        self,
        hidden: Float[Tensor, "nodes hidden"],
        nodes: Float[Tensor, "nodes node_features"],
        ends: Int[Tensor, "2 arcs"],
        arcs: Float[Tensor, "arcs arc_features"],
    ) -> Float[Tensor, "nodes hidden"]:
        """The hidden vectors after one round of messages."""
        inputs = torch.cat([self.encode(nodes), hidden], dim=1)
        found = torch.relu(self.operator(inputs, ends, arcs))
        return self.norm(found if self.gates is None else self.gates(found, hidden))

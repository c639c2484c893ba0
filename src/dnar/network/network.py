"""The network of a task: encoder, processor, decoders, and one step on a graph.

The encoder gives a vector to every state, the decoders turn hidden vectors back into states
and read the outputs. A step calls only the local functions below; whatever checks a network
enumerates exactly these.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from dnar.network.processor import (
    LocalTables,
    MessageForm,
    Processor,
    ProcessorSizes,
    Projection,
)
from dnar.network.signature import Signature


@dataclass(frozen=True)
class Outputs:
    """Which arcs or node states each output is read from: sizes of the readouts."""

    arc_readouts: tuple[str, ...]
    node_readouts: tuple[str, ...]


class TaskEncoder(nn.Module):
    """A vector for every node state and every arc state (Section 3.1)."""

    def __init__(self, signature: Signature, hidden: int) -> None:
        super().__init__()
        self.node = nn.Parameter(torch.randn(signature.node_states, hidden))
        self.arc = nn.Parameter(torch.randn(signature.arc_states, hidden))


class TaskDecoder(nn.Module):
    """From hidden vectors to the logits of states, and from states to outputs."""

    def __init__(self, signature: Signature, outputs: Outputs, hidden: int) -> None:
        super().__init__()
        self.node_state = nn.Linear(hidden, signature.node_states)
        self.arc_state = nn.Linear(hidden, signature.arc_states)
        self.pointer = Projection(hidden, len(outputs.arc_readouts))
        self.pointer_loop = nn.Parameter(torch.zeros(len(outputs.arc_readouts)))
        self.mask = Projection(hidden, len(outputs.node_readouts))


class Network(nn.Module):
    """A task's encoder and decoder around a processor, which may be shared."""

    def __init__(
        self,
        signature: Signature,
        outputs: Outputs,
        *,
        hidden: int = 64,
        form: MessageForm = MessageForm.RICH,
        processor: Processor | None = None,
    ) -> None:
        super().__init__()
        self.signature, self.outputs = signature, outputs
        sizes = ProcessorSizes(
            hidden,
            len(signature.heads),
            len(signature.node_scalars),
            len(signature.arc_scalars),
        )
        self.processor = processor if processor is not None else Processor(sizes, form)
        self.encoder = TaskEncoder(signature, self.processor.sizes.hidden)
        self.decoder = TaskDecoder(signature, outputs, self.processor.sizes.hidden)

    def tables(self) -> LocalTables:
        """The processor's local functions for this task's states."""
        return self.processor.tables(self.encoder.node, self.encoder.arc)

    def node_logits(
        self,
        tables: LocalTables,
        state: Int[Tensor, " cases"],
        message: Float[Tensor, "cases hidden"],
    ) -> Float[Tensor, "cases node_states"]:
        """FFN_nodes and the bottleneck: the next state of a node in `state`.

        `message` is the sum of the node_message entries of what the heads heard.
        """
        hidden = torch.relu(tables.node_own[state] + message)
        return self.decoder.node_state(self.processor.node_out(hidden))

    def arc_logits(
        self,
        tables: LocalTables,
        arc_state: Int[Tensor, " cases"],
        receiver_state: Int[Tensor, " cases"],
        sender_state: Int[Tensor, " cases"],
        message: Float[Tensor, "cases hidden"],
    ) -> Float[Tensor, "cases arc_states"]:
        """FFN_edges and the bottleneck: the next state of an arc.

        `message` is the sum of the arc_forth and arc_back entries of what was heard over the
        arc and over its reverse.
        """
        hidden = torch.relu(tables.arc_own[arc_state, receiver_state, sender_state] + message)
        return self.decoder.arc_state(self.processor.arc_out(hidden))

    def pointer_logits(self) -> Float[Tensor, "arc_states readouts 2"]:
        """How strongly a row's arc is pointed along, by its state and whether it is a loop."""
        plain = self.decoder.pointer(self.encoder.arc)
        return torch.stack([plain, plain + self.decoder.pointer_loop], dim=-1)

    def mask_logits(self) -> Float[Tensor, "node_states readouts"]:
        """Whether a node belongs to a set, by its state; above zero means yes."""
        return self.decoder.mask(self.encoder.node)

"""The network of a task: encoder, processor, decoders, and one step on a graph.

The encoder gives a vector to every state, the decoders turn hidden vectors back into states
and read the outputs. A step calls only the local functions below; whatever checks a network
enumerates exactly these.
"""

import copy
from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from dnar.machine import Place
from dnar.network.processor import (
    LocalTables,
    MessageForm,
    Processor,
    ProcessorSizes,
    Projection,
)
from dnar.network.signature import Signature


@dataclass(frozen=True)
class LabelOutput:
    """An output that labels node states or arc states with one of several categories."""

    name: str
    place: Place
    categories: int


@dataclass(frozen=True)
class Outputs:
    """The outputs that are read off states: sizes of the readouts."""

    pointers: tuple[str, ...]
    labels: tuple[LabelOutput, ...]

    def categories(self, place: Place) -> int:
        """Categories of all labels of a place."""
        return sum(each.categories for each in self.labels if each.place is place)


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
        self.pointer = Projection(hidden, len(outputs.pointers))
        self.pointer_loop = nn.Parameter(torch.zeros(len(outputs.pointers)))
        self.node_label = Projection(hidden, outputs.categories(Place.NODE))
        self.arc_label = Projection(hidden, outputs.categories(Place.ARC))


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
        if processor is None:
            processor = Processor(processor_sizes([signature], hidden), form)
        self.processor = processor
        self.encoder = TaskEncoder(signature, self.processor.sizes.hidden)
        self.decoder = TaskDecoder(signature, outputs, self.processor.sizes.hidden)

    def tables(self) -> LocalTables:
        """The processor's local functions for this task's states."""
        tables = self.processor.tables(self.encoder.node, self.encoder.arc)
        if self.signature.hears_nothing:
            return tables
        return replace(tables, nothing=torch.full_like(tables.nothing, -torch.inf))

    def node_logits(
        self,
        tables: LocalTables,
        state: Int[Tensor, " cases"],
        signs: Int[Tensor, "cases comparisons"],
        message: Float[Tensor, "cases hidden"],
    ) -> Float[Tensor, "cases node_states"]:
        """FFN_nodes and the bottleneck: the next state of a node in `state`.

        `message` is the sum of the node_message entries of what the heads heard.
        """
        own = tables.node_own[state] + message
        told = _with_signs(own, tables.node_sign, signs)
        return self.decoder.node_state(self.processor.node_update(told))

    def arc_logits(
        self,
        tables: LocalTables,
        arc_state: Int[Tensor, " cases"],
        receiver_state: Int[Tensor, " cases"],
        sender_state: Int[Tensor, " cases"],
        signs: Int[Tensor, "cases comparisons"],
        message: Float[Tensor, "cases hidden"],
    ) -> Float[Tensor, "cases arc_states"]:
        """FFN_edges and the bottleneck: the next state of an arc.

        `message` is the sum of the arc_forth and arc_back entries of what was heard over the
        arc and over its reverse.
        """
        own = tables.arc_own[arc_state] + tables.arc_receiver[receiver_state]
        own = own + tables.arc_sender[sender_state] + message
        told = _with_signs(own, tables.arc_sign, signs)
        return self.decoder.arc_state(self.processor.arc_update(told))

    def pointer_logits(self) -> Float[Tensor, "arc_states readouts 2"]:
        """How strongly a row's arc is pointed along, by its state and whether it is a loop."""
        plain = self.decoder.pointer(self.encoder.arc)
        return torch.stack([plain, plain + self.decoder.pointer_loop], dim=-1)

    def label_logits(self) -> dict[str, Float[Tensor, "states categories"]]:
        """Per output with labels: how strongly each state has each of its categories."""
        by_place = {
            Place.NODE: self.decoder.node_label(self.encoder.node),
            Place.ARC: self.decoder.arc_label(self.encoder.arc),
        }
        found = {}
        for place, logits in by_place.items():
            some = [each for each in self.outputs.labels if each.place is place]
            parts = logits.split([each.categories for each in some], dim=1) if some else ()
            found |= {each.name: part for each, part in zip(some, parts, strict=True)}
        return found


def in_double(network: Network) -> Network:
    """A copy in double precision, in which networks run and are extracted.

    Attention that is decided by a small gap is then far from any rounding error.
    """
    return copy.deepcopy(network).double()


def _with_signs(
    own: Float[Tensor, "cases hidden"],
    table: Float[Tensor, "signs 3 hidden"],
    signs: Int[Tensor, "cases comparisons"],
) -> Float[Tensor, "cases hidden"]:
    """A hidden layer's input with the part of every comparison's sign."""
    for part, column in zip(table, signs.unbind(1), strict=False):
        own = own + part[column + 1]
    return own


def processor_sizes(signatures: Sequence[Signature], hidden: int) -> ProcessorSizes:
    """The smallest processor that can serve all of these."""
    return ProcessorSizes(
        hidden,
        max(len(each.heads) for each in signatures),
        *(max(each.gate_count(place) for each in signatures) for place in Place),
        *(max(len(each.compared(place)) for each in signatures) for place in Place),
    )

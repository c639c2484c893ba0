"""The processor: attention, node and arc update, scalar gates (paper, Section 3).

States are finitely many, so everything a step computes is a function of a few of them. The
processor works on one vector per state and gives these functions as tables; a step on a graph
of any size only looks them up. Nothing here depends on the task: encoders and decoders, which
do, stand apart, and one processor can serve several tasks (Section 4.5).
"""

from dataclasses import dataclass
from enum import Enum

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn


class MessageForm(Enum):
    """What a message carries and what an arc sees when it is updated."""

    RICH = "rich"
    """The message holds the sender's and the arc's state; the arc sees both its ends; a key is
    of both states together."""
    LITERAL = "literal"
    """The paper's formulas: the message is V_j; the arc sees only what was heard over it."""


@dataclass(frozen=True)
class ProcessorSizes:
    """How large a processor is; tasks with fewer heads, gates or signs leave some unused."""

    hidden: int
    heads: int
    node_gates: int
    arc_gates: int
    node_signs: int
    arc_signs: int


@dataclass(frozen=True)
class LocalTables:
    """All that one step can compute, before the final projections to states.

    Hidden layers are given before their ReLU, split into summands: what an update sees is
    the sum of its own part and of each message's part, weighted by attention.
    """

    score: Float[Tensor, "heads node_states node_states arc_states 2"]
    """Attention of (receiver state, sender state, arc state, is best), before temperature."""
    nothing: Float[Tensor, "heads node_states"]
    """The score of hearing nothing, for tasks in which heads may."""
    node_own: Float[Tensor, "node_states hidden"]
    node_sign: Float[Tensor, "node_signs 3 hidden"]
    """Of each comparison of a node: below, equal, above."""
    node_message: Float[Tensor, "heads node_states arc_states hidden"]
    arc_own: Float[Tensor, "arc_states hidden"]
    arc_receiver: Float[Tensor, "node_states hidden"]
    arc_sender: Float[Tensor, "node_states hidden"]
    arc_sign: Float[Tensor, "arc_signs 3 hidden"]
    arc_forth: Float[Tensor, "heads node_states arc_states hidden"]
    """Of the message heard over this arc: (sender state, arc state)."""
    arc_back: Float[Tensor, "heads node_states arc_states hidden"]
    """Of the message heard over the reverse arc: (receiver state, reverse arc's state)."""
    node_gates: Float[Tensor, "node_states node_gates"]
    """Logits of the gates that node states decide."""
    arc_gates: Float[Tensor, "arc_states arc_gates"]


class Projection(nn.Module):
    """A linear layer that may have no outputs at all, as for a task without scalars."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        bound = inputs**-0.5
        self.weight = nn.Parameter(torch.empty(outputs, inputs).uniform_(-bound, bound))
        self.bias = nn.Parameter(torch.empty(outputs).uniform_(-bound, bound))

    def forward(self, embed: Float[Tensor, "states inputs"]) -> Float[Tensor, "states outputs"]:
        """The projection of every row."""
        return nn.functional.linear(embed, self.weight, self.bias)


class Processor(nn.Module):
    """One layer, applied at every step.

    A subclass may override `messages`, `node_update` and `arc_update`, and is chosen by
    `TrainConfig(processor=...)`. Verdicts about its networks hold if what it computes is made
    of linear layers and of functions f with f(0) = 0 that never fall and never grow faster than
    their input, such as ReLU: then the sizes of the weights bound what rounding does.
    """

    depth = 4
    """Layers that a number passes at most: a message, two of an update, the bottleneck."""

    def __init__(self, sizes: ProcessorSizes, form: MessageForm) -> None:
        super().__init__()
        hidden, heads = sizes.hidden, sizes.heads
        self.sizes, self.form = sizes, form
        self.query = nn.Linear(hidden, heads * hidden, bias=False)
        self.key = nn.Linear(hidden, heads * hidden, bias=False)
        self.arc_key = nn.Linear(hidden, heads * hidden, bias=False)
        self.nothing_key = nn.Parameter(torch.empty(heads, hidden))
        self.best_key = nn.Parameter(torch.empty(heads, hidden))
        self.value = nn.Linear(hidden, heads * hidden, bias=False)
        self.node_in = nn.Linear((1 + heads) * hidden, hidden)
        self.node_out = nn.Linear(hidden, hidden)
        ends = 0
        if form is MessageForm.RICH:
            self.arc_value = nn.Linear(hidden, heads * hidden, bias=False)
            self.pair_node = nn.Linear(hidden, hidden)
            self.pair_arc = nn.Linear(hidden, hidden, bias=False)
            self.pair_key = nn.Linear(hidden, heads * hidden, bias=False)
            ends = 2
        self.arc_in = nn.Linear((1 + ends + 2 * heads) * hidden, hidden)
        self.arc_out = nn.Linear(hidden, hidden)
        self.node_gate = Projection(hidden, sizes.node_gates)
        self.arc_gate = Projection(hidden, sizes.arc_gates)
        self.node_sign = nn.Parameter(0.5 * torch.randn(sizes.node_signs, 3, hidden))
        self.arc_sign = nn.Parameter(0.5 * torch.randn(sizes.arc_signs, 3, hidden))
        nn.init.normal_(self.nothing_key)
        nn.init.normal_(self.best_key)

    def part_scores(
        self,
        node_embed: Float[Tensor, "node_states hidden"],
        arc_embed: Float[Tensor, "arc_states hidden"],
    ) -> Float[Tensor, "heads node_states parts"]:
        """What a receiver's scores are made of.

        In the rich form the score of every class, in the literal form what each sender state
        and each arc state adds; then the score of hearing nothing and what being best adds.
        """
        query = self._per_head(self.query, node_embed)
        return query @ self._keys(node_embed, arc_embed).mT / self.sizes.hidden**0.5

    def set_part_scores(
        self,
        node_embed: Float[Tensor, "node_states hidden"],
        arc_embed: Float[Tensor, "arc_states hidden"],
        state: int,
        scores: Float[Tensor, "used_heads some"],
        parts: Int[Tensor, " some"],
        strangers: Float[Tensor, "other_states hidden"] | None = None,
    ) -> None:
        """Gives one receiver state queries with these scores of some parts, in the first heads.

        Those of all other states stay, also of `strangers`: node states of other tasks.
        """
        heads = len(scores)
        vectors = node_embed if strangers is None else torch.cat([node_embed, strangers])
        with torch.no_grad():
            keys = self._keys(node_embed, arc_embed)[:heads, parts]
            wanted = (torch.linalg.pinv(keys) @ scores[..., None]).flatten()
            wanted = wanted * self.sizes.hidden**0.5
            change = wanted - self.query(node_embed[state])[: len(wanted)]
            # The vector dual to the state's embedding is orthogonal to all others.
            dual = torch.linalg.pinv(vectors)[:, state]
            self.query.weight[: len(wanted)] += torch.outer(change, dual)

    def _attention_layers(self) -> list[nn.Linear]:
        layers = [self.query, self.key, self.arc_key]
        if self.form is MessageForm.RICH:
            layers += [self.pair_node, self.pair_arc, self.pair_key]
        return layers

    def attention(self) -> list[nn.Parameter]:
        """The parameters that decide who is heard."""
        return [
            self.nothing_key,
            self.best_key,
            *(each for layer in self._attention_layers() for each in layer.parameters()),
        ]

    def gates(self) -> list[nn.Parameter]:
        """The parameters that decide what is added to scalars."""
        return [*self.node_gate.parameters(), *self.arc_gate.parameters()]

    def tables(
        self,
        node_embed: Float[Tensor, "node_states hidden"],
        arc_embed: Float[Tensor, "arc_states hidden"],
    ) -> LocalTables:
        """The local functions for these states."""
        message = self.messages(node_embed, arc_embed)
        (node_own,), node_parts = self._split(self.node_in, (node_embed,), 1)
        ends = (node_embed, node_embed) if self.form is MessageForm.RICH else ()
        (arc_own, *of_ends), arc_parts = self._split(self.arc_in, (arc_embed, *ends), 2)
        receiver, sender = of_ends or [torch.zeros_like(node_own)] * 2
        score, nothing = self._scores(node_embed.detach(), arc_embed.detach())
        return LocalTables(
            # Attention and scalars are learned beside the states, not at their cost.
            score=score,
            nothing=nothing,
            node_own=node_own,
            node_sign=self.node_sign,
            node_message=torch.einsum("lsah,lgh->lsag", message, node_parts[0]),
            arc_own=arc_own,
            arc_receiver=receiver,
            arc_sender=sender,
            arc_sign=self.arc_sign,
            arc_forth=torch.einsum("lsah,lgh->lsag", message, arc_parts[1]),
            arc_back=torch.einsum("lsah,lgh->lsag", message, arc_parts[0]),
            node_gates=self.node_gate(node_embed.detach()),
            arc_gates=self.arc_gate(arc_embed.detach()),
        )

    def _per_head(
        self, layer: nn.Linear, embed: Tensor
    ) -> Float[Tensor, "heads states hidden"]:
        return layer(embed).unflatten(-1, (self.sizes.heads, -1)).transpose(0, 1)

    def _scores(
        self, node_embed: Tensor, arc_embed: Tensor
    ) -> tuple[
        Float[Tensor, "heads node_states node_states arc_states 2"],
        Float[Tensor, "heads node_states"],
    ]:
        """<Q_receiver, K_sender + K_arc + K_both + is_best * k> / sqrt(h): scores of eq. 1.

        And the scores of hearing nothing. The literal form has no K_both.
        """
        parts = self.part_scores(node_embed, arc_embed)
        nodes, arcs = len(node_embed), len(arc_embed)
        nothing, best = parts[..., -2], parts[..., -1]
        if self.form is MessageForm.RICH:
            common = parts[..., :-2].unflatten(-1, (nodes, arcs))
        else:
            sender, arc = parts[..., :-2].split((nodes, arcs), dim=-1)
            common = sender[:, :, :, None] + arc[:, :, None, :]
        return torch.stack([common, common + best[:, :, None, None]], dim=-1), nothing

    def _keys(
        self, node_embed: Tensor, arc_embed: Tensor
    ) -> Float[Tensor, "heads parts hidden"]:
        """The keys of all classes (or sender and arc states), of nothing, of being best."""
        node, arc = (
            self._per_head(layer, embed)
            for layer, embed in ((self.key, node_embed), (self.arc_key, arc_embed))
        )
        own = torch.stack([self.nothing_key, self.best_key], dim=1)
        if self.form is MessageForm.LITERAL:
            return torch.cat([node, arc, own], dim=1)
        pair = torch.relu(self.pair_node(node_embed)[:, None] + self.pair_arc(arc_embed))
        both = (
            node[:, :, None]
            + arc[:, None]
            + self._per_head(self.pair_key, pair.flatten(0, 1)).unflatten(
                1, (len(node_embed), len(arc_embed))
            )
        )
        return torch.cat([both.flatten(1, 2), own], dim=1)

    def messages(
        self, node_embed: Tensor, arc_embed: Tensor
    ) -> Float[Tensor, "heads node_states arc_states hidden"]:
        """V of (sender state, arc state); in the literal form the arc's state is not in it."""
        of_sender = self._per_head(self.value, node_embed)[:, :, None]
        if self.form is MessageForm.LITERAL:
            return of_sender.expand(-1, -1, len(arc_embed), -1)
        return of_sender + self._per_head(self.arc_value, arc_embed)[:, None]

    def node_update(self, told: Float[Tensor, "cases hidden"]) -> Float[Tensor, "cases hidden"]:
        """FFN_nodes after its first linear layer, of which `told` is the output."""
        return self.node_out(torch.relu(told))

    def arc_update(self, told: Float[Tensor, "cases hidden"]) -> Float[Tensor, "cases hidden"]:
        """FFN_edges after its first linear layer, of which `told` is the output."""
        return self.arc_out(torch.relu(told))

    def _split(
        self, layer: nn.Linear, own: tuple[Tensor, ...], messages: int
    ) -> tuple[
        list[Float[Tensor, "states hidden"]], list[Float[Tensor, "heads hidden hidden"]]
    ]:
        """The layer's output on each of its own inputs; the first one holds the bias.

        And the weights that each kind of message meets, one matrix per head.
        """
        hidden, heads = self.sizes.hidden, self.sizes.heads
        blocks = layer.weight.unflatten(1, (-1, hidden)).unbind(1)
        parts = [embed @ block.T for embed, block in zip(own, blocks, strict=False)]
        rest = blocks[len(own) :]
        kinds = [torch.stack(rest[at * heads : (at + 1) * heads]) for at in range(messages)]
        return [parts[0] + layer.bias, *parts[1:]], kinds

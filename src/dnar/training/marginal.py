"""The hint loss of attention that is hard and random: the marginal likelihood of next states.

With soft attention an update is told a mixture of messages, which hard attention never says.
Here a head hears one arc of its row, or nothing, with the probability that the softmax gives it
(eq. 1). Rows are small, so the probability of the next state is summed up over all that the
heads may hear. Updates then learn from single messages, and attention learns which of them
explain the next state. If this loss is zero, the state is right whatever may be heard, and so
hard attention is right, too; that does not hold for mixtures. So there is no temperature to
lower: scores grow as far as the next states demand it.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from dnar.network import LocalTables, Network
from dnar.training.cases import NO_ROW
from dnar.training.objective import (
    ArcTensors,
    CaseBatch,
    RowScores,
    RowTensors,
    SideTensors,
)

ABSENT = -1e9
"""The log weight of what cannot be heard. Infinities would have no gradient."""

FORBIDDEN = -1e8
"""The log weight of hearing nothing where heads must hear something, if there is anything."""


@dataclass(frozen=True)
class Choices:
    """What the heads of rows may hear, and how likely."""

    logits: Float[Tensor, "rows heads choices"]
    """Not best and best of every place, counted, then nothing; not normalised."""
    log_times: Float[Tensor, "rows heads choices"]
    """Logarithms of how many arcs a choice stands for."""

    @property
    def places(self) -> Float[Tensor, "rows heads places_and_nothing"]:
        """The logarithm of how likely each place is heard, and nothing."""
        found = torch.log_softmax(self.logits, dim=2)
        arcs = found[..., :-1].unflatten(2, (-1, 2)).logsumexp(3)
        return torch.cat([arcs, found[..., -1:]], dim=2)


def choices(scores: RowScores, rows: RowTensors) -> Choices:
    """The softmax over the arcs of each row (eq. 1) and hearing nothing."""
    times = rows.times.flatten(2)
    log_times = torch.log(times).clamp(min=ABSENT)
    nothing = scores.nothing.clamp(min=FORBIDDEN)[..., None]
    arcs = (scores.arcs.flatten(2) + log_times).masked_fill(times == 0, ABSENT)
    log_times = torch.cat([log_times, torch.zeros_like(nothing)], dim=2)
    return Choices(torch.cat([arcs, nothing], dim=2), log_times)


def node_losses(
    network: Network, tables: LocalTables, rows: RowTensors, heard: Choices
) -> Float[Tensor, " rows"]:
    """Minus the log probability of each node's next state."""
    messages = tables.node_message.flatten(1, 2)
    silence = messages.shape[1]
    places = heard.places
    klass = torch.cat([rows.klass, torch.full_like(rows.klass[:, :1], silence)], dim=1)
    own, number = torch.unique(
        torch.cat([rows.state[:, None], rows.signs], dim=1), dim=0, return_inverse=True
    )
    code, weight = number[:, None], torch.zeros_like(places[:, 0, :1])
    for head in range(places.shape[1]):
        present = torch.where(places[:, head] > ABSENT / 2, klass, silence)
        code = (code[:, :, None] * (silence + 1) + present[:, None]).flatten(1)
        weight = (weight[:, :, None] + places[:, head][:, None]).flatten(1)
    distinct, which = torch.unique(code, return_inverse=True)
    padded = torch.nn.functional.pad(messages, (0, 0, 0, 1))
    total = torch.zeros(len(distinct), padded.shape[2]).to(padded)
    for head in reversed(range(places.shape[1])):
        total = total + padded[head].index_select(0, distinct % (silence + 1))
        distinct = distinct // (silence + 1)
    logits = network.node_logits(tables, own[distinct, 0], own[distinct, 1:], total)
    found = torch.log_softmax(logits, dim=1)
    right = found.flatten()[which * found.shape[1] + rows.outcome[:, None]]
    return -torch.logsumexp(weight + right, dim=1)


def arc_losses(
    network: Network, tables: LocalTables, arcs: ArcTensors, heard: Choices
) -> Float[Tensor, " arcs"]:
    """Minus the log probability of each arc's next state."""
    heads, arc_states = heard.logits.shape[1], len(tables.arc_own)
    parts = [each[:, None] for each in (arcs.receiver, arcs.sender, arcs.arc, arcs.reverse)]
    kinds, number = torch.unique(
        torch.cat([*parts, arcs.signs], dim=1), dim=0, return_inverse=True
    )
    receiver, sender, arc, reverse = kinds[:, :4].unbind(1)
    # A head hears the arc, its reverse, both or neither.
    message = torch.zeros(len(kinds), 1, tables.arc_own.shape[1]).to(heard.logits)
    weight = torch.zeros(len(number), 1).to(heard.logits)
    for head in range(heads):
        forth = tables.arc_forth[head].flatten(0, 1)[sender * arc_states + arc]
        back = tables.arc_back[head].flatten(0, 1)[receiver * arc_states + reverse]
        told = torch.stack([torch.zeros_like(forth), forth, back, forth + back], dim=1)
        message = (message[:, :, None] + told[:, None]).flatten(1, 2)
        ways = _ways(arcs, heard, head)
        weight = (weight[:, :, None] + ways[:, None]).flatten(1)
    ways = message.shape[1]
    each = kinds.repeat_interleave(ways, 0)
    logits = network.arc_logits(
        tables, each[:, 2], each[:, 0], each[:, 1], each[:, 4:], message.flatten(0, 1)
    )
    found = torch.log_softmax(logits, dim=1).view(len(kinds), ways, -1)
    right = found.transpose(1, 2).flatten(0, 1)[number * found.shape[2] + arcs.outcome]
    return -torch.logsumexp(weight + right, dim=1)


def _ways(arcs: ArcTensors, heard: Choices, head: int) -> Float[Tensor, "arcs 4"]:
    """Logarithms of how likely a head hears neither way, the arc, its reverse, or both.

    A self-loop is its own reverse: it is heard both ways or not at all.
    """
    no, yes = _bit(arcs.forth, heard, head)
    no_back, yes_back = _bit(arcs.back, heard, head)
    one = torch.full_like(no, ABSENT)
    apart = torch.stack([no + no_back, yes + no_back, no + yes_back, yes + yes_back], dim=1)
    return torch.where(arcs.loop[:, None], torch.stack([no, one, one, yes], dim=1), apart)


def _bit(
    side: SideTensors, heard: Choices, head: int
) -> tuple[Float[Tensor, " arcs"], Float[Tensor, " arcs"]]:
    """Logarithms of how likely a head does not hear each arc, and does."""
    row, choice = side.row.clamp(min=0), (2 * side.place + side.best[:, head])[:, None]
    logits, log_times = heard.logits[row, head], heard.log_times[row, head]
    times = log_times.gather(1, choice)
    own = logits.gather(1, choice)
    others = torch.where(
        times > 0.5, own + torch.log(-torch.expm1(-times.clamp(min=0.5))), ABSENT
    )
    every = torch.logsumexp(logits, dim=1)
    no = torch.logsumexp(logits.scatter(1, choice, others), dim=1) - every
    yes = (own - times)[:, 0] - every
    given, absent = side.given[:, head] > 0, torch.full_like(yes, ABSENT)
    told_no = torch.where(given, absent, 0.0)
    told_yes = torch.where(given, 0.0, absent)
    nowhere = side.row == NO_ROW
    return torch.where(nowhere, told_no, no), torch.where(nowhere, told_yes, yes)


def marginal_loss(
    network: Network, tables: LocalTables, batch: CaseBatch, scores: RowScores
) -> Float[Tensor, ""]:
    """Minus the mean log probability of the next states, nodes and arcs each."""
    heard = choices(scores, batch.rows)
    nodes = Choices(heard.logits[: batch.nodes], heard.log_times[: batch.nodes])
    of_nodes = node_losses(network, tables, batch.rows.first(batch.nodes), nodes)
    return batch.mean(of_nodes, arc_losses(network, tables, batch.arcs, heard))

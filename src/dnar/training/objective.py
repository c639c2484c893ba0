"""The hint loss on local cases, and the cases that a hard network gets wrong.

Both compute attention within padded rows: a row's places hold a class, of which one arc is
best and the others, if any, are not. The network's own local functions do the rest.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import TypeVar

import numpy as np
import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from dnar.machine import SIGNS
from dnar.network import LocalTables, Network
from dnar.training.cases import ANYWHERE, NO_ROW, NOWHERE, ArcCases, RowCases, Sides

CHUNK = 16384
"""Cases that are checked at a time."""

Attention = Float[Tensor, "rows heads places 2"]
"""The weight of a single arc of each kind: (not best, best) at every place of a row."""


@dataclass(frozen=True)
class RowTensors:
    """Row cases on the training device."""

    state: Int[Tensor, " rows"]
    klass: Int[Tensor, "rows places"]
    times: Float[Tensor, "rows heads places 2"]
    """How many arcs at a place are (not best, best)."""
    pulled: Int[Tensor, "rows heads"]
    told: Bool[Tensor, " rows"]
    signs: Int[Tensor, "rows comparisons"]
    unread: Bool[Tensor, "rows comparisons"]
    outcome: Int[Tensor, " rows"]

    def take(self, which: Int[Tensor, " some"]) -> "RowTensors":
        """Some of the rows."""
        return RowTensors(*(getattr(self, field.name)[which] for field in fields(self)))

    def first(self, count: int) -> "RowTensors":
        """The first of the rows."""
        return RowTensors(*(getattr(self, field.name)[:count] for field in fields(self)))


@dataclass(frozen=True)
class SideTensors:
    """One side of arc cases, fields as in `Sides`."""

    row: Int[Tensor, " arcs"]
    place: Int[Tensor, " arcs"]
    best: Int[Tensor, "arcs heads"]
    given: Float[Tensor, "arcs heads"]

    def take(self, which: Int[Tensor, " some"]) -> "SideTensors":
        """Some of the arcs."""
        return SideTensors(*(getattr(self, field.name)[which] for field in fields(self)))

    def weight(self, attention: Attention, head: int) -> Float[Tensor, " arcs"]:
        """How much a head hears each arc, from this side."""
        row = self.row.clamp(min=0)
        in_row = attention[row, head, self.place, self.best[:, head]]
        return torch.where(self.row == NO_ROW, self.given[:, head], in_row)


@dataclass(frozen=True)
class ArcTensors:
    """Arc cases on the training device, fields as in `ArcCases`."""

    receiver: Int[Tensor, " arcs"]
    sender: Int[Tensor, " arcs"]
    arc: Int[Tensor, " arcs"]
    reverse: Int[Tensor, " arcs"]
    loop: Bool[Tensor, " arcs"]
    forth: SideTensors
    back: SideTensors
    signs: Int[Tensor, "arcs comparisons"]
    unread: Bool[Tensor, "arcs comparisons"]
    outcome: Int[Tensor, " arcs"]

    def take(self, which: Int[Tensor, " some"]) -> "ArcTensors":
        """Some of the arcs."""
        return ArcTensors(
            self.receiver[which],
            self.sender[which],
            self.arc[which],
            self.reverse[which],
            self.loop[which],
            self.forth.take(which),
            self.back.take(which),
            self.signs[which],
            self.unread[which],
            self.outcome[which],
        )


def row_tensors(rows: RowCases, device: torch.device) -> RowTensors:
    """Row cases as tensors."""
    times = np.stack([(rows.count - 1).clip(min=0), rows.count > 0], axis=-1)
    arrays = (
        rows.state,
        np.maximum(rows.klass, 0),
        times.astype(np.float32),
        rows.pulled,
        rows.told,
        rows.signs,
        rows.unread,
        rows.outcome,
    )
    return RowTensors(*(torch.from_numpy(array).to(device) for array in arrays))


def arc_tensors(arcs: ArcCases, device: torch.device) -> ArcTensors:
    """Arc cases as tensors."""

    def tensor(array: np.ndarray) -> Tensor:
        return torch.from_numpy(array.astype(np.int64)).to(device)

    def side(sides: Sides) -> SideTensors:
        row, place, best, given = (
            tensor(getattr(sides, field.name)) for field in fields(sides)
        )
        return SideTensors(row, place, best, given.float())

    return ArcTensors(
        tensor(arcs.receiver),
        tensor(arcs.sender),
        tensor(arcs.arc),
        tensor(arcs.reverse),
        tensor(arcs.loop).bool(),
        side(arcs.forth),
        side(arcs.back),
        tensor(arcs.signs),
        tensor(arcs.unread).bool(),
        tensor(arcs.outcome),
    )


@dataclass(frozen=True)
class CaseBatch:
    """Some row cases and arc cases, with the rows they stand in."""

    rows: RowTensors
    """The rows of the nodes, then rows of the arcs."""
    nodes: int
    arcs: ArcTensors
    node_weight: Float[Tensor, " nodes"] | None = None
    """Shares of the nodes in the loss; None: all have the same."""
    arc_weight: Float[Tensor, " arcs"] | None = None

    def mean(
        self, of_nodes: Float[Tensor, " nodes"], of_arcs: Float[Tensor, " arcs"]
    ) -> Float[Tensor, ""]:
        """The mean loss of nodes plus that of arcs."""
        return _mean(of_nodes, self.node_weight) + _mean(of_arcs, self.arc_weight)


def _mean(losses: Float[Tensor, " cases"], weight: Tensor | None) -> Float[Tensor, ""]:
    return losses.mean() if weight is None else (losses * weight).sum()


def case_batch(
    rows: RowTensors,
    nodes: np.ndarray,
    arcs: ArcTensors,
    numbers: np.ndarray,
    rng: np.random.Generator,
) -> CaseBatch:
    """The row cases and arc cases with these numbers; signs that are not read are random."""
    device = rows.state.device
    chosen = _with_random_signs(arcs.take(torch.from_numpy(numbers).to(device)), rng)
    count, sides = len(nodes), (chosen.forth, chosen.back)
    needed, number = torch.unique(
        torch.cat([side.row.clamp(min=0) for side in sides]), return_inverse=True
    )
    renumbered = [
        replace(side, row=torch.where(side.row == NO_ROW, NO_ROW, row + count))
        for side, row in zip(sides, number.split(len(numbers)), strict=True)
    ]
    taken = rows.take(torch.cat([torch.from_numpy(nodes).to(device), needed]))
    taken = _with_random_signs(taken, rng)
    return CaseBatch(taken, count, replace(chosen, forth=renumbered[0], back=renumbered[1]))


Signed = TypeVar("Signed", RowTensors, ArcTensors)


def _with_random_signs(cases: Signed, rng: np.random.Generator) -> Signed:
    if not cases.signs.numel():
        return cases
    drawn = torch.from_numpy(rng.integers(-1, 2, tuple(cases.signs.shape))).to(cases.signs)
    return replace(cases, signs=torch.where(cases.unread, drawn, cases.signs))


@dataclass(frozen=True)
class RowScores:
    """Attention scores of rows."""

    arcs: Attention
    """Of every place, not best and best."""
    nothing: Float[Tensor, "rows heads"]
    """Of hearing nothing; below all others where it is told what is heard."""


def row_scores(tables: LocalTables, rows: RowTensors) -> RowScores:
    """Attention scores of every place, and of hearing nothing."""
    # A shared processor may have more heads than this task.
    score = tables.score[: rows.times.shape[1]].flatten(2, 3)
    heads, _, classes, _ = score.shape
    kind = (rows.state[:, None] * classes + rows.klass).flatten()
    found = score.flatten(1, 2).index_select(1, kind)
    nothing = tables.nothing[:heads].T.index_select(0, rows.state)
    return RowScores(
        found.view(heads, *rows.klass.shape, 2).transpose(0, 1),
        nothing.masked_fill(rows.told[:, None], -torch.inf),
    )


def soft_attention(scores: RowScores, rows: RowTensors, temperature: float) -> Attention:
    """Softmax over the arcs of each row (eq. 1) and hearing nothing."""
    logits = (scores.arcs / temperature).masked_fill(rows.times == 0, -torch.inf)
    nothing = scores.nothing[..., None, None] / temperature
    # A row without arcs has no weight at all.
    highest = torch.maximum(logits.detach().amax((2, 3), keepdim=True), nothing.detach())
    highest = highest.clamp(min=-1e30)
    weight = torch.exp(logits - highest)
    total = (weight * rows.times).sum((2, 3), keepdim=True) + torch.exp(nothing - highest)
    return weight / total.clamp(min=1e-30)


def hard_attention(scores: RowScores, rows: RowTensors) -> Attention:
    """One for the arcs of the highest score in each row, zero for all others."""
    present = scores.arcs.masked_fill(rows.times == 0, -torch.inf).flatten(2)
    highest, winner = present.max(2, keepdim=True)
    heard = (highest > scores.nothing[..., None]).to(present)
    return torch.zeros_like(present).scatter(2, winner, heard).view_as(scores.arcs)


def node_logits(
    network: Network, tables: LocalTables, rows: RowTensors, attention: Attention
) -> Float[Tensor, "rows node_states"]:
    """Logits of the next states of these rows' nodes."""
    told = (attention * rows.times).sum(3)
    message = torch.zeros(len(rows.state), tables.node_own.shape[1]).to(told)
    for head, values in enumerate(tables.node_message[: told.shape[1]].flatten(1, 2)):
        share = torch.zeros(len(rows.state), len(values)).to(told)
        message = message + share.scatter_add(1, rows.klass, told[:, head]) @ values
    return network.node_logits(tables, rows.state, rows.signs, message)


def arc_logits(
    network: Network, tables: LocalTables, arcs: ArcTensors, attention: Attention
) -> Float[Tensor, "arcs arc_states"]:
    """Logits of the next states of these arcs; their rows are those of `attention`."""
    message = torch.zeros(len(arcs.arc), tables.node_own.shape[1]).to(attention)
    arc_states = len(tables.arc_own)
    forth_class = arcs.sender * arc_states + arcs.arc
    back_class = arcs.receiver * arc_states + arcs.reverse
    for head in range(attention.shape[1]):
        forth = tables.arc_forth[head].flatten(0, 1).index_select(0, forth_class)
        back = tables.arc_back[head].flatten(0, 1).index_select(0, back_class)
        message = message + arcs.forth.weight(attention, head)[:, None] * forth
        message = message + arcs.back.weight(attention, head)[:, None] * back
    return network.arc_logits(tables, arcs.arc, arcs.receiver, arcs.sender, arcs.signs, message)


def case_loss(
    network: Network, tables: LocalTables, batch: CaseBatch, attention: Attention
) -> Float[Tensor, ""]:
    """Cross-entropy of the next states, nodes and arcs each."""
    nodes, entropy = batch.rows.first(batch.nodes), torch.nn.functional.cross_entropy
    of_nodes = node_logits(network, tables, nodes, attention[: batch.nodes])
    of_arcs = arc_logits(network, tables, batch.arcs, attention)
    return batch.mean(
        entropy(of_nodes, nodes.outcome, reduction="none"),
        entropy(of_arcs, batch.arcs.outcome, reduction="none"),
    )


def pull_loss(batch: CaseBatch, attention: Attention) -> Float[Tensor, ""]:
    """Cross-entropy of the arcs that scalars are pulled from."""
    wanted = batch.rows.pulled[: batch.nodes]
    row, head = torch.nonzero(wanted != ANYWHERE, as_tuple=True)
    if not len(row):
        return attention.new_zeros(())
    place = wanted[row, head]
    weight = attention[row, head]
    something = (weight * batch.rows.times[row, head]).sum((1, 2))
    right = weight[torch.arange(len(row)), place.clamp(min=0), 1]
    right = torch.where(place == NOWHERE, 1 - something, right)
    return -torch.log(right.clamp(min=1e-6)).mean()


def wrong_cases(
    network: Network, rows: RowTensors, arcs: ArcTensors, combinations: int
) -> tuple[Bool[Tensor, " rows"], Bool[Tensor, " arcs"]]:
    """Which cases the network decides otherwise with hard attention.

    Signs that are not read are tried in so many combinations at most.
    """
    with torch.no_grad():
        tables = network.tables()
        heard = torch.cat(
            [
                hard_attention(row_scores(tables, part), part)
                for part in _chunks(rows, len(rows.state))
            ]
        )
        row_wrong = torch.cat(
            [
                _wrong_rows(network, tables, part, some, combinations)
                for part, some in zip(
                    _chunks(rows, len(rows.state)), heard.split(CHUNK), strict=True
                )
            ]
        )
        parts = [row_wrong[:0]]
        for part in _chunks(arcs, len(arcs.arc)):
            wrong = torch.zeros_like(part.arc, dtype=torch.bool)
            for signed in _with_signs(part, combinations):
                wrong |= _wrong_arcs(network, tables, rows, signed, heard)
            parts.append(wrong)
    return row_wrong, torch.cat(parts)


def _chunks(cases: Signed, count: int) -> Iterator[Signed]:
    for begin in range(0, count, CHUNK):
        yield cases.take(torch.arange(begin, min(begin + CHUNK, count)))


def _with_signs(cases: Signed, most: int) -> Iterator[Signed]:
    """The cases with one combination of the signs that are not read after the other."""
    if not bool(cases.unread.any()):
        yield cases
        return
    every = list(itertools.product(SIGNS, repeat=cases.signs.shape[1]))
    for at in np.unique(np.linspace(0, len(every) - 1, min(most, len(every))).astype(int)):
        signs = every[int(at)]
        chosen = torch.tensor(signs).to(cases.signs)
        yield replace(cases, signs=torch.where(cases.unread, chosen, cases.signs))


def _wrong_rows(
    network: Network,
    tables: LocalTables,
    rows: RowTensors,
    heard: Attention,
    combinations: int,
) -> Bool[Tensor, " rows"]:
    told = heard / rows.times.clamp(min=1)
    wrong = torch.zeros_like(rows.state, dtype=torch.bool)
    for signed in _with_signs(rows, combinations):
        wrong |= node_logits(network, tables, signed, told).argmax(1) != rows.outcome
    place = rows.pulled.clamp(min=0)[:, :, None]
    hears = heard[..., 1].gather(2, place)[:, :, 0] > 0
    hears = torch.where(rows.pulled == NOWHERE, (heard == 0).all((2, 3)), hears)
    return wrong | ((rows.pulled != ANYWHERE) & ~hears).any(1)


def _wrong_arcs(
    network: Network,
    tables: LocalTables,
    rows: RowTensors,
    arcs: ArcTensors,
    heard: Attention,
) -> Bool[Tensor, " arcs"]:
    wrong = arc_logits(network, tables, arcs, heard).argmax(1) != arcs.outcome
    # Of several rivals that are not best one is heard and the others are not, and nobody knows
    # which: an outcome must be right for an arc that is heard and for one that is not.
    several = heard * (rows.times > 1)
    unclear = torch.zeros_like(wrong)
    for side in (arcs.forth, arcs.back):
        for head in range(heard.shape[1]):
            unclear |= (side.weight(several, head) > 0) & (side.row != NO_ROW)
    which = torch.nonzero(unclear).squeeze(1)
    if len(which):
        some = arcs.take(which)
        unheard = arc_logits(network, tables, some, heard - several)
        wrong[which] |= unheard.argmax(1) != some.outcome
    return wrong

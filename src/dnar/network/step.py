"""One step of the network on a whole graph, or on several side by side.

The same code runs with soft attention and soft gates (a temperature) and with hard ones
(None). It follows Section 3 of the paper: best rivals, attention, messages, updates, scalars.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from dnar.machine import Place, Prefer
from dnar.network.gates import gate_logits, opened, place_of
from dnar.network.network import Network
from dnar.network.processor import LocalTables
from dnar.network.signature import HeadKey


@dataclass(frozen=True)
class Wiring:
    """The arcs of an instance as tensors, in row order."""

    nodes: int
    receiver: Int[Tensor, " arcs"]
    sender: Int[Tensor, " arcs"]
    reverse_arc: Int[Tensor, " arcs"]


@dataclass(frozen=True)
class Configuration:
    """States and scalars at one moment, as tensors."""

    node_state: Int[Tensor, " nodes"]
    arc_state: Int[Tensor, " arcs"]
    scalars: dict[str, Float[Tensor, " places"]]


@dataclass(frozen=True)
class StepResult:
    """What the network makes of a configuration."""

    node_logits: Float[Tensor, "nodes node_states"]
    arc_logits: Float[Tensor, "arcs arc_states"]
    scalars: dict[str, Float[Tensor, " places"]]


def network_step(
    network: Network,
    tables: LocalTables,
    wiring: Wiring,
    now: Configuration,
    temperature: float | None = None,
    gate_temperature: float | None = None,
) -> StepResult:
    """The logits of the next states and the next scalars.

    Attention and gates are hard without a temperature, each for itself.
    """
    attention = attend(network, tables, wiring, now, temperature)
    node_logits, arc_logits = (
        _hard_logits(network, tables, wiring, now, attention > 0)
        if temperature is None
        else _soft_logits(network, tables, wiring, now, attention)
    )
    scalars = update_scalars(network, tables, wiring, now, gate_temperature)
    return StepResult(node_logits, arc_logits, scalars)


def _soft_logits(
    network: Network,
    tables: LocalTables,
    wiring: Wiring,
    now: Configuration,
    attention: Float[Tensor, "heads arcs"],
) -> tuple[Float[Tensor, "nodes node_states"], Float[Tensor, "arcs arc_states"]]:
    """Every node sums its messages, every arc what was heard over it either way."""
    sender, receiver = now.node_state[wiring.sender], now.node_state[wiring.receiver]
    hidden = tables.node_own.shape[1]
    node_message = torch.zeros(wiring.nodes, hidden).to(attention)
    arc_message = torch.zeros(len(wiring.receiver), hidden).to(attention)
    for head, weight in enumerate(attention):
        share = weight[:, None]
        told = tables.node_message[head, sender, now.arc_state] * share
        node_message = node_message.index_add(0, wiring.receiver, told)
        back = tables.arc_back[head, sender, now.arc_state] * share
        arc_message = arc_message + tables.arc_forth[head, sender, now.arc_state] * share
        # The message heard over an arc is the back message of that arc's reverse.
        arc_message = arc_message + back[wiring.reverse_arc]
    return (
        network.node_logits(tables, now.node_state, node_message),
        network.arc_logits(tables, now.arc_state, receiver, sender, arc_message),
    )


def _hard_logits(
    network: Network,
    tables: LocalTables,
    wiring: Wiring,
    now: Configuration,
    heard: Bool[Tensor, "heads arcs"],
) -> tuple[Float[Tensor, "nodes node_states"], Float[Tensor, "arcs arc_states"]]:
    """The same with one message per node and head: few cases differ, each is computed once."""
    arc_states = network.signature.arc_states
    klass = now.node_state[wiring.sender] * arc_states + now.arc_state
    back_class = klass[wiring.reverse_arc]
    told = [_told(each, klass, wiring) for each in heard]
    node_case, node_of = _distinct([now.node_state, *told])
    node_parts = zip(tables.node_message, node_case[1:], strict=False)
    node_message = sum_messages(tables, list(node_parts), len(node_case[0]))
    nothing = torch.full_like(klass, -1)
    forth = [torch.where(each, klass, nothing) for each in heard]
    back = [torch.where(each[wiring.reverse_arc], back_class, nothing) for each in heard]
    receiver = now.node_state[wiring.receiver]
    arc_case, arc_of = _distinct([klass, receiver, *forth, *back])
    heads = len(heard)
    arc_message = sum_messages(
        tables,
        [
            *zip(tables.arc_forth, arc_case[2 : 2 + heads], strict=False),
            *zip(tables.arc_back, arc_case[2 + heads :], strict=False),
        ],
        len(arc_case[0]),
    )
    own = (arc_case[0] % arc_states, arc_case[1], arc_case[0] // arc_states)
    return (
        network.node_logits(tables, node_case[0], node_message)[node_of],
        network.arc_logits(tables, *own, arc_message)[arc_of],
    )


def _told(
    heard: Bool[Tensor, " arcs"], klass: Int[Tensor, " arcs"], wiring: Wiring
) -> Int[Tensor, " nodes"]:
    """The class that each node hears, -1 for a node without arcs."""
    told = torch.full((wiring.nodes,), -1, device=klass.device)
    arcs = torch.nonzero(heard).squeeze(1)
    told[wiring.receiver[arcs]] = klass[arcs]
    return told


def _distinct(
    columns: list[Int[Tensor, " places"]],
) -> tuple[list[Int[Tensor, " cases"]], Int[Tensor, " places"]]:
    """The distinct rows of these columns, column by column, and which one each place has."""
    number = torch.zeros_like(columns[0])
    widths = [int(column.max()) + 2 for column in columns]
    for column, width in zip(columns, widths, strict=True):
        number = number * width + column + 1
    cases, which = torch.unique(number, return_inverse=True)
    found = []
    for width in reversed(widths):
        found.append(cases % width - 1)
        cases = cases // width
    return found[::-1], which


def sum_messages(
    tables: LocalTables, parts: list[tuple[Tensor, Int[Tensor, " cases"]]], cases: int
) -> Float[Tensor, "cases hidden"]:
    """The sum of each table's entries at the classes heard; -1 adds nothing."""
    total = torch.zeros(cases, tables.node_own.shape[1]).to(tables.node_own)
    for table, klass in parts:
        heard = (klass >= 0)[:, None]
        total = total + table.flatten(0, 1)[klass.clamp(min=0)] * heard
    return total


def attend(
    network: Network,
    tables: LocalTables,
    wiring: Wiring,
    now: Configuration,
    temperature: float | None,
) -> Float[Tensor, "heads arcs"]:
    """The attention weight of every arc in its row, per head (eq. 1)."""
    receiver_state, sender_state = (
        now.node_state[wiring.receiver],
        now.node_state[wiring.sender],
    )
    weights = []
    for head, key in enumerate(network.signature.heads):
        best = best_rivals(key, network.signature.arc_states, wiring, now)
        score = tables.score[head, receiver_state, sender_state, now.arc_state, best.long()]
        weights.append(
            hard_rows(score, wiring)
            if temperature is None
            else soft_rows(score / temperature, wiring)
        )
    return torch.stack(weights)


def best_rivals(
    key: HeadKey, arc_states: int, wiring: Wiring, now: Configuration
) -> Bool[Tensor, " arcs"]:
    """Which arcs are best among their rivals: same receiver, sender state and arc state.

    Stable sorts on whole numbers and on the scalars themselves: no order is ever lost.
    """
    states = int(now.node_state.max()) + 1
    group = wiring.receiver * states + now.node_state[wiring.sender]
    group = group * arc_states + now.arc_state
    order = torch.arange(len(group), device=group.device)
    if key.scalar is not None or key.prefer is Prefer.LARGEST:
        order = torch.argsort(_key_values(key, wiring, now), stable=True)
    order = order[torch.argsort(group[order], stable=True)]
    ranked = group[order]
    first = torch.ones_like(ranked, dtype=torch.bool)
    first[1:] = ranked[1:] != ranked[:-1]
    best = torch.empty_like(first)
    best[order] = first
    return best


def _key_values(key: HeadKey, wiring: Wiring, now: Configuration) -> Float[Tensor, " arcs"]:
    if key.scalar is None:
        values = wiring.sender.double()
    else:
        scalar = now.scalars[key.scalar]
        values = scalar[wiring.sender] if key.at_sender else scalar
    return values if key.prefer is Prefer.SMALLEST else -values


def soft_rows(score: Float[Tensor, " arcs"], wiring: Wiring) -> Float[Tensor, " arcs"]:
    """Softmax within each row."""
    highest = _row_maximum(score.detach(), wiring)[wiring.receiver]
    weight = torch.exp(score - highest)
    total = torch.zeros(wiring.nodes).to(weight).index_add(0, wiring.receiver, weight)
    return weight / total[wiring.receiver]


def hard_rows(score: Float[Tensor, " arcs"], wiring: Wiring) -> Float[Tensor, " arcs"]:
    """One for the highest score of each row, of equal ones the first; zero for all others."""
    wins = torch.nonzero(score == _row_maximum(score, wiring)[wiring.receiver]).squeeze(1)
    first = torch.full((wiring.nodes,), len(score), device=score.device)
    first = first.scatter_reduce(0, wiring.receiver[wins], wins, "amin")
    weight = torch.zeros_like(score)
    weight[first[first < len(score)]] = 1.0
    return weight


def _row_maximum(score: Float[Tensor, " arcs"], wiring: Wiring) -> Float[Tensor, " nodes"]:
    lowest = torch.full((wiring.nodes,), -torch.inf).to(score)
    return lowest.scatter_reduce(0, wiring.receiver, score, "amax")


def update_scalars(
    network: Network,
    tables: LocalTables,
    wiring: Wiring,
    now: Configuration,
    temperature: float | None,
) -> dict[str, Float[Tensor, " places"]]:
    """Every scalar after inc + keep + push, added in this order (eq. 2)."""
    signature = network.signature
    following = {name: now.scalars[name] for name, _ in signature.streams}
    all_gates = gate_logits(tables, signature, network.processor.sizes)
    for name, logits in all_gates.items():
        gates = opened(logits, temperature)
        at_node = place_of(signature, name) is Place.NODE
        own = now.node_state if at_node else now.arc_state
        total = gates.inc[own] + gates.keep[own] * now.scalars[name]
        others = signature.arc_scalars if at_node else signature.node_scalars
        for other, push in zip(others, gates.push, strict=True):
            if at_node:
                pushed = push[now.arc_state] * now.scalars[other]
                total = total.index_add(0, wiring.receiver, pushed)
            else:
                total = total + (push[now.node_state] * now.scalars[other])[wiring.sender]
        following[name] = total
    return following

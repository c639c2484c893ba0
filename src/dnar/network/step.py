"""One step of the network on a whole graph, or on several side by side.

The same code runs with soft attention and soft gates (a temperature) and with hard ones
(None). It follows Section 3 of the paper: best rivals, attention, messages, updates, scalars.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from dnar.machine import FUNCTIONS, Gate, Place, Prefer, Term
from dnar.network.gates import gate_logits, opened
from dnar.network.network import Network
from dnar.network.processor import LocalTables
from dnar.network.signature import HeadKey, Signature


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
    logits = _hard_logits if temperature is None else _soft_logits
    node_logits, arc_logits = logits(network, tables, wiring, now, attention)
    scalars = update_scalars(network, tables, wiring, now, attention, gate_temperature)
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
        network.node_logits(
            tables, now.node_state, signs(network, Place.NODE, now), node_message
        ),
        network.arc_logits(
            tables, now.arc_state, receiver, sender, signs(network, Place.ARC, now), arc_message
        ),
    )


def _hard_logits(
    network: Network,
    tables: LocalTables,
    wiring: Wiring,
    now: Configuration,
    attention: Float[Tensor, "heads arcs"],
) -> tuple[Float[Tensor, "nodes node_states"], Float[Tensor, "arcs arc_states"]]:
    """The same with one message per node and head: few cases differ, each is computed once."""
    heard = attention > 0
    arc_states = network.signature.arc_states
    klass = now.node_state[wiring.sender] * arc_states + now.arc_state
    told = [_told(each, klass, wiring) for each in heard]
    node_case, node_of = _distinct(
        [now.node_state, *signs(network, Place.NODE, now).unbind(1), *told]
    )
    bits = torch.zeros_like(klass)
    for head, each in enumerate(heard):
        bits = bits | each.long() << head
    arc_case, arc_of = _distinct(
        [
            now.arc_state,
            now.node_state[wiring.receiver],
            now.node_state[wiring.sender],
            now.arc_state[wiring.reverse_arc],
            bits,
            bits[wiring.reverse_arc],
            *signs(network, Place.ARC, now).unbind(1),
        ]
    )
    heads = len(heard)
    compared = node_case.shape[1] - heads - 1
    return (
        heard_node_logits(
            network,
            tables,
            node_case[:, 0],
            node_case[:, 1 + compared :],
            node_case[:, 1 : 1 + compared],
        )[node_of],
        heard_arc_logits(network, tables, arc_case[:, :6], arc_case[:, 6:])[arc_of],
    )


def heard_node_logits(
    network: Network,
    tables: LocalTables,
    state: Int[Tensor, " cases"],
    told: Int[Tensor, "cases heads"],
    sign: Int[Tensor, "cases comparisons"],
) -> Float[Tensor, "cases node_states"]:
    """Logits of nodes that heard these classes; -1 stands for nothing."""
    parts = list(zip(tables.node_message, told.unbind(1), strict=False))
    message = sum_messages(tables, parts, len(state))
    return network.node_logits(tables, state, sign, message)


def heard_arc_logits(
    network: Network,
    tables: LocalTables,
    case: Int[Tensor, "cases 6"],
    sign: Int[Tensor, "cases comparisons"],
) -> Float[Tensor, "cases arc_states"]:
    """Logits of arcs: states of arc, receiver, sender and reverse, bits of heads each way."""
    arc, receiver, sender, reverse, heard, back = case.unbind(1)
    arc_states, heads = network.signature.arc_states, len(network.signature.heads)
    parts = []
    for table, bits, klass in (
        (tables.arc_forth, heard, sender * arc_states + arc),
        (tables.arc_back, back, receiver * arc_states + reverse),
    ):
        for head in range(heads):
            parts.append((table[head], torch.where(bits >> head & 1 == 1, klass, -1)))
    message = sum_messages(tables, parts, len(arc))
    return network.arc_logits(tables, arc, receiver, sender, sign, message)


def signs(
    network: Network, place: Place, now: Configuration
) -> Int[Tensor, "places comparisons"]:
    """The sign of every comparison at every node or arc."""
    states = now.node_state if place is Place.NODE else now.arc_state
    found = torch.zeros(
        len(states), len(compared := network.signature.compared(place)), dtype=torch.int64
    ).to(states.device)
    for number, each in enumerate(compared):
        left, right = now.scalars[each.left], now.scalars[each.right]
        found[:, number] = (left > right).long() - (left < right).long()
    return found


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
) -> tuple[Int[Tensor, "cases columns"], Int[Tensor, " places"]]:
    """The distinct rows of these columns, and which one each place has."""
    number = torch.zeros_like(columns[0])
    size = 1
    for column in columns:
        width = int(column.max()) + 2 if len(column) else 1
        if size * width > 2**62:
            number = torch.unique(number, return_inverse=True)[1]
            size = len(number)
        number, size = number * width + column + 1, size * width
    cases, which = torch.unique(number, return_inverse=True)
    at = torch.arange(len(number), device=number.device)
    some = at.new_zeros(len(cases)).scatter(0, which, at)
    return torch.stack([column[some] for column in columns], 1), which


def sum_messages(
    tables: LocalTables, parts: list[tuple[Tensor, Int[Tensor, " cases"]]], cases: int
) -> Float[Tensor, "cases hidden"]:
    """The sum of each table's entries at the classes heard; -1 adds nothing."""
    total = torch.zeros(cases, tables.node_own.shape[1]).to(tables.node_own)
    for table, klass in parts:
        heard = (klass >= 0)[:, None]
        total = total + table.flatten(0, 1)[klass.clamp(min=0)].where(heard, 0.0)
    return total


def attend(
    network: Network,
    tables: LocalTables,
    wiring: Wiring,
    now: Configuration,
    temperature: float | None,
) -> Float[Tensor, "heads arcs"]:
    """The attention weight of every arc in its row, per head (eq. 1).

    Where a node hears nothing, the weights of its row are zero.
    """
    scores, nothing = arc_scores(network, tables, wiring, now)
    return torch.stack(
        [
            hard_rows(score, silence, wiring)
            if temperature is None
            else soft_rows(score / temperature, silence / temperature, wiring)
            for score, silence in zip(scores, nothing, strict=True)
        ]
    )


def arc_scores(
    network: Network, tables: LocalTables, wiring: Wiring, now: Configuration
) -> tuple[Float[Tensor, "heads arcs"], Float[Tensor, "heads nodes"]]:
    """The score of every arc in its row, and that of hearing nothing, per head (eq. 1)."""
    ends = now.node_state[wiring.receiver], now.node_state[wiring.sender]
    scores, nothing = [], []
    for head, key in enumerate(network.signature.heads):
        best = best_rivals(key, network.signature.arc_states, wiring, now)
        scores.append(tables.score[head, *ends, now.arc_state, best.long()])
        nothing.append(tables.nothing[head, now.node_state])
    return torch.stack(scores), torch.stack(nothing)


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


def soft_rows(
    score: Float[Tensor, " arcs"], nothing: Float[Tensor, " nodes"], wiring: Wiring
) -> Float[Tensor, " arcs"]:
    """Softmax within each row and the score of hearing nothing."""
    highest = torch.maximum(_row_maximum(score.detach(), wiring), nothing.detach())
    weight = torch.exp(score - highest[wiring.receiver])
    total = torch.exp(nothing - highest).index_add(0, wiring.receiver, weight)
    return weight / total[wiring.receiver]


def hard_rows(
    score: Float[Tensor, " arcs"], nothing: Float[Tensor, " nodes"], wiring: Wiring
) -> Float[Tensor, " arcs"]:
    """One for the highest score of each row, of equal ones the first; zero for all others.

    Only scores above that of hearing nothing count.
    """
    highest = _row_maximum(score, wiring)[wiring.receiver]
    wins = (score == highest) & (score > nothing[wiring.receiver])
    wins = torch.nonzero(wins).squeeze(1)
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
    attention: Float[Tensor, "heads arcs"],
    temperature: float | None,
) -> dict[str, Float[Tensor, " places"]]:
    """Every scalar after its candidates are added in order, each where its gate is open.

    A closed gate selects zero; it does not multiply by it, since infinity times zero is no
    number.
    """
    signature = network.signature
    following = dict(now.scalars)
    for name, logits in gate_logits(tables, signature).items():
        at_node = signature.place(name) is Place.NODE
        own = now.node_state if at_node else now.arc_state
        total = torch.zeros_like(now.scalars[name])
        gates = opened(logits, temperature).split(signature.widths(name))
        for candidate, gate in zip(signature.candidates_of(name), gates, strict=True):
            match candidate.term.gate:
                case Gate.PUSH:
                    states = now.arc_state if at_node else now.node_state[wiring.sender]
                case Gate.TAKE:
                    states = now.node_state[wiring.receiver]
                case _:
                    states = own
            value = _value(candidate.term, name, signature, wiring, now, attention)
            share = gate[states]
            added = torch.where(
                share == 0, 0.0, value if temperature is None else share * value
            )
            if at_node and candidate.term.gate is Gate.PUSH:
                total = total.index_add(0, wiring.receiver, added)
            else:
                total = total + added
        following[name] = total
    return following


def _value(
    term: Term,
    target: str,
    signature: Signature,
    wiring: Wiring,
    now: Configuration,
    attention: Float[Tensor, "heads arcs"],
) -> Float[Tensor, " places"]:
    """What an open gate adds: of every arc for a push to nodes, otherwise of every target."""
    match term.gate:
        case Gate.INC:
            return torch.full_like(now.scalars[target], term.number)
        case Gate.KEEP:
            return now.scalars[target]
        case Gate.APPLY:
            parts = [now.scalars[name].cpu().numpy() for name in term.arguments]
            found = FUNCTIONS[str(term.function)].compute(*parts)
            return torch.from_numpy(found).to(now.scalars[target])
        case Gate.PUSH | Gate.TAKE:
            moved = now.scalars[str(term.scalar)]
            if signature.place(target) is Place.NODE:
                return moved
            return moved[wiring.sender if term.gate is Gate.PUSH else wiring.receiver]
        case Gate.PULL:
            moved = now.scalars[str(term.scalar)]
            if signature.place(str(term.scalar)) is Place.NODE:
                moved = moved[wiring.sender]
            names = [head.name for head in signature.heads]
            weight = attention[names.index(str(term.head))].double()
            heard = torch.where(
                weight == 0, 0.0, torch.where(weight == 1, moved, weight * moved)
            )
            return torch.zeros(wiring.nodes).to(moved).index_add(0, wiring.receiver, heard)

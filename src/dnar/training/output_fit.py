"""The output loss: pointers by cross-entropy over a row, sets by cross-entropy per node.

Outputs are read off the last snapshot, so there are few distinct cases here too.
"""

import itertools
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor

from dnar.machine import (
    Instance,
    Multiplicity,
    NodeKind,
    NodeMask,
    NodeScalar,
    Pointer,
    Reachable,
    Snapshot,
    Task,
    VirtualPointer,
)
from dnar.network import Network


@dataclass(frozen=True)
class PointerCases:
    """Distinct rows: how many arcs of each (state, is loop) there are, which one is meant."""

    times: Int[np.ndarray, "rows kinds"]
    target: Int[np.ndarray, " rows"]


@dataclass(frozen=True)
class OutputFit:
    """What the decoders must learn, per output that has something to learn."""

    pointers: dict[str, PointerCases]
    masks: dict[str, dict[int, bool]]
    """Node state -> whether nodes that end in it belong to the set."""

    def loss(self, network: Network) -> Float[Tensor, ""]:
        """Cross-entropy of all outputs."""
        total = torch.zeros((), device=network.encoder.node.device)
        pointer, mask = network.pointer_logits(), network.mask_logits()
        for name, cases in self.pointers.items():
            logits = pointer[:, network.outputs.arc_readouts.index(name)].flatten()
            times = torch.from_numpy(cases.times).to(total)
            row = logits + torch.log(times)
            target = torch.from_numpy(cases.target).to(total.device)
            total = total + (torch.logsumexp(row, 1) - logits[target]).mean()
        for name, members in self.masks.items():
            column = mask[:, network.outputs.node_readouts.index(name)]
            states = torch.tensor(list(members), device=total.device)
            wanted = torch.tensor(list(members.values())).to(total)
            total = total + torch.nn.functional.binary_cross_entropy_with_logits(
                column[states], wanted
            )
        return total

    def wrong(self, network: Network) -> int:
        """How many cases the decoders get wrong."""
        with torch.no_grad():
            pointer = network.pointer_logits().cpu().numpy()
            mask = network.mask_logits().cpu().numpy() > 0
        count = 0
        for name, cases in self.pointers.items():
            logits = pointer[:, network.outputs.arc_readouts.index(name)].reshape(-1)
            row = np.where(cases.times > 0, logits, -np.inf)
            count += int((row.argmax(1) != cases.target).sum())
        for name, members in self.masks.items():
            column = mask[:, network.outputs.node_readouts.index(name)]
            count += sum(bool(column[state]) != member for state, member in members.items())
        return count


def fit_outputs(
    task: Task,
    network: Network,
    instance: Instance,
    final: Snapshot,
    reachable: Reachable | None,
) -> OutputFit:
    """The distinct output cases of a finished run; with `reachable`, of every reachable row."""
    pointers, masks = {}, {}
    for name, decoder in task.decoders.items():
        if isinstance(decoder, Pointer | VirtualPointer):
            kind = NodeKind.REAL if isinstance(decoder, Pointer) else NodeKind.VIRTUAL
            pointing = np.flatnonzero(instance.node_kind == kind)
            to = decoder.decode(instance, final)
            cases = _pointer_cases(network, instance, final, pointing, to)
            if reachable is not None:
                cases += _pointer_rows(reachable, decoder.arc_state, kind)
            distinct = np.unique(np.array(cases), axis=0)
            pointers[name] = PointerCases(distinct[:, :-1], distinct[:, -1])
        elif isinstance(decoder, NodeMask | NodeScalar):
            raw = decoder.decode(instance, final)
            members = raw if raw.dtype == bool else np.isfinite(raw)
            states = final.node_state[instance.real].tolist()
            masks[name] = dict(sorted(set(zip(states, members.tolist(), strict=True))))
            if reachable is not None:
                every = sorted(reachable.kinds[NodeKind.REAL])
                masks[name] = {state: state == decoder.node_state for state in every}
    return OutputFit(pointers, masks)


def _pointer_rows(reachable: Reachable, pointer: int, kind: NodeKind) -> list[list[int]]:
    """Rows of a self-loop and another arc; a pointer beside them is meant, otherwise the loop.

    How often each (arc state, is loop) is there, and last which one is meant.
    """
    arc_states = len(reachable.rules.arc_states)
    states = reachable.kinds[kind]
    arcs: dict[bool, set[tuple[int, int]]] = {False: set(), True: set()}
    for each in reachable.types:
        is_loop = reachable.roles[each.role].multiplicity is Multiplicity.SELF
        if each.receiver in states:
            arcs[is_loop].add((each.receiver, each.arc))
    rows = []
    for (state, loop), (other_state, other) in itertools.product(arcs[True], arcs[False]):
        if state == other_state and not loop == other == pointer:
            row = [0] * (2 * arc_states)
            row[2 * loop + 1], row[2 * other] = 1, 1
            rows.append([*row, 2 * other if other == pointer else 2 * loop + 1])
            if pointer not in (loop, other) and (state, pointer) in arcs[False]:
                row[2 * pointer] = 1
                rows.append([*row, 2 * pointer])
    return rows


def _pointer_cases(
    network: Network, instance: Instance, final: Snapshot, pointing: np.ndarray, to: np.ndarray
) -> list[list[int]]:
    """The rows of a finished run, as above."""
    kinds = 2 * network.signature.arc_states
    loop = (instance.receiver == instance.sender).astype(np.int64)
    kind = 2 * final.arc_state.astype(np.int64) + loop
    times = np.zeros((instance.node_count, kinds), dtype=np.int64)
    np.add.at(times, (instance.receiver, kind), 1)
    place = np.full(instance.node_count, -1)
    place[pointing] = to
    meant = np.flatnonzero(instance.sender == place[instance.receiver])
    target = np.zeros(instance.node_count, dtype=np.int64)
    target[instance.receiver[meant]] = kind[meant]
    # A row with several arcs of the meant kind would be ambiguous; none of our outputs has one.
    table = np.concatenate([np.minimum(times, 2), target[:, None]], axis=1)[pointing]
    return np.unique(table, axis=0).tolist()

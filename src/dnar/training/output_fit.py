"""The output loss: pointers by cross-entropy over a row, labels by cross-entropy per state.

Outputs are read off the last snapshot, so there are few distinct cases here too.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor

from dnar.machine import (
    Instance,
    Labels,
    Multiplicity,
    Place,
    PointerOrder,
    Reachable,
    Snapshot,
    Task,
    heard_arcs,
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
    labels: dict[str, dict[int, int]]
    """By state: the label of nodes or arcs that end in it."""

    def loss(self, network: Network) -> Float[Tensor, ""]:
        """Cross-entropy of all outputs."""
        total = torch.zeros((), device=network.encoder.node.device)
        pointer, label = network.pointer_logits(), network.label_logits()
        for name, cases in self.pointers.items():
            logits = pointer[:, network.outputs.pointers.index(name)].flatten()
            times = torch.from_numpy(cases.times).to(total)
            row = logits + torch.log(times)
            target = torch.from_numpy(cases.target).to(total.device)
            total = total + (torch.logsumexp(row, 1) - logits[target]).mean()
        for name, wanted in self.labels.items():
            states, labels = (
                torch.tensor(list(some), device=total.device)
                for some in (wanted.keys(), wanted.values())
            )
            total = total + torch.nn.functional.cross_entropy(label[name][states], labels)
        return total

    def wrong(self, network: Network) -> int:
        """How many cases the decoders get wrong."""
        with torch.no_grad():
            pointer = network.pointer_logits().cpu().numpy()
            label = {
                name: each.argmax(1).tolist() for name, each in network.label_logits().items()
            }
        count = 0
        for name, cases in self.pointers.items():
            logits = pointer[:, network.outputs.pointers.index(name)].reshape(-1)
            row = np.where(cases.times > 0, logits, -np.inf)
            count += int((row.argmax(1) != cases.target).sum())
        for name, wanted in self.labels.items():
            count += sum(label[name][state] != each for state, each in wanted.items())
        return count


def fit_outputs(
    task: Task, instance: Instance, final: Snapshot, reachable: Reachable | None
) -> OutputFit:
    """The distinct output cases of a finished run; with `reachable`, of every reachable row."""
    pointers: dict[str, PointerCases] = {}
    labels: dict[str, dict[int, int]] = {}
    for name, readout in task.program.readouts.items():
        kind = task.decoders[name].kind
        if isinstance(readout, PointerOrder):
            cases = list(_pointed_rows(readout, instance, final, kind))
            if reachable is not None:
                cases += _pointed_pairs(readout, reachable, kind)
            if cases:
                distinct = np.unique(np.array(cases), axis=0)
                pointers[name] = PointerCases(distinct[:, :-1], distinct[:, -1])
        else:
            states = _labelled_states(readout, instance, final, reachable, kind)
            labels[name] = {state: readout.labels[state] for state in states}
    return OutputFit(pointers, labels)


def _labelled_states(
    readout: Labels,
    instance: Instance,
    final: Snapshot,
    reachable: Reachable | None,
    kind: int,
) -> list[int]:
    """The states in which nodes of this kind, or arcs, end or could end."""
    if readout.place is Place.NODE:
        found = set(final.node_state[instance.node_kind == kind].tolist())
        return sorted(found if reachable is None else found | reachable.kinds[kind])
    found = set(final.arc_state.tolist())
    return sorted(found | ({each.arc for each in reachable.types} if reachable else set()))


def _pointed_pairs(
    readout: PointerOrder, reachable: Reachable, kind: int
) -> Iterator[list[int]]:
    """Rows of two arcs, of which one comes before the other.

    How often each (arc state, is loop) is there, and last which one is meant.
    """
    for state in sorted(reachable.kinds[kind]):
        found: set[tuple[int, int]] = set()
        for number, role in enumerate(reachable.roles):
            if role.receivers in (None, kind):
                loop = int(role.multiplicity is Multiplicity.SELF)
                found |= {(each.arc, loop) for each in reachable.classes(state, number)}
        for one, other in itertools.permutations(sorted(found), 2):
            if readout.places[one[0]][one[1]] < readout.places[other[0]][other[1]]:
                row = [0] * (2 * len(readout.places))
                first, second = (2 * arc + loop for arc, loop in (one, other))
                row[first] = row[second] = 1
                yield [*row, first]


def _pointed_rows(
    readout: PointerOrder, instance: Instance, final: Snapshot, kind: int
) -> Iterator[list[int]]:
    """The rows of a finished run, as above; not those in which two kinds of arcs come first."""
    loop = (instance.receiver == instance.sender).astype(np.int64)
    kinds = 2 * final.arc_state.astype(np.int64) + loop
    flat = np.array(readout.places).reshape(-1)
    arcs = heard_arcs(flat[kinds], None, instance.receiver, instance.node_count)
    times = np.zeros((instance.node_count, len(flat)), dtype=np.int64)
    np.add.at(times, (instance.receiver, kinds), 1)
    rows = np.flatnonzero((instance.node_kind == kind) & (arcs >= 0))
    target = kinds[arcs[rows]]
    first = (times[rows] > 0) & (flat[None] == flat[target][:, None])
    clear = first.sum(1) == 1
    table = np.concatenate([np.minimum(times[rows], 2), target[:, None]], axis=1)[clear]
    yield from np.unique(table, axis=0).tolist()

"""Features: what a task's machine shows of a problem, as tensors.

Nodes and arcs begin with their first states, one-hot, and their scalars. Nodes also have their
place in the graph, from 0 to 1, as in CLRS-30: ties go to the node that comes first, and a
network without indices could not break them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from dnar.machine import Instance, Place, Program, Snapshot, Start, first_snapshot, union


@dataclass(frozen=True)
class Vocabulary:
    """The states and scalars of a task's program, in the order of the features."""

    program: Program
    node_scalars: tuple[str, ...]
    arc_scalars: tuple[str, ...]
    streams: tuple[str, ...]
    """Node scalars that are given anew: inputs of every step, never predicted."""

    @property
    def node_states(self) -> int:
        """How many node states there are."""
        return len(self.program.node_states)

    @property
    def arc_states(self) -> int:
        """How many arc states there are."""
        return len(self.program.arc_states)

    @property
    def node_width(self) -> int:
        """Features that tell a node's state and scalars."""
        return self.node_states + len(self.node_scalars)

    @property
    def arc_width(self) -> int:
        """Features that tell an arc's state and scalars."""
        return self.arc_states + len(self.arc_scalars)


def vocabulary_of(program: Program) -> Vocabulary:
    """The vocabulary of a program."""
    lasting = [scalar for scalar in program.scalars if scalar.start is not Start.STREAM]
    return Vocabulary(
        program,
        tuple(scalar.name for scalar in lasting if scalar.place is Place.NODE),
        tuple(scalar.name for scalar in lasting if scalar.place is Place.ARC),
        tuple(scalar.name for scalar in program.streams()),
    )


@dataclass(frozen=True)
class Shown:
    """The states and scalars of one snapshot as features."""

    nodes: Float[Tensor, "nodes node_width"]
    arcs: Float[Tensor, "arcs arc_width"]


def shown(vocabulary: Vocabulary, snapshot: Snapshot) -> Shown:
    """One-hot states beside scalars."""

    def features(states: np.ndarray, count: int, scalars: tuple[str, ...]) -> Tensor:
        columns = [
            np.eye(count)[states],
            *(snapshot.scalars[name][:, None] for name in scalars),
        ]
        return torch.from_numpy(np.concatenate(columns, axis=1)).float()

    return Shown(
        features(snapshot.node_state, vocabulary.node_states, vocabulary.node_scalars),
        features(snapshot.arc_state, vocabulary.arc_states, vocabulary.arc_scalars),
    )


@dataclass(frozen=True)
class Laid:
    """Instances side by side, each with the number of steps that it is run for."""

    instance: Instance
    vocabulary: Vocabulary
    ends: Int[Tensor, "2 arcs"]
    """Sender and receiver of every arc."""
    graph_of_node: Int[Tensor, " nodes"]
    steps: Int[Tensor, " graphs"]
    first: Shown
    place: Float[Tensor, "nodes 1"]

    @property
    def receiver(self) -> Int[Tensor, " arcs"]:
        """The node that looks along each arc."""
        return self.ends[1]

    @property
    def last_step(self) -> int:
        """Steps of the longest run."""
        return int(self.steps.max())

    def running(self, step: int) -> Bool[Tensor, " nodes"]:
        """Which nodes are in a graph that still has this step, counted from zero, to go."""
        return (self.steps > step)[self.graph_of_node]

    def streams(self, step: int) -> Float[Tensor, "nodes streams"]:
        """What the streams give at a step."""
        program, given = self.vocabulary.program, self.instance.streams
        rows = [given[each.name].row(step // each.period) for each in program.streams()]
        if not rows:
            return torch.zeros(self.instance.node_count, 0)
        return torch.from_numpy(np.stack(rows, axis=1)).float()


def lay_side_by_side(
    program: Program, instances: Sequence[Instance], steps: Sequence[int]
) -> Laid:
    """These instances as one, as tensors."""
    together = union(instances)
    counts = [instance.node_count for instance in instances]
    place = np.concatenate([_places(instance) for instance in instances])
    vocabulary = vocabulary_of(program)
    ends = np.stack([together.sender, together.receiver]).astype(np.int64)
    return Laid(
        together,
        vocabulary,
        torch.from_numpy(ends),
        torch.from_numpy(np.repeat(np.arange(len(instances)), counts)),
        torch.tensor(list(steps)),
        shown(vocabulary, first_snapshot(program, together)),
        torch.from_numpy(place).float()[:, None],
    )


def _places(instance: Instance) -> np.ndarray:
    """Each real node's place in node order, as a share; zero for the machine's own nodes."""
    places = np.cumsum(instance.real) / max(int(instance.real.sum()), 1)
    return np.where(instance.real, places, 0.0)

"""Training data: small problems as the evaluation asks them, and what the rules do on them.

Graphs are those that networks of this package are trained on, only all undirected where the
task takes such, and all with a start where it takes one, as the evaluation has them.
"""

from dataclasses import dataclass, replace

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor

from dnar.machine import Place, Shape, Snapshot, StartNode, Task, Trajectory
from dnar.training import TrainingSet, training_set
from paper.reasoners.config import BaselineConfig
from paper.reasoners.features import Laid, Shown, Vocabulary, lay_side_by_side


@dataclass(frozen=True)
class Hints:
    """Every snapshot of the rules' run, step by step."""

    node_state: Int[Tensor, "snapshots nodes"]
    arc_state: Int[Tensor, "snapshots arcs"]
    node_scalars: Float[Tensor, "snapshots nodes node_scalars"]
    arc_scalars: Float[Tensor, "snapshots arcs arc_scalars"]

    def states(self, step: int) -> tuple[Int[Tensor, " nodes"], Int[Tensor, " arcs"]]:
        """The states after `step` steps."""
        return self.node_state[step].long(), self.arc_state[step].long()

    def shown(self, vocabulary: Vocabulary, step: int) -> Shown:
        """The features after `step` steps."""
        node_state, arc_state = self.states(step)
        nodes = torch.nn.functional.one_hot(node_state, vocabulary.node_states)
        arcs = torch.nn.functional.one_hot(arc_state, vocabulary.arc_states)
        return Shown(
            torch.cat([nodes.float(), self.node_scalars[step]], dim=1),
            torch.cat([arcs.float(), self.arc_scalars[step]], dim=1),
        )


@dataclass(frozen=True)
class Batch:
    """Graphs side by side with what the rules did on them."""

    laid: Laid
    hints: Hints
    final: Snapshot
    """The last snapshot of all, which the task's outputs are read off."""


def asked_as_evaluated(task: Task) -> Task:
    """The task, on undirected graphs if it takes them, with a start if it takes one."""
    inputs = task.inputs
    if inputs.shape is Shape.ANY:
        inputs = replace(inputs, shape=Shape.UNDIRECTED)
    if inputs.start is StartNode.OPTIONAL:
        inputs = replace(inputs, start=StartNode.REQUIRED)
    return replace(task, inputs=inputs)


def draw_batches(task: Task, config: BaselineConfig) -> list[Batch]:
    """All batches of a training run, sizes in turn."""
    rng = np.random.default_rng([config.seed, 0])
    asked = asked_as_evaluated(task)
    sizes = [config.train_sizes[at % len(config.train_sizes)] for at in range(config.batches)]
    return [
        _batch(task, training_set(asked, (size,), config.graphs_per_batch, rng))
        for size in sizes
    ]


def _batch(task: Task, drawn: TrainingSet) -> Batch:
    laid = lay_side_by_side(task.program, drawn.instances, steps_of_each(drawn))
    return Batch(laid, _hints(laid.vocabulary, drawn.trajectory), drawn.trajectory.snapshot(-1))


def steps_of_each(drawn: TrainingSet) -> list[int]:
    """After how many steps nothing changes any more, graph by graph."""
    node_graph = drawn.graph_of_node
    arc_graph = node_graph[drawn.trajectory.instance.receiver]
    program = drawn.trajectory.program
    scalar_graph = {
        scalar.name: node_graph if scalar.place is Place.NODE else arc_graph
        for scalar in program.scalars
    }
    steps = np.zeros(len(drawn.instances), dtype=np.int64)
    for number, changes in enumerate(drawn.trajectory.steps, start=1):
        steps[node_graph[changes.node_state.at]] = number
        steps[arc_graph[changes.arc_state.at]] = number
        for name, change in changes.scalars.items():
            steps[scalar_graph[name][change.at]] = number
    return steps.tolist()


def _hints(vocabulary: Vocabulary, trajectory: Trajectory) -> Hints:
    snapshots = list(trajectory.snapshots())

    def scalars(names: tuple[str, ...], places: int) -> Tensor:
        if not names:
            return torch.zeros(len(snapshots), places, 0)
        rows = [[each.scalars[name] for name in names] for each in snapshots]
        return torch.from_numpy(np.array(rows)).float().transpose(1, 2)

    instance = trajectory.instance
    return Hints(
        torch.from_numpy(np.stack([each.node_state for each in snapshots]).astype(np.int16)),
        torch.from_numpy(np.stack([each.arc_state for each in snapshots]).astype(np.int16)),
        scalars(vocabulary.node_scalars, instance.node_count),
        scalars(vocabulary.arc_scalars, instance.arc_count),
    )

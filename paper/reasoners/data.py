"""Training data: small problems as the evaluation asks them, and the runs to learn on them.

Graphs are those that networks of this package are trained on, only all undirected where the
task takes such, and all with a start where it takes one, as the evaluation has them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor

from dnar.machine import Instance, Place, Shape, Snapshot, StartNode, Task
from dnar.training import TrainingSet, drawn_problems, training_set
from paper.reasoners.clrs_traces import clrs_task, clrs_trace
from paper.reasoners.config import BaselineConfig, Traces
from paper.reasoners.features import Laid, Shown, Vocabulary, lay_side_by_side


@dataclass(frozen=True)
class Hints:
    """Every snapshot of the run, step by step."""

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
    """Graphs side by side with the runs on them."""

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


def traced_task(task: Task, traces: Traces) -> Task:
    """The task in the vocabulary of these traces.

    Raises:
        InputError: there are no such traces of it.
    """
    return clrs_task(task) if traces is Traces.CLRS else task


def draw_batches(task: Task, config: BaselineConfig) -> list[Batch]:
    """All batches of a training run, sizes in turn; the task is the traces' own."""
    rng = np.random.default_rng([config.seed, 0])
    sizes = [config.train_sizes[at % len(config.train_sizes)] for at in range(config.batches)]
    return [draw_batch(task, config, size, config.graphs_per_batch, rng) for size in sizes]


def draw_batch(
    task: Task, config: BaselineConfig, size: int, graphs: int, rng: np.random.Generator
) -> Batch:
    """Graphs of one size."""
    asked = asked_as_evaluated(task)
    if config.traces is Traces.CLRS:
        instances = [asked.encode(each) for each in drawn_problems(asked, (size,), graphs, rng)]
        traces = [clrs_trace(task, each) for each in instances]
        steps, snapshots = [len(each) - 1 for each in traces], _side_by_side(traces)
    else:
        drawn = training_set(asked, (size,), graphs, rng)
        instances, steps = drawn.instances, steps_of_each(drawn)
        snapshots = list(drawn.trajectory.snapshots())
    laid = lay_side_by_side(task.program, instances, steps)
    return Batch(laid, _hints(laid.vocabulary, laid.instance, snapshots), snapshots[-1])


def _side_by_side(traces: Sequence[Sequence[Snapshot]]) -> list[Snapshot]:
    """The snapshots of all graphs as one; a graph whose run is over stays as it is."""
    joined = []
    for step in range(max(len(trace) for trace in traces)):
        now = [trace[min(step, len(trace) - 1)] for trace in traces]
        scalars = {
            name: np.concatenate([each.scalars[name] for each in now])
            for name in now[0].scalars
        }
        node_state = np.concatenate([each.node_state for each in now])
        arc_state = np.concatenate([each.arc_state for each in now])
        joined.append(Snapshot(step, node_state, arc_state, scalars))
    return joined


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


def _hints(vocabulary: Vocabulary, instance: Instance, snapshots: Sequence[Snapshot]) -> Hints:
    def scalars(names: tuple[str, ...], places: int) -> Tensor:
        if not names:
            return torch.zeros(len(snapshots), places, 0)
        rows = [[each.scalars[name] for name in names] for each in snapshots]
        return torch.from_numpy(np.array(rows)).float().transpose(1, 2)

    return Hints(
        torch.from_numpy(np.stack([each.node_state for each in snapshots]).astype(np.int16)),
        torch.from_numpy(np.stack([each.arc_state for each in snapshots]).astype(np.int16)),
        scalars(vocabulary.node_scalars, instance.node_count),
        scalars(vocabulary.arc_scalars, instance.arc_count),
    )

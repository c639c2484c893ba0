"""How the scalar modules of Table 6 are trained: on single steps of the rules' own runs."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float, Float32, Int, Int64
from torch import Tensor, nn

from dnar.machine import Task, execute, union
from dnar.network import one_thread
from dnar.run import evaluation_problem
from paper.scalar_modules import Adder, Moment, ScalarConvolution

TRAIN_SIZES = (4, 7, 11, 13, 16)
STEP_SIZE = 3e-3
"""Three times the paper's: with that, errors are half as large after as many iterations."""
PAIRS = 1024
"""Pairs of numbers in a batch of additions."""


@dataclass(frozen=True)
class Steps:
    """The rules' runs on all training graphs side by side, step by step."""

    receiver: Int64[np.ndarray, " arcs"]
    sender: Int64[np.ndarray, " arcs"]
    graph_of_node: Int64[np.ndarray, " nodes"]
    node_state: Int64[np.ndarray, "steps nodes"]
    arc_state: Int64[np.ndarray, "steps arcs"]
    node_scalar: Float32[np.ndarray, "steps nodes"]
    arc_scalar: Float32[np.ndarray, "steps arcs"]
    length: Int64[np.ndarray, " graphs"]
    """How many steps each graph takes."""

    def draw(self, rng: np.random.Generator) -> tuple[Moment, Tensor, Tensor]:
        """A random step of every graph, and the scalars after it."""
        of_graph = rng.integers(0, self.length)
        node = (of_graph[self.graph_of_node], np.arange(len(self.graph_of_node)))
        arc = (node[0][self.receiver], np.arange(len(self.receiver)))
        now = Moment(
            torch.from_numpy(self.node_state[node]),
            torch.from_numpy(self.arc_state[arc]),
            torch.from_numpy(self.node_scalar[node]),
            torch.from_numpy(self.arc_scalar[arc]),
        )
        after_node, after_arc = ((at[0] + 1, at[1]) for at in (node, arc))
        return (
            now,
            torch.from_numpy(self.node_scalar[after_node]),
            torch.from_numpy(self.arc_scalar[after_arc]),
        )


def training_steps(task: Task, graphs: int, seed: int) -> Steps:
    """Random graphs of up to 16 nodes, run by the rules."""
    instances = [
        task.encode(
            evaluation_problem(
                task, "er", TRAIN_SIZES[number % len(TRAIN_SIZES)], number, seed=seed
            )
        )
        for number in range(graphs)
    ]
    together = union(instances)
    trajectory = execute(task.program, together, record=True).trajectory
    assert trajectory is not None
    snapshots = list(trajectory.snapshots())
    node_state = np.stack([each.node_state for each in snapshots]).astype(np.int64)
    graph_of_node = np.repeat(np.arange(graphs), [each.node_count for each in instances])
    changes = (node_state[1:] != node_state[:-1]).astype(np.int64)
    starts = np.searchsorted(graph_of_node, np.arange(graphs))
    busy = np.add.reduceat(changes, starts, axis=1) > 0
    return Steps(
        together.receiver.astype(np.int64),
        together.sender.astype(np.int64),
        graph_of_node,
        node_state,
        np.stack([each.arc_state for each in snapshots]).astype(np.int64),
        np.stack([each.scalars["distance"] for each in snapshots]).astype(np.float32),
        np.stack([each.scalars["length"] for each in snapshots]).astype(np.float32),
        len(busy) - busy[::-1].argmax(0),
    )


def descend(network: nn.Module, loss: Callable[[], Float[Tensor, ""]], iterations: int) -> None:
    """Adam with a step size that falls to zero along a half wave."""
    optimiser = torch.optim.Adam(network.parameters(), lr=STEP_SIZE)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, iterations)
    for _ in range(iterations):
        optimiser.zero_grad()
        loss().backward()
        optimiser.step()
        schedule.step()


def train_convolution(
    task: Task, steps: Steps, *, hidden: int, iterations: int, seed: int
) -> ScalarConvolution:
    """A convolution trained by the mean squared error of node and arc scalars."""
    rng = np.random.default_rng([seed, 1])
    ends = torch.from_numpy(steps.receiver), torch.from_numpy(steps.sender)
    states = len(task.rules.node_states), len(task.rules.arc_states)
    with one_thread(), torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        network = ScalarConvolution(*states, hidden)

        def loss() -> Float[Tensor, ""]:
            now, node_goal, arc_goal = steps.draw(rng)
            node, arc = network(*ends, now)
            kind = now.arc_state * states[0] + now.node_state[ends[1]]
            error = _mean_by(now.node_state, (node - node_goal) ** 2)
            return error + _mean_by(kind, (arc - arc_goal) ** 2)

        descend(network, loss, iterations)
    return network


def train_adder(task: Task, steps: Steps, *, hidden: int, iterations: int, seed: int) -> Adder:
    """A network trained on the sums that the rules make when a node joins."""
    joins = steps.node_state[:-1, steps.sender] == task.rules.node_states["JOINING"]
    step, arc = np.nonzero(joins)
    one = torch.from_numpy(steps.arc_scalar[step, arc])
    other = torch.from_numpy(steps.node_scalar[step, steps.sender[arc]])
    rng = np.random.default_rng([seed, 2])
    with one_thread(), torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        network = Adder(hidden)

        def loss() -> Float[Tensor, ""]:
            some = torch.from_numpy(rng.integers(0, len(one), PAIRS))
            error = network(one[some], other[some]) - (one[some] + other[some])
            return (error**2).mean()

        descend(network, loss, iterations)
    return network


def _mean_by(kind: Int[Tensor, " places"], error: Float[Tensor, " places"]) -> Tensor:
    """The mean of the means of each kind: what is rare is not learned last."""
    kinds, which, count = torch.unique(kind, return_inverse=True, return_counts=True)
    return (torch.zeros(len(kinds)).index_add(0, which, error) / count).mean()

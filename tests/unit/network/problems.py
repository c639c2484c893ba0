"""Problems of every kind for every task: random, degenerate, directed, disconnected."""

import numpy as np
import torch

from dnar.graph import (
    FAMILIES,
    Graph,
    delaunay,
    erdos_renyi,
    path,
    random_weights,
    star,
    watts_strogatz,
)
from dnar.machine import Instance, Problem, Shape, StartNode, Task, Weights
from dnar.network import MessageForm, Network, outputs_of, signature_of


def graphs(rng: np.random.Generator) -> dict[str, Graph]:
    one_way = erdos_renyi(9, rng)
    return {
        "er": erdos_renyi(12, rng),
        "ws": watts_strogatz(11, rng),
        "delaunay": delaunay(10, rng),
        "k2": FAMILIES["k2"](13, rng),
        "star": star(7),
        "path": path(6),
        "directed": Graph.from_edges(one_way.source, one_way.target, labels=9, directed=True),
        "disconnected": Graph.from_edges([0, 1, 4], [1, 2, 5], labels=7),
        "one node": Graph.from_edges([], [], labels=1),
    }


def instances(task: Task) -> dict[str, Instance]:
    """Every problem of the list that the task takes, encoded."""
    rng = np.random.default_rng(5)
    if task.source is not None:
        return {
            f"size {size}": task.encode(task.source.sample(size, rng)) for size in (4, 5, 7)
        }
    if task.inputs.shape is Shape.ARRAY:
        arrays = {"one": [3.0], "equal": [2.0, 2.0, 1.0, 1.0], "many": rng.normal(size=20)}
        return {
            name: task.encode(
                Problem(Graph.from_edges([], [], labels=len(values)), values=np.array(values))
            )
            for name, values in arrays.items()
        }
    found = {}
    for name, drawn in graphs(rng).items():
        graph = drawn
        if task.inputs.shape is Shape.UNDIRECTED and graph.directed:
            continue
        if task.inputs.shape is Shape.ACYCLIC:
            # From the lower index to the higher one there is no way back.
            ends = (graph.source, graph.target)
            graph = Graph.from_edges(
                np.minimum(*ends), np.maximum(*ends), labels=graph.node_count, directed=True
            )
        if task.inputs.weights is not Weights.UNUSED:
            graph = random_weights(graph, rng)
        start = None
        if task.inputs.start is StartNode.REQUIRED:
            start = int(rng.integers(graph.node_count))
        found[name] = task.encode(Problem(graph, start, seed=int(rng.integers(1000))))
    return found


def fresh(
    task: Task, seed: int = 0, hidden: int = 16, form: MessageForm = MessageForm.RICH
) -> Network:
    """A network that has learned nothing."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return Network(signature_of(task.program), outputs_of(task), hidden=hidden, form=form)

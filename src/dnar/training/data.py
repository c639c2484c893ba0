"""Training data: small random problems of a task and what its rules do on them.

Graphs are drawn as SALSA-CLRS draws its train split: Erdos-Renyi, connected, with the edge
probability of 16 nodes. Tasks that run on directed graphs see them too, every other graph. With
enumerated cases, which are not the paper's data either, every eighth graph is disconnected.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from jaxtyping import Int64

from dnar.errors import InputError
from dnar.graph import Graph, erdos_renyi
from dnar.machine import (
    Instance,
    Problem,
    Shape,
    StartNode,
    Task,
    Trajectory,
    array_problem,
    execute,
    execute_to_rest,
    problem_on,
    union,
)

CUT_EVERY = 8
"""Of so many training graphs one is disconnected, where there are enumerated cases, too."""

SALSA_SIZE = 16
"""SALSA-CLRS draws the edge probability of all its training graphs for this size."""


@dataclass(frozen=True)
class TrainingSet:
    """Problems side by side as one run of the rules."""

    instances: tuple[Instance, ...]
    trajectory: Trajectory
    graph_of_node: Int64[np.ndarray, " nodes"]


Given = Mapping[str, Sequence[Problem]]
"""By task: the problems to train on, where they are not drawn."""


def drawn_problems(
    task: Task,
    sizes: tuple[int, ...],
    graphs: int,
    rng: np.random.Generator,
    *,
    disconnected: bool = False,
) -> list[Problem]:
    """Random problems of these sizes; if `disconnected`, every eighth graph is cut in two.

    All other problems are the same with and without cuts.
    """
    cuts = rng.spawn(1)[0]
    drawn = [random_problem(task, int(rng.choice(sizes)), rng) for _ in range(graphs)]
    if not disconnected or task.inputs.shape in (Shape.ARRAY, Shape.OWN):
        return drawn
    return [
        replace(each, graph=_cut(each.graph, cuts)) if number % CUT_EVERY == 0 else each
        for number, each in enumerate(drawn)
    ]


def _cut(graph: Graph, rng: np.random.Generator) -> Graph:
    """The graph without the edges between two random halves of its nodes."""
    side = rng.permutation(graph.node_count) < graph.node_count // 2
    kept = side[graph.source] == side[graph.target]
    weight = None if graph.weight is None else graph.weight[kept]
    return Graph.from_edges(
        graph.source[kept],
        graph.target[kept],
        labels=graph.labels,
        weight=weight,
        directed=graph.directed,
    )


def training_set(
    task: Task, sizes: tuple[int, ...], graphs: int, rng: np.random.Generator
) -> TrainingSet:
    """Random problems of these sizes, solved by the rules."""
    return solved_set(task, drawn_problems(task, sizes, graphs, rng))


def solved_set(task: Task, problems: Sequence[Problem]) -> TrainingSet:
    """Problems, solved by the rules.

    Raises:
        InputError: the rules do not come to rest on one of them.
    """
    instances = tuple(task.encode(each) for each in problems)
    most = max(task.step_bound(each.node_count) for each in instances)
    execution = execute(task.program, union(instances), max_steps=most, record=True)
    if not execution.halted or execution.trajectory is None:
        for each in instances:
            execute_to_rest(task, each)
        raise InputError(f"{task.name} does not come to rest after {most} steps")
    nodes = [instance.node_count for instance in instances]
    graph_of_node = np.repeat(np.arange(len(instances)), nodes)
    return TrainingSet(instances, execution.trajectory, graph_of_node)


def random_problem(task: Task, size: int, rng: np.random.Generator) -> Problem:
    """A random problem of a task, as it is trained on.

    Where a start may be left out, every other problem has none.
    """
    if task.source is not None:
        return task.source.sample(size, rng)
    if task.inputs.shape is Shape.ARRAY:
        return array_problem(size, rng)
    graph = _graph(task.inputs.shape, size, rng)
    with_start = task.inputs.start is StartNode.REQUIRED or (
        task.inputs.start is StartNode.OPTIONAL and rng.random() < 0.5
    )
    return problem_on(task, graph, rng, with_start=with_start)


def _graph(shape: Shape, size: int, rng: np.random.Generator) -> Graph:
    low, high = (np.log(SALSA_SIZE) / SALSA_SIZE * factor for factor in (1, 3))
    # Small graphs of this probability are rarely connected; the draw is then from denser ones.
    probability = float(max(rng.uniform(low, high), np.log(max(size, 2)) / max(size, 2)))
    graph = erdos_renyi(size, rng, p=probability)
    if shape is Shape.UNDIRECTED or (shape is Shape.ANY and rng.random() < 0.5):
        return graph
    order = np.arange(size) if shape is Shape.ANY else rng.permutation(size)
    flip = rng.random(graph.edge_count) < 0.5 if shape is Shape.ANY else False
    source = np.where(flip, graph.target, graph.source)
    target = np.where(flip, graph.source, graph.target)
    return Graph.from_edges(order[source], order[target], labels=size, directed=True)

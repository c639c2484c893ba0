"""Random problems: what training and evaluation ask a task, on a graph they have drawn."""

from dnar.array_types import Generator
from dnar.graph import Graph, clrs_weights
from dnar.machine.task import Problem, Task, Weights
from dnar.memory import check_memory

_NUMBER_BYTES = 60
"""What a number of an array takes at most while it is drawn and laid out."""


MORE_STARTS = 3
"""Further starts that a task gets at most, if it takes several."""


def problem_on(task: Task, graph: Graph, rng: Generator, *, with_start: bool) -> Problem:
    """A problem on this graph with CLRS-30's weights, a random start and a random seed.

    Weights are drawn only for a task that takes some, and replace those of the graph.
    """
    if task.inputs.weights is not Weights.UNUSED:
        graph = clrs_weights(graph, rng)
    start = int(rng.integers(graph.node_count)) if with_start else None
    seed = int(rng.integers(2**31))
    more: tuple[int, ...] = ()
    if task.inputs.several_starts:
        drawn = rng.integers(graph.node_count, size=int(rng.integers(MORE_STARTS + 1)))
        more = tuple(sorted({*drawn.tolist()} - {start}))
    return Problem(graph, start, seed=seed, more_starts=more)


def array_problem(size: int, rng: Generator) -> Problem:
    """An array of random numbers.

    Raises:
        InputError: there is too little memory.
    """
    check_memory(_NUMBER_BYTES * size, f"an array of {size:,} numbers")
    return Problem(Graph.from_edges([], [], labels=size), values=rng.random(size))

"""The plan of an evaluation: which graphs are drawn, and how they are shared out.

A graph is decided by seed, family, size and number alone, so scores depend neither on how many
processes work nor on how the graphs are shared out.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from dnar.errors import InputError
from dnar.graph import FAMILIES, Graph
from dnar.machine import Problem, Shape, StartNode, Task, array_problem, problem_on
from dnar.tasks import get_task

CHUNK_GRAPHS, CHUNK_NODES = 100, 16_000
"""Graphs and nodes of a chunk at most: what an interruption may cost."""
MOST_GRAPHS = 10_000_000
"""Graphs of a cell at most: what is finished is kept in mind."""


@dataclass(frozen=True)
class Chunk:
    """Some graphs of one cell, by their numbers."""

    family: str
    size: int
    first: int
    graphs: int

    @property
    def numbers(self) -> range:
        """The numbers of the graphs."""
        return range(self.first, self.first + self.graphs)


@dataclass(frozen=True)
class Plan:
    """Which graphs are drawn: so many of each family and size.

    Raises:
        InputError: an unknown family, or a number that is too small.
    """

    sizes: tuple[int, ...]
    families: tuple[str, ...]
    graphs: int
    seed: int

    def __post_init__(self) -> None:
        unknown = [family for family in self.families if family not in FAMILIES]
        if unknown:
            raise InputError(
                f"no family {unknown[0]!r}; the families are {', '.join(FAMILIES)}"
            )
        if self.graphs < 1 or min(self.sizes, default=0) < 1:
            raise InputError(
                f"sizes and graphs must be 1 or more, got {self.sizes} and {self.graphs}"
            )
        if self.graphs > MOST_GRAPHS:
            raise InputError(f"a cell has at most {MOST_GRAPHS:,} graphs, got {self.graphs}")
        if self.seed < 0:
            raise InputError(f"a seed is a whole number, zero or more, got {self.seed}")

    def check(self, task: Task) -> None:
        """Draws the largest graph of each family, if it is large: it may not fit in memory.

        Raises:
            InputError: a family has no graph of that size, or there is too little memory.
        """
        largest = max(self.sizes)
        for family in self.families if largest > CHUNK_NODES else ():
            evaluation_problem(task, family, largest, 0, seed=self.seed)

    @property
    def node_count(self) -> int:
        """About how many nodes all graphs have together."""
        return self.graphs * len(self.families) * sum(self.sizes)

    def cells(self) -> list[tuple[str, int]]:
        """Family and size of every cell, in order."""
        return [(family, size) for family in self.families for size in self.sizes]

    def chunks(self) -> Iterator[Chunk]:
        """All graphs in parts that are soon done, cell by cell."""
        for family, size in self.cells():
            step = min(CHUNK_GRAPHS, max(1, CHUNK_NODES // size))
            for first in range(0, self.graphs, step):
                yield Chunk(family, size, first, min(step, self.graphs - first))


def evaluation_problem(
    task: str | Task, family: str, size: int, number: int, *, seed: int = 0
) -> Problem:
    """The problem on the graph of this number: what an evaluation with this seed asks.

    A task with a source of its own draws its problem there, and the family only seeds it.

    Raises:
        InputError: there is no such task or family, or a number is too small.
    """
    task = task if isinstance(task, Task) else get_task(task)
    Plan((size,), (family,), number + 1, seed)
    rng = np.random.default_rng([seed, size, number, *family.encode()])
    if task.source is not None:
        return task.source.sample(size, rng)
    if task.inputs.shape is Shape.ARRAY:
        return array_problem(size, rng)
    graph = FAMILIES[family](size, rng)
    if task.inputs.shape is Shape.ACYCLIC:
        order = rng.permutation(graph.node_count)
        ends = (order[graph.source], order[graph.target])
        graph = Graph.from_edges(*ends, labels=graph.node_count, directed=True)
    elif task.inputs.directions:
        flip = rng.random(graph.edge_count) < 0.5
        ends = (
            np.where(flip, graph.target, graph.source),
            np.where(flip, graph.source, graph.target),
        )
        graph = Graph.from_edges(*ends, labels=graph.node_count, directed=True)
    with_start = task.inputs.start is not StartNode.UNUSED
    return problem_on(task, graph, rng, with_start=with_start)

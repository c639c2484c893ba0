"""The tasks that can be discovered by name: what is told about each."""

import difflib
from collections.abc import Iterable
from typing import Any

import numpy as np

from dnar.discover.sketch import (
    Key,
    OutputKind,
    Prior,
    Sketch,
    StateCounts,
)
from dnar.discover.steps import Steps
from dnar.errors import InputError
from dnar.machine import VALUED, Inputs, Problem, Shape, StartNode
from dnar.textbook import expected as textbook
from dnar.textbook.adjacency import rows_of
from dnar.textbook.bfs import UNREACHED, levels

C = StateCounts


def _levels(problem: Problem) -> np.ndarray:
    assert problem.start is not None
    return levels(problem.graph, problem.start)


def _book(task: str, output: str) -> Any:
    return lambda problem: textbook(task, problem)[output]


def _degrees(problem: Problem) -> np.ndarray:
    rows = rows_of(problem.graph)
    return np.array([len(rows.of(node)) for node in range(problem.graph.node_count)])


def _neighbours(problem: Problem) -> Iterable[tuple[int, list[int]]]:
    rows = rows_of(problem.graph)
    return ((node, rows.of(node)) for node in range(problem.graph.node_count))


def _black(problem: Problem) -> np.ndarray:
    level = _levels(problem)
    return (level != UNREACHED) & (level % 2 == 0)


def _is_bipartite(problem: Problem) -> bool:
    """Whether every edge of the start's component joins an even and an odd level."""
    level = _levels(problem)
    return all(
        level[node] == UNREACHED or (level[node] + level[other]) % 2 == 1
        for node, others in _neighbours(problem)
        for other in others
    )


def _local_minima(problem: Problem) -> np.ndarray:
    assert problem.values is not None
    place = np.lexsort((np.arange(len(problem.values)), problem.values)).argsort()
    return np.array(
        [all(place[node] < place[other] for other in row) for node, row in _neighbours(problem)]
    )


def _largest(problem: Problem) -> np.ndarray:
    assert problem.values is not None
    return np.array([int(np.argmax(problem.values))])


_FROM_START = Inputs(start=StartNode.REQUIRED)
_FROM_START_UNDIRECTED = Inputs(start=StartNode.REQUIRED, shape=Shape.UNDIRECTED)
_UNDIRECTED = Inputs(shape=Shape.UNDIRECTED)

SKETCHES: dict[str, Sketch] = {
    each.name: each
    for each in (
        Sketch(
            name="bfs",
            title="Breadth-first search",
            summary="the search tree from a start node, nearest nodes first",
            output=OutputKind.POINTER,
            output_name="parent",
            expected=_book("bfs", "parent"),
            steps=Steps.parse("ecc + 2"),
            ladder=(C(2, 2), C(3, 2), C(2, 3), C(3, 3)),
            inputs=_FROM_START,
            self_pointers=True,
            closed=True,
            reference="bfs",
        ),
        Sketch(
            name="dfs",
            title="Depth-first search",
            summary="the search tree from a start node",
            output=OutputKind.POINTER,
            output_name="parent",
            expected=_book("dfs", "parent"),
            steps=Steps.parse("4 n - 2"),
            ladder=(C(4, 3),),
            inputs=_FROM_START_UNDIRECTED,
            priors=frozenset({Prior.HEARD_ONLY, Prior.WRITE_ONCE}),
            reference="dfs",
        ),
        Sketch(
            name="reachability",
            title="Reachability",
            summary="the nodes that a start node can reach",
            output=OutputKind.SET,
            output_name="reached",
            expected=lambda problem: _levels(problem) != UNREACHED,
            steps=Steps.parse("ecc + 2"),
            ladder=(C(2, 1), C(2, 2), C(3, 1)),
            inputs=_FROM_START,
            closed=True,
        ),
        Sketch(
            name="eccentricity",
            title="Eccentricity",
            summary="how many edges away the farthest reachable node is",
            output=OutputKind.COUNT,
            output_name="eccentricity",
            expected=_book("eccentricity", "eccentricity"),
            steps=Steps.parse("2 ecc + 4"),
            ladder=(C(2, 1, 1), C(2, 1, 2), C(3, 1, 2), C(3, 1, 3)),
            inputs=_FROM_START,
            closed=True,
            reference="eccentricity",
        ),
        Sketch(
            name="mis",
            title="Maximal independent set",
            summary="a set of nodes, no two joined, to which no node can be added",
            output=OutputKind.SET,
            output_name="in_set",
            expected=_book("mis", "in_set"),
            steps=Steps.parse("3 rounds + 1"),
            ladder=(C(2, 1), C(2, 2), C(3, 1), C(3, 2)),
            inputs=Inputs(shape=Shape.UNDIRECTED, random=True),
            key=Key.LOT,
            period=3,
            reference="mis",
        ),
        Sketch(
            name="two_colouring",
            title="2-colouring",
            summary="the nodes of the start's colour in its bipartite component",
            output=OutputKind.SET,
            output_name="colour",
            expected=_black,
            steps=Steps.parse("ecc + 2"),
            ladder=(C(2, 1), C(2, 2), C(3, 1), C(3, 2)),
            inputs=_FROM_START_UNDIRECTED,
            accepts=_is_bipartite,
            accepted="graphs in which the start's component is bipartite",
        ),
        Sketch(
            name="leaf",
            title="Leaves",
            summary="the nodes with exactly one neighbour",
            output=OutputKind.SET,
            output_name="leaves",
            expected=lambda problem: _degrees(problem) == 1,
            steps=Steps.parse("4"),
            ladder=(C(2, 1), C(2, 2), C(3, 1), C(3, 2)),
            inputs=_UNDIRECTED,
        ),
        Sketch(
            name="local_minimum",
            title="Local minima",
            summary="the nodes whose number is smaller than those of all neighbours",
            output=OutputKind.SET,
            output_name="minima",
            expected=_local_minima,
            steps=Steps.parse("4"),
            ladder=(C(2, 1), C(2, 2), C(3, 1), C(3, 2)),
            inputs=Inputs(shape=Shape.OWN, own=VALUED),
            key=Key.SMALLEST,
        ),
        Sketch(
            name="maximum",
            title="Maximum of an array",
            summary="the position of the largest number",
            output=OutputKind.CHOICE,
            output_name="maximum",
            expected=_largest,
            steps=Steps.parse("3"),
            ladder=(C(1, 2, 1), C(1, 2, 2)),
            inputs=Inputs(shape=Shape.ARRAY),
            key=Key.LARGEST,
        ),
    )
}
"""By name."""


def get_sketch(name: str) -> Sketch:
    """The sketch called `name`.

    Raises:
        InputError: there is none; the message lists those there are.
    """
    if name not in SKETCHES:
        close = difflib.get_close_matches(name.lower(), SKETCHES, n=1)
        hint = f"; did you mean {close[0]!r}?" if close else "."
        raise InputError(
            f"nothing is known to discover {name!r} from{hint} Known are: "
            f"{', '.join(SKETCHES)}; your own tasks come from a file of examples or a function"
        )
    return SKETCHES[name]

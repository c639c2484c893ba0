"""Luby's algorithm: a maximal independent set, found in rounds of random numbers."""

import numpy as np

from dnar.array_types import Bool, Float64, Int32
from dnar.graph import Graph, mis_row
from dnar.textbook.question import Entry, Outputs, Question


def expected(question: Question) -> Outputs:
    """The set: in every round, local minima join and their neighbours drop out.

    Of equal numbers the lower node's is smaller. Given rows are used again from the first.
    """
    return {"in_set": _played(question)[0]}


def rounds(question: Question) -> int:
    """How many rounds it takes until no node is active."""
    return _played(question)[1]


def _played(question: Question) -> tuple[Bool[np.ndarray, " nodes"], int]:
    """The set and the number of rounds."""
    graph = question.graph
    one, other = _proper_edges(graph)
    active = np.ones(graph.node_count, dtype=bool)
    chosen = ~active
    number = 0
    while active.any():
        lot = _row(question, number)
        loses = _loses(lot, active, one, other)
        joins = active & ~loses
        chosen |= joins
        active &= loses & ~_beside(joins, one, other)
        number += 1
    return chosen, number


def valid(question: Question, outputs: Outputs) -> bool:
    """Whether no two nodes of the set are joined, and all others have a neighbour in it."""
    one, other = _proper_edges(question.graph)
    chosen = outputs["in_set"]
    if chosen.shape != (question.graph.node_count,):
        return False
    return not (chosen[one] & chosen[other]).any() and bool(
        (chosen | _beside(chosen, one, other)).all()
    )


def _proper_edges(graph: Graph) -> tuple[Int32[np.ndarray, " proper"], ...]:
    """Both ends of every edge but self-loops, the lower one first."""
    proper = graph.source != graph.target
    return graph.source[proper], graph.target[proper]


def _row(question: Question, number: int) -> Float64[np.ndarray, " nodes"]:
    if question.randomness is not None:
        return question.randomness[number % len(question.randomness)]
    return mis_row(question.graph.node_count, question.seed, number)


def _loses(
    lot: Float64[np.ndarray, " nodes"],
    active: Bool[np.ndarray, " nodes"],
    one: Int32[np.ndarray, " proper"],
    other: Int32[np.ndarray, " proper"],
) -> Bool[np.ndarray, " nodes"]:
    """Nodes with an active neighbour whose number is smaller."""
    rivals = active[one] & active[other]
    low, high = one[rivals], other[rivals]
    loses = np.zeros_like(active)
    loses[np.where(lot[low] <= lot[high], high, low)] = True
    return loses


def _beside(
    chosen: Bool[np.ndarray, " nodes"],
    one: Int32[np.ndarray, " proper"],
    other: Int32[np.ndarray, " proper"],
) -> Bool[np.ndarray, " nodes"]:
    """Nodes with a neighbour among the chosen ones."""
    beside = np.zeros_like(chosen)
    beside[one[chosen[other]]] = True
    beside[other[chosen[one]]] = True
    return beside


ENTRY = Entry(expected, valid)

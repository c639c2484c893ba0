"""Bipartiteness: colours by distance from the lowest node of each component."""

import numpy as np

from dnar.textbook.adjacency import rows_of
from dnar.textbook.question import Entry, Outputs, Question

WHITE, BLACK = 1, 2


def expected(question: Question) -> Outputs:
    """Whether no edge joins nodes of one colour; colours, white for even distances."""
    graph = question.graph
    rows = rows_of(graph)
    colour = [0] * graph.node_count
    for root in range(graph.node_count):
        if colour[root]:
            continue
        colour[root] = WHITE
        queue = [root]
        for node in queue:
            for other in rows.of(node):
                if not colour[other]:
                    colour[other] = WHITE + BLACK - colour[node]
                    queue.append(other)
    found = np.array(colour)
    return {"bipartite": np.array([_is_proper(question, found)]), "colour": found}


def valid(question: Question, outputs: Outputs) -> bool:
    """Whether the verdict is right and, if it is yes, the colouring is proper."""
    verdict, colour = outputs["bipartite"], outputs["colour"]
    right = expected(question)["bipartite"]
    if not np.array_equal(verdict, right):
        return False
    if not right[0]:
        return True
    known = bool(np.isin(colour, (WHITE, BLACK)).all())
    return (
        colour.shape == (question.graph.node_count,) and known and _is_proper(question, colour)
    )


def _is_proper(question: Question, colour: np.ndarray) -> bool:
    graph = question.graph
    proper = graph.source != graph.target
    return not (colour[graph.source[proper]] == colour[graph.target[proper]]).any()


ENTRY = Entry(expected, valid)

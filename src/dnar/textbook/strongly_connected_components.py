"""Strongly connected components, by Kosaraju's algorithm."""

import numpy as np

from dnar.textbook.adjacency import arcs_of
from dnar.textbook.dfs import search
from dnar.textbook.question import Entry, Outputs, Question


def expected(question: Question) -> Outputs:
    """The root of every node's component: the node of it that a search ends last."""
    graph = question.graph
    _, ended = search(graph, None)
    source, target, _ = arcs_of(graph)
    into: list[list[int]] = [[] for _ in range(graph.node_count)]
    for one, other in zip(source.tolist(), target.tolist(), strict=True):
        into[other].append(one)
    root = np.full(graph.node_count, -1)
    for first in reversed(ended):
        stack = [first] if root[first] < 0 else []
        while stack:
            node = stack.pop()
            if root[node] < 0:
                root[node] = first
                stack += into[node]
    return {"root": root}


def valid(question: Question, outputs: Outputs) -> bool:
    """Whether two nodes have the same root if and only if they are in one component."""
    wanted, found = expected(question)["root"], outputs["root"]
    if found.shape != wanted.shape:
        return False
    pairs = set(zip(wanted.tolist(), found.tolist(), strict=True))
    ones, others = zip(*pairs, strict=True) if pairs else ((), ())
    return len(set(ones)) == len(pairs) == len(set(others))


ENTRY = Entry(expected, valid)

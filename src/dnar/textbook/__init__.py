"""Textbook algorithms: sequential, written without the machine, and fast.

They say what is right where rules, programs and networks are scored. Each file holds one
algorithm: the answer with ties broken as the task says, and whether any other answer solves the
problem as well. They know graphs, and nothing else of the package.
"""

from dnar.textbook import (
    bellman_ford,
    bfs,
    bipartite,
    connected_components,
    core_numbers,
    dfs,
    dijkstra,
    eccentricity,
    floyd_warshall,
    insertion_sort,
    matrix_chain_order,
    maximal_matching,
    minimum,
    mis,
    naive_string_matcher,
    nearest_landmark,
    prim,
    segments_intersect,
    strongly_connected_components,
    topological_sort,
)
from dnar.textbook.question import Entry, Outputs, Question

TEXTBOOK: dict[str, Entry] = {
    "bellman_ford": bellman_ford.ENTRY,
    "bfs": bfs.ENTRY,
    "bipartite": bipartite.ENTRY,
    "connected_components": connected_components.ENTRY,
    "core_numbers": core_numbers.ENTRY,
    "dfs": dfs.ENTRY,
    "dijkstra": dijkstra.ENTRY,
    "eccentricity": eccentricity.ENTRY,
    "floyd_warshall": floyd_warshall.ENTRY,
    "insertion_sort": insertion_sort.ENTRY,
    "matrix_chain_order": matrix_chain_order.ENTRY,
    "maximal_matching": maximal_matching.ENTRY,
    "minimum": minimum.ENTRY,
    "mis": mis.ENTRY,
    "naive_string_matcher": naive_string_matcher.ENTRY,
    "nearest_landmark": nearest_landmark.ENTRY,
    "prim": prim.ENTRY,
    "segments_intersect": segments_intersect.ENTRY,
    "strongly_connected_components": strongly_connected_components.ENTRY,
    "topological_sort": topological_sort.ENTRY,
}
"""What the textbook says, by the name of the task."""


def expected(task: str, question: Question) -> Outputs:
    """The outputs of a task, raw as its decoders give them."""
    return TEXTBOOK[task].expected(question)


def valid(task: str, question: Question, outputs: Outputs) -> bool:
    """Whether outputs solve the problem, however ties were broken."""
    return TEXTBOOK[task].valid(question, outputs)


__all__ = ["TEXTBOOK", "Entry", "Outputs", "Question", "expected", "valid"]

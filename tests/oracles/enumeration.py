"""Every small graph: the labelled graphs up to a size, and orders of their weights."""

import itertools
from collections.abc import Iterator

import numpy as np

from dnar.graph import Graph


def labelled_graphs(most: int, *, directed: bool = False) -> Iterator[Graph]:
    """Every labelled graph of 1 to `most` nodes, without self-loops."""
    for nodes in range(1, most + 1):
        chooser = itertools.permutations if directed else itertools.combinations
        pairs = list(chooser(range(nodes), 2))
        for bits in itertools.product([False, True], repeat=len(pairs)):
            edges = list(itertools.compress(pairs, bits))
            source, target = ([edge[end] for edge in edges] for end in (0, 1))
            yield Graph.from_edges(source, target, labels=nodes, directed=directed)


def is_acyclic(graph: Graph) -> bool:
    """Kahn's test."""
    edges = set(zip(graph.source.tolist(), graph.target.tolist(), strict=True))
    nodes = set(range(graph.node_count))
    while nodes:
        free = {node for node in nodes if not any(target == node for _, target in edges)}
        if not free:
            return False
        nodes -= free
        edges = {edge for edge in edges if edge[0] not in free}
    return True


def weight_orders(
    graph: Graph, *, all_up_to: int, drawn: int, rng: np.random.Generator
) -> Iterator[Graph]:
    """The graph with distinct weights in every order, or in `drawn` ones if it has many edges.

    Which paths are shorter depends on more than the order, so the values are drawn anew too.
    """
    edges = graph.edge_count
    if edges <= all_up_to:
        orders = list(itertools.permutations(range(edges)))
    else:
        orders = [tuple(rng.permutation(edges).tolist()) for _ in range(drawn)]
    for order in orders:
        values = np.sort(rng.random(edges)) ** rng.integers(1, 4)
        yield graph.with_weight(values[list(order)] if edges else [])

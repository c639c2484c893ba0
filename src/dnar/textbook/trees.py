"""Trees as parent pointers: every node points to its parent, roots point to themselves."""

from dataclasses import dataclass

import numpy as np

from dnar.array_types import Bool, Int64


@dataclass(frozen=True)
class Forest:
    """Pointers that lead to roots, under one more node, the last, that is above all roots."""

    ancestors: tuple[Int64[np.ndarray, " nodes_and_top"], ...]
    """The parents, the parents two up, four up, and so on."""
    entered: Int64[np.ndarray, " nodes_and_top"]
    """The place of a node in an order in which every subtree is one stretch."""
    size: Int64[np.ndarray, " nodes_and_top"]
    """Nodes in its subtree, itself included."""

    def above(
        self, node: Int64[np.ndarray, " pairs"], other: Int64[np.ndarray, " pairs"]
    ) -> Bool[np.ndarray, " pairs"]:
        """Whether each node is the other one or an ancestor of it."""
        inside = self.entered[other] - self.entered[node]
        return (inside >= 0) & (inside < self.size[node])

    def branch(
        self, node: Int64[np.ndarray, " pairs"], other: Int64[np.ndarray, " pairs"]
    ) -> Int64[np.ndarray, " pairs"]:
        """The highest ancestor of each node that is not above the other one."""
        for up in reversed(self.ancestors):
            node = np.where(self.above(up[node], other), node, up[node])
        return node


def are_pointers(parent: np.ndarray, nodes: int) -> bool:
    """Whether there is one position of a node for every node."""
    return parent.shape == (nodes,) and bool(((parent >= 0) & (parent < nodes)).all())


def forest_of(parent: Int64[np.ndarray, " nodes"]) -> Forest | None:
    """The forest of these pointers; None if some lead round in a circle."""
    top = len(parent)
    up = np.append(np.where(parent == np.arange(top), top, parent), top)
    depth = (np.arange(top + 1) != top).astype(np.int64)
    ancestors = [up]
    while (up != top).any():
        if 1 << (len(ancestors) - 1) > top:
            return None
        depth += depth[up]
        up = up[up]
        ancestors.append(up)
    return Forest(tuple(ancestors), *_stretches(ancestors[0], np.argsort(depth, kind="stable")))


def _stretches(
    up: Int64[np.ndarray, " nodes_and_top"], by_depth: Int64[np.ndarray, " nodes_and_top"]
) -> tuple[Int64[np.ndarray, " nodes_and_top"], Int64[np.ndarray, " nodes_and_top"]]:
    """Where the subtree of each node begins, and its size."""
    above, order = up.tolist(), by_depth.tolist()[1:]
    size, free, entered = [1] * len(above), [1] * len(above), [0] * len(above)
    for node in reversed(order):
        size[above[node]] += size[node]
    for node in order:
        entered[node] = free[above[node]]
        free[node] = entered[node] + 1
        free[above[node]] += size[node]
    return np.array(entered), np.array(size)

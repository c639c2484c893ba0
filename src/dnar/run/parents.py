"""Trees that parents describe: depths, edges, paths; and orders that predecessors describe."""

from collections.abc import Hashable, Mapping

import numpy as np

from dnar.array_types import Bool, Int
from dnar.errors import InputError


def depths(parent: Int[np.ndarray, " nodes"]) -> tuple[Int[np.ndarray, " nodes"], np.ndarray]:
    """How many edges each node is below its root, and the position of that root.

    >>> depths(np.array([0, 0, 1, 3]))
    (array([0, 1, 2, 0]), array([0, 0, 0, 3]))

    Raises:
        InputError: the parents form a cycle, as those of a run that was cut off may do.
    """
    ancestor = parent.astype(np.int64)
    depth = (ancestor != np.arange(len(ancestor))).astype(np.int64)
    # Pointers double: after k rounds every node knows its ancestor 2^k edges up.
    for _ in range(len(ancestor).bit_length() + 1):
        further = ancestor[ancestor]
        if np.array_equal(further, ancestor):
            return depth, ancestor
        depth, ancestor = depth + depth[ancestor], further
    raise InputError("the parents form a cycle and are no tree")


def reached(root: Int[np.ndarray, " nodes"], start: int | None) -> Bool[np.ndarray, " nodes"]:
    """Which nodes are in the tree of the start; all, if there is none."""
    return np.full(len(root), True) if start is None else root == start


def path_up(parent: Mapping[Hashable, Hashable], node: Hashable) -> list[Hashable]:
    """The nodes from the root of a node's tree down to it.

    Raises:
        InputError: the parents form a cycle.
    """
    path = [node]
    while parent[path[-1]] != path[-1]:
        if len(path) > len(parent):
            raise InputError("the parents form a cycle and are no tree")
        path.append(parent[path[-1]])
    return path[::-1]


def chain(previous: Mapping[Hashable, Hashable], head: Hashable | None) -> list[Hashable]:
    """The nodes in the order that `previous` links: from the head, or to the last one.

    >>> chain({"a": "a", "b": "a", "c": "b"}, None), chain({1: 1, 2: 1}, 2)
    (['a', 'b', 'c'], [2, 1])
    """
    if head is not None:
        return path_up(previous, head)[::-1]
    pointed = {to for node, to in previous.items() if node != to}
    last = next((node for node in previous if node not in pointed), None)
    return [] if last is None else path_up(previous, last)

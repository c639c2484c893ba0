"""Coordinates: where to draw the nodes of a graph, in the unit square.

Graphs of the built-in families are drawn as they are built: a Delaunay triangulation on its
points, a grid as a grid. All other graphs are drawn by forces (Fruchterman and Reingold, 1991).
"""

import math

import numpy as np

from dnar.array_types import Float64
from dnar.graph.graph import Graph
from dnar.graph.random_families import delaunay_points

FORCE_LIMIT = 1_500
"""Most nodes that are drawn by forces, which take quadratic time."""
ROUNDS = 200
"""Rounds of forces."""


def coordinates(
    graph: Graph, name: str = "", *, seed: int = 0
) -> Float64[np.ndarray, "nodes 2"]:
    """The positions of the nodes; `name` is the built-in name of the graph, if it has one."""
    family = name.partition(":")[0]
    n = graph.node_count
    place = np.arange(n)
    if family == "delaunay" and n >= 3:
        return _in_square(delaunay_points(n, np.random.default_rng(seed))[0])
    if family == "path":
        return _in_square(np.stack([place, np.sin(place)], axis=1))
    if family == "grid":
        width = math.isqrt(n - 1) + 1
        return _in_square(np.stack([place % width, -(place // width)], axis=1))
    if family == "tree":
        return _tree(n)
    if family == "star":
        return _in_square(np.concatenate([[[0.0, 0.0]], _circle(n - 1)]))
    if family == "k2":
        return _in_square(np.concatenate([[[0.0, 0.6], [0.0, -0.6]][:n], _column(n - 2)]))
    if family in ("cycle", "complete", "ws"):
        return _in_square(_circle(n))
    if n > FORCE_LIMIT:
        return _in_square(_shells(graph))
    return _in_square(_by_forces(graph))


def _in_square(points: np.ndarray) -> Float64[np.ndarray, "nodes 2"]:
    """The points moved and scaled into the unit square, their proportions kept."""
    points = np.asarray(points, dtype=np.float64).reshape(-1, 2)
    low, high = points.min(axis=0), points.max(axis=0)
    size = float((high - low).max()) or 1.0
    return (points - (low + high) / 2) / size + 0.5


def _circle(n: int) -> np.ndarray:
    angle = np.pi / 2 - 2 * np.pi * np.arange(n) / max(n, 1)
    return np.stack([np.cos(angle), np.sin(angle)], axis=1)


def _column(n: int) -> np.ndarray:
    side = np.where(np.arange(n) % 2 == 0, 1.0, -1.0)
    return np.stack([side * (1 + np.arange(n) // 2), np.zeros(n)], axis=1) / 2


def _tree(n: int) -> np.ndarray:
    depth = np.floor(np.log2(np.arange(n) + 1)).astype(np.int64)
    first = 2**depth - 1
    share = (np.arange(n) - first + 0.5) / 2**depth
    levels = max(int(depth.max(initial=0)), 1)
    return _in_square(np.stack([share, -0.6 * depth / levels], axis=1))


def _by_forces(graph: Graph) -> np.ndarray:
    """Joined nodes attract, all nodes repel each other, cooled over a number of rounds."""
    n = graph.node_count
    points = _circle(n) + 0.05 * np.random.default_rng(0).normal(size=(n, 2))
    if n < 3:
        return points
    ideal, source, target = 2.0 / math.sqrt(n), graph.source, graph.target
    for heat in np.linspace(0.2, 0.002, ROUNDS):
        apart = points[:, None, :] - points[None, :, :]
        square = np.maximum((apart**2).sum(axis=2), 1e-6)
        force = (apart * (ideal**2 / square)[:, :, None]).sum(axis=1)
        along = points[target] - points[source]
        pull = along * (np.sqrt((along**2).sum(axis=1)) / ideal)[:, None]
        np.add.at(force, source, pull)
        np.subtract.at(force, target, pull)
        # A weak pull to the middle keeps parts that no edge joins together.
        force -= 0.3 * points
        length = np.maximum(np.sqrt((force**2).sum(axis=1)), 1e-9)
        points += force * (np.minimum(length, heat) / length)[:, None]
    return points


def _shells(graph: Graph) -> np.ndarray:
    """Nodes on circles around the first node, by their number of edges from it."""
    n = graph.node_count
    depth = np.full(n, -1)
    depth[0], level = 0, 0
    ends = np.concatenate([graph.source, graph.target])
    others = np.concatenate([graph.target, graph.source])
    while True:
        reached = others[depth[ends] == level]
        reached = np.unique(reached[depth[reached] < 0])
        if not len(reached):
            break
        level += 1
        depth[reached] = level
    depth[depth < 0] = level + 1
    points = np.empty((n, 2))
    for each in range(int(depth.max()) + 1):
        at = np.flatnonzero(depth == each)
        points[at] = each * _circle(len(at))
    return points

"""Graph families by name: what `er:100` stands for."""

from collections.abc import Callable

from dnar.array_types import Generator
from dnar.graph.fixed_families import (
    complete,
    complete_bipartite,
    cycle,
    grid,
    path,
    star,
    tree,
)
from dnar.graph.graph import Graph
from dnar.graph.random_families import (
    clrs_er,
    delaunay,
    erdos_renyi,
    power_law,
    watts_strogatz,
)
from dnar.graph.random_scalars import clrs_weights, mis_randomness, mis_row, random_weights

__all__ = [
    "FAMILIES",
    "clrs_er",
    "clrs_weights",
    "complete",
    "complete_bipartite",
    "cycle",
    "delaunay",
    "erdos_renyi",
    "grid",
    "mis_randomness",
    "mis_row",
    "path",
    "power_law",
    "random_weights",
    "star",
    "tree",
    "watts_strogatz",
]


def _without_chance(
    family: Callable[[int], Graph],
) -> Callable[[int, Generator], Graph]:
    def graph_of_size(n: int, _rng: Generator) -> Graph:
        return family(n)

    return graph_of_size


FAMILIES: dict[str, Callable[[int, Generator], Graph]] = {
    "er": erdos_renyi,
    "ws": watts_strogatz,
    "delaunay": delaunay,
    "clrs": clrs_er,
    "path": _without_chance(path),
    "star": _without_chance(star),
    "cycle": _without_chance(cycle),
    "grid": _without_chance(grid),
    "tree": _without_chance(tree),
    "complete": _without_chance(complete),
    "k2": _without_chance(complete_bipartite),
    "power": power_law,
}
"""Every family by its short name, from a size and a source of randomness."""

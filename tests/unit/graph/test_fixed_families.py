"""Fixed families: compared with networkx, size by size."""

from collections.abc import Callable

import networkx as nx
import pytest

from dnar.errors import InputError
from dnar.graph import Graph, complete, complete_bipartite, cycle, grid, path, star, tree
from dnar.graph.connectivity import is_connected

SIZES = [1, 2, 3, 4, 7, 12, 16]


def _edges(graph: Graph) -> set[tuple[int, int]]:
    return set(zip(graph.source.tolist(), graph.target.tolist(), strict=True))


def _sorted_edges(graph: nx.Graph) -> set[tuple[int, int]]:
    return {(min(ends), max(ends)) for ends in graph.edges if ends[0] != ends[1]}


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize(
    ("family", "peer"),
    [
        (path, nx.path_graph),
        (star, lambda n: nx.star_graph(n - 1)),
        (cycle, nx.cycle_graph),
        (complete, nx.complete_graph),
        (complete_bipartite, lambda n: nx.complete_bipartite_graph(min(n, 2), max(n - 2, 0))),
        (tree, lambda n: nx.full_rary_tree(2, n)),
        (lambda n: tree(n, branching=3), lambda n: nx.full_rary_tree(3, n)),
    ],
    ids=["path", "star", "cycle", "complete", "k2", "tree", "tree3"],
)
def test_same_edges_as_networkx(
    family: Callable[[int], Graph], peer: Callable[[int], nx.Graph], n: int
) -> None:
    graph = family(n)
    assert graph.node_count == n
    assert not graph.directed
    assert graph.weight is None
    assert _edges(graph) == _sorted_edges(peer(n))
    # Canonical, even where it was built without sorting.
    assert graph == Graph.from_edges(graph.source, graph.target, labels=n)


@pytest.mark.parametrize("n", SIZES)
def test_grid_is_the_first_cells_of_a_square(n: int) -> None:
    graph = grid(n)
    side = next(side for side in range(1, n + 1) if side * side >= n)
    whole = nx.convert_node_labels_to_integers(nx.grid_2d_graph(side, side), ordering="sorted")
    assert _edges(graph) == _sorted_edges(whole.subgraph(range(n)))
    assert is_connected(graph)


@pytest.mark.parametrize(
    ("rows", "columns"), [(3, 5), (3, None), (None, 5), (15, None), (1, 15)]
)
def test_grid_of_given_shape(rows: int | None, columns: int | None) -> None:
    height, width = rows or 15 // (columns or 1), columns or 15 // (rows or 1)
    whole = nx.convert_node_labels_to_integers(
        nx.grid_2d_graph(height, width), ordering="sorted"
    )
    assert _edges(grid(15, rows=rows, columns=columns)) == _sorted_edges(whole)


def test_grid_that_does_not_fit() -> None:
    with pytest.raises(InputError, match="15 nodes do not make 4 rows: rows of 3"):
        grid(15, rows=4, columns=3)
    with pytest.raises(InputError, match="columns must be a whole number of at least 1, got 0"):
        grid(15, columns=0)


@pytest.mark.parametrize(
    "family", [path, star, cycle, grid, tree, complete, complete_bipartite]
)
def test_sizes_below_one(family: Callable[[int], Graph]) -> None:
    with pytest.raises(InputError, match=r"whole number from 1 to .*, got 0"):
        family(0)


def test_other_bad_arguments() -> None:
    with pytest.raises(
        InputError, match="branching must be a whole number of at least 1, got 0"
    ):
        tree(5, branching=0)
    with pytest.raises(InputError, match="from 1 to 20000, got 20001"):
        complete(20_001)

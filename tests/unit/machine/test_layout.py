"""Layout: which arcs a graph gives, in which order, with which role and weight."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dnar.graph import Graph, path
from dnar.machine import GRAPH_ROLES, Layout, lay_out

Arc = tuple[int, int, str, float]


def arcs(layout: Layout) -> list[Arc]:
    """(receiver, sender, role, weight) of every arc."""
    names = [GRAPH_ROLES[role].name for role in layout.role.tolist()]
    return list(
        zip(
            layout.receiver.tolist(),
            layout.sender.tolist(),
            names,
            layout.weight.tolist(),
            strict=True,
        )
    )


def test_one_node_has_its_loop_and_the_virtual_node() -> None:
    assert arcs(lay_out(path(1))) == [
        (0, 0, "self", 0.0),
        (0, 1, "from_virtual", 0.0),
        (1, 0, "to_virtual", 0.0),
        (1, 1, "self", 0.0),
    ]


def test_an_undirected_edge_gives_two_arcs() -> None:
    layout = lay_out(path(2).with_weight(2.5))
    assert arcs(layout) == [
        (0, 0, "self", 0.0),
        (0, 1, "both", 2.5),
        (0, 2, "from_virtual", 0.0),
        (1, 0, "both", 2.5),
        (1, 1, "self", 0.0),
        (1, 2, "from_virtual", 0.0),
        (2, 0, "to_virtual", 0.0),
        (2, 1, "to_virtual", 0.0),
        (2, 2, "self", 0.0),
    ]
    assert layout.reverse_arc.tolist() == [0, 3, 6, 1, 4, 7, 2, 5, 8]


@pytest.mark.parametrize(
    ("source", "target", "roles"),
    [([0], [1], ("against", "along")), ([1], [0], ("along", "against"))],
)
def test_a_directed_edge_gives_two_arcs_that_tell_its_direction(
    source: list[int], target: list[int], roles: tuple[str, str]
) -> None:
    graph = Graph.from_edges(source, target, labels=2, weight=[2.5], directed=True)
    found = {arc[:2]: arc[2:] for arc in arcs(lay_out(graph))}
    assert (found[0, 1], found[1, 0]) == ((roles[0], 2.5), (roles[1], 2.5))


def test_opposite_edges_keep_their_own_weights() -> None:
    graph = Graph.from_edges([0, 1], [1, 0], labels=2, weight=[3.0, 4.0], directed=True)
    found = {arc[:2]: arc[2:] for arc in arcs(lay_out(graph))}
    # Receiver 1 is reached over the edge 0 -> 1.
    assert (found[1, 0], found[0, 1]) == (("both", 3.0), ("both", 4.0))


@pytest.mark.parametrize("directed", [False, True])
def test_self_loops_add_nothing(directed: bool) -> None:
    with_loop = Graph.from_edges([0, 0], [0, 1], labels=3, directed=directed)
    without = Graph.from_edges([0], [1], labels=3, directed=directed)
    assert arcs(lay_out(with_loop)) == arcs(lay_out(without))


@given(
    st.integers(1, 6),
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=12),
    st.booleans(),
)
def test_every_layout(nodes: int, edges: list[tuple[int, int]], directed: bool) -> None:
    inside = [(i % nodes, j % nodes) for i, j in edges]
    ends = ([i for i, _ in inside], [j for _, j in inside])
    layout = lay_out(Graph.from_edges(*ends, labels=nodes, directed=directed))
    pairs = list(zip(layout.receiver.tolist(), layout.sender.tolist(), strict=True))
    proper = {(i, j) for i, j in inside if i != j}
    both_ways = proper | {(j, i) for i, j in proper}
    virtual = {(nodes, i) for i in range(nodes)}
    loops = {(i, i) for i in range(nodes + 1)}
    assert pairs == sorted(both_ways | virtual | {(j, i) for i, j in virtual} | loops)
    assert [pairs[at] for at in layout.reverse_arc] == [(j, i) for i, j in pairs]
    roles = [GRAPH_ROLES[role] for role in layout.role]
    assert [roles[at].name for at in layout.reverse_arc] == [role.reverse for role in roles]
    for (receiver, sender), role in zip(pairs, roles, strict=True):
        if directed and {receiver, sender} <= set(range(nodes)) and receiver != sender:
            forth, back = (sender, receiver) in proper, (receiver, sender) in proper
            expected = {(True, True): "both", (True, False): "along", (False, True): "against"}
            assert role.name == expected[forth, back]


def test_nothing_is_n_by_n() -> None:
    nodes = 100_000
    layout = lay_out(path(nodes))
    assert len(layout.receiver) == 2 * (nodes - 1) + 3 * nodes + 1
    assert np.array_equal(layout.receiver, np.sort(layout.receiver))

"""Links: arcs of a layout of one's own, in row order, each with its reverse."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dnar.machine import Instance, Multiplicity, Role, linked

SELF = Role("self", "self", Multiplicity.SELF)
LEFT = Role("left", "right", Multiplicity.AT_MOST_ONE)
RIGHT = Role("right", "left", Multiplicity.AT_MOST_ONE)
EDGE = Role("edge", "edge", Multiplicity.ANY)
ROLES = (SELF, LEFT, RIGHT, EDGE)


def test_three_nodes_in_a_line() -> None:
    links = linked(ROLES, (SELF, [0, 1, 2], [0, 1, 2]), (LEFT, [1, 2], [0, 1]))
    assert list(zip(links.receiver.tolist(), links.sender.tolist(), strict=True)) == [
        (0, 0),
        (0, 1),
        (1, 0),
        (1, 1),
        (1, 2),
        (2, 1),
        (2, 2),
    ]
    names = [ROLES[role].name for role in links.role]
    assert names == ["self", "right", "left", "self", "right", "left", "self"]
    assert links.reverse_arc.tolist() == [0, 2, 1, 3, 5, 4, 6]
    assert links.roles == ROLES


def test_no_arcs_at_all() -> None:
    assert len(linked(ROLES).receiver) == 0
    assert len(linked(ROLES, (LEFT, [], [])).receiver) == 0


def test_a_role_that_is_not_listed_is_refused() -> None:
    with pytest.raises(ValueError, match="edge"):
        linked((SELF,), (EDGE, [0], [1]))


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=12, unique=True))
def test_every_list_of_edges_makes_an_instance(edges: list[tuple[int, int]]) -> None:
    proper = [(low, high) for low, high in edges if low != high]
    nodes = np.arange(6)
    links = linked(
        ROLES,
        (SELF, nodes, nodes),
        (EDGE, [low for low, _ in proper], [high for _, high in proper]),
    )
    instance = Instance(
        labels=range(6),
        node_kind=np.zeros(6, dtype=np.uint8),
        node_state=np.zeros(6, dtype=np.uint8),
        receiver=links.receiver,
        sender=links.sender,
        reverse_arc=links.reverse_arc,
        role=links.role,
        arc_state=links.role.copy(),
        roles=ROLES,
    )
    assert instance.arc_count == 6 + 2 * len(proper)

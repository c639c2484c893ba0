"""Instances: checked when they are built, read-only, and laid side by side without mixing."""

from dataclasses import replace

import numpy as np
import pytest

from dnar.graph import path
from dnar.machine import GRAPH_ROLES, Instance, Multiplicity, NodeKind, Problem, union
from dnar.tasks import get_task
from tests.unit.machine import bazaar


def test_counts_and_kinds() -> None:
    instance = bazaar.instance()
    assert (instance.node_count, instance.arc_count) == (3, 6)
    assert instance.real.tolist() == [True, True, False]
    assert NodeKind(int(instance.node_kind[2])) is NodeKind.HELPER


def test_arrays_cannot_be_written() -> None:
    instance = bazaar.instance()
    arrays = [
        *(value for value in vars(instance).values() if isinstance(value, np.ndarray)),
        *instance.node_scalars.values(),
        *instance.arc_scalars.values(),
    ]
    assert len(arrays) == 9
    for array in arrays:
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


@pytest.mark.parametrize(
    ("receiver", "sender", "message"),
    [
        ([1, 0, 0], [0, 0, 1], r"arc 0 is \(1, 0\) and arc 1 is \(0, 0\)"),
        ([0, 0, 1], [1, 0, 0], r"arc 0 is \(0, 1\) and arc 1 is \(0, 0\)"),
    ],
)
def test_arcs_stand_in_row_order(receiver: list[int], sender: list[int], message: str) -> None:
    with pytest.raises(ValueError, match=f"sorted by receiver and then by sender.*{message}"):
        _instance(receiver, sender, [0, 1, 2])


@pytest.mark.parametrize(
    ("reverse", "at"),
    [([2, 1, 0], 0), ([0, 2, 2], 1), ([0, 1, 2], 1)],
    ids=["joins other nodes", "not there and back", "no swap"],
)
def test_reverses_are_reverses(reverse: list[int], at: int) -> None:
    with pytest.raises(ValueError, match=f"the reverse of arc {at}, "):
        _instance([0, 0, 1], [0, 1, 0], reverse)
    assert _instance([0, 0, 1], [0, 1, 0], [0, 2, 1]).arc_count == 3


def _instance(receiver: list[int], sender: list[int], reverse: list[int]) -> Instance:
    zeros = np.zeros(len(receiver), dtype=np.uint8)
    ends = (np.array(receiver, np.int32), np.array(sender, np.int32))
    nodes = np.zeros(2, dtype=np.uint8)
    return Instance(
        ["a", "b"], nodes, nodes, *ends, np.array(reverse, np.int32), zeros, zeros, ()
    )


def test_a_union_shifts_positions_and_numbers_labels() -> None:
    one, other = bazaar.instance(), bazaar.instance(keeper=bazaar.OPENED)
    both = union([one, other])
    assert both.labels == [(0, "ann"), (0, "bob"), (1, "ann"), (1, "bob")]
    assert both.node_state.tolist() == [*one.node_state.tolist(), *other.node_state.tolist()]
    assert both.node_kind.tolist() == [0, 0, 2, 0, 0, 2]
    assert both.receiver.tolist() == [0, 0, 0, 1, 1, 2, 3, 3, 3, 4, 4, 5]
    assert both.sender.tolist() == [1, 1, 2, 0, 0, 0, 4, 4, 5, 3, 3, 3]
    assert both.reverse_arc.tolist() == [4, 3, 5, 1, 0, 2, 10, 9, 11, 7, 6, 8]
    assert both.role.tolist() == [0, 0, 1, 0, 0, 2] * 2
    assert both.arc_scalars["price"].tolist() == [3.0, 1.0, 0.0, 1.0, 3.0, 0.0] * 2
    assert both.node_scalars["tally"].tolist() == [10.0, 5.0, 0.0] * 2


def test_a_union_of_streams_has_all_columns() -> None:
    mis = get_task("mis")
    rows = [[0.25, 0.5], [0.75, 1.0]]
    one = mis.encode(Problem(path(2), randomness=np.array(rows)))
    other = mis.encode(Problem(path(1), randomness=np.array([[2.0]])))
    lots = union([one, other]).streams["lot"]
    assert lots.row(1).tolist() == [0.75, 1.0, 0.0, 2.0, 0.0]


def test_only_equal_roles_go_side_by_side() -> None:
    other = replace(bazaar.instance(), roles=GRAPH_ROLES)
    with pytest.raises(ValueError, match="same roles"):
        union([bazaar.instance(), other])


def test_every_role_has_its_reverse() -> None:
    by_name = {role.name: role for role in GRAPH_ROLES}
    assert all(by_name[by_name[name].reverse].reverse == name for name in by_name)
    assert by_name["self"].multiplicity is Multiplicity.SELF

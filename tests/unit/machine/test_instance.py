"""Instances: checked when they are built, read-only, and laid side by side without mixing."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from dnar.errors import InputError
from dnar.graph import path
from dnar.machine import GRAPH_ROLES, Instance, Multiplicity, NodeKind, Problem, Role, union
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


I32, U8 = np.int32, np.uint8
LOOP = Role("loop", "loop", Multiplicity.SELF)
EDGE = Role("edge", "edge", Multiplicity.ANY)
TO = Role("to", "from", Multiplicity.ANY)
FROM = Role("from", "to", Multiplicity.ANY)


def pair(**changes: Any) -> Instance:
    """Two nodes with loops and an edge: arcs (0, 0), (0, 1), (1, 0), (1, 1)."""
    parts = {
        "labels": ["a", "b"],
        "node_kind": np.zeros(2, U8),
        "node_state": np.zeros(2, U8),
        "receiver": np.array([0, 0, 1, 1], I32),
        "sender": np.array([0, 1, 0, 1], I32),
        "reverse_arc": np.array([0, 2, 1, 3], I32),
        "role": np.array([0, 1, 1, 0], U8),
        "arc_state": np.zeros(4, U8),
        "roles": (LOOP, EDGE),
    }
    return Instance(**{**parts, **changes})  # type: ignore[arg-type]


HELPERS = np.array([0, 2], U8)
MALFORMED: dict[str, tuple[dict[str, Any], str]] = {
    "rows out of order": (
        {"receiver": np.array([0, 1, 0, 1], I32), "sender": np.array([0, 0, 1, 1], I32)},
        r"sorted by receiver and then by sender, but arc 1 is \(1, 0\) and arc 2 is \(0, 1\)",
    ),
    "a row out of order": (
        {"sender": np.array([1, 0, 0, 1], I32)},
        r"sorted by receiver and then by sender, but arc 0 is \(0, 1\) and arc 1 is \(0, 0\)",
    ),
    "a reverse that joins other nodes": (
        {"reverse_arc": np.array([3, 2, 1, 0], I32)},
        r"the reverse of arc 0, \(0, 0\), cannot be arc 3",
    ),
    "a reverse that is not there and back": (
        {"reverse_arc": np.array([0, 2, 2, 3], I32)},
        r"the reverse of arc 1, \(0, 1\), cannot be arc 2",
    ),
    "an arc that is its own reverse": (
        {"reverse_arc": np.array([0, 1, 2, 3], I32)},
        "the reverse of arc 1, ",
    ),
    "no such reverse": (
        {"reverse_arc": np.array([0, 2, 4, 3], I32)},
        "reverse_arc of arc 2 must be a number from 0 to 3, got 4",
    ),
    "no such sender": (
        {"sender": np.array([0, 1, 0, 2], I32)},
        "sender of arc 3 must be a number from 0 to 1, got 2",
    ),
    "a receiver below zero": (
        {"receiver": np.array([-1, 0, 1, 1], I32)},
        "receiver of arc 0 must be a number from 0 to 1, got -1",
    ),
    "no such role": (
        {"role": np.array([0, 1, 2, 0], U8)},
        "role of arc 2 must be a number from 0 to 1, got 2",
    ),
    "too few kinds": (
        {"node_kind": np.zeros(1, U8)},
        r"node_kind needs one entry for each of the 2 nodes, got shape \(1,\)",
    ),
    "too many arc states": (
        {"arc_state": np.zeros(5, U8)},
        r"arc_state needs one entry for each of the 4 arcs, got shape \(5,\)",
    ),
    "a node scalar of another length": (
        {"node_scalars": {"tally": np.zeros(3)}},
        r"tally needs one entry for each of the 2 nodes, got shape \(3,\)",
    ),
    "an arc scalar of another length": (
        {"arc_scalars": {"price": np.zeros(2)}},
        r"price needs one entry for each of the 4 arcs, got shape \(2,\)",
    ),
    "too few labels": ({"labels": ["a"]}, "2 real nodes need as many labels, got 1"),
    "a label for a helper": ({"node_kind": HELPERS}, "1 real nodes need as many labels, got 2"),
    "two roles of one name": ({"roles": (LOOP, LOOP)}, "roles need distinct names"),
    "a role without a reverse": ({"roles": (LOOP, TO)}, "distinct names and known reverses"),
    "a role whose reverse is another": (
        {"roles": (LOOP, TO, FROM)},
        r"arc 1, \(0, 1\), cannot be of role Role\(name='to'",
    ),
    "a loop between two nodes": (
        {"role": np.zeros(4, U8)},
        r"arc 1, \(0, 1\), cannot be of role Role\(name='loop'",
    ),
    "an edge from a node to itself": (
        {"role": np.array([0, 1, 1, 1], U8)},
        r"arc 3, \(1, 1\), cannot be of role Role\(name='edge'",
    ),
    "a receiver of another kind": (
        {"roles": (LOOP, replace(EDGE, receivers=NodeKind.VIRTUAL))},
        r"arc 1, \(0, 1\), cannot be of role Role\(name='edge'",
    ),
    "two arcs of a role that a row has once": (
        {
            "sender": np.array([1, 1, 0, 0], I32),
            "reverse_arc": np.array([2, 3, 0, 1], I32),
            "role": np.array([1, 1, 1, 1], U8),
            "roles": (LOOP, replace(EDGE, multiplicity=Multiplicity.AT_MOST_ONE)),
        },
        r"arc 1, \(0, 1\), cannot be of role Role\(name='edge'",
    ),
    "a row without its loop": (
        {
            "receiver": np.array([0, 0, 1], I32),
            "sender": np.array([0, 1, 0], I32),
            "reverse_arc": np.array([0, 2, 1], I32),
            "role": np.array([0, 1, 1], U8),
            "arc_state": np.zeros(3, U8),
        },
        "node 1 needs an arc of role 'loop': there is one in every row of its kind",
    ),
    "a row without an arc that it must have": (
        {
            "roles": (LOOP, EDGE, Role("own", "own", Multiplicity.ONE)),
        },
        "node 0 needs an arc of role 'own'",
    ),
}


@pytest.mark.usefixtures("no_shape_checks")
@pytest.mark.parametrize("what", MALFORMED)
def test_malformed_instances(what: str) -> None:
    changes, message = MALFORMED[what]
    with pytest.raises(InputError, match=message):
        pair(**changes)


def test_well_formed_instances_that_look_odd() -> None:
    assert pair().arc_count == 4
    once = replace(EDGE, multiplicity=Multiplicity.AT_MOST_ONE)
    assert pair(roles=(LOOP, once)).roles[1] is once
    # A role of another kind of node may be missing.
    other = Role("own", "own", Multiplicity.ONE, NodeKind.HELPER)
    assert pair(roles=(LOOP, EDGE, other)).arc_count == 4


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
    with pytest.raises(InputError, match="same roles"):
        union([bazaar.instance(), pair()])


def test_every_role_has_its_reverse() -> None:
    by_name = {role.name: role for role in GRAPH_ROLES}
    assert all(by_name[by_name[name].reverse].reverse == name for name in by_name)
    assert by_name["self"].multiplicity is Multiplicity.SELF

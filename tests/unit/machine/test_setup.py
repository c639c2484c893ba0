"""Setups: every role has a state, every node an entry, every given scalar its numbers."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from dnar.errors import InputError
from dnar.graph import Graph, path
from dnar.machine import (
    GRAPH_ROLES,
    SELF,
    Instance,
    Multiplicity,
    NodeKind,
    Place,
    Problem,
    Role,
    Scalar,
    Setup,
    Start,
    Task,
    lay_out,
    node_states,
)
from dnar.tasks import get_task

GRAPH = path(2)
STATES = dict.fromkeys(GRAPH_ROLES, 0)
MISSPELT = Role("slef", "slef", Multiplicity.SELF)


def test_an_instance_gets_states_by_role_and_scalars_by_start() -> None:
    graph = Graph.from_edges([0], [1], labels=["a", "b"], weight=[2.0], directed=True)
    layout = lay_out(graph)
    scalars = (
        Scalar("length", Place.ARC, Start.INPUT),
        Scalar("distance", Place.NODE, Start.ZERO),
        Scalar("height", Place.NODE, Start.INPUT),
        Scalar("lot", Place.NODE, Start.STREAM, period=1),
    )
    setup = Setup(
        graph,
        node_state=node_states(graph, 4, 5, start=(1, 6)),
        arc_states={role: number for number, role in enumerate(GRAPH_ROLES)},
        values={"height": np.array([1.0, 2.0, 3.0])},
    )
    instance = setup.laid_out(scalars)
    assert instance.labels == ["a", "b"]
    assert instance.node_state.tolist() == [4, 6, 5]
    assert instance.node_kind.tolist() == [NodeKind.REAL, NodeKind.REAL, NodeKind.VIRTUAL]
    assert instance.arc_state.tolist() == layout.role.tolist()
    assert {name: value.tolist() for name, value in instance.arc_scalars.items()} == {
        "length": layout.weight.tolist()
    }
    assert {name: value.tolist() for name, value in instance.node_scalars.items()} == {
        "distance": [0.0, 0.0, 0.0],
        "height": [1.0, 2.0, 3.0],
    }


@pytest.mark.usefixtures("no_shape_checks")
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"arc_states": {}}, "missing or unknown: against, along, both, from_virtual, self"),
        (
            {"arc_states": {role: 0 for role in GRAPH_ROLES if role != SELF}},
            "missing or unknown: self$",
        ),
        ({"arc_states": {**STATES, MISSPELT: 0}}, "missing or unknown: slef$"),
        ({"arc_states": {**STATES, "both": 0}}, "missing or unknown: 'both'$"),
        ({"node_state": np.zeros(2, np.uint8)}, r"3 in all, got shape \(2,\)"),
        ({"node_state": np.zeros((3, 1), np.uint8)}, r"3 in all, got shape \(3, 1\)"),
        ({"values": {"height": np.zeros(4)}}, r"height needs an entry.*got shape \(4,\)"),
    ],
)
def test_malformed_setups(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Setup(
            **{
                "graph": GRAPH,
                "node_state": node_states(GRAPH, 0, 1),
                "arc_states": STATES,
                **changes,
            }
        )


def test_node_states() -> None:
    assert node_states(GRAPH, 3, 5).tolist() == [3, 3, 5]
    assert node_states(GRAPH, 3, 5, start=(0, 4)).tolist() == [4, 3, 5]


DIJKSTRA = get_task("dijkstra")
BELLMAN_FORD = get_task("bellman_ford")
PROBLEM = Problem(path(3).with_weight(1.0), 0)


def with_setup(task: Task, **changes: Any) -> Task:
    """The task with an encoder that changes what its own returns."""
    return replace(task, encoder=lambda problem: replace(task.encoder(problem), **changes))


@pytest.mark.parametrize(
    ("task", "message"),
    [
        (
            with_setup(DIJKSTRA, node_state=np.full(4, 9, np.uint8)),
            "dijkstra sets a node up in state 9, but its node states are 0 to 7",
        ),
        (
            with_setup(DIJKSTRA, arc_states=dict.fromkeys(GRAPH_ROLES, 7)),
            "dijkstra sets an arc up in state 7, but its arc states are 0 to 4",
        ),
        (
            with_setup(BELLMAN_FORD, values={"index": np.zeros(4), "parnet": np.zeros(4)}),
            "bellman_ford sets up the scalars index, parnet, but its rules take index, "
            "offered_by, parent",
        ),
    ],
)
def test_what_the_rules_do_not_know_is_refused(task: Task, message: str) -> None:
    for begin in (task.set_up, task.encode):
        with pytest.raises(InputError, match=message):
            begin(PROBLEM)


def test_what_the_rules_do_not_know_is_refused_in_layouts_of_ones_own() -> None:
    task = get_task("insertion_sort")
    problem = Problem(Graph.from_edges([], [], labels=2), values=np.array([2.0, 1.0]))
    begun = task.encode(problem)
    assert isinstance(begun, Instance)
    for changes, message in (
        ({"node_state": np.full(2, 7, np.uint8)}, "a node up in state 7"),
        ({"arc_state": np.full(4, 3, np.uint8)}, "an arc up in state 3"),
        ({"node_scalars": {"key": np.zeros(2)}}, "sets up the scalars key, but its rules take"),
        ({"arc_scalars": {"odd": np.zeros(4)}}, "item, key, near_item, near_key, odd, but"),
    ):
        with pytest.raises(InputError, match=message):
            with_setup(task, **changes).encode(problem)

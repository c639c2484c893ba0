"""Reachable arc types: whatever a run shows is among them, and they are closed."""

from dataclasses import replace
from enum import IntEnum

import numpy as np
import pytest

from dnar.machine import (
    ArcType,
    Comparison,
    Head,
    Instance,
    Multiplicity,
    NodeCase,
    NodeKind,
    NodeRule,
    Place,
    Rank,
    Role,
    Rules,
    Scalar,
    Snapshot,
    Start,
    execute,
    initial_types,
    reachable_from,
    reachable_types,
    smallest_problems,
    types_at,
)
from dnar.tasks import all_tasks, get_task
from tests.unit.textbook.drawing import problems

pytestmark = pytest.mark.usefixtures("no_shape_checks")


@pytest.mark.parametrize("name", all_tasks())
def test_everything_that_a_run_shows_is_reachable(name: str) -> None:
    task = get_task(name)
    found = reachable_types(task)
    for problem in problems(name, 8):
        instance = task.encode(problem)
        trajectory = execute(task.program, instance, record=True).trajectory
        assert trajectory is not None
        for snapshot in trajectory.snapshots():
            assert shown(instance, snapshot) <= found.types
            for kind, state in zip(instance.node_kind, snapshot.node_state, strict=True):
                assert state in found.kinds[kind]


def shown(instance: Instance, snapshot: Snapshot) -> set[ArcType]:
    columns = (
        snapshot.node_state[instance.receiver],
        snapshot.arc_state,
        snapshot.node_state[instance.sender],
        snapshot.arc_state[instance.reverse_arc],
        instance.role,
    )
    return {ArcType(*row) for row in np.stack(columns, axis=1).tolist()}


@pytest.mark.parametrize("name", all_tasks())
def test_types_come_with_their_reverse(name: str) -> None:
    found = reachable_types(get_task(name))
    roles = [role.name for role in found.roles]
    for each in found.types:
        back = roles.index(found.roles[each.role].reverse)
        assert ArcType(each.sender, each.reverse, each.receiver, each.arc, back) in found.types
        if found.roles[each.role].multiplicity is Multiplicity.SELF:
            assert (each.receiver, each.arc) == (each.sender, each.reverse)


@pytest.mark.parametrize("name", ["bfs", "bellman_ford", "insertion_sort"])
def test_types_are_closed_under_steps(name: str) -> None:
    found = reachable_types(get_task(name))
    assert set(found.initial) <= found.types
    assert {old for old, _ in found.transitions} == found.types
    assert {new for _, new in found.transitions} <= found.types


def test_the_rows_of_bfs() -> None:
    found = reachable_types(get_task("bfs"))
    roles = [role.name for role in found.roles]
    loop, virtual = roles.index("self"), roles.index("from_virtual")
    # A self-loop in the pointer state has no rivals: it is heard unless somebody is done.
    assert found.classes(0, loop) == [(0, 1)]
    assert found.classes(0, virtual) == [(2, 0)]
    assert found.kinds == {NodeKind.REAL: {0, 1}, NodeKind.VIRTUAL: {2}}
    assert found.begun == {NodeKind.REAL: {0, 1}, NodeKind.VIRTUAL: {2}}
    (shape,) = found.rows(0)
    assert (shape.kind, shape.optional) == (NodeKind.REAL, ())
    assert list(shape.bases()) == [((loop, (0, 1)), (virtual, (2, 0)))]
    assert shape.any_number == ((0, 0), (0, 2), (1, 0), (1, 2))


def test_rows_of_helper_nodes() -> None:
    task = get_task("matrix_chain_order")
    found = reachable_types(task)
    state = task.rules.node_states["WAITING"]
    (shape,) = found.rows(state)
    roles = [role.name for role in found.roles]
    assert shape.kind == NodeKind.HELPER + 1
    assert {roles[slot[0][0]] for slot in shape.fixed} == {"self", "left", "right", "owner"}
    assert shape.any_number == ()


class Lamp(IntEnum):
    OFF = 0
    LOW = 1
    HIGH = 2


class Wire(IntEnum):
    PLAIN = 0
    LEFT = 1


ROLES = (
    Role("self", "self", Multiplicity.SELF),
    Role("left", "right", Multiplicity.AT_MOST_ONE),
    Role("right", "left", Multiplicity.AT_MOST_ONE),
)
COUNTER = (Scalar("count", Place.NODE, Start.INPUT), Scalar("zero", Place.NODE, Start.ZERO))


def line(rules: Rules, first: int = 1):
    """Lamps in a line; each looks at the one on its left over a wire in state LEFT."""
    off = ArcType(0, 0, 0, 0, 0)
    between = [ArcType(0, 1, sender, 0, 1) for sender in (0, first)]
    back = [ArcType(each.sender, 0, 0, 1, 2) for each in between]
    initial = {off, off._replace(receiver=first, sender=first), *between, *back}
    kinds = {int(NodeKind.REAL): frozenset({0, first})}
    return reachable_from(
        rules.program("line", {}), ROLES, dict.fromkeys(initial, frozenset()), kinds
    )


def states(found) -> set[int]:
    return {each.receiver for each in found.types}


def test_a_sign_may_be_anything() -> None:
    for signs, reached in (((1,), {0, 1, 2}), ((-1, 0, 1), {0, 1, 2}), ((), {0, 1})):
        rules = Rules(
            Lamp,
            Wire,
            scalars=COUNTER,
            comparisons=(Comparison("many", "count", "zero"),),
            node_rules=(NodeRule(Lamp.LOW, Lamp.HIGH, signs={"many": signs}),),
        )
        found = line(rules)
        assert states(found) == reached
        changes = {(old.receiver, new.receiver) for old, new in found.transitions}
        assert ((1, 1) in changes) == (len(signs) < 3)


def test_a_row_holds_at_most_one_arc_of_some_roles() -> None:
    rules = Rules(
        Lamp,
        Wire,
        heads=(Head("near"),),
        ranks=(Rank("near", Lamp.OFF, ((Lamp.LOW, Wire.LEFT),)),),
        node_rules=(NodeRule(Lamp.OFF, Lamp.HIGH, heard={"near": ((Lamp.LOW, Wire.LEFT),)}),),
    )
    found = line(rules)
    (shape,) = found.rows(Lamp.OFF)
    assert shape.any_number == ()
    assert [slot[0][0] for slot in shape.optional] == [1, 2]
    # A node with a LOW lamp on its left hears it for certain: it cannot stay OFF.
    lit = ArcType(0, 1, 1, 0, 1)
    assert {new.receiver for old, new in found.transitions if old == lit} == {2}


def test_roles_belong_to_kinds_of_nodes() -> None:
    task = get_task("floyd_warshall")
    found = reachable_types(task)
    asking = task.rules.node_states["ASKING"]
    assert found.kinds[NodeKind.VIRTUAL] == {4, 5}
    assert found.kinds[NodeKind.REAL] == {0, 1, 2, 3}
    (shape,) = found.rows(asking)
    assert shape.kind == NodeKind.VIRTUAL
    assert len(shape.fixed) == 1  # its self-loop alone


def test_the_closure_of_another_program() -> None:
    task = get_task("bfs")
    forgets = task.program.with_node_case(NodeCase(1, 0, (None,)))
    rules, other = reachable_types(task), reachable_types(task, forgets)
    assert other.rules is forgets
    for problem in problems("bfs", 8):
        instance = task.encode(problem)
        trajectory = execute(forgets, instance, max_steps=8, record=True).trajectory
        assert trajectory is not None
        for snapshot in trajectory.snapshots():
            assert shown(instance, snapshot) <= other.types
    assert other.types - rules.types
    stuck = reachable_types(task, replace(task.program, node_cases=(), arc_cases=()))
    assert stuck.types == set(stuck.initial) == set(rules.initial)


def test_scalars_that_are_zero_at_first() -> None:
    task = get_task("dijkstra")
    found = [task.encode(problem) for problem in smallest_problems(task)]
    roles, initial, kinds = initial_types(found)
    names = [role.name for role in roles]
    assert set().union(*map(types_at, found)) == set(initial)
    for each, zero in initial.items():
        edge = names[each.role] in ("both", "along", "against")
        assert zero == ({"distance"} if edge else {"distance", "length"})
    assert kinds[NodeKind.VIRTUAL] == {7}


def test_smallest_problems() -> None:
    assert len(list(smallest_problems(get_task("minimum")))) == 3
    # Undirected graphs on one, two and three nodes, without a start.
    assert len(list(smallest_problems(get_task("mis")))) == 1 + 2 + 8
    # Directed ones too, from every start.
    undirected, directed = 1 + 2 * 2 + 3 * 8, 1 + 2 * 4 + 3 * 64
    assert len(list(smallest_problems(get_task("bfs")))) == undirected + directed
    assert len(list(smallest_problems(get_task("matrix_chain_order")))) == 4
    assert len(list(smallest_problems(get_task("segments_intersect")))) == 1

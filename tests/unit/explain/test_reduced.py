"""A reduced program equals the explained one in every reachable case."""

from dataclasses import replace

import numpy as np
import pytest

from dnar.explain import explain_program, reduce_program
from dnar.explain.explanation import Group
from dnar.machine import (
    ArcCase,
    ArcClass,
    Entry,
    Instance,
    Listener,
    NodeCase,
    Place,
    Program,
    Reachable,
    Rows,
    Snapshot,
    arc_cases,
    collect_cases,
    first_snapshot,
    gating_place,
    reachable_types,
    step,
)
from dnar.machine.snapshot import fed, same_configuration
from dnar.tasks import get_task
from tests.random_machines import near_program, random_task
from tests.unit.explain.programs import every_program, explained, random_problem

pytestmark = pytest.mark.usefixtures("no_shape_checks_in_module")


def within(reachable: Reachable, instance: Instance, snapshot: Snapshot) -> bool:
    """Whether a run is still where the explanation holds."""
    columns = (
        snapshot.node_state[instance.receiver],
        snapshot.arc_state,
        snapshot.node_state[instance.sender],
        snapshot.arc_state[instance.reverse_arc],
        instance.role,
    )
    return {tuple(row) for row in np.stack(columns, axis=1).tolist()} <= reachable.types


def steps_alike(one: Program, other: Program, reachable: Reachable, instance: Instance) -> int:
    """How many steps two programs make alike, as long as a run stays reachable."""
    snapshot, count = first_snapshot(one, instance), 0
    while count < 60 and within(reachable, instance, snapshot):
        following = step(one, instance, snapshot)
        assert same_configuration(following, step(other, instance, snapshot))
        snapshot = fed(one, instance, following)
        count += 1
    return count


@every_program
def test_the_same_steps(name: str, engine: str) -> None:
    found, rng = explained(name, engine), np.random.default_rng(3)
    for number in range(4):
        instance = found.task.encode(random_problem(found.task, rng, number))
        steps = steps_alike(found.program, found.words.program, found.reachable, instance)
        assert steps == 60 or engine == "near"
        assert steps > 0


@pytest.mark.parametrize("seed", range(12))
def test_random_programs(seed: int) -> None:
    rng = np.random.default_rng(seed)
    task = random_task(rng)
    program, reachable = near_program(rng, task, 6), reachable_types(task)
    small = reduce_program(program, reachable).program
    for number in range(4):
        instance = task.encode(random_problem(task, rng, number))
        assert steps_alike(program, small, reachable, instance) > 0


@every_program
def test_every_node_case(name: str, engine: str) -> None:
    """Whatever row a node has: what both programs hear in it leads to the same state."""
    found = explained(name, engine)
    listeners = Listener(found.program), Listener(found.words.program)
    for state in range(len(found.program.node_states)):
        signs = list(found.program.possible_signs(Place.NODE, state))
        for shape in found.reachable.rows(state):
            for hearing, _ in Rows(shape, *listeners).hearings:
                told = listeners[0].classes(hearing.by_rules)
                small = listeners[1].classes(hearing.by_program)
                for sign in signs:
                    assert found.words.program.node_outcome(
                        state, small, sign
                    ) == found.program.node_outcome(state, told, sign)


@every_program
def test_orders_are_the_programs_own(name: str, engine: str) -> None:
    found = explained(name, engine)
    for key, order in found.words.program.orders.items():
        assert order == tuple(each for each in found.program.order(*key) if each in order)


@every_program
def test_scalars(name: str, engine: str) -> None:
    """Operations are the program's own, in the states that can be there."""
    found = explained(name, engine)
    there = {
        Place.NODE: {each.receiver for each in found.reachable.types},
        Place.ARC: {each.arc for each in found.reachable.types},
    }
    assert found.words.program.scalars == found.program.scalars
    wanted = {
        op.target: [
            replace(term, when=opens)
            for term in op.terms
            if (
                opens := term.when
                & there[gating_place(found.program.scalar(op.target).place, term.gate)]
            )
        ]
        for op in found.program.ops
    }
    assert {op.target: list(op.terms) for op in found.words.program.ops} == wanted


@every_program
def test_every_arc_case(name: str, engine: str) -> None:
    found = explained(name, engine)
    cases = collect_cases(found.reachable, found.program)
    for each in found.reachable.types:
        ends = (each.arc, each.receiver, each.sender, each.reverse)
        for (_, heard), (_, back) in arc_cases(found.reachable, each, cases):
            for signs in found.program.possible_signs(Place.ARC, each.arc):
                assert found.words.program.arc_outcome(
                    *ends, heard, back, signs
                ) == found.program.arc_outcome(*ends, heard, back, signs)


@pytest.mark.parametrize("name", ["bfs", "dijkstra", "mis", "prim"])
def test_rules_are_not_made_longer(name: str) -> None:
    found = explained(name, "rules")
    small = found.words.program
    assert len(small.node_cases) <= len(found.program.node_cases)
    assert len(small.arc_cases) <= len(found.program.arc_cases)


def test_rules_of_bfs() -> None:
    words = explained("bfs", "rules").words
    unseen, done = 0, 1
    neutral, pointer = 0, 1
    assert words.program.node_cases == (
        NodeCase(unseen, done, (frozenset({ArcClass(done, neutral)}),)),
    )
    assert words.listening == {
        (0, unseen): (
            Group((Entry(done, neutral),), identity=True),
            Group((Entry(unseen, pointer),), identity=True),
        )
    }
    only = frozenset
    assert words.program.arc_cases == (
        ArcCase(
            neutral,
            pointer,
            only({unseen}),
            only({done}),
            heard=(True,),
            heard_back=(None,),
        ),
        ArcCase(
            pointer,
            neutral,
            only({unseen}),
            only({unseen}),
            heard=(False,),
            heard_back=(None,),
        ),
    )
    assert words.roles == (("both", "along"), ("self",))


def bfs_with(case: ArcCase) -> Program:
    """Breadth-first search with one more case, reduced."""
    task = get_task("bfs")
    program = task.program.with_arc_case(case)
    return explain_program(task, program, reachable_types(task)).program


def test_the_program_is_explained_and_not_the_rules() -> None:
    first, second = explained("bfs", "rules").words.program.arc_cases
    exception = replace(first, becomes=first.state, reverse=frozenset({0}))
    only_along = replace(first, reverse=frozenset({2}))
    assert bfs_with(exception).arc_cases == (only_along, second)


def test_what_cannot_be_reached_is_left_out() -> None:
    by_rules = explained("bfs", "rules").words.program.arc_cases
    # A node that is done hears nothing.
    never = replace(by_rules[0], becomes=2, heard_back=(True,))
    assert bfs_with(never).arc_cases == by_rules


def test_two_heads_together() -> None:
    words = explained("both", "rules").words
    lit, opened = ArcClass(1, 0), ArcClass(3, 0)
    assert words.program.node_cases[0] == NodeCase(
        0, 1, (frozenset({lit}), frozenset({opened}))
    )


def test_the_end_of_an_order_that_makes_no_difference_is_cut_off() -> None:
    task = get_task("bfs")
    order = task.program.order(0, 0)
    longer = (*order, Entry(2, 0), Entry(0, 0))
    program = replace(task.program, orders={(0, 0): longer}, arc_cases=())
    words = explain_program(task, program, reachable_types(task))
    assert words.program.order(0, 0) == order[:1]
    assert [group.rest for group in words.listening[0, 0]] == [False, True]


def test_a_pull_depends_on_the_arc_that_is_heard() -> None:
    words = explained("bellman_ford", "rules").words
    assert any(group.identity for groups in words.listening.values() for group in groups)


def test_json() -> None:
    value = explained("dfs", "rules").words.to_json()
    assert value["program"]["task"] == value["task"] == "dfs"
    assert {"start": False, "who": "virtual", "states": ["RESTARTER"]} in value["starts"][
        "nodes"
    ]
    assert len(value["arc_case_roles"]) == len(value["program"]["arc_cases"])

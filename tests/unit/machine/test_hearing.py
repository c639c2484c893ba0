"""Hearing: what is enumerated is exactly what some row shows (Lemma 1)."""

from dataclasses import replace

import pytest

from dnar.machine import (
    NOTHING,
    SILENCE,
    ArcClass,
    Entry,
    Gap,
    Hearing,
    Listener,
    Numerics,
    Rows,
    RowShape,
    reachable_types,
)
from dnar.machine.hearing import ANY
from dnar.tasks import get_task
from tests.unit.machine.rows import first_heard, random_machines, rows_of

pytestmark = pytest.mark.usefixtures("no_shape_checks")

BFS = get_task("bfs")
UNSEEN, DONE, VIRTUAL = range(3)
DONE_NEUTRAL, OWN_POINTER, VIRTUAL_NEUTRAL = 3, 1, 6


def test_a_listener_hears_the_first_entry_that_is_there() -> None:
    listener = Listener(BFS.program)
    done, own = 2 * DONE_NEUTRAL + 1, 2 * OWN_POINTER + 1
    assert listener.order(0, UNSEEN) == [done, own]
    assert listener.heard(0, UNSEEN, 1 << own) == (own,)
    assert listener.heard(0, UNSEEN, 1 << own | 1 << done) == (done,)
    assert listener.heard(0, UNSEEN, 1 << 2 * VIRTUAL_NEUTRAL + 1) == (SILENCE,)
    assert listener.heard(0, DONE, 1 << done) == (SILENCE,)
    assert listener.arc_class(done) == listener.arc_class(done - 1) == ArcClass(DONE, 0)
    assert listener.arc_class(SILENCE) == NOTHING
    assert listener.classes((done, SILENCE)) == (ArcClass(DONE, 0), NOTHING)


def test_scores_too_close_to_call_are_all_heard() -> None:
    order = (Entry(0, 0), Entry(1, 0), Entry(2, 0))
    program = replace(BFS.program, orders={(0, UNSEEN): order})
    first, second, third = Listener(program).order(0, UNSEEN)
    numerics = Numerics({(0, 0): (5.0, 4.5, 1.0)}, {(0, 0): 1.0}, {}, {}, {}, {})
    listener = Listener(program, numerics)
    assert listener.heard(0, UNSEEN, (1 << 18) - 1) == (first, second)
    assert listener.heard(0, UNSEEN, 1 << second | 1 << third) == (second,)
    assert listener.heard(0, UNSEEN, 1 << third) == (third,)
    assert listener.margins(UNSEEN) == [Gap(3.5, 1.0)]
    assert Listener(program).margins(UNSEEN) == []


def test_the_rows_of_bfs() -> None:
    reachable = reachable_types(BFS)
    listener = Listener(BFS.program)
    (shape,) = reachable.rows(UNSEEN)
    rows = Rows(shape, listener, listener)
    roles = [role.name for role in reachable.roles]
    loop, virtual = roles.index("self"), roles.index("from_virtual")
    assert [(slot.role, slot.always) for slot in rows.slots] == [(loop, True), (virtual, True)]
    # Other nodes are UNSEEN or DONE, their arcs NEUTRAL or CLOSED.
    assert rows.arcs == {
        OWN_POINTER: [loop],
        VIRTUAL_NEUTRAL: [virtual],
        **{number: [ANY] for number in (0, 2, 3, 5)},
    }
    done, own = (2 * DONE_NEUTRAL + 1,), (2 * OWN_POINTER + 1,)
    assert {hearing for hearing, _ in rows.hearings} == {Hearing(done, done), Hearing(own, own)}


def test_hearings_are_exactly_what_rows_show() -> None:
    """All rows with up to three arcs of each class, on random machines."""
    compared = 0
    for rules, program, reachable in random_machines(40):
        listeners = Listener(rules), Listener(program)
        for state in range(len(program.node_states)):
            for shape in reachable.rows(state):
                found = {hearing for hearing, _ in Rows(shape, *listeners).hearings}
                assert found == shown(shape, rules, program)
                compared += len(found)
    assert compared > 200


def shown(shape: RowShape, *programs) -> set[Hearing]:
    heads = range(len(programs[0].heads))
    return {
        Hearing(
            *(
                tuple(first_heard(each, head, shape.state, row) for head in heads)
                for each in programs
            )
        )
        for row in rows_of(shape, Listener(programs[0]), 3)
    }


def test_arcs_that_may_be_missing_or_of_several_classes() -> None:
    """Shapes that no random machine has: optional slots, and slots with common classes."""
    order = (Entry(0, 0, best=False), Entry(1, 0), Entry(0, 0), Entry(2, 1))
    rules = BFS.program
    program = replace(rules, orders={(0, 0): order})
    one, other, third = ArcClass(0, 0), ArcClass(1, 0), ArcClass(2, 1)
    for shape in (
        RowShape(0, 0, (), ([(1, one)],), ()),
        RowShape(0, 0, ([(0, one)], [(1, one), (1, other)]), (), ()),
        RowShape(0, 0, ([(0, one), (0, third)],), ([(1, one)], [(2, other)]), ()),
        RowShape(0, 0, ([(0, other)],), ([(1, one)],), (one, third)),
    ):
        listeners = Listener(rules), Listener(program)
        found = {hearing for hearing, _ in Rows(shape, *listeners).hearings}
        assert found == shown(shape, rules, program)


def test_unlisted_entries_are_never_heard() -> None:
    deaf = Listener(replace(BFS.program, orders={}))
    assert deaf.order(0, UNSEEN) == []
    assert deaf.heard(0, UNSEEN, (1 << 18) - 1) == (SILENCE,)

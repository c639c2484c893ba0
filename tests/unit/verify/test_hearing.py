"""Hearing: the few rows that are looked at show whatever any row shows (Lemma 1)."""

from dataclasses import replace

import numpy as np
from dnar.verify.hearing import SILENCE, Base, Hearing, Listener, Rows

from dnar.machine import (
    NOTHING,
    UNLISTED,
    ArcClass,
    Gaps,
    Numerics,
    program_of,
    reachable_types,
)
from dnar.run.bundled import pretrained_program
from dnar.tasks import get_task
from tests.unit.verify.rows import (
    choices_of_best,
    entries_of,
    few_classes,
    first_heard,
    whole_rows,
)

BFS = get_task("bfs")
UNSEEN, DONE, VIRTUAL = range(3)
DONE_NEUTRAL, OWN_POINTER, VIRTUAL_NEUTRAL = 3, 1, 6


def test_a_listener_hears_the_first_entry_that_is_there() -> None:
    listener = Listener(BFS.rules)
    done, own = 2 * DONE_NEUTRAL + 1, 2 * OWN_POINTER + 1
    assert listener.order(0, UNSEEN) == [done, own]
    assert listener.heard(0, UNSEEN, 1 << own) == (own,)
    assert listener.heard(0, UNSEEN, 1 << own | 1 << done) == (done,)
    assert listener.heard(0, UNSEEN, 1 << 2 * VIRTUAL_NEUTRAL + 1) == (SILENCE,)
    assert listener.heard(0, DONE, 1 << done) == (SILENCE,)
    assert listener.arc_class(done) == listener.arc_class(done - 1) == ArcClass(DONE, 0)
    assert listener.arc_class(SILENCE) == NOTHING


def test_scores_too_close_to_call_are_all_heard() -> None:
    program = pretrained_program(BFS)
    first, second, third, *_ = Listener(program).order(0, UNSEEN)
    score = np.zeros((1, 3, 18))
    score[0, UNSEEN] = -10.0
    score[0, UNSEEN, [first, second, third]] = [5.0, 4.5, 1.0]
    empty = Gaps(np.zeros(0), np.zeros(0))
    error = np.full((1, 3), 1.0)
    numerics = Numerics(score.reshape(1, 3, 3, 3, 2), error, empty, empty, {}, {})
    listener = Listener(program, numerics)
    everything = (1 << 18) - 1
    assert listener.heard(0, UNSEEN, everything) == (first, second)
    assert listener.margin == (4.0, 1.0)
    assert listener.heard(0, UNSEEN, 1 << second | 1 << third) == (second,)
    assert listener.margin == (3.5, 1.0)


def test_the_rows_of_bfs() -> None:
    listener = Listener(BFS.rules)
    rows = Rows(reachable_types(BFS), UNSEEN, listener, listener)
    roles = [role.name for role in reachable_types(BFS).roles]
    (base,) = rows.bases
    loop, virtual = roles.index("self"), roles.index("from_virtual")
    assert base == Base(((loop, OWN_POINTER), (virtual, VIRTUAL_NEUTRAL)))
    assert base.counts == {OWN_POINTER: 1, VIRTUAL_NEUTRAL: 1}
    # Other nodes are UNSEEN or DONE, their arcs NEUTRAL or CLOSED.
    assert rows.optional == [0, 2, 3, 5]
    own, virtual = 2 << 2 * OWN_POINTER, 2 << 2 * VIRTUAL_NEUTRAL
    assert rows.row(base, {}) == own | virtual
    assert rows.row(base, {0: 1, 3: 2}) == own | virtual | 2 | 3 << 2 * DONE_NEUTRAL
    found = dict(rows.hearings(base))
    done, own = (2 * DONE_NEUTRAL + 1,), (2 * OWN_POINTER + 1,)
    assert found == {Hearing(done, done): {DONE_NEUTRAL: 1}, Hearing(own, own): {}}


def test_a_class_that_both_a_fixed_and_an_optional_arc_can_have() -> None:
    listener = Listener(BFS.rules)
    rows = Rows(reachable_types(BFS), UNSEEN, listener, listener)
    assert rows.row(Base(((0, 3),)), {3: 1}) == 3 << 2 * DONE_NEUTRAL
    assert rows.row(Base(((0, 3), (4, 3))), {}) == 3 << 2 * DONE_NEUTRAL


def test_few_classes_show_what_all_rows_show() -> None:
    """All rows with up to three arcs of each class, on random machines."""
    compared = 0
    for task, program, reachable in few_classes(25, most=4):
        listeners = Listener(task.rules), Listener(program)
        for state in range(len(program.node_states)):
            rows = Rows(reachable, state, *listeners)
            for base in rows.bases:
                shown = set()
                for arcs in whole_rows(rows, base, 3):
                    entries = entries_of(arcs, choices_of_best(arcs)[0])
                    shown.add(
                        Hearing(
                            *(
                                tuple(
                                    first_heard(functions, head, state, entries)
                                    for head in range(len(program.heads))
                                )
                                for functions in (task.rules, program)
                            )
                        )
                    )
                assert {hearing for hearing, _ in rows.hearings(base)} == shown
                compared += len(shown)
    assert compared > 100


def test_unlisted_entries_are_never_heard() -> None:
    program = program_of(BFS)
    listening = np.full_like(program.listening, UNLISTED)
    deaf = Listener(replace(program, listening=listening))
    assert deaf.order(0, UNSEEN) == []
    assert deaf.heard(0, UNSEEN, (1 << 18) - 1) == (SILENCE,)

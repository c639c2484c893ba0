"""Cases: who may hear an arc, compared with every row and every choice of best arcs."""

import pytest

from dnar.machine import (
    ANY,
    ArcType,
    Gap,
    Hearing,
    Listener,
    Multiplicity,
    Numerics,
    arc_cases,
    collect_cases,
    reachable_types,
)
from dnar.tasks import get_task
from tests.unit.machine.rows import first_heard, random_machines, rows_of, ways

pytestmark = pytest.mark.usefixtures("no_shape_checks")

BFS = get_task("bfs")
DONE_NEUTRAL, OWN_POINTER = 3, 1


def test_the_cases_of_bfs() -> None:
    cases = collect_cases(reachable_types(BFS), BFS.program)
    done, own, nothing = (2 * DONE_NEUTRAL + 1,), (2 * OWN_POINTER + 1,), (-1,)
    assert cases.hearings == {
        0: {Hearing(done, done), Hearing(own, own)},
        1: {Hearing(nothing, nothing)},
        2: {Hearing(nothing, nothing)},
    }
    # Of several done neighbours one is heard; of one it is heard for certain.
    assert cases.bits[0, DONE_NEUTRAL, ANY] == {(1, 1), (0, 0)}
    assert cases.contested == {(0, 0, DONE_NEUTRAL)}


def test_every_way_in_which_an_arc_is_heard() -> None:
    compared = 0
    for rules, program, reachable in random_machines(40):
        cases = collect_cases(reachable, program)
        heads, listener = range(len(program.heads)), Listener(program)
        shown: dict[tuple[int, int, int], set[tuple[int, int]]] = {}
        for state in range(len(program.node_states)):
            for shape in reachable.rows(state):
                for row in rows_of(shape, listener, 3):
                    told = [
                        [first_heard(each, head, state, row) for head in heads]
                        for each in (rules, program)
                    ]
                    for at, (role, number) in enumerate(row):
                        found = shown.setdefault((state, number, role), set())
                        found |= ways(row, at, *told)
        assert cases.bits == shown
        compared += len(shown)
    assert compared > 200


def test_the_bits_of_an_arc_and_its_reverse() -> None:
    reachable = reachable_types(BFS)
    cases = collect_cases(reachable, BFS.program)
    names = [role.name for role in reachable.roles]
    both, loop = names.index("both"), names.index("self")
    # An unseen node looks at a done one over a neutral arc.
    assert arc_cases(reachable, ArcType(0, 0, 1, 0, both), cases) == {
        ((1, 1), (0, 0)),
        ((0, 0), (0, 0)),
    }
    assert reachable.roles[loop].multiplicity is Multiplicity.SELF
    assert arc_cases(reachable, ArcType(0, 1, 0, 1, loop), cases) == {
        ((1, 1), (1, 1)),
        ((0, 0), (0, 0)),
    }


def test_the_closest_scores_are_the_margin() -> None:
    reachable, program = reachable_types(BFS), BFS.program
    assert collect_cases(reachable, program).attention_margin.gap == float("inf")
    scores = {key: tuple(range(len(order), 0, -1)) for key, order in program.orders.items()}
    errors = dict.fromkeys(scores, 0.25)
    numerics = Numerics(
        {key: tuple(map(float, each)) for key, each in scores.items()}, errors, {}, {}, {}, {}
    )
    found = collect_cases(reachable, program, numerics)
    assert found.attention_margin == Gap(1.0, 0.25)
    close = Numerics(numerics.scores, dict.fromkeys(scores, 2.0), {}, {}, {}, {})
    # Too close to call: the own pointer may be heard though somebody is done.
    hearings = collect_cases(reachable, program, close).hearings[0]
    done, own = (2 * DONE_NEUTRAL + 1,), (2 * OWN_POINTER + 1,)
    assert Hearing(done, own) in hearings

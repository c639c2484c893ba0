"""States: every way in which an arc can be heard is among the cases, and failures are named."""

import itertools
from dataclasses import replace

import numpy as np
from dnar.verify.hearing import SILENCE, Listener, Rows

from dnar.machine import Multiplicity, node_table, program_of, reachable_types
from dnar.run.bundled import pretrained_program
from dnar.tasks import get_task
from dnar.verify.findings import Blocked, Findings
from dnar.verify.states import ANY, arc_cases, check_states, collect_cases
from tests.unit.verify.rows import (
    choices_of_best,
    entries_of,
    few_classes,
    first_heard,
    whole_rows,
)

BFS = get_task("bfs")
UNSEEN, DONE, VIRTUAL = range(3)
NEUTRAL, POINTER, CLOSED = range(3)


def heard_ways(functions, head: int, state: int, entries: list[int]) -> list[int]:
    """Positions of the arcs that may be heard: of several alike, any may be the first."""
    entry = first_heard(functions, head, state, entries)
    return [at for at, each in enumerate(entries) if each == entry] or [SILENCE]


def test_every_way_in_which_an_arc_is_heard() -> None:
    """All rows with up to three arcs of each class, on random machines."""
    compared = 0
    for task, program, reachable in few_classes(12, most=2):
        cases = collect_cases(reachable, program, None)
        listeners = Listener(task.rules), Listener(program)
        shown: dict[tuple[int, int, int], set[tuple[int, int]]] = {}
        for state in range(len(program.node_states)):
            rows = Rows(reachable, state, *listeners)
            for base in rows.bases:
                for arcs in whole_rows(rows, base, 3):
                    for key, bits in bits_in(task.rules, program, state, arcs):
                        shown.setdefault(key, set()).add(bits)
        assert cases.bits == shown
        compared += sum(len(each) for each in shown.values())
    assert compared > 100


def bits_in(rules, program, state: int, arcs):
    """Who hears each arc of a row, for every way to be best and every order of the row."""
    heads = range(len(program.heads))
    for best in itertools.product(choices_of_best(arcs), repeat=len(heads)):
        entries = [entries_of(arcs, each) for each in best]
        by_rules = [heard_ways(rules, head, state, entries[head]) for head in heads]
        by_program = [heard_ways(program, head, state, entries[head]) for head in heads]
        for mine, theirs in itertools.product(
            itertools.product(*by_rules), itertools.product(*by_program)
        ):
            for at, (role, number) in enumerate(arcs):
                first, second = (
                    sum(1 << head for head in heads if told[head] == at)
                    for told in (mine, theirs)
                )
                yield (state, number, ANY if role == -1 else role), (first, second)


def test_the_cases_of_bfs() -> None:
    reachable = reachable_types(BFS)
    cases = collect_cases(reachable, program_of(BFS), None)
    # Of several DONE neighbours one is heard: that is the only choice among rivals.
    assert cases.contested == {(0, UNSEEN, DONE * 3 + NEUTRAL)}
    assert {state: len(found) for state, found in cases.hearings.items()} == {0: 2, 1: 1, 2: 1}
    roles = [role.name for role in reachable.roles]
    assert cases.bits[UNSEEN, DONE * 3 + NEUTRAL, ANY] == {(0, 0), (1, 1)}
    assert cases.bits[UNSEEN, UNSEEN * 3 + POINTER, roles.index("self")] == {(0, 0), (1, 1)}
    assert cases.bits[UNSEEN, UNSEEN * 3 + NEUTRAL, ANY] == {(0, 0)}
    for each in reachable.types:
        if reachable.roles[each.role].multiplicity is Multiplicity.SELF:
            assert all(forth == back for forth, back in arc_cases(reachable, each, cases))


def blocked(program) -> set[Blocked]:
    findings = Findings()
    reachable = reachable_types(BFS)
    check_states(findings, reachable, collect_cases(reachable, program, None), program, None)
    return findings.blocked


def test_rules_and_learned_tables_agree() -> None:
    assert blocked(program_of(BFS)) == set()
    assert blocked(pretrained_program(BFS)) == set()


def test_a_wrong_node_is_named() -> None:
    program = program_of(BFS)
    table = program.node_tables[UNSEEN]
    whole = table.becomes[np.ix_(*table.groups)]
    whole[UNSEEN * 3 + POINTER] = DONE
    tables = (node_table(whole), *program.node_tables[1:])
    assert blocked(replace(program, node_tables=tables)) == {
        Blocked(
            "node",
            "UNSEEN hears UNSEEN over POINTER and becomes DONE; by the rules it hears UNSEEN "
            "over POINTER and becomes UNSEEN",
        )
    }


def test_a_wrong_arc_is_named() -> None:
    program = program_of(BFS)
    table = program.arc_table.copy()
    table[NEUTRAL, UNSEEN, DONE, CLOSED, 1, 0] = NEUTRAL
    assert blocked(replace(program, arc_table=table)) == {
        Blocked(
            "arc",
            "NEUTRAL arc of UNSEEN from DONE (along, back CLOSED), heard by lowest, back by "
            "nobody, becomes NEUTRAL; by the rules it is heard by lowest, back by nobody, and "
            "becomes POINTER",
        )
    }


def test_another_order_matters_only_where_the_outcome_differs() -> None:
    program = pretrained_program(BFS)

    def swapped(receiver: int, one: int, other: int):
        listening = program.listening.copy()
        places = listening[0, receiver].reshape(-1)
        places[one], places[other] = places[other], places[one]
        return replace(program, listening=listening)

    done, own = 2 * (DONE * 3 + NEUTRAL) + 1, 2 * (UNSEEN * 3 + POINTER) + 1
    assert {each.kind for each in blocked(swapped(UNSEEN, done, own))} == {"node", "arc"}
    first, last = Listener(program).order(0, DONE)[:: len(program.order(0, DONE)) - 1]
    assert blocked(swapped(DONE, first, last)) == set()

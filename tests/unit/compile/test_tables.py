"""Tables: what is derived from a program, and what cannot be compiled."""

import re
from dataclasses import replace

import numpy as np
import pytest

from dnar.compile import UnsupportedError, analysis_of, compile_program, every_type
from dnar.compile.changes import LISTED, NO_WALK, WHOLE_ROW
from dnar.compile.tables import constants_of
from dnar.machine import Gate, Term, program_of, reachable_types
from dnar.run.bundled import pretrained_program
from dnar.tasks import get_task
from dnar.tasks.dfs import ArcState, NodeState


def constants(name: str, *, rules: bool = False) -> dict:
    task = get_task(name)
    program = program_of(task) if rules else pretrained_program(task)
    program = replace(program, ops=task.rules.ops)
    return constants_of(analysis_of(program, reachable_types(task)), recording=False)


def walks(found: dict) -> dict[tuple[int, int], int]:
    """By change of a node's state, which entries of its row are walked."""
    cases = re.findall(r"CASE\((\d+), (\d+), (\d+)\)", found["REAL_CHANGES"])
    return {(int(old), int(new)): int(found["WALK"][int(at)]) for at, old, new in cases}


def test_depth_first_search_never_walks_a_whole_row() -> None:
    unseen, top, waiting, ended = NodeState.UNSEEN, NodeState.TOP, NodeState.WAITING, 3
    found = walks(constants("dfs"))
    assert WHOLE_ROW not in found.values()
    assert found[unseen, top] == NO_WALK
    assert found[top, waiting] == found[top, ended] == LISTED


@pytest.mark.parametrize(
    "name", ["bfs", "dfs", "eccentricity", "mis", "prim", "dijkstra", "minimum"]
)
def test_learned_tables_ask_for_no_more_than_the_rules(name: str) -> None:
    """Don't-care entries are gone: the same choices, slots and walks."""
    learned, rules = constants(name), constants(name, rules=True)
    for what in ("COUNT_SLOTS", "FIRST_SLOTS", "BEST_SLOTS", "HEAP_SLOTS", "HEARD_SLOTS"):
        assert learned[what] == rules[what], what
    assert walks(learned) == walks(rules)


def test_classes_that_are_heard_once_are_neither_counted_nor_kept() -> None:
    """Unless their arcs come one by one, as pointers do."""
    slots = {
        name: tuple(constants(name)[f"{what}_SLOTS"] for what in ("ONCE", "COUNT", "FIRST"))
        for name in ("bfs", "eccentricity", "dfs")
    }
    assert slots == {"bfs": (1, 0, 0), "eccentricity": (1, 0, 0), "dfs": (0, 2, 1)}


def test_a_virtual_node_that_calls_nobody_is_not_told() -> None:
    """In a depth-first search from a start it never listens, in a forest's it does."""
    found = constants("dfs")
    assert not found["LISTENS"][NodeState.VIRTUAL]
    assert found["LISTENS"][NodeState.RESTARTER]
    unheard = np.asarray(found["UNHEARD"]).reshape((found["ARC_STATES"],) * 2)
    assert not unheard[ArcState.NEUTRAL, ArcState.NEUTRAL]
    assert unheard[ArcState.CALL].any()


def test_scalars_that_nobody_reads_are_not_kept() -> None:
    assert constants("eccentricity")["ROW_SCALARS"] == 0
    assert constants("eccentricity")["CALLS_WEIGHTS"] == 1
    assert constants("dijkstra")["ROW_SCALARS"] == 1
    assert constants("bfs")["HAS_VALUES"] == 0


def test_what_cannot_be_compiled_is_said() -> None:
    task = get_task("dijkstra")
    program = program_of(task)
    target, length = program.ops
    odd = replace(length, terms=(Term(Gate.INC, frozenset({0})), *length.terms))
    for ops, reason in (
        ((target, odd), "arc scalars that count"),
        ((replace(target, terms=target.terms[::-1]), length), "terms in another order"),
    ):
        with pytest.raises(UnsupportedError, match=reason):
            compile_program(replace(program, ops=ops), reachable_types(task))


def test_unproved_programs_expect_everything() -> None:
    task = get_task("bfs")
    analysis = analysis_of(program_of(task), every_type(task), minimal=False)
    found = constants_of(analysis, recording=False)
    assert np.asarray(found["LIVE"]).any() or not found["HAS_LISTS"]

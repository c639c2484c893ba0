"""Tables: what is derived from a program, and what cannot be run incrementally."""

import itertools
import re
from dataclasses import replace

import numpy as np
import pytest

from dnar.compile import UnsupportedError, compile_incremental
from dnar.compile.change_propagation import LISTED, NO_WALK, WHOLE_ROW
from dnar.compile.executor import analysis_of
from dnar.compile.tables import constants_of
from dnar.machine import (
    ArcCase,
    ArcClass,
    Comparison,
    Entry,
    Gate,
    NodeCase,
    Place,
    Program,
    Scalar,
    ScalarUse,
    Start,
    Task,
    Term,
    apply,
    pull,
    reachable_types,
    take,
)
from dnar.run.bundled import pretrained_program
from dnar.tasks import get_task
from dnar.tasks.dfs import ArcState, NodeState

pytestmark = pytest.mark.usefixtures("no_shape_checks_in_module")


def constants(name: str, *, rules: bool = False) -> dict:
    task = get_task(name)
    program = task.program if rules else pretrained_program(task)
    program = replace(program, ops=task.program.ops)
    return constants_of(analysis_of(program, reachable_types(task)), recording=False)


def incremental(program: Program, task: Task):
    return compile_incremental(program, reachable_types(task))


def with_idle_cases(task: Task) -> Program:
    """The rules with outcomes of cases that no run shows, and entries that no row has."""
    program, reachable = task.program, reachable_types(task)
    rng = np.random.default_rng(0)
    nodes, arcs = len(program.node_states), len(program.arc_states)
    heads = len(program.heads)
    heard = {(each.receiver, each.forth) for each in reachable.types}
    types = {(each.arc, each.receiver, each.sender, each.reverse) for each in reachable.types}
    classes = [ArcClass(*each) for each in itertools.product(range(nodes), range(arcs))]
    orders = {}
    for head, state in itertools.product(range(heads), range(nodes)):
        absent = [Entry(*each) for each in classes if (state, each) not in heard]
        listed = [each for each in absent if each not in program.order(head, state)]
        orders[head, state] = (*listed[::2], *program.order(head, state), *listed[1::2])
    node_cases = [
        NodeCase(state, int(rng.integers(nodes)), (frozenset({each}), *[None] * (heads - 1)))
        for state, each in itertools.product(range(nodes), classes)
        if heads and (state, each) not in heard
    ]
    arc_cases = [
        ArcCase(
            arc,
            int(rng.integers(arcs)),
            *(frozenset({each}) for each in around),
            heard=(True, *[None] * (heads - 1)),
            heard_back=(None,) * heads,
        )
        for arc, *around in itertools.product(
            range(arcs), range(nodes), range(nodes), range(arcs)
        )
        if heads and (arc, *around) not in types
    ]
    return replace(
        program,
        orders=orders,
        node_cases=(*node_cases, *program.node_cases),
        arc_cases=(*arc_cases, *program.arc_cases),
    )


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
def test_cases_that_no_run_shows_ask_for_nothing(name: str) -> None:
    """Learned programs have such cases: the generated code is that of the rules."""
    task = get_task(name)
    assert incremental(with_idle_cases(task), task).source == (
        incremental(task.program, task).source
    )


@pytest.mark.parametrize(
    "name", ["bfs", "dfs", "eccentricity", "mis", "prim", "dijkstra", "minimum"]
)
def test_learned_programs_ask_for_no_more_than_the_rules(name: str) -> None:
    """Cases that never occur are gone: the same choices, slots and walks."""
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


def test_what_is_not_run_incrementally_is_said() -> None:
    task = get_task("dijkstra")
    program = task.program
    target, length = program.ops
    head = program.heads[0].name
    odd = replace(length, terms=(Term(Gate.INC, frozenset({0})), *length.terms))

    def more(*terms: Term) -> Program:
        return replace(program, ops=(replace(target, terms=(*target.terms, *terms)), length))

    second = (*program.scalars, Scalar("second", Place.NODE, Start.ZERO))
    compared = (Comparison("which", length.target, length.target),)
    cases = tuple(replace(case, signs=(None,)) for case in program.arc_cases)
    large = tuple(f"N{at}" for at in range(257))
    many = tuple(f"N{at}" for at in range(200))
    for changed, reason in (
        (replace(program, ops=(target, odd)), "arc scalars that count"),
        (more(target.terms[0]), "terms in another order"),
        (more(apply("copy", (target.target,), (0,))), "apply is not"),
        (more(pull(length.target, (0,), head=head)), "pull is not"),
        (
            replace(program, ops=(target, replace(length, terms=(take(target.target, (0,)),)))),
            "take is not",
        ),
        (replace(program, scalars=second), "several node scalars"),
        (replace(program, comparisons=compared, arc_cases=cases), "comparisons are not"),
        (Program("large", large, ("A",)), "more than 256 node states"),
        (Program("many", many, ("A", "B", "C", "D", "E", "F")), "tables of 1,440,000 entries"),
    ):
        with pytest.raises(UnsupportedError, match=reason):
            incremental(changed, task)
    with pytest.raises(UnsupportedError, match="outputs that read scalars of arcs"):
        compile_incremental(
            program, reachable_types(task), [ScalarUse(length.target, kind=None)]
        )


def test_scalars_that_are_not_whole_are_counted_step_by_step() -> None:
    """A sum made in one go would be rounded differently."""
    task = get_task("eccentricity")
    assert constants("eccentricity")["HAS_CLOCKS"] == 1
    given = tuple(
        replace(scalar, start=Start.INPUT) if scalar.place is Place.ARC else scalar
        for scalar in task.program.scalars
    )
    program = replace(task.program, scalars=given)
    analysis = analysis_of(program, reachable_types(task, program))
    assert constants_of(analysis, recording=False)["HAS_CLOCKS"] == 0

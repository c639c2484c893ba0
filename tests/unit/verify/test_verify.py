"""The verifier: proved, refuted, open, and what stands behind each."""

from dataclasses import replace

import numpy as np
import pytest

import dnar
from dnar.machine import Gaps, Numerics, Op, program_of, reachable_types
from dnar.network import extract, load_network
from dnar.run.bundled import certificate_path, pretrained_path, pretrained_program
from dnar.tasks import get_task
from dnar.verify import Search, Verdict, read_certificate, verify

BFS = get_task("bfs")
UNSEEN, DONE, VIRTUAL = range(3)
NEUTRAL, POINTER, CLOSED = range(3)
SEARCH = Search(BFS, sizes=((4, 6, 50),))


@pytest.fixture(scope="module")
def learned():
    return extract(load_network(pretrained_path(BFS), BFS)[0], BFS)


def test_proved(learned) -> None:
    result = verify(BFS, learned.program, learned.numerics)
    assert (result.verdict, result.blocked, result.counterexample) == (Verdict.PROVED, (), None)
    stored = read_certificate(certificate_path(BFS))[0]
    assert result.obligations == {
        **{kind: count for kind, count in stored["obligations"].items() if count},
        "margin": stored["margins_checked"],
    }
    assert set(result.margins) == {"node table", "arc table", "attention", "readout"}
    assert all(gap > error > 0 for gap, error in result.margins.values())
    assert result.reachable == reachable_types(BFS)
    assert result.seconds > 0


def test_without_numerics_entries_count_as_exact() -> None:
    result = verify(BFS, pretrained_program(BFS))
    assert (result.verdict, result.margins) == (Verdict.PROVED, {})
    assert "margin" not in result.obligations


def test_refuted() -> None:
    program = pretrained_program(BFS)
    table = program.arc_table.copy()
    table[NEUTRAL, UNSEEN, DONE, NEUTRAL, 1, 0] = NEUTRAL
    result = verify(BFS, replace(program, arc_table=table), search=SEARCH)
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample is not None
    assert result.counterexample.outputs_differ
    assert result.blocked == tuple(sorted(result.blocked))
    assert {each.kind for each in result.blocked} == {"arc"}
    # The counterexample shows the very case that is named.
    assert any("heard by lowest" in each.case for each in result.blocked)


def test_open() -> None:
    # Two DONE nodes never hold pointers to each other, but the types do not tell.
    program = pretrained_program(BFS)
    table = program.arc_table.copy()
    table[POINTER, DONE, DONE, POINTER, 0, 0] = NEUTRAL
    result = verify(BFS, replace(program, arc_table=table), search=SEARCH)
    assert (result.verdict, result.counterexample) == (Verdict.OPEN, None)
    assert result.blocked
    assert all("POINTER arc of DONE from DONE" in each.case for each in result.blocked)


def test_a_given_search_is_asked() -> None:
    program = pretrained_program(BFS)
    table = program.arc_table.copy()
    table[NEUTRAL, UNSEEN, DONE, CLOSED, 1, 0] = NEUTRAL
    wrong = replace(program, arc_table=table)
    assert verify(BFS, wrong, search=SEARCH).verdict is Verdict.REFUTED

    class Blind(Search):
        def find(self, program):
            return None

    reachable = reachable_types(BFS)
    result = verify(BFS, wrong, reachable=reachable, search=Blind(BFS))
    assert result.verdict is Verdict.OPEN
    assert result.reachable is reachable


def uncertain(numerics: Numerics, **changes) -> Numerics:
    return replace(numerics, **changes)


@pytest.mark.parametrize("table", ["node", "arc"])
def test_entries_within_rounding_block_the_proof(table: str, learned) -> None:
    gaps: Gaps = getattr(learned.numerics, table)
    close = Gaps(np.minimum(gaps.gap, gaps.error), gaps.error)
    result = verify(
        BFS, learned.program, uncertain(learned.numerics, **{table: close}), search=SEARCH
    )
    assert result.verdict is Verdict.OPEN
    assert {each.kind for each in result.blocked} == {"margin"}
    assert all(each.case.endswith("within rounding") for each in result.blocked)


def test_readouts_within_rounding_block_the_proof(learned) -> None:
    gaps = learned.numerics.readouts["parent"]
    close = {"parent": Gaps(gaps.error, gaps.error)}
    result = verify(
        BFS, learned.program, uncertain(learned.numerics, readouts=close), search=SEARCH
    )
    assert {each.kind for each in result.blocked} == {"margin"}


def test_close_scores_block_only_where_outcomes_differ(learned) -> None:
    """Every score within rounding of every other: anybody may be heard."""
    error = np.full_like(learned.numerics.score_error, np.inf)
    result = verify(
        BFS, learned.program, uncertain(learned.numerics, score_error=error), search=SEARCH
    )
    assert result.verdict is Verdict.OPEN
    assert any(each.case.startswith("UNSEEN hears ") for each in result.blocked)
    # DONE nodes need not hear anybody in particular.
    assert not any(each.case.startswith("DONE hears ") for each in result.blocked)


def test_gates_within_rounding_block_the_proof() -> None:
    task = get_task("minimum")
    found = extract(load_network(pretrained_path(task), task)[0], task)
    gates = {name: Gaps(each.error, each.error) for name, each in found.numerics.gates.items()}
    result = verify(task, found.program, uncertain(found.numerics, gates=gates))
    assert {each.case.split(":")[0] for each in result.blocked} == {"a gate of value"}


def test_scalars_that_decide_among_rivals_must_agree() -> None:
    task = get_task("prim")
    program = program_of(task)
    ops = tuple(op for op in program.ops if op.target != "distance")
    result = verify(
        task, replace(program, ops=(*ops, Op("distance", ()))), search=Search(task, sizes=())
    )
    assert result.verdict is Verdict.REFUTED
    kinds = {each.kind for each in result.blocked}
    assert kinds == {"scalar"}
    assert any(
        each.case.startswith("distance of rivals of nearest: ") for each in result.blocked
    )


def test_a_model_is_verified_with_its_margins() -> None:
    model = dnar.load_model("bfs")
    result = model.verify()
    assert result.verdict is Verdict.PROVED
    stored = read_certificate(certificate_path(BFS))[0]["margins"]
    assert {
        name: (each["gap"], each["error"]) for name, each in stored.items()
    } == result.margins

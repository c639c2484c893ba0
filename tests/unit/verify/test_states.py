"""States: outcomes are compared case by case, and failures are named."""

from dataclasses import replace

from dnar.machine import (
    ArcCase,
    ArcClass,
    NodeCase,
    Place,
    Program,
    Reachable,
    collect_cases,
    reachable_types,
)
from dnar.run.bundled import pretrained_program
from dnar.tasks import get_task
from dnar.verify.findings import Blocked, Findings
from dnar.verify.scalars import Equalities
from dnar.verify.states import (
    check_signs,
    check_states,
    fitting_cases,
    sign_choices,
    sign_reads,
)
from tests.unit.verify.market import TASK as MARKET
from tests.unit.verify.programs import network_like

BFS = reachable_types(get_task("bfs"))
TRADE = reachable_types(MARKET)
UNSEEN, DONE, VIRTUAL = range(3)
NEUTRAL, POINTER, CLOSED = range(3)
OPEN, LOOKING, COMPARING, DECIDING, BOUGHT, PASSED = range(6)
OFFER = 0


def blocked(reachable: Reachable, program: Program) -> set[Blocked]:
    findings = Findings()
    check_states(findings, reachable, collect_cases(reachable, program), program)
    return findings.blocked


def test_rules_and_programs_that_hear_everything_agree() -> None:
    assert blocked(BFS, BFS.rules) == set()
    assert blocked(BFS, network_like(BFS)) == set()
    assert blocked(BFS, pretrained_program(get_task("bfs"))) == set()
    assert blocked(TRADE, TRADE.rules) == set()


def test_a_wrong_node_is_named() -> None:
    case = NodeCase(UNSEEN, DONE, (frozenset({ArcClass(UNSEEN, POINTER)}),))
    assert blocked(BFS, BFS.rules.with_node_case(case)) == {
        Blocked(
            "node",
            "UNSEEN hears UNSEEN over POINTER and becomes DONE; by the rules it hears UNSEEN "
            "over POINTER and becomes UNSEEN",
        )
    }


def test_a_wrong_arc_is_named() -> None:
    ends = (frozenset({UNSEEN}), frozenset({DONE}), frozenset({CLOSED}))
    case = ArcCase(NEUTRAL, NEUTRAL, *ends, (True,), (False,))
    assert blocked(BFS, BFS.rules.with_arc_case(case)) == {
        Blocked(
            "arc",
            "NEUTRAL arc of UNSEEN from DONE (along, back CLOSED), heard by lowest, back by "
            "nobody, becomes NEUTRAL; by the rules it is heard by lowest, back by nobody, and "
            "becomes POINTER",
        )
    }


def test_another_order_matters_only_where_the_outcome_differs() -> None:
    program = network_like(BFS)

    def swapped(receiver: int, one: int, other: int) -> Program:
        order = list(program.order(0, receiver))
        order[one], order[other] = order[other], order[one]
        return replace(program, orders={**program.orders, (0, receiver): tuple(order)})

    assert {each.kind for each in blocked(BFS, swapped(UNSEEN, 0, 1))} == {"node", "arc"}
    last = len(program.order(0, DONE)) - 1
    assert blocked(BFS, swapped(DONE, 0, last)) == set()


def test_every_sign_is_a_case_of_its_own() -> None:
    wrong = NodeCase(DECIDING, DECIDING, (None,), (frozenset({1}),))
    assert blocked(TRADE, MARKET.program.with_node_case(wrong)) == {
        Blocked(
            "node",
            "DECIDING hears nothing with over budget > 0 and becomes DECIDING; by the rules it "
            "hears nothing and becomes PASSED",
        )
    }
    ends = (frozenset({COMPARING}), frozenset({OPEN}), None)
    over = ArcCase(OFFER, OFFER, *ends, (False,), (None,), (frozenset({1}),))
    assert [each.case for each in blocked(TRADE, MARKET.program.with_arc_case(over))] == [
        "OFFER arc of COMPARING from OPEN (offer, back OFFER) with over limit > 0, heard by "
        "nobody, back by nobody, becomes OFFER; by the rules it is heard by nobody, back by "
        "nobody, and becomes CLOSED"
    ]


def test_a_sign_that_only_the_program_reads_is_a_case_too() -> None:
    wrong = NodeCase(COMPARING, COMPARING, (None,), (frozenset({0}),))
    program = MARKET.program.with_node_case(wrong)
    assert sign_reads(MARKET.program, program, Place.NODE, COMPARING) == (0,)
    cases = [each.case for each in blocked(TRADE, program)]
    assert len(cases) == 2
    assert all(" with over budget = 0 " in each for each in cases)


def test_sign_choices() -> None:
    assert sign_choices((), 2) == [(0, 0)]
    assert sign_choices((1,), 2) == [(0, -1), (0, 0), (0, 1)]
    assert len(sign_choices((0, 2), 3)) == 9


def test_compared_scalars_must_agree_where_the_rules_read_the_sign() -> None:
    def obligations(program: Program) -> tuple[int, set[str]]:
        findings = Findings()
        cases = collect_cases(TRADE, program)
        check_signs(findings, TRADE, Equalities(TRADE, program, cases))
        return findings.counts["scalar"], {each.case for each in findings.blocked}

    types = [each for each in TRADE.types if each.arc == OFFER and each.receiver == COMPARING]
    assert [len(fitting_cases(MARKET.program, each)) for each in types] == [2]
    assert obligations(MARKET.program) == (2, set())
    deaf = tuple(op for op in MARKET.program.ops if op.target == "cost")
    assert obligations(replace(MARKET.program, ops=deaf)) == (
        2,
        {"best and budget, compared in DECIDING"},
    )
    without = tuple(op for op in MARKET.program.ops if op.target != "cost")
    assert obligations(replace(MARKET.program, ops=without))[1] == {
        "best and budget, compared in DECIDING",
        "cost and limit, compared at OFFER arc of COMPARING from OPEN (offer, back OFFER)",
    }

"""The verifier: proved, refuted, open, and what stands behind each."""

from dataclasses import replace

import pytest

import dnar
from dnar.errors import InputError
from dnar.machine import (
    ArcCase,
    Comparison,
    Entry,
    Gap,
    Head,
    Labels,
    Listener,
    Numerics,
    Op,
    Place,
    Program,
    Scalar,
    Start,
    arc_cases,
    collect_cases,
    push,
    reachable_types,
    read_certificate,
)
from dnar.network import extract
from dnar.run.bundled import certificate_path, pretrained_network
from dnar.tasks import get_task
from dnar.verify import Search, Verdict, verify
from dnar.verify.verify import findings_on
from tests.unit.verify import market
from tests.unit.verify.programs import network_like, with_op

pytestmark = pytest.mark.usefixtures("no_shape_checks")

BFS, PRIM, MARKET = get_task("bfs"), get_task("prim"), market.TASK
UNSEEN, DONE, VIRTUAL = range(3)
NEUTRAL, POINTER, CLOSED = range(3)
SEARCH = Search(BFS, sizes=((4, 6, 50),))
REACHABLE = reachable_types(BFS)
LEARNED = network_like(REACHABLE)


def numerics(gap: float = 1.0, error: float = 0.25, score_error: float = 0.25) -> Numerics:
    """Every case that BFS's learned program uses, decided by this gap; scores are 1 apart."""
    scores = {
        key: tuple(-1.0 * at for at in range(len(order)))
        for key, order in LEARNED.orders.items()
    }
    listening = Numerics(scores, dict.fromkeys(scores, score_error), {}, {}, {}, {})
    cases, listener = collect_cases(REACHABLE, LEARNED, listening), Listener(LEARNED)
    nodes = {
        (state, listener.classes(hearing.by_program), ()): Gap(gap, error)
        for state, hearings in cases.hearings.items()
        for hearing in hearings
    }
    keys = [
        (each.arc, each.receiver, each.sender, each.reverse, forth[1], back[1], ())
        for each in REACHABLE.types
        for forth, back in arc_cases(REACHABLE, each, cases)
    ]
    places = {(state, loop): Gap(gap, error) for state in range(3) for loop in range(2)}
    arcs = dict.fromkeys(keys, Gap(gap, error))
    return replace(listening, node=nodes, arc=arcs, readouts={"parent": places})


def with_arc(place: tuple[int, ...], becomes: int, program: Program = LEARNED) -> Program:
    state, *ends, heard, back = place
    known = (frozenset({each}) for each in ends)
    case = ArcCase(state, becomes, *known, heard=(heard == 1,), heard_back=(back == 1,))
    return program.with_arc_case(case)


def test_proved() -> None:
    result = verify(BFS, LEARNED, numerics())
    assert (result.verdict, result.blocked, result.counterexample) == (Verdict.PROVED, (), None)
    counted = {kind: result.obligations[kind] for kind in ("node", "arc", "output")}
    assert result.obligations == {**counted, "margin": sum(counted.values())}
    assert result.margins == dict.fromkeys(
        ("node table", "arc table", "attention", "readout"), Gap(1.0, 0.25)
    )
    assert result.reachable == REACHABLE
    assert result.seconds > 0


def test_a_model_is_verified_with_its_margins() -> None:
    result = dnar.load_model("bfs").verify()
    assert result.verdict is Verdict.PROVED
    stored = read_certificate(certificate_path(BFS))[0]
    assert result.obligations == {
        **{kind: count for kind, count in stored["obligations"].items() if count},
        "margin": stored["margins_checked"],
    }
    assert {
        name: (each["gap"], each["error"]) for name, each in stored["margins"].items()
    } == result.margins
    assert all(gap > error > 0 for gap, error in result.margins.values())


def test_without_numerics_entries_count_as_exact() -> None:
    result = verify(BFS, LEARNED)
    assert (result.verdict, result.margins) == (Verdict.PROVED, {})
    assert "margin" not in result.obligations


def test_refuted() -> None:
    wrong = with_arc((NEUTRAL, UNSEEN, DONE, NEUTRAL, 1, 0), NEUTRAL)
    result = verify(BFS, wrong, search=SEARCH)
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample is not None
    assert result.counterexample.outputs_differ
    assert result.blocked == tuple(sorted(result.blocked))
    assert {each.kind for each in result.blocked} == {"arc"}
    # The counterexample shows the very case that is named.
    assert any("heard by lowest" in each.case for each in result.blocked)


def test_open() -> None:
    # DONE nodes hear their pointer, of which there is only one, but the types do not tell.
    orders = {**BFS.program.orders, (0, DONE): (Entry(DONE, POINTER),)}
    right = replace(BFS.program, orders=orders)
    assert verify(BFS, right, search=SEARCH).verdict is Verdict.PROVED
    wrong = with_arc((POINTER, DONE, DONE, POINTER, 0, 0), NEUTRAL, right)
    result = verify(BFS, wrong, search=SEARCH)
    assert (result.verdict, result.counterexample) == (Verdict.OPEN, None)
    assert result.blocked
    assert all("POINTER arc of DONE from DONE" in each.case for each in result.blocked)


def test_a_given_search_is_asked() -> None:
    wrong = with_arc((NEUTRAL, UNSEEN, DONE, CLOSED, 1, 0), NEUTRAL)
    assert verify(BFS, wrong, search=SEARCH).verdict is Verdict.REFUTED

    class Blind(Search):
        def find(self, program):
            return None

    result = verify(BFS, wrong, reachable=REACHABLE, search=Blind(BFS))
    assert result.verdict is Verdict.OPEN
    assert result.reachable is REACHABLE


@pytest.mark.parametrize("table", ["node", "arc"])
def test_entries_within_rounding_or_unknown_block_the_proof(table: str) -> None:
    known = numerics()
    close = getattr(numerics(gap=0.25), table)
    for changed, reason in ((close, "within rounding"), ({}, "its margin is not known")):
        result = verify(BFS, LEARNED, replace(known, **{table: changed}), search=SEARCH)
        assert result.verdict is Verdict.OPEN
        assert {each.kind for each in result.blocked} == {"margin"}
        assert all(each.case.endswith(reason) for each in result.blocked)


def test_readouts_within_rounding_or_unknown_block_the_proof() -> None:
    for readouts in (numerics(gap=0.25).readouts, {}, {"parent": {(POINTER, 0): Gap(1, 0.1)}}):
        result = verify(BFS, LEARNED, replace(numerics(), readouts=readouts), search=SEARCH)
        assert {each.kind for each in result.blocked} == {"margin"}


def test_gates_within_rounding_block_the_proof() -> None:
    close = replace(numerics(), gates={"lot": (Gap(1.0, 0.5), Gap(0.25, 0.5))})
    result = verify(BFS, LEARNED, close, search=SEARCH)
    assert [each.case for each in result.blocked] == [
        "a gate of lot: decided by 0.25, within rounding"
    ]
    minimum = get_task("minimum")
    found = extract(pretrained_network(minimum), minimum)
    gates = {
        name: tuple(Gap(error, error) for _, error in gaps)
        for name, gaps in found.numerics.gates.items()
    }
    result = verify(minimum, found.program, replace(found.numerics, gates=gates))
    assert {each.case.split(":")[0] for each in result.blocked} == {"a gate of value"}


def test_close_scores_block_only_where_outcomes_differ() -> None:
    """Every score within rounding of every other: anybody may be heard."""
    result = verify(BFS, LEARNED, numerics(score_error=1e9), search=SEARCH)
    assert result.verdict is Verdict.OPEN
    assert any(each.case.startswith("UNSEEN hears ") for each in result.blocked)
    # DONE nodes need not hear anybody in particular.
    assert not any(each.case.startswith("DONE hears ") for each in result.blocked)


def test_signs_that_a_network_reads_in_vain_have_margins_too() -> None:
    """Of decisions that differ in such a sign only, the closest counts."""
    trade = reachable_types(MARKET)
    listener = Listener(MARKET.program)
    cases = collect_cases(trade, MARKET.program)

    def margins(gap: float) -> Numerics:
        nodes = {
            (state, listener.classes(hearing.by_program), (sign,)): Gap(
                gap if (state, sign) == (market.LOOKING, 1) else 1.0, 0.5
            )
            for state, hearings in cases.hearings.items()
            for hearing in hearings
            for sign in (-1, 0, 1)
        }
        scores = {key: (0.0,) * len(order) for key, order in MARKET.program.orders.items()}
        return Numerics(scores, dict.fromkeys(scores, 0.1), nodes, {}, {}, {})

    for gap, found in ((0.75, 0), (0.25, 1)):
        findings = findings_on(MARKET, MARKET.program, margins(gap), trade)
        close = [each for each in findings.blocked if each.case.endswith("within rounding")]
        assert len(close) == found


def test_scalars_that_decide_among_rivals_must_agree() -> None:
    wrong = with_op(PRIM.program, Op("distance", ()))
    result = verify(PRIM, wrong, search=Search(PRIM, sizes=()))
    assert result.verdict is Verdict.REFUTED
    assert {each.kind for each in result.blocked} == {"scalar"}
    assert any(
        each.case.startswith("distance of rivals of nearest: ") for each in result.blocked
    )


def test_a_choice_has_an_effect_where_a_scalar_is_pulled() -> None:
    """Without arcs that are chosen, only what is pulled tells which rival was heard."""
    rules = replace(market.RULES, arc_rules=market.RULES.arc_rules[2:])
    trade = replace(MARKET, rules=rules, decoders={"bought": MARKET.decoders["bought"]})
    wrong = with_op(trade.program, Op("cost", (push("price", (int(market.OPEN),)),)))
    blocked = findings_on(trade, wrong, None, reachable_types(trade)).blocked
    rivals = "cost of rivals of cheapest: OFFER arc of COMPARING from OPEN (offer, back OFFER)"
    assert rivals in {each.case for each in blocked}
    ops = tuple(op for op in rules.ops if op.target != "best")
    unpulled = replace(trade, rules=replace(rules, ops=ops))
    wrong = with_op(unpulled.program, Op("cost", (push("price", (int(market.OPEN),)),)))
    findings = findings_on(unpulled, wrong, None, reachable_types(unpulled))
    assert not any("rivals" in each.case for each in findings.blocked)


MISFITS = {
    "states": {"node_states": ("UNSEEN", "SEEN", "VIRTUAL")},
    "heads": {"heads": (Head("highest"),)},
    "scalars": {"scalars": (Scalar("x", Place.NODE, Start.ZERO),)},
    "comparisons": {
        "scalars": (Scalar("x", Place.NODE, Start.ZERO),),
        "comparisons": (Comparison("c", "x", "x"),),
        "node_cases": (),
        "arc_cases": (),
    },
    "no readout": {"readouts": {}},
    "a readout too many": {
        "readouts": {**BFS.program.readouts, "more": Labels(Place.NODE, (0, 0, 0))}
    },
    "a readout of another kind": {"readouts": {"parent": Labels(Place.NODE, (0, 0, 0))}},
}


@pytest.mark.parametrize("what", MISFITS)
def test_a_program_of_another_task_is_refused(what: str) -> None:
    with pytest.raises(InputError, match="the program does not fit bfs"):
        verify(BFS, replace(BFS.program, **MISFITS[what]))


def test_labels_of_another_place_are_refused() -> None:
    mis = get_task("mis")
    wrong = replace(mis.program, readouts={"in_set": Labels(Place.ARC, (0, 0))})
    with pytest.raises(
        InputError, match=r"has the readouts .*arc labels.* expected .*node labels"
    ):
        verify(mis, wrong)


def test_comparisons_of_another_task_are_refused() -> None:
    other = (replace(MARKET.program.comparisons[0], right="fee"), MARKET.program.comparisons[1])
    with pytest.raises(InputError, match="its comparisons are"):
        verify(MARKET, replace(MARKET.program, comparisons=other))


def test_types_of_other_rules_are_refused() -> None:
    others = reachable_types(BFS, LEARNED)
    with pytest.raises(InputError, match="not those of the rules of bfs"):
        verify(BFS, LEARNED, reachable=others)


def test_scores_that_do_not_fit_are_refused() -> None:
    known = numerics()
    key, scores = next(iter(known.scores.items()))
    for wrong in (scores[:-1], scores[::-1]):
        with pytest.raises(InputError, match="do not fit their order"):
            verify(BFS, LEARNED, replace(known, scores={**known.scores, key: wrong}))


def test_nothing_is_proved_about_nothing() -> None:
    task = replace(BFS, decoders={})
    result = verify(task, task.program, search=Search(task, sizes=()))
    assert result.verdict is Verdict.OPEN
    assert [each.case for each in result.blocked] == ["bfs has no output: nothing to prove"]


def test_nothing_is_proved_where_there_are_no_problems() -> None:
    class Nothing(market.Source):
        def smallest(self):
            return iter(())

    task = replace(MARKET, source=Nothing())
    result = verify(task, task.program, search=Search(task, sizes=()))
    assert result.verdict is Verdict.OPEN
    assert "no problem of market has an arc: nothing to prove" in {
        each.case for each in result.blocked
    }


def test_nodes_that_may_be_without_arcs_block_the_proof() -> None:
    """The arc types do not show what such a node does."""
    roles = (replace(market.ROLES[0], receivers=0), *market.ROLES[1:])

    def encode(problem):
        instance = market.encode(problem)
        loops = (instance.role == 0) & (instance.receiver >= problem.graph.node_count)
        place = (~loops).cumsum() - 1
        kept = {
            name: getattr(instance, name)[~loops]
            for name in ("receiver", "sender", "role", "arc_state")
        }
        return replace(
            instance,
            **kept,
            roles=roles,
            reverse_arc=place[instance.reverse_arc[~loops]].astype("int32"),
            arc_scalars={name: each[~loops] for name, each in instance.arc_scalars.items()},
        )

    task = replace(MARKET, encoder=encode)
    result = verify(task, task.program, search=Search(task, sizes=()))
    assert result.verdict is Verdict.OPEN
    assert [each.case[:42] for each in result.blocked] == [
        "nodes of kind 2 may have no arcs at all: g"
    ]


def test_a_head_that_hears_another_rival_is_not_proved() -> None:
    entry = MARKET.program.order(0, market.COMPARING)[0]
    order = (Entry(entry.sender, entry.arc, best=False), entry)
    wrong = replace(MARKET.program, orders={(0, int(market.COMPARING)): order})
    search = Search(MARKET, sizes=((4, 9, 20),))
    assert verify(MARKET, wrong, search=search).verdict is Verdict.REFUTED

"""Programs: first fit, wildcards, signs, and what malformed ones are told."""

from dataclasses import replace
from typing import Any

import pytest

from dnar.errors import InputError
from dnar.machine import (
    NOTHING,
    ArcCase,
    ArcClass,
    Comparison,
    Entry,
    Gate,
    Head,
    Labels,
    NodeCase,
    Op,
    Place,
    PointerOrder,
    Program,
    Scalar,
    Start,
    Term,
    apply,
    gating_place,
    inc,
    keep,
    pull,
    push,
    take,
)

OLD, NEW = ArcClass(0, 0), ArcClass(1, 1)
BOTH, EVEN = frozenset({OLD, NEW}), frozenset({0})
PROGRAM = Program(
    task="sample",
    node_states=("IDLE", "BUSY", "DONE"),
    arc_states=("PLAIN", "MARKED"),
    heads=(Head("first"), Head("nearest", "length")),
    scalars=(
        Scalar("level", Place.NODE, Start.INPUT),
        Scalar("limit", Place.NODE, Start.ZERO),
        Scalar("length", Place.ARC, Start.INPUT),
        Scalar("bound", Place.ARC, Start.ZERO),
        Scalar("lot", Place.NODE, Start.STREAM, period=2),
    ),
    comparisons=(
        Comparison("deep", "level", "limit"),
        Comparison("long", "length", "bound"),
        Comparison("lucky", "lot", "limit"),
    ),
    orders={
        (0, 0): (Entry(0, 0), Entry(1, 1), Entry(1, 1, best=False)),
        (1, 2): (Entry(1, 0),),
    },
    node_cases=(
        NodeCase(0, 2, (frozenset({OLD}), frozenset({NOTHING})), (None, None)),
        NodeCase(0, 1, (BOTH, None), (frozenset({1}), None)),
        NodeCase(0, 2, (None, None), (None, frozenset({-1, 0}))),
        NodeCase(1, 0, (None, None), (None, None)),
    ),
    arc_cases=(
        ArcCase(0, 1, frozenset({0}), None, None, (True, None), (None, None), (None,)),
        ArcCase(0, 0, None, frozenset({1}), None, (None, None), (None, False), (None,)),
        ArcCase(
            0, 1, None, None, frozenset({1}), (None, None), (None, None), (frozenset({0}),)
        ),
    ),
    ops=(Op("level", (keep(range(3)), inc((1,), by=2.5))),),
    readouts={
        "next": PointerOrder(((1, 2), (0, 0))),
        "colour": Labels(Place.NODE, (0, 2, 1)),
        "edges": Labels(Place.ARC, (0, 1)),
    },
)


@pytest.mark.parametrize(
    ("told", "signs", "becomes"),
    [
        ((OLD, NOTHING), (1, 1), 2),  # the first case, though the second fits as well
        ((OLD, NEW), (1, 1), 1),
        ((NEW, NOTHING), (1, -1), 1),
        ((NEW, NOTHING), (0, -1), 2),
        ((NEW, NOTHING), (0, 0), 2),
        ((NEW, NOTHING), (0, 1), 0),  # none fits: unchanged
        ((NOTHING, NOTHING), (1, 1), 0),
    ],
)
def test_the_first_node_case_that_fits_counts(
    told: tuple[ArcClass, ...], signs: tuple[int, ...], becomes: int
) -> None:
    assert PROGRAM.node_outcome(0, told, signs) == becomes
    assert PROGRAM.node_outcome(0, told, signs) == becomes  # remembered


def test_states_without_a_case_stay() -> None:
    assert PROGRAM.node_outcome(2, (OLD, NEW), (1, 1)) == 2
    assert PROGRAM.node_outcome(1, (OLD, NEW), (1, 1)) == 0
    assert PROGRAM.arc_outcome(1, 0, 0, 0, 3, 3, (0,)) == 1


def test_signs_that_are_not_given_are_zero() -> None:
    assert PROGRAM.node_outcome(0, (NEW, NOTHING)) == 2
    assert PROGRAM.arc_outcome(0, 1, 0, 1, 0, 0) == 1


@pytest.mark.parametrize(
    ("receiver", "sender", "reverse", "heard", "back", "sign", "becomes"),
    [
        (0, 1, 1, 0b01, 0, 0, 1),
        (0, 1, 1, 0b11, 0, 0, 1),
        (0, 1, 1, 0b10, 0, 0, 0),  # the second case keeps the state
        (0, 1, 1, 0b10, 0b10, 0, 1),
        (0, 1, 1, 0b10, 0b01, 0, 0),
        (2, 2, 1, 0, 0, 0, 1),
        (2, 2, 1, 0, 0, 1, 0),
        (2, 2, 0, 0, 0, 0, 0),
    ],
)
def test_the_first_arc_case_that_fits_counts(
    receiver: int, sender: int, reverse: int, heard: int, back: int, sign: int, becomes: int
) -> None:
    assert PROGRAM.arc_outcome(0, receiver, sender, reverse, heard, back, (sign,)) == becomes


def test_one_more_case_counts_first() -> None:
    anything = NodeCase(0, 0, (None, None), (None, None))
    assert PROGRAM.with_node_case(anything).node_outcome(0, (OLD, NOTHING), (0, 0)) == 0
    assert PROGRAM.node_outcome(0, (OLD, NOTHING), (0, 0)) == 2
    arc = ArcCase(1, 0, heard=(None, None), heard_back=(None, None), signs=(None,))
    assert PROGRAM.with_arc_case(arc).arc_outcome(1, 0, 0, 0, 0, 0, (0,)) == 0


def test_an_empty_set_fits_nothing() -> None:
    never = NodeCase(1, 2, (frozenset(), None), (None, None))
    assert PROGRAM.with_node_case(never).node_outcome(1, (OLD, OLD), (0, 0)) == 0


def test_orders_and_ranks() -> None:
    assert PROGRAM.order(0, 0) == (Entry(0, 0), Entry(1, 1), Entry(1, 1, best=False))
    assert PROGRAM.rank(0, 0) == (OLD, NEW)
    assert (PROGRAM.order(0, 1), PROGRAM.rank(1, 2)) == ((), (ArcClass(1, 0),))
    assert Entry(1, 0).arc_class == ArcClass(1, 0)


def test_cases_by_state() -> None:
    assert PROGRAM.node_cases_of(0) == PROGRAM.node_cases[:3]
    assert PROGRAM.node_cases_of(2) == ()
    assert (PROGRAM.arc_cases_of(0), PROGRAM.arc_cases_of(1)) == (PROGRAM.arc_cases, ())


def test_scalars_operations_and_states() -> None:
    assert PROGRAM.scalar("bound") == Scalar("bound", Place.ARC, Start.ZERO)
    assert [each.name for each in PROGRAM.streams()] == ["lot"]
    assert PROGRAM.op("level") == PROGRAM.ops[0]
    # A scalar without an operation keeps its value in every state.
    assert PROGRAM.op("limit") == Op("limit", (keep(range(3)),))
    assert PROGRAM.op("length") == Op("length", (keep(range(2)),))
    assert PROGRAM.states(Place.NODE) == ("IDLE", "BUSY", "DONE")
    assert PROGRAM.states(Place.ARC) == ("PLAIN", "MARKED")


def test_signs_that_a_state_reads() -> None:
    assert [each.name for each in PROGRAM.compared(Place.NODE)] == ["deep", "lucky"]
    assert [each.name for each in PROGRAM.compared(Place.ARC)] == ["long"]
    assert PROGRAM.read_signs(Place.NODE, 0) == (0, 1)
    assert PROGRAM.read_signs(Place.NODE, 1) == ()
    assert len(set(PROGRAM.possible_signs(Place.NODE, 0))) == 9
    assert list(PROGRAM.possible_signs(Place.NODE, 1)) == [(0, 0)]
    assert list(PROGRAM.possible_signs(Place.ARC, 0)) == [(-1,), (0,), (1,)]
    only_second = replace(PROGRAM, node_cases=PROGRAM.node_cases[2:])
    assert list(only_second.possible_signs(Place.NODE, 0)) == [(0, -1), (0, 0), (0, 1)]


@pytest.mark.parametrize(
    ("target", "gate", "whose"),
    [
        (Place.NODE, Gate.INC, Place.NODE),
        (Place.NODE, Gate.KEEP, Place.NODE),
        (Place.NODE, Gate.APPLY, Place.NODE),
        (Place.NODE, Gate.PULL, Place.NODE),
        (Place.NODE, Gate.PUSH, Place.ARC),
        (Place.ARC, Gate.INC, Place.ARC),
        (Place.ARC, Gate.KEEP, Place.ARC),
        (Place.ARC, Gate.APPLY, Place.ARC),
        (Place.ARC, Gate.PUSH, Place.NODE),
        (Place.ARC, Gate.TAKE, Place.NODE),
    ],
)
def test_whose_states_open_a_gate(target: Place, gate: Gate, whose: Place) -> None:
    assert gating_place(target, gate) is whose


def node(*case: Any) -> dict[str, Any]:
    return {"node_cases": (NodeCase(*case),)}


def arc(state: Any, becomes: Any, **case: Any) -> dict[str, Any]:
    blank = {"heard": (None, None), "heard_back": (None, None), "signs": (None,)}
    return {"arc_cases": (ArcCase(state, becomes, **{**blank, **case}),)}


def op(target: str, *terms: Term) -> dict[str, Any]:
    return {"ops": (Op(target, terms),)}


def scalar(*parts: Any) -> dict[str, Any]:
    return {"scalars": (*PROGRAM.scalars, Scalar(*parts))}


ANYTHING = (None, None)

MALFORMED: dict[str, tuple[dict[str, Any], str]] = {
    "no node states": (
        {"node_states": (), "orders": {}, "node_cases": (), "arc_cases": (), "ops": ()},
        "node_states must not be empty",
    ),
    "no arc states": ({"arc_states": ()}, "arc_states must not be empty"),
    "a state twice": ({"arc_states": ("A", "A")}, "arc_states .* must have distinct names"),
    "a state without a name": ({"arc_states": ("A", "")}, "must have distinct names"),
    "a task that is no text": ({"task": 3}, "3 must be a task's name"),
    "two heads of one name": ({"heads": (Head("a"), Head("a"))}, "heads .* distinct names"),
    "two scalars of one name": (
        {"scalars": (*PROGRAM.scalars, PROGRAM.scalars[0])},
        "scalars .* distinct names",
    ),
    "two comparisons of one name": (
        {"comparisons": (*PROGRAM.comparisons, PROGRAM.comparisons[0])},
        "comparisons .* distinct names",
    ),
    "a head of an unknown scalar": (
        {"heads": (Head("first"), Head("nearest", "height"))},
        r"Head\(name='nearest', key='height'.* must compare one of \['level'",
    ),
    "a comparison of a node with an arc": (
        {"comparisons": (*PROGRAM.comparisons, Comparison("odd", "level", "length"))},
        "'odd'.* must compare two scalars of one place",
    ),
    "a comparison of an unknown scalar": (
        {"comparisons": (*PROGRAM.comparisons, Comparison("odd", "level", "height"))},
        "'odd'.* must compare two scalars of one place",
    ),
    "a stream without a period": (
        scalar("spare", Place.NODE, Start.STREAM),
        "'spare'.* must have a period if and only if it streams",
    ),
    "a period without a stream": (
        scalar("spare", Place.NODE, Start.ZERO, 2),
        "'spare'.* must have a period if and only if it streams",
    ),
    "a stream to arcs": (
        scalar("spare", Place.ARC, Start.STREAM, 2),
        "'spare'.* must stream to nodes, not to arcs",
    ),
    "an order of an unknown head": (
        {"orders": {(2, 0): ()}},
        r"the order of \(2, 0\) must be of a head and a receiver state",
    ),
    "an order of an unknown receiver": (
        {"orders": {(0, 3): ()}},
        r"the order of \(0, 3\) must be of a head and a receiver state",
    ),
    "an entry of an unknown sender": (
        {"orders": {(0, 0): (Entry(3, 0),)}},
        r"Entry\(sender=3.* must name known states",
    ),
    "an entry of an unknown arc": (
        {"orders": {(0, 0): (Entry(0, 2),)}},
        r"Entry\(sender=0, arc=2.* must name known states",
    ),
    "an entry twice": (
        {"orders": {(0, 0): (Entry(0, 0), Entry(0, 0))}},
        r"the order of \(0, 0\) must list an entry once",
    ),
    "a node case from an unknown state": (
        node(3, 0, ANYTHING, ANYTHING),
        r"NodeCase\(state=3.* must name known node states",
    ),
    "a node case to a state that is no number": (
        node(0, True, ANYTHING, ANYTHING),
        r"NodeCase\(.*becomes=True.* must name known node states",
    ),
    "a node case of one head": (
        node(0, 1, (None,), ANYTHING),
        "must say what each head heard",
    ),
    "a node case of an unknown class": (
        node(0, 1, (frozenset({ArcClass(0, 2)}), None), ANYTHING),
        "must name known classes",
    ),
    "a node case of one sign": (
        node(0, 1, ANYTHING, (None,)),
        "must say a sign of 2 comparisons",
    ),
    "a sign of two": (
        node(0, 1, ANYTHING, (frozenset({2}), None)),
        "must name signs of -1, 0 and 1",
    ),
    "an arc case to an unknown state": (arc(0, 2), "must name known arc states"),
    "an arc case of an unknown receiver": (
        arc(0, 1, receiver=frozenset({3})),
        "must name known states around it",
    ),
    "an arc case of an unknown sender": (
        arc(0, 1, sender=frozenset({-1})),
        "must name known states around it",
    ),
    "an arc case of an unknown reverse": (
        arc(0, 1, reverse=frozenset({2})),
        "must name known states around it",
    ),
    "an arc case of one head": (
        arc(0, 1, heard=(True,)),
        "must say of each head whether it heard",
    ),
    "an arc case without signs": (arc(0, 1, signs=()), "must say a sign of 1 comparisons"),
    "two operations on a scalar": (
        {"ops": (*PROGRAM.ops, Op("level", ()))},
        r"targets \['level', 'level'\] must have one operation each",
    ),
    "an operation on an unknown scalar": (
        op("height"),
        "'height'.* must write a known scalar that is no stream",
    ),
    "an operation on a stream": (
        op("lot", keep((0,))),
        "'lot'.* must write a known scalar that is no stream",
    ),
    "a push from a node to a node": (
        op("level", push("limit", (0,))),
        "must push an arc's scalar to a node or a node's to an arc",
    ),
    "a push of nothing": (
        op("level", Term(Gate.PUSH, frozenset({0}))),
        "must push an arc's scalar to a node or a node's to an arc",
    ),
    "a take to a node": (
        op("level", take("limit", (0,))),
        "must take a receiver's scalar to an arc",
    ),
    "a take of an arc's scalar": (
        op("bound", take("length", (0,))),
        "must take a receiver's scalar to an arc",
    ),
    "a pull to an arc": (
        op("bound", pull("level", (0,), head="first")),
        "must pull a known scalar to a node with one of the heads",
    ),
    "a pull with an unknown head": (
        op("level", pull("length", (0,), head="loudest")),
        "must pull a known scalar to a node with one of the heads",
    ),
    "a pull of an unknown scalar": (
        op("level", pull("height", (0,), head="first")),
        "must pull a known scalar",
    ),
    "an unknown function": (
        op("level", apply("cosine", ("limit",), (0,))),
        r"must apply one of \['atan2', 'copy', ",
    ),
    "a function of too few scalars": (
        op("level", apply("product", ("limit",), (0,))),
        "must apply a function to so many scalars of its own place",
    ),
    "a function of scalars elsewhere": (
        op("level", apply("copy", ("length",), (0,))),
        "must apply a function to so many scalars of its own place",
    ),
    "an infinite constant": (
        op("level", inc((0,), by=float("inf"))),
        "must add a finite number",
    ),
    "a constant that is no number": (
        op("level", inc((0,), by=float("nan"))),
        "must add a finite number",
    ),
    "a gate on an unknown state": (
        op("level", keep((3,))),
        r"must open its gates on \['IDLE', 'BUSY', 'DONE'\]",
    ),
    "a push gated by node states": (
        op("level", push("length", (2,))),
        r"must open its gates on \['PLAIN', 'MARKED'\]",
    ),
    "a take gated by arc states": (
        op("bound", take("level", (3,))),
        r"must open its gates on \['IDLE', 'BUSY', 'DONE'\]",
    ),
    "too few labels": (
        {"readouts": {"colour": Labels(Place.NODE, (0, 1))}},
        "readout colour must label 3 states",
    ),
    "a label below zero": (
        {"readouts": {"colour": Labels(Place.ARC, (0, -1))}},
        "readout colour must give whole numbers as labels",
    ),
    "a pointer order of one state": (
        {"readouts": {"next": PointerOrder(((0, 1),))}},
        "readout next must order 2 arc states",
    ),
    "a readout of another kind": (
        {"readouts": {"next": "first"}},
        "readout next must be labels or an order of pointers",
    ),
}


@pytest.mark.usefixtures("no_shape_checks")
@pytest.mark.parametrize("what", MALFORMED)
def test_malformed_programs(what: str) -> None:
    changes, message = MALFORMED[what]
    with pytest.raises(InputError, match=f"ill-formed program: .*{message}"):
        replace(PROGRAM, **changes)


def test_the_smallest_program() -> None:
    small = Program("small", ("A",), ("B",))
    assert small.node_outcome(0, ()) == 0
    assert small.arc_outcome(0, 0, 0, 0, 0, 0) == 0
    assert small.order(0, 0) == ()

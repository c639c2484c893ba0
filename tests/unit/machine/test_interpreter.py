"""The interpreter: what a reader of the rules would do by hand."""

from dataclasses import replace
from enum import IntEnum

import numpy as np
import pytest

from dnar.machine import (
    NOTHING,
    ArcRule,
    GivenRows,
    Head,
    Instance,
    LocalFunctions,
    NodeRule,
    Op,
    Place,
    Rank,
    Rules,
    Scalar,
    Snapshot,
    Start,
    execute,
    first_snapshot,
    inc,
    keep,
    push,
    select,
    step,
)
from tests.unit.machine import bazaar
from tests.unit.machine.bazaar import (
    BOUGHT,
    BUYER,
    DONE,
    OFFER,
    OPENED,
    PAID,
    RULES,
    SELLER,
    SHUT,
    SIGN,
    TAKEN,
)


def test_the_bazaar_step_by_step() -> None:
    execution = execute(RULES, bazaar.instance(), record=True)
    assert (execution.steps, execution.halted) == (4, True)
    assert execution.trajectory is not None
    snapshots = list(execution.trajectory.snapshots())
    assert [each.node_state.tolist() for each in snapshots] == [
        [BUYER, SELLER, SHUT],
        [BUYER, SELLER, OPENED],
        [BOUGHT, SELLER, OPENED],
        [DONE, SELLER, OPENED],
        [DONE, SELLER, OPENED],
    ]
    offered, sign = [OFFER, OFFER, SIGN, OFFER, OFFER, SIGN], SIGN
    assert [each.arc_state.tolist() for each in snapshots] == [
        offered,
        offered,
        offered,
        [OFFER, TAKEN, sign, TAKEN, OFFER, sign],
        [OFFER, PAID, sign, PAID, OFFER, sign],
    ]
    assert [each.scalars["tally"].tolist() for each in snapshots] == [
        *[[10.0, 5.0, 0.0]] * 4,
        [11.0, 6.0, 0.0],
    ]


def test_it_stops_at_rest_or_after_the_given_steps() -> None:
    assert [execute(RULES, bazaar.instance(), max_steps=most).steps for most in range(7)] == [
        *[0, 1, 2, 3],
        *[4, 4, 4],
    ]
    # After exactly four steps it cannot know yet that the fifth would change nothing.
    halted = [execute(RULES, bazaar.instance(), max_steps=most).halted for most in (3, 4, 5)]
    assert halted == [False, False, True]
    assert execute(RULES, bazaar.instance()).trajectory is None


def test_a_cut_run_is_the_beginning_of_the_whole_run() -> None:
    whole = execute(RULES, bazaar.instance(), record=True).trajectory
    assert whole is not None
    for most in range(5):
        assert execute(RULES, bazaar.instance(), max_steps=most).final == whole.snapshot(most)


def test_the_first_rule_that_fits_counts() -> None:
    twice = (NodeRule(SHUT, DONE), *RULES.node_rules)
    rules = replace(RULES, node_rules=twice, ranks=RULES.ranks)
    after = step(rules, bazaar.instance(), first_snapshot(rules, bazaar.instance()))
    assert after.node_state.tolist() == [BUYER, SELLER, DONE]
    arc_rules = (ArcRule(OFFER, PAID, receiver=(BUYER,)), ArcRule(OFFER, TAKEN))
    rules = replace(RULES, arc_rules=arc_rules)
    after = step(rules, bazaar.instance(), first_snapshot(rules, bazaar.instance()))
    assert after.arc_state.tolist() == [PAID, PAID, SIGN, TAKEN, TAKEN, SIGN]


@pytest.mark.parametrize(
    ("rule", "changed"),
    [
        (ArcRule(OFFER, PAID), [0, 1, 3, 4]),
        (ArcRule(OFFER, PAID, receiver=(SELLER,)), [3, 4]),
        (ArcRule(OFFER, PAID, sender=(SELLER, OPENED)), [0, 1]),
        (ArcRule(SIGN, PAID, receiver=(BUYER,), sender=(OPENED,)), [2]),
        (ArcRule(OFFER, PAID, heard={"cheapest": True}), [1]),
        (ArcRule(OFFER, PAID, heard={"cheapest": False}), [0, 3, 4]),
        (ArcRule(OFFER, PAID, heard_back={"cheapest": True}), [3]),
        (ArcRule(OFFER, PAID, heard_back={"cheapest": False}), [0, 1, 4]),
        (ArcRule(SIGN, PAID, heard={"richest": True, "cheapest": False}), [2]),
        (ArcRule(SIGN, PAID, heard_back={"richest": True}), [5]),
        (ArcRule(OFFER, PAID, receiver=()), []),
    ],
)
def test_arc_rules(rule: ArcRule, changed: list[int]) -> None:
    rules, instance = replace(RULES, arc_rules=(rule,)), bazaar.instance(keeper=OPENED)
    after = step(rules, instance, first_snapshot(rules, instance))
    assert np.flatnonzero(after.arc_state == PAID).tolist() == changed


@pytest.mark.parametrize(
    ("heard", "keeper", "fits"),
    [
        ({}, SHUT, True),
        ({"richest": (NOTHING,)}, SHUT, True),
        ({"richest": (NOTHING,)}, OPENED, False),
        ({"richest": ((OPENED, SIGN),)}, SHUT, False),
        ({"richest": ((OPENED, SIGN),)}, OPENED, True),
        ({"richest": ((OPENED, SIGN), NOTHING)}, SHUT, True),
        ({"richest": ()}, OPENED, False),
        ({"cheapest": ((SELLER, OFFER),), "richest": (NOTHING,)}, OPENED, False),
        ({"cheapest": ((SELLER, OFFER),), "richest": (NOTHING,)}, SHUT, True),
    ],
)
def test_node_rules(heard: dict, keeper: bazaar.NodeState, fits: bool) -> None:
    rules = replace(RULES, node_rules=(NodeRule(BUYER, DONE, heard=heard),))
    instance = bazaar.instance(keeper=keeper)
    after = step(rules, instance, first_snapshot(rules, instance))
    assert (after.node_state[0] == DONE) == fits


@pytest.mark.parametrize(
    ("op", "expected"),
    [
        (Op("tally", ()), [0.0, 0.0, 0.0]),
        (Op("tally", (inc((BUYER, SHUT)),)), [1.0, 0.0, 1.0]),
        (Op("tally", (keep((SELLER,)),)), [0.0, 5.0, 0.0]),
        (Op("tally", (keep((SELLER,)), inc((SELLER,)), inc((SELLER,)))), [0.0, 7.0, 0.0]),
        (Op("tally", (push("price", (OFFER,)),)), [4.0, 4.0, 0.0]),
        (Op("tally", (keep((BUYER,)), push("price", (OFFER, SIGN)))), [14.0, 4.0, 0.0]),
        (Op("price", (inc((SIGN,)),)), [0.0, 0.0, 1.0, 0.0, 0.0, 1.0]),
        (Op("price", (keep((OFFER,)),)), [3.0, 1.0, 0.0, 1.0, 3.0, 0.0]),
        (Op("price", (push("tally", (BUYER,)),)), [0.0, 0.0, 0.0, 10.0, 10.0, 10.0]),
        (
            Op("price", (keep((OFFER,)), push("tally", (SELLER,)))),
            [8.0, 6.0, 0.0, 1.0, 3.0, 0.0],
        ),
    ],
)
def test_operations(op: Op, expected: list[float]) -> None:
    rules, instance = replace(RULES, ops=(op,)), bazaar.instance()
    after = step(rules, instance, first_snapshot(rules, instance))
    assert after.scalars[op.target].tolist() == expected


def test_sums_are_added_from_left_to_right_and_in_row_order() -> None:
    instance = replace(
        bazaar.instance(),
        node_scalars={"tally": np.array([1e16, 0.0, 0.0])},
        arc_scalars={"price": np.array([1.0, -1e16, 3.0, 0.0, 0.0, 0.0])},
    )

    def buyers_tally(*terms: object) -> float:
        rules = replace(RULES, ops=(Op("tally", terms),))  # type: ignore[arg-type]
        return float(step(rules, instance, first_snapshot(rules, instance)).scalars["tally"][0])

    pushed = push("price", (OFFER, SIGN))
    assert buyers_tally(keep((BUYER,)), pushed) == ((1e16 + 1.0) - 1e16) + 3.0 == 3.0
    assert buyers_tally(pushed, keep((BUYER,))) == ((1.0 - 1e16) + 3.0) + 1e16 == 4.0


class Lamp(IntEnum):
    OFF = 0
    ON = 1


class Wire(IntEnum):
    PLAIN = 0


def lamps(rows: list[list[float]]) -> Instance:
    """Two lamps that see each other and themselves, with a stream of numbers."""
    return Instance(
        labels=["left", "right"],
        node_kind=np.zeros(2, dtype=np.uint8),
        node_state=np.zeros(2, dtype=np.uint8),
        receiver=np.array([0, 0, 1, 1], dtype=np.int32),
        sender=np.array([0, 1, 0, 1], dtype=np.int32),
        reverse_arc=np.array([0, 2, 1, 3], dtype=np.int32),
        role=np.zeros(4, dtype=np.uint8),
        arc_state=np.zeros(4, dtype=np.uint8),
        roles=(),
        streams={"lot": GivenRows(np.array(rows))},
    )


def test_a_stream_gives_a_new_row_every_period() -> None:
    blinking = Rules(
        Lamp,
        Wire,
        heads=(Head("least", "lot"),),
        ranks=tuple(Rank("least", lamp, ((lamp, Wire.PLAIN),)) for lamp in Lamp),
        node_rules=(NodeRule(Lamp.OFF, Lamp.ON), NodeRule(Lamp.ON, Lamp.OFF)),
        scalars=(Scalar("lot", Place.NODE, Start.STREAM, period=2),),
    )
    instance = lamps([[1.0, 2.0], [2.0, 1.0]])
    execution = execute(blinking, instance, max_steps=4, record=True)
    assert (execution.steps, execution.halted) == (4, False)
    assert execution.trajectory is not None
    snapshots = list(execution.trajectory.snapshots())
    assert [each.scalars["lot"].tolist() for each in snapshots] == [
        *[[1.0, 2.0]] * 2,
        *[[2.0, 1.0]] * 2,
        [1.0, 2.0],
    ]
    heard = [select(blinking, instance, each)["least"].tolist() for each in snapshots]
    assert heard == [[0, 2], [0, 2], [1, 3], [1, 3], [0, 2]]
    assert execution.final == snapshots[-1]


def test_streams_alone_keep_nothing_going() -> None:
    still = Rules(Lamp, Wire, scalars=(Scalar("lot", Place.NODE, Start.STREAM, period=1),))
    execution = execute(still, lamps([[1.0, 2.0], [2.0, 1.0]]))
    assert (execution.steps, execution.halted) == (0, True)


def test_another_stepper_can_take_the_rules_place() -> None:
    def opened(rules: LocalFunctions, instance: Instance, snapshot: Snapshot) -> Snapshot:
        changed = snapshot.node_state.copy()
        changed[2] = OPENED
        return Snapshot(snapshot.step + 1, changed, snapshot.arc_state, snapshot.scalars)

    execution = execute(RULES, bazaar.instance(), stepper=opened, record=True)
    assert (execution.steps, execution.halted) == (1, True)
    assert execution.final.node_state.tolist() == [BUYER, SELLER, OPENED]


def test_a_machine_without_arcs() -> None:
    empty = np.zeros(0, dtype=np.int32)
    bare = Instance(
        labels=["alone"],
        node_kind=np.zeros(1, dtype=np.uint8),
        node_state=np.zeros(1, dtype=np.uint8),
        receiver=empty,
        sender=empty,
        reverse_arc=empty,
        role=empty.astype(np.uint8),
        arc_state=empty.astype(np.uint8),
        roles=(),
    )
    rules = Rules(
        Lamp,
        Wire,
        heads=(Head("any"),),
        ranks=(Rank("any", Lamp.OFF, ((Lamp.ON, Wire.PLAIN),)),),
        node_rules=(NodeRule(Lamp.OFF, Lamp.ON, heard={"any": (NOTHING,)}),),
    )
    execution = execute(rules, bare)
    assert (execution.steps, execution.final.node_state.tolist()) == (1, [Lamp.ON])

"""The interpreter: what a reader of the rules would do by hand."""

from dataclasses import replace
from enum import IntEnum

import numpy as np
import pytest

from dnar.machine import (
    NOTHING,
    UNHEARD,
    ArcRule,
    Comparison,
    Entry,
    GivenRows,
    Head,
    Instance,
    Multiplicity,
    NodeRule,
    Op,
    Place,
    Program,
    Rank,
    Role,
    Rules,
    Scalar,
    Snapshot,
    Start,
    Term,
    apply,
    execute,
    first_snapshot,
    inc,
    interpreter,
    keep,
    pull,
    push,
    select,
    signs,
    step,
    take,
    term_values,
)
from dnar.machine.selection import DENSE
from dnar.tasks import all_tasks, get_task
from tests.unit.machine import bazaar
from tests.unit.machine.bazaar import (
    BOUGHT,
    BUYER,
    DONE,
    OFFER,
    OPENED,
    PAID,
    PROGRAM,
    SELLER,
    SHUT,
    SIGN,
    TAKEN,
)
from tests.unit.textbook.drawing import problems


def test_the_bazaar_step_by_step() -> None:
    execution = execute(PROGRAM, bazaar.instance(), record=True)
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
    assert [execute(PROGRAM, bazaar.instance(), max_steps=most).steps for most in range(7)] == [
        *[0, 1, 2, 3],
        *[4, 4, 4],
    ]
    # After exactly four steps it cannot know yet that the fifth would change nothing.
    halted = [execute(PROGRAM, bazaar.instance(), max_steps=most).halted for most in (3, 4, 5)]
    assert halted == [False, False, True]
    assert execute(PROGRAM, bazaar.instance()).trajectory is None


def test_a_cut_run_is_the_beginning_of_the_whole_run() -> None:
    whole = execute(PROGRAM, bazaar.instance(), record=True).trajectory
    assert whole is not None
    for most in range(5):
        assert execute(PROGRAM, bazaar.instance(), max_steps=most).final == whole.snapshot(most)


def after(program: Program, instance: Instance) -> Snapshot:
    """The machine after one step."""
    return step(program, instance, first_snapshot(program, instance))


def test_the_first_rule_that_fits_counts() -> None:
    twice = bazaar.program(node_rules=(NodeRule(SHUT, DONE), *bazaar.RULES.node_rules))
    assert after(twice, bazaar.instance()).node_state.tolist() == [BUYER, SELLER, DONE]
    arc_rules = (ArcRule(OFFER, PAID, receiver=(BUYER,)), ArcRule(OFFER, TAKEN))
    found = after(bazaar.program(arc_rules=arc_rules), bazaar.instance()).arc_state
    assert found.tolist() == [PAID, PAID, SIGN, TAKEN, TAKEN, SIGN]


@pytest.mark.parametrize("most", [DENSE, 0], ids=["table", "case by case"])
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
        (ArcRule(SIGN, PAID, reverse=(SIGN,)), [2, 5]),
        (ArcRule(SIGN, PAID, reverse=(OFFER, TAKEN)), []),
        (ArcRule(OFFER, PAID, receiver=()), []),
        (ArcRule(OFFER, PAID, signs={"dear": (1,)}), [0]),
        (ArcRule(OFFER, PAID, signs={"dear": (-1, 0)}), [1, 3, 4]),
        (ArcRule(OFFER, PAID, receiver=(BUYER,), signs={"dear": (0,)}), [1]),
    ],
)
def test_arc_rules(
    rule: ArcRule, changed: list[int], most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interpreter, "DENSE", most)
    program = bazaar.program(
        arc_rules=(rule,),
        scalars=(*bazaar.RULES.scalars, Scalar("usual", Place.ARC, Start.INPUT)),
        comparisons=(Comparison("dear", "price", "usual"),),
    )
    instance = bazaar.instance(keeper=OPENED)
    usual = np.array([2.0, 1.0, 0.0, 1.0, 4.0, 0.0])
    instance = replace(instance, arc_scalars={**instance.arc_scalars, "usual": usual})
    found = after(program, instance).arc_state
    assert np.flatnonzero(found == PAID).tolist() == changed


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
    program = bazaar.program(node_rules=(NodeRule(BUYER, DONE, heard=heard),))
    found = after(program, bazaar.instance(keeper=keeper)).node_state
    assert (found[0] == DONE) == fits


@pytest.mark.parametrize(
    ("signs", "changed"),
    [
        ({"rich": (1,)}, [0]),
        ({"rich": (0,)}, [1]),
        ({"rich": (-1,)}, [2]),
        ({"rich": (-1, 1)}, [0, 2]),
        ({"rich": (1, 0), "poor": (0,)}, [1]),
        ({"poor": (-1,)}, [0]),
        ({"rich": ()}, []),
    ],
)
def test_signs_of_nodes(signs: dict, changed: list[int]) -> None:
    program = bazaar.program(
        node_rules=tuple(NodeRule(state, BOUGHT, signs=signs) for state in bazaar.NodeState),
        scalars=(*bazaar.RULES.scalars, Scalar("limit", Place.NODE, Start.INPUT)),
        comparisons=(
            Comparison("rich", "tally", "limit"),
            Comparison("poor", "limit", "tally"),
        ),
    )
    instance = bazaar.instance()
    limit = np.array([9.0, 5.0, np.inf])
    instance = replace(instance, node_scalars={**instance.node_scalars, "limit": limit})
    found = after(program, instance).node_state
    assert np.flatnonzero(found == BOUGHT).tolist() == changed


def test_signs_are_those_of_before_the_step() -> None:
    program = bazaar.program(
        node_rules=(NodeRule(SHUT, OPENED, signs={"rich": (1,)}),),
        scalars=(*bazaar.RULES.scalars, Scalar("limit", Place.NODE, Start.ZERO)),
        comparisons=(Comparison("rich", "tally", "limit"),),
        ops=(Op("tally", (inc((SHUT,)), keep(bazaar.NodeState))),),
    )
    zeros = {"limit": np.zeros(3)}
    instance = bazaar.instance()
    instance = replace(instance, node_scalars={**instance.node_scalars, **zeros})
    run = execute(program, instance, record=True)
    assert run.trajectory is not None
    keeper = [each.node_state[2] for each in run.trajectory.snapshots()]
    assert keeper == [SHUT, SHUT, OPENED]
    assert signs(program, Place.NODE, run.final).tolist() == [[1, 1, 1]]
    assert signs(program, Place.ARC, run.final).shape == (0, 6)


EVERY = tuple(bazaar.NodeState)


@pytest.mark.parametrize(
    ("op", "expected"),
    [
        (Op("tally", ()), [0.0, 0.0, 0.0]),
        (Op("tally", (inc((BUYER, OPENED)),)), [1.0, 0.0, 1.0]),
        (Op("tally", (inc((BUYER,), by=-2.5),)), [-2.5, 0.0, 0.0]),
        (Op("tally", (keep((SELLER,)),)), [0.0, 5.0, 0.0]),
        (Op("tally", (keep((SELLER,)), inc((SELLER,)), inc((SELLER,)))), [0.0, 7.0, 0.0]),
        (Op("tally", (push("price", (OFFER,)),)), [4.0, 4.0, 0.0]),
        (Op("tally", (keep((BUYER,)), push("price", (OFFER, SIGN)))), [14.0, 4.0, 0.0]),
        # The buyer hears arc 1 with one head and arc 2, from the keeper, with the other.
        (Op("tally", (pull("price", EVERY, head="cheapest"),)), [1.0, 0.0, 0.0]),
        (Op("tally", (pull("price", (SELLER,), head="cheapest"),)), [0.0, 0.0, 0.0]),
        (Op("tally", (keep(EVERY), pull("tally", EVERY, head="cheapest"))), [15.0, 5.0, 2.0]),
        (Op("tally", (keep(EVERY), pull("tally", EVERY, head="richest"))), [12.0, 5.0, 2.0]),
        (Op("tally", (apply("copy", ("debt",), (BUYER, SELLER)),)), [3.0, -4.0, 0.0]),
        (Op("tally", (apply("negative", ("debt",), EVERY),)), [-3.0, 4.0, -0.5]),
        (Op("tally", (apply("product", ("tally", "debt"), EVERY),)), [30.0, -20.0, 1.0]),
        (Op("price", (inc((SIGN,)),)), [0.0, 0.0, 1.0, 0.0, 0.0, 1.0]),
        (Op("price", (keep((OFFER,)),)), [3.0, 1.0, 0.0, 1.0, 3.0, 0.0]),
        (Op("price", (push("tally", (BUYER,)),)), [0.0, 0.0, 0.0, 10.0, 10.0, 10.0]),
        (
            Op("price", (keep((OFFER,)), push("tally", (SELLER,)))),
            [8.0, 6.0, 0.0, 1.0, 3.0, 0.0],
        ),
        (Op("price", (take("tally", (BUYER,)),)), [10.0, 10.0, 10.0, 0.0, 0.0, 0.0]),
        (
            Op("price", (push("tally", EVERY), take("tally", (SELLER,)))),
            [5.0, 5.0, 2.0, 15.0, 15.0, 10.0],
        ),
        (Op("price", (apply("product", ("price", "price"), (OFFER,)),)), [9, 1, 0, 1, 9, 0]),
    ],
)
def test_operations(op: Op, expected: list[float]) -> None:
    instance = replace(
        bazaar.instance(keeper=OPENED),
        node_scalars={
            "tally": np.array([10.0, 5.0, 2.0]),
            "debt": np.array([3.0, -4.0, 0.5]),
        },
    )
    debt = Scalar("debt", Place.NODE, Start.INPUT)
    program = bazaar.program(ops=(op,), scalars=(*bazaar.RULES.scalars, debt))
    found = after(program, instance).scalars
    assert found[op.target].tolist() == expected
    assert found["debt"].tolist() == [3.0, -4.0, 0.5]


def test_all_operations_read_the_old_values() -> None:
    ops = (
        Op("tally", (apply("copy", ("debt",), EVERY),)),
        Op("debt", (apply("copy", ("tally",), EVERY),)),
    )
    debt = Scalar("debt", Place.NODE, Start.ZERO)
    program = bazaar.program(ops=ops, scalars=(*bazaar.RULES.scalars, debt))
    instance = bazaar.instance()
    swapped = {"tally": np.array([1.0, 2.0, 3.0]), "debt": np.array([4.0, 5.0, 6.0])}
    found = after(program, replace(instance, node_scalars=swapped)).scalars
    assert (found["tally"].tolist(), found["debt"].tolist()) == ([4, 5, 6], [1, 2, 3])


def test_what_a_term_adds_and_where() -> None:
    instance = bazaar.instance(keeper=OPENED)
    snapshot = first_snapshot(PROGRAM, instance)
    heard = select(PROGRAM, instance, snapshot)
    for term, where, values in (
        (keep((BUYER, OPENED)), [0, 2], [10.0, 0.0]),
        (pull("price", EVERY, head="cheapest"), [0], [1.0]),
        (inc((SELLER,), by=3.0), [1], [3.0]),
    ):
        at, value = term_values("tally", term, PROGRAM, instance, snapshot, heard)
        assert (at.tolist(), value.tolist()) == (where, values)


def test_sums_are_added_from_left_to_right_and_in_row_order() -> None:
    instance = replace(
        bazaar.instance(),
        node_scalars={"tally": np.array([1e16, 0.0, 0.0])},
        arc_scalars={"price": np.array([1.0, -1e16, 3.0, 0.0, 0.0, 0.0])},
    )

    def buyers_tally(*terms: Term) -> float:
        program = bazaar.program(ops=(Op("tally", terms),))
        return float(after(program, instance).scalars["tally"][0])

    pushed = push("price", (OFFER, SIGN))
    assert buyers_tally(keep((BUYER,)), pushed) == ((1e16 + 1.0) - 1e16) + 3.0 == 3.0
    assert buyers_tally(pushed, keep((BUYER,))) == ((1.0 - 1e16) + 3.0) + 1e16 == 4.0


@pytest.mark.usefixtures("no_shape_checks")
@pytest.mark.parametrize("name", all_tasks())
def test_arcs_are_looked_up_alike_in_a_table_and_case_by_case(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = get_task(name)
    for problem in problems(name, 3, nodes=5):
        instance = task.encode(problem)
        runs = []
        for most in (DENSE, 0):
            monkeypatch.setattr(interpreter, "DENSE", most)
            # A program of its own: tables are remembered by program.
            run = execute(replace(task.program), instance, record=True)
            runs.append(run.trajectory)
        assert runs[0] == runs[1]


def test_what_is_not_best_can_be_heard() -> None:
    orders = {(0, int(BUYER)): (Entry(3, 0, best=False), Entry(3, 0))}
    program = replace(PROGRAM, orders=orders)
    instance = bazaar.instance()
    heard = select(program, instance, first_snapshot(program, instance))["cheapest"]
    assert heard.tolist() == [0, UNHEARD, UNHEARD]


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
        role=np.array([0, 1, 1, 0], dtype=np.uint8),
        arc_state=np.zeros(4, dtype=np.uint8),
        roles=(
            Role("self", "self", Multiplicity.SELF),
            Role("wire", "wire", Multiplicity.ANY),
        ),
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
    ).program("blinking", {})
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
    lot = Scalar("lot", Place.NODE, Start.STREAM, period=1)
    still = Rules(Lamp, Wire, scalars=(lot,)).program("still", {})
    execution = execute(still, lamps([[1.0, 2.0], [2.0, 1.0]]))
    assert (execution.steps, execution.halted) == (0, True)


def test_another_stepper_can_take_the_rules_place() -> None:
    def opened(program: Program, instance: Instance, snapshot: Snapshot) -> Snapshot:
        changed = snapshot.node_state.copy()
        changed[2] = OPENED
        return Snapshot(snapshot.step + 1, changed, snapshot.arc_state, snapshot.scalars)

    execution = execute(PROGRAM, bazaar.instance(), stepper=opened, record=True)
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
    execution = execute(rules.program("bare", {}), bare)
    assert (execution.steps, execution.final.node_state.tolist()) == (1, [Lamp.ON])

"""Outputs: by position, by label, over a union of instances, and what each of them reads."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from dnar.graph import Graph, path
from dnar.machine import (
    ArcPointer,
    Ending,
    GraphMask,
    Instance,
    InstanceEnding,
    Labels,
    LastByScalar,
    NodeCategory,
    NodeKind,
    NodeMask,
    NodeScalar,
    OneNode,
    Output,
    PairPointer,
    PerNode,
    Place,
    Pointer,
    PointerByScalar,
    PointerOrder,
    PreviousByScalar,
    PreviousInSlots,
    Problem,
    ScalarUse,
    VirtualPointer,
    VirtualScalar,
    decode_all,
    execute,
    first_snapshot,
    union,
)
from dnar.tasks import all_tasks, get_task
from tests.unit.machine import bazaar
from tests.unit.machine.bazaar import DONE, OFFER, PAID, SELLER

STATES = len(bazaar.NodeState), len(bazaar.ArcState)


def finished() -> InstanceEnding:
    instance = bazaar.instance()
    return InstanceEnding(instance, execute(bazaar.PROGRAM, instance).final)


def ended(
    kinds: list[int], states: Sequence[int] | None = None, **scalars: list[float]
) -> InstanceEnding:
    """Nodes without arcs, in these states, with these scalars."""
    empty = np.zeros(0, dtype=np.int32)
    instance = Instance(
        labels=list(range(kinds.count(NodeKind.REAL))),
        node_kind=np.array(kinds, dtype=np.uint8),
        node_state=np.array(states or [0] * len(kinds), dtype=np.uint8),
        receiver=empty,
        sender=empty,
        reverse_arc=empty,
        role=empty.astype(np.uint8),
        arc_state=empty.astype(np.uint8),
        roles=(),
        node_scalars={name: np.array(values) for name, values in scalars.items()},
    )
    return InstanceEnding(instance, first_snapshot(bazaar.PROGRAM, instance))


def decoded(output: Output, ending: Ending, states: tuple[int, int] = STATES) -> list:
    return output.decode(ending, output.readout(*states)).tolist()


@pytest.mark.parametrize(
    ("output", "raw", "labelled"),
    [
        (Pointer(PAID), [1, 0], {"ann": "bob", "bob": "ann"}),
        (NodeMask(DONE), [True, False], ["ann"]),
        (NodeMask(bazaar.SHUT), [False, False], []),
        (
            NodeCategory((("shut", (bazaar.SHUT,)), ("sells", (SELLER, bazaar.OPENED)))),
            [0, 2],
            {"ann": None, "bob": "sells"},
        ),
        (OneNode(SELLER), [1], "bob"),
        (OneNode(bazaar.SHUT), [], None),
        (NodeScalar("tally", SELLER), [math.inf, 6.0], {"ann": math.inf, "bob": 6.0}),
        (PreviousByScalar("tally"), [1, 1], {"ann": "bob", "bob": "bob"}),
        (LastByScalar("tally"), [0], "ann"),
    ],
    ids=repr,
)
def test_outputs_of_the_bazaar(output: Output, raw: Sequence[Any], labelled: Any) -> None:
    ending = finished()
    assert decoded(output, ending) == raw
    found = output.decode(ending, output.readout(*STATES))
    made = output.labelled(found, ending.instance.labels)
    assert (dict(made.items()) if isinstance(made, PerNode) else made) == labelled


def test_helper_nodes_are_no_part_of_an_output() -> None:
    ending = finished()
    assert ending.instance.node_count == 3
    assert len(decoded(Pointer(OFFER), ending)) == 2
    assert len(decoded(NodeMask(bazaar.OPENED), ending)) == 2
    assert ending.of_kind(NodeKind.HELPER).tolist() == [2]


def test_of_several_nodes_the_first_is_the_one() -> None:
    assert decoded(OneNode(1), ended([0, 0, 0], [2, 1, 1])) == [1]


def test_equal_scalars_are_in_node_order() -> None:
    three = ended([0, 0, 0], ended_at=[0.0, 0.0, 0.0])
    assert decoded(PreviousByScalar("ended_at"), three) == [0, 0, 1]
    assert decoded(LastByScalar("ended_at"), three) == [2]


def test_scalars_that_hold_positions() -> None:
    four = ended([0, 0, 0, 1], root=[2.0, 0.0, 2.0, 7.0], item=[2.0, 0.0, 1.0, 0.0])
    assert decoded(PointerByScalar("root"), four) == [2, 0, 2]
    # Slot 0 holds item 2, slot 1 item 0, slot 2 item 1.
    assert decoded(PreviousInSlots("item"), four) == [2, 0, 2]
    # Cut off in the middle of a swap: item 1 is in no slot, and points to itself.
    torn = ended([0, 0, 0], item=[2.0, 0.0, 0.0])
    assert decoded(PreviousInSlots("item"), torn) == [0, 1, 2]
    made = PointerByScalar("root").labelled(np.array([2, 0, 2]), ["a", "b", "c"])
    assert dict(made.items()) == {"a": "c", "b": "a", "c": "c"}


def test_yes_or_no_of_the_virtual_node() -> None:
    for state, answer in ((0, False), (1, True), (2, True)):
        one = ended([0, 1], [1, state])
        assert decoded(GraphMask((1, 2)), one) == [answer]
    assert GraphMask((1,)).labelled(np.array([True]), ["a"]) is True


def test_pairs_by_arcs() -> None:
    ending = finished()
    scalars = {**ending.final.scalars, "price": np.array([1.0, 0.0, 9.0, 1.0, 1.0, 9.0])}
    ending = replace(ending, final=replace(ending.final, scalars=scalars))
    # The pair (i, j) is the arc that j receives from i; a pair without an arc points to i.
    assert decoded(ArcPointer("price"), ending) == [[0, 1], [0, 1]]
    assert ArcPointer("price").labelled(np.array([[0, 1], [0, 1]]), ["a", "b"]) == {
        ("a", "a"): "a",
        ("a", "b"): "b",
        ("b", "a"): "a",
        ("b", "b"): "b",
    }


def test_pairs_by_helpers() -> None:
    ending = ended(
        [0, 0, 3, 2, 3],
        row=[0.0, 0.0, 0.0, 1.0, 1.0],
        column=[0.0, 0.0, 1.0, 0.0, 1.0],
        cut=[9.0, 9.0, 1.0, 9.0, 1.0],
    )
    output = PairPointer("row", "column", "cut", 3)
    assert decoded(output, ending) == [[0, 1], [0, 1]]
    assert output.labelled(np.array([[0, 1], [0, 1]]), "ab")["a", "b"] == "b"


def test_the_virtual_nodes_outputs() -> None:
    task = get_task("minimum")
    values = np.array([3.0, 1.0, 2.0])
    instance = task.encode(Problem(Graph.from_edges([], [], labels=3), values=values))
    ending = InstanceEnding(instance, execute(task.program, instance).final)
    assert decoded(VirtualPointer(1), ending) == [1]
    assert VirtualPointer(1).labelled(np.array([1]), ["a", "b", "c"]) == "b"
    assert decoded(VirtualScalar("value"), ending) == [0.0]
    assert VirtualScalar("value").labelled(np.array([4.0]), ["a"]) == 4.0


def test_a_run_that_was_cut_off_has_no_node_to_name() -> None:
    task = get_task("minimum")
    problem = Problem(Graph.from_edges([], [], labels=2), values=np.array([3.0, 1.0]))
    instance = task.encode(problem)
    ending = InstanceEnding(instance, execute(task.program, instance, max_steps=0).final)
    raw = VirtualPointer(1).decode(ending, task.program.readouts["minimum"])
    assert raw.tolist() == []
    assert VirtualPointer(1).labelled(raw, instance.labels) is None


def test_a_union_has_one_answer_per_instance() -> None:
    task = get_task("eccentricity")
    both = union([task.encode(Problem(path(nodes), 0)) for nodes in (1, 4, 3)])
    ending = InstanceEnding(both, execute(task.program, both).final)
    assert decode_all(task.decoders, {}, ending)["eccentricity"].tolist() == [0.0, 3.0, 2.0]


BFS = get_task("bfs")
NEUTRAL, POINTER, CLOSED = range(3)
ROWS = [NEUTRAL, POINTER, CLOSED, *[NEUTRAL, CLOSED, POINTER, CLOSED], POINTER, NEUTRAL, CLOSED]
VIRTUAL = [CLOSED, CLOSED, CLOSED, CLOSED]
PARENT = Pointer(POINTER)


def pointed(arc_state: list[int], order: PointerOrder, output: Output = PARENT) -> list:
    """Where nodes point on a path of three nodes whose arcs are in these states.

    The rows are 0: 0 1 v, 1: 0 1 2 v, 2: 1 2 v, v: 0 1 2 v.
    """
    instance = BFS.encode(Problem(path(3), start=0))
    assert instance.sender.tolist() == [0, 1, 3, 0, 1, 2, 3, 1, 2, 3, 0, 1, 2, 3]
    first = first_snapshot(BFS.program, instance)
    final = replace(first, arc_state=np.array(arc_state, dtype=np.uint8))
    return output.decode(InstanceEnding(instance, final), order).tolist()


def test_a_pointer_goes_along_the_arc_that_comes_first() -> None:
    pointers_first = PointerOrder(((2, 3), (0, 1), (4, 5)))
    assert pointed([*ROWS, *VIRTUAL], pointers_first) == [1, 2, 1]
    neutral_first = PointerOrder(((0, 1), (2, 3), (4, 5)))
    assert pointed([*ROWS, *VIRTUAL], neutral_first) == [0, 0, 2]


def test_a_self_loop_has_a_place_of_its_own() -> None:
    loops_first = PointerOrder(((3, 0), (4, 1), (5, 2)))
    assert pointed([*ROWS, *VIRTUAL], loops_first) == [0, 1, 2]
    loops_last = PointerOrder(((0, 5), (1, 4), (2, 3)))
    assert pointed([*ROWS, *VIRTUAL], loops_last) == [1, 0, 1]


def test_of_equal_arcs_the_first_of_the_row_counts() -> None:
    alike = PointerOrder(((0, 0), (0, 0), (0, 0)))
    assert pointed([NEUTRAL] * 14, alike) == [0, 0, 1]


def test_a_virtual_node_that_points_to_itself_has_found_nothing() -> None:
    order, output = PointerOrder(((3, 2), (0, 1), (5, 4))), VirtualPointer(POINTER)
    assert pointed([*ROWS, CLOSED, CLOSED, POINTER, CLOSED], order, output) == [2]
    assert pointed([*ROWS, CLOSED, CLOSED, CLOSED, POINTER], order, output) == []


def test_labels_say_which_states_count() -> None:
    three = ended([0, 0, 0], [0, 1, 2], tally=[5.0, 6.0, 7.0])
    labels = Labels(Place.NODE, (1, 0, 1))
    assert NodeMask(1).decode(three, labels).tolist() == [True, False, True]
    assert NodeScalar("tally", 1).decode(three, labels).tolist() == [5.0, math.inf, 7.0]
    assert OneNode(1).decode(three, Labels(Place.NODE, (0, 0, 1))).tolist() == [2]


@pytest.mark.parametrize(
    ("output", "readout", "uses"),
    [
        (Pointer(1), PointerOrder(((2, 1), (0, 0), (2, 1))), ()),
        (VirtualPointer(0), PointerOrder(((0, 0), (2, 1), (2, 1))), ()),
        (NodeMask(1), Labels(Place.NODE, (0, 1)), ()),
        (NodeCategory((("a", (1,)), ("b", (0,)))), Labels(Place.NODE, (2, 1)), ()),
        (OneNode(0), Labels(Place.NODE, (1, 0)), ()),
        (GraphMask((0, 1)), Labels(Place.NODE, (1, 1)), ()),
        (
            NodeScalar("x", 1),
            Labels(Place.NODE, (0, 1)),
            (ScalarUse("x", NodeKind.REAL, frozenset({1})),),
        ),
        (VirtualScalar("x"), None, (ScalarUse("x", NodeKind.VIRTUAL),)),
        (PointerByScalar("x"), None, (ScalarUse("x", NodeKind.REAL),)),
        (PreviousByScalar("x"), None, (ScalarUse("x", NodeKind.REAL),)),
        (PreviousInSlots("x"), None, (ScalarUse("x", NodeKind.REAL),)),
        (LastByScalar("x"), None, (ScalarUse("x", NodeKind.REAL),)),
        (ArcPointer("x"), None, (ScalarUse("x", None),)),
        (PairPointer("i", "j", "x", 5), None, tuple(ScalarUse(name, 5) for name in "ijx")),
    ],
    ids=repr,
)
def test_what_an_output_reads(output: Output, readout: Any, uses: tuple) -> None:
    assert output.readout(2, 3) == readout
    assert output.scalar_uses() == uses


@pytest.mark.parametrize("name", all_tasks())
def test_the_program_of_a_task_has_the_readouts_of_its_outputs(name: str) -> None:
    task = get_task(name)
    sizes = len(task.program.node_states), len(task.program.arc_states)
    for output, kind in task.decoders.items():
        assert task.program.readouts.get(output) == kind.readout(*sizes)

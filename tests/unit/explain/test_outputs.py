"""Which states an answer is read from."""

from dataclasses import replace

from dnar.explain.explanation import Along, OutputWords
from dnar.explain.outputs import explain_outputs
from dnar.machine import Members, PointerOrder, program_of, reachable_types
from dnar.tasks import get_task
from tests.unit.explain.programs import explained


def test_the_rules_decoders() -> None:
    pointer, loop, unset = (
        Along("POINTER", False),
        Along("POINTER", True),
        Along("NEUTRAL", True),
    )
    assert explained("bfs", "rules").words.outputs == (
        OutputWords("parent", "Pointer", along=((pointer, loop), (unset,))),
    )
    assert explained("dijkstra", "rules").words.outputs[1] == OutputWords(
        "distance", "NodeScalar", states=("TREE",), scalar="distance"
    )
    assert explained("topological_sort", "rules").words.outputs == (
        OutputWords("previous", "PreviousByScalar", scalar="ended_at"),
        OutputWords("head", "LastByScalar", scalar="ended_at"),
    )


def test_a_learned_order_ends_where_every_row_has_its_arc() -> None:
    task = get_task("bfs")
    places = ((5, 4), (3, 2), (1, 0))
    program = replace(program_of(task), readouts={"parent": PointerOrder(places)})
    (output,) = explain_outputs(task, program, reachable_types(task))
    assert output.along == (
        (Along("CLOSED", False),),
        (Along("POINTER", True),),
        (Along("POINTER", False),),
        (Along("NEUTRAL", True),),
    )


def test_learned_members_that_no_node_can_be_in_are_left_out() -> None:
    task = get_task("mis")
    members = Members(frozenset({3, 5}))
    program = replace(program_of(task), readouts={"in_set": members})
    (output,) = explain_outputs(task, program, reachable_types(task))
    assert output == OutputWords("in_set", "NodeMask", states=("IN",))

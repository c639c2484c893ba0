"""Decoders: outputs by position, by label, and over a union of instances."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from dnar.graph import Graph, path
from dnar.machine import (
    Decoder,
    Instance,
    LastByScalar,
    NodeMask,
    NodeScalar,
    PerNode,
    Pointer,
    PreviousByScalar,
    Problem,
    Snapshot,
    VirtualPointer,
    VirtualScalar,
    execute,
    union,
)
from dnar.tasks import get_task
from tests.unit.machine import bazaar
from tests.unit.machine.bazaar import DONE, OFFER, PAID, SELLER, TAKEN


def finished() -> tuple[Instance, Snapshot]:
    instance = bazaar.instance()
    return instance, execute(bazaar.RULES, instance).final


@pytest.mark.parametrize(
    ("decoder", "raw", "labelled"),
    [
        (Pointer(PAID), [1, 0], {"ann": "bob", "bob": "ann"}),
        (Pointer(TAKEN), [0, 1], {"ann": "ann", "bob": "bob"}),
        (NodeMask(DONE), [True, False], ["ann"]),
        (NodeMask(bazaar.SHUT), [False, False], []),
        (NodeScalar("tally", SELLER), [math.inf, 6.0], {"ann": math.inf, "bob": 6.0}),
        (PreviousByScalar("tally"), [1, 1], {"ann": "bob", "bob": "bob"}),
        (LastByScalar("tally"), [0], "ann"),
    ],
    ids=repr,
)
def test_decoders(decoder: Decoder, raw: Sequence[Any], labelled: Any) -> None:
    instance, final = finished()
    found = decoder.decode(instance, final)
    assert found.tolist() == raw
    made = decoder.labelled(found, instance.labels)
    assert (dict(made.items()) if isinstance(made, PerNode) else made) == labelled


def test_helper_nodes_are_no_part_of_an_output() -> None:
    instance, final = finished()
    assert instance.node_count == 3
    assert len(Pointer(OFFER).decode(instance, final)) == 2
    assert len(NodeMask(bazaar.OPENED).decode(instance, final)) == 2


def test_of_several_pointers_the_lowest_sender_counts() -> None:
    instance = get_task("bfs").encode(Problem(path(3), 0))
    neutral = execute(get_task("bfs").rules, instance, max_steps=0).final
    assert Pointer(0).decode(instance, neutral).tolist() == [1, 0, 1]


def test_equal_scalars_stand_in_node_order() -> None:
    instance = get_task("topological_sort").encode(Problem(Graph.from_edges([], [], labels=3)))
    first = execute(get_task("topological_sort").rules, instance, max_steps=0).final
    assert PreviousByScalar("ended_at").decode(instance, first).tolist() == [0, 0, 1]
    assert LastByScalar("ended_at").decode(instance, first).tolist() == [2]


def test_the_virtual_nodes_outputs() -> None:
    task = get_task("minimum")
    values = np.array([3.0, 1.0, 2.0])
    instance = task.encode(Problem(Graph.from_edges([], [], labels=3), values=values))
    final = execute(task.rules, instance).final
    assert VirtualPointer(1).decode(instance, final).tolist() == [1]
    assert VirtualPointer(1).labelled(np.array([1]), ["a", "b", "c"]) == "b"
    assert VirtualScalar("value").decode(instance, final).tolist() == [0.0]
    assert VirtualScalar("value").labelled(np.array([4.0]), ["a"]) == 4.0


def test_a_run_that_was_cut_off_has_no_node_to_name() -> None:
    task = get_task("minimum")
    problem = Problem(Graph.from_edges([], [], labels=2), values=np.array([3.0, 1.0]))
    instance = task.encode(problem)
    raw = VirtualPointer(1).decode(instance, execute(task.rules, instance, max_steps=0).final)
    assert raw.tolist() == []
    assert VirtualPointer(1).labelled(raw, instance.labels) is None


def test_a_union_has_one_answer_per_instance() -> None:
    task = get_task("eccentricity")
    instances = [task.encode(Problem(path(nodes), 0)) for nodes in (1, 4, 3)]
    both = union(instances)
    final = execute(task.rules, both).final
    assert task.decoders["eccentricity"].decode(both, final).tolist() == [0.0, 3.0, 2.0]

"""Readout: pointers by order, sets by state, all else by the task's own decoders."""

from dataclasses import replace

import numpy as np

from dnar.graph import path
from dnar.machine import (
    Instance,
    Members,
    Pointer,
    PointerOrder,
    Problem,
    Readout,
    Snapshot,
    Task,
    VirtualPointer,
    first_snapshot,
    read_out,
)
from dnar.tasks import get_task

BFS = get_task("bfs")
NEUTRAL, POINTER, CLOSED = range(3)


def bfs_read(arc_state: list[int], readout: Readout, task: Task = BFS) -> list[int]:
    """The output `parent` on a path of three nodes whose arcs are in these states.

    The rows are 0: 0 1 v, 1: 0 1 2 v, 2: 1 2 v, v: 0 1 2 v.
    """
    instance, first = begun(task)
    assert instance.sender.tolist() == [0, 1, 3, 0, 1, 2, 3, 1, 2, 3, 0, 1, 2, 3]
    final = replace(first, arc_state=np.array(arc_state, dtype=np.uint8))
    return read_out(task, {"parent": readout}, instance, final)["parent"].tolist()


def begun(task: Task) -> tuple[Instance, Snapshot]:
    instance = task.encode(Problem(path(3), start=0))
    return instance, first_snapshot(task.rules, instance)


ROWS = [NEUTRAL, POINTER, CLOSED, *[NEUTRAL, CLOSED, POINTER, CLOSED], POINTER, NEUTRAL, CLOSED]
VIRTUAL = [CLOSED, CLOSED, CLOSED, CLOSED]


def test_a_pointer_goes_along_the_arc_that_comes_first() -> None:
    pointers_first = PointerOrder(((2, 3), (0, 1), (4, 5)))
    assert bfs_read([*ROWS, *VIRTUAL], pointers_first) == [1, 2, 1]
    neutral_first = PointerOrder(((0, 1), (2, 3), (4, 5)))
    assert bfs_read([*ROWS, *VIRTUAL], neutral_first) == [0, 0, 2]


def test_a_self_loop_has_a_place_of_its_own() -> None:
    loops_first = PointerOrder(((3, 0), (4, 1), (5, 2)))
    assert bfs_read([*ROWS, *VIRTUAL], loops_first) == [0, 1, 2]
    loops_last = PointerOrder(((0, 5), (1, 4), (2, 3)))
    assert bfs_read([*ROWS, *VIRTUAL], loops_last) == [1, 0, 1]


def test_of_equal_arcs_the_first_of_the_row_counts() -> None:
    alike = PointerOrder(((0, 0), (0, 0), (0, 0)))
    assert bfs_read([NEUTRAL] * 14, alike) == [0, 0, 1]


def test_a_virtual_node_that_points_to_itself_has_found_nothing() -> None:
    task = replace(BFS, decoders={"parent": VirtualPointer(POINTER)})
    order = PointerOrder(((3, 2), (0, 1), (5, 4)))
    assert bfs_read([*ROWS, CLOSED, CLOSED, POINTER, CLOSED], order, task) == [2]
    assert bfs_read([*ROWS, CLOSED, CLOSED, CLOSED, POINTER], order, task) == []


def test_sets_and_scalars_of_sets() -> None:
    task = get_task("dijkstra")
    instance, first = begun(
        replace(task, inputs=replace(task.inputs, weights=BFS.inputs.weights))
    )
    final = replace(
        first,
        node_state=np.array([6, 3, 0, 7], dtype=np.uint8),
        scalars={**first.scalars, "distance": np.array([0.0, 4.0, 5.0, 6.0])},
    )
    for states, distance in (({6}, [0, np.inf, np.inf]), ({0, 3, 7}, [np.inf, 4, 5])):
        read = read_out(task, {"distance": Members(frozenset(states))}, instance, final)
        assert read["distance"].tolist() == distance
    mis = get_task("mis")
    instance = mis.encode(Problem(path(3)))
    final = first_snapshot(mis.rules, instance)
    final = replace(final, node_state=np.array([3, 4, 0, 3], dtype=np.uint8))
    read = read_out(mis, {"in_set": Members(frozenset({0, 3}))}, instance, final)
    assert read["in_set"].tolist() == [True, False, True]


def test_without_a_readout_the_task_decodes() -> None:
    task = get_task("bfs")
    instance, first = begun(task)
    assert read_out(task, {}, instance, first)["parent"].tolist() == [0, 1, 2]
    assert list(task.decoders.values()) == [Pointer(POINTER)]
    assert read_out(replace(task, decoders={}), {}, instance, first) == {}

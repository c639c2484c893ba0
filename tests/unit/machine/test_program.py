"""Programs: complete tables, small node tables, and what ill-formed ones are told."""

from dataclasses import replace

import numpy as np
import pytest

from dnar.machine import (
    NOTHING,
    UNLISTED,
    ArcClass,
    LocalFunctions,
    NodeTable,
    Program,
    node_table,
    program_of,
)
from dnar.run.bundled import pretrained_program
from dnar.tasks import get_task

BFS = program_of(get_task("bfs"))


def whole(table: NodeTable) -> np.ndarray:
    return table.becomes[np.ix_(*table.groups)]


@pytest.mark.parametrize("heads", [1, 2, 3])
def test_merged_classes_lose_nothing(heads: int) -> None:
    rng = np.random.default_rng(heads)
    for _ in range(30):
        # Few distinct rows per head, so that there is something to merge.
        rows = [rng.integers(3, size=7) for _ in range(heads)]
        full = rng.integers(4, size=(3,) * heads).astype(np.uint8)[np.ix_(*rows)]
        table = node_table(full)
        assert np.array_equal(whole(table), full)
        for axis, groups in enumerate(table.groups):
            distinct = np.unique(np.moveaxis(full, axis, 0).reshape(7, -1), axis=0)
            assert table.becomes.shape[axis] == len(distinct)
            # Numbered as they come.
            assert list(dict.fromkeys(groups)) == list(range(len(distinct)))


def test_a_table_that_tells_nothing_apart() -> None:
    table = node_table(np.full((4, 4), 2, dtype=np.uint8))
    assert (table.groups, table.becomes.tolist()) == (((0,) * 4, (0,) * 4), [[2]])


def test_outcomes_are_looked_up_by_class() -> None:
    unseen, done, pointer = 0, 1, 1
    assert BFS.node_outcome(unseen, (ArcClass(done, 0),)) == done
    assert BFS.node_outcome(unseen, (ArcClass(unseen, pointer),)) == unseen
    assert BFS.node_outcome(unseen, (NOTHING,)) == unseen
    classes = [ArcClass(sender, arc) for sender in range(3) for arc in range(3)]
    assert [BFS.class_number(each) for each in (*classes, NOTHING)] == list(range(10))


def test_orders_list_what_can_be_heard() -> None:
    # By the rules an UNSEEN node listens to DONE over NEUTRAL, then to its own loop.
    assert BFS.order(0, 0) == [(1, 0, True), (0, 1, True)]
    assert BFS.order(0, 2) == []
    learned = pretrained_program(get_task("bfs"))
    order = learned.order(0, 0)
    assert sorted(order) == [
        (s, a, best) for s in range(3) for a in range(3) for best in (0, 1)
    ]
    places = [int(learned.listening[0, 0, s, a, int(best)]) for s, a, best in order]
    assert places == list(range(18))
    listening = learned.listening.copy()
    listening[0, 0, 2] = UNLISTED
    shorter = replace(learned, listening=listening).order(0, 0)
    assert shorter == [each for each in order if each[0] != 2]


def test_scalars_and_streams() -> None:
    mis = program_of(get_task("mis"))
    assert isinstance(mis, LocalFunctions)
    assert [scalar.name for scalar in mis.streams()] == [
        scalar.name for scalar in mis.scalars if scalar.period
    ]
    assert all(mis.scalar(scalar.name) == scalar for scalar in mis.scalars)
    assert (len(mis.streams()), BFS.streams()) == (1, ())


ILL_FORMED = {
    "listening must be": {"node_states": (*BFS.node_states, "LOST")},
    "arc_table must be": {"arc_table": BFS.arc_table[..., :1, :1]},
    "node_tables must be 3, got 2": {"node_tables": BFS.node_tables[:2]},
    "groups must be": {"node_tables": (NodeTable(((0,) * 9,), np.zeros(1, np.uint8)),) * 3},
    "a node table must be": {
        "node_tables": (NodeTable(((0,) * 9 + (1,),), np.zeros(1, np.uint8)),) * 3
    },
    "node states in range": {
        "node_tables": (NodeTable(((0,) * 10,), np.full(1, 3, np.uint8)),) * 3
    },
    "arc states in range": {"arc_table": np.full_like(BFS.arc_table, 3)},
}


@pytest.mark.parametrize("message", ILL_FORMED)
def test_ill_formed_programs(message: str) -> None:
    with pytest.raises(ValueError, match=f"ill-formed program: {message}"):
        replace(BFS, **ILL_FORMED[message])
    assert isinstance(replace(BFS), Program)

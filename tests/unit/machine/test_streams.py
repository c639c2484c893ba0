"""Streams: a row depends on its number alone."""

import numpy as np

from dnar.machine import GivenRows, RandomRows
from dnar.machine.streams import joined_streams

ROWS = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])


def test_given_rows_go_round() -> None:
    stream = GivenRows(ROWS)
    numbers = [0, 1, 2, 3, 7]
    assert [stream.row(number).tolist() for number in numbers] == [
        ROWS[0].tolist(),
        ROWS[1].tolist(),
        ROWS[2].tolist(),
        ROWS[0].tolist(),
        ROWS[1].tolist(),
    ]


def test_random_rows_depend_on_seed_and_number_alone() -> None:
    stream, same = RandomRows(7, 3, 4), RandomRows(7, 3, 4)
    later_first = [same.row(5).tolist(), same.row(0).tolist()]
    assert [stream.row(0).tolist(), stream.row(5).tolist()] == later_first[::-1]
    rows = [
        tuple(RandomRows(seed, 3, 4).row(at).tolist()) for seed in range(3) for at in range(3)
    ]
    assert len(set(rows)) == 9


def test_random_rows_are_uniform_on_real_nodes_and_zero_on_others() -> None:
    row = RandomRows(0, 1000, 1002).row(0)
    assert row[1000:].tolist() == [0.0, 0.0]
    assert row[:1000].min() > 0.0
    assert row.max() < 1.0
    assert np.histogram(row[:1000], 4, (0, 1))[0].min() > 200


def test_side_by_side() -> None:
    stream = joined_streams([GivenRows(ROWS), GivenRows(ROWS[:1] * 10)])
    assert stream.row(1).tolist() == [3.0, 4.0, 10.0, 20.0]

"""Completion: given parts of a program hold, and the search finds the rest."""

import numpy as np
import pytest

from dnar.discover import (
    Found,
    Given,
    Part,
    Settings,
    Solving,
    StateCounts,
    Tables,
    laid_out,
)
from dnar.discover.checking import Asked, Batch
from dnar.discover.completion import COUNTS, completion_sketch, given_tables
from dnar.discover.sketch import Key, Sketch
from dnar.errors import InputError
from dnar.graph import Graph
from dnar.machine import Problem

PAIR = Problem(Graph.from_edges([0], [1], labels=2, weight=[3.0]), 0)
TRIANGLE = Problem(Graph.from_edges([0, 0, 1], [1, 2, 2], labels=3, weight=[1.0, 9.0, 4.0]), 0)


def solved(sketch: Sketch, given: Given) -> Tables | None:
    """The program that the solver completes so that it solves the pair."""
    assert sketch.expected is not None
    with Solving(sketch, COUNTS, Settings(given=given)) as solving:
        solving.add(laid_out(sketch, Asked(PAIR, sketch.expected(PAIR)), COUNTS))
        return solving.solve(None)


@pytest.mark.parametrize("name", ["prim", "dijkstra"])
def test_given_parts_make_the_whole_program(name: str) -> None:
    sketch = completion_sketch(name)
    tables = solved(sketch, Given(given_tables(), frozenset(Part)))
    assert tables is not None
    assert (tables.listened, tables.arc) == (given_tables().listened, given_tables().arc)
    assert sketch.expected is not None
    asked = [Asked(each, sketch.expected(each)) for each in (PAIR, TRIANGLE)]
    failures = Batch(sketch, COUNTS, asked).failures(Found(sketch, tables))
    assert np.array_equal(failures, [])


def test_a_wrong_part_leaves_nothing_to_find() -> None:
    silent = Given(Tables(StateCounts(7, 4, 1)), frozenset(Part))
    assert solved(completion_sketch("prim"), silent) is None


def test_what_cannot_be_completed_is_refused() -> None:
    with pytest.raises(InputError, match="can be completed, got 'bfs'"):
        completion_sketch("bfs")
    value = completion_sketch("prim").to_json()
    assert value["key"] == Key.LENGTH.value
    with pytest.raises(InputError, match="only if their updates are told"):
        Sketch.from_json(value)

"""The plan: every graph once, and the same graph whoever draws it."""

import numpy as np
import pytest

import dnar
from dnar import memory
from dnar.errors import InputError
from dnar.run import engine_for, evaluate
from dnar.run.plan import Plan, evaluation_problem
from dnar.tasks import all_tasks, get_task


def test_chunks_hold_every_graph_once() -> None:
    plan = Plan((16, 1600), ("er", "ws"), 230, 0)
    drawn = [
        (chunk.family, chunk.size, number)
        for chunk in plan.chunks()
        for number in chunk.numbers
    ]
    assert drawn == [(*cell, number) for cell in plan.cells() for number in range(230)]
    assert {chunk.graphs for chunk in plan.chunks()} == {100, 30, 10}


@pytest.mark.parametrize("name", all_tasks())
def test_a_number_stands_for_one_problem(name: str) -> None:
    one, again, other = (
        evaluation_problem(name, "er", 12, number, seed=1) for number in (4, 4, 5)
    )
    assert (one.graph, one.start, one.seed) == (again.graph, again.start, again.seed)
    assert (one.values is None) == (again.values is None)
    if one.values is not None and again.values is not None and other.values is not None:
        assert np.array_equal(one.values, again.values)
        assert not np.array_equal(one.values, other.values)
    else:
        assert one.graph != other.graph
    get_task(name).encode(one)


def test_what_cannot_be_drawn() -> None:
    with pytest.raises(InputError, match="no family 'moon'"):
        dnar.evaluation_problem("bfs", "moon", 5, 0)
    with pytest.raises(InputError, match="must be 1 or more"):
        dnar.evaluation_problem("bfs", "er", 5, -1)
    with pytest.raises(InputError, match="no task 'bsf'"):
        dnar.evaluation_problem("bsf", "er", 5, 0)
    with pytest.raises(InputError, match="at most 10,000,000 graphs, got 1000000000000"):
        Plan((5,), ("er",), 10**12, 0)


@pytest.mark.parametrize(
    ("task", "family", "message"),
    [
        ("bfs", "clrs", "from 1 to 20000"),
        ("bfs", "er", "a graph of"),
        ("minimum", "er", "an array"),
    ],
)
def test_what_does_not_fit_is_told_before_the_first_graph(
    task: str, family: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "available_memory", lambda: 10**9)
    told: list[int] = []
    scores = evaluate(
        engine_for(get_task(task), "program"),
        sizes=(5, 10**9),
        families=(family,),
        graphs=2,
        on_graphs=told.append,
    )
    with pytest.raises(InputError, match=message):
        next(scores)
    assert told == []

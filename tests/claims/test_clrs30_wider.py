"""The official CLRS-30 data of the tasks that need more than inc, keep and push.

The bundled programs, compiled, return exactly the benchmark's outputs: 32 samples of 16 nodes
and 32 of 64. Beyond these, the learned programs agree with the textbook on 100 random problems
of 16 nodes and 20 of 64.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dnar
from dnar.run import engine_for, evaluation_problem
from dnar.tasks import get_task
from dnar.textbook import TEXTBOOK

DATA = Path(__file__).parents[1] / "data" / "clrs30"
LETTERS = "abcd"
Sample = dict[str, np.ndarray]


def graph_of(sample: Sample, *, directed: bool = False) -> dnar.Graph:
    """The weighted graph of a sample; an edge of weight zero is an edge."""
    source, target = np.nonzero(sample["adj"])
    if not directed:
        source, target = source[source <= target], target[source <= target]
    weight = sample["A"][source, target]
    return dnar.Graph.from_edges(
        source, target, labels=len(sample["adj"]), weight=weight, directed=directed
    )


def strings(sample: Sample) -> tuple[str, str]:
    letters = [LETTERS[at] for at in sample["key"].argmax(1)]
    parts = [
        "".join(
            letter for letter, part in zip(letters, sample["string"], strict=True) if part == of
        )
        for of in (0, 1)
    ]
    return parts[0], parts[1]


def pairs(output: dict[tuple[int, int], int]) -> np.ndarray:
    size = round(len(output) ** 0.5)
    return np.array(list(output.values())).reshape(size, size)


def pointers(output: dict[int, int]) -> np.ndarray:
    return np.array(list(output.values()))


QUESTIONS: dict[str, tuple[Callable[[Sample], Any], str, str, Callable[[Any], np.ndarray]]] = {
    "bellman_ford": (graph_of, "parent", "pi", pointers),
    "floyd_warshall": (graph_of, "before", "Pi", pairs),
    "insertion_sort": (lambda sample: sample["key"], "previous", "pred", pointers),
    "strongly_connected_components": (
        lambda sample: graph_of(sample, directed=True),
        "root",
        "scc_id",
        pointers,
    ),
    "matrix_chain_order": (lambda sample: sample["p"], "cut", "s", pairs),
    "segments_intersect": (
        lambda sample: np.stack([sample["x"], sample["y"]], 1),
        "intersect",
        "intersect",
        np.array,
    ),
    "naive_string_matcher": (strings, "match", "match", np.array),
}
"""Per task: what is asked, the output's name here and there, and the output as an array."""


def samples(name: str, split: str) -> tuple[list[Sample], np.ndarray]:
    output = QUESTIONS[name][2]
    with np.load(DATA / f"{name}_{split}.npz") as data:
        given = {key[3:]: data[key] for key in data if key.startswith("in_")}
        expected = data[f"out_{output}"]
    if name == "naive_string_matcher":
        expected = expected.argmax(1)
    inputs = [{key: value[at] for key, value in given.items()} for at in range(len(expected))]
    return inputs, expected


@pytest.mark.parametrize("split", ["val", "test"])
@pytest.mark.parametrize("name", QUESTIONS)
def test_outputs_are_exactly_those_of_the_benchmark(name: str, split: str) -> None:
    ask, output, _, as_array = QUESTIONS[name]
    inputs, expected = samples(name, split)
    assert len(inputs) == 32
    for sample, wanted in zip(inputs, expected, strict=True):
        start = int(sample["s"].argmax()) if "s" in sample else None
        answer = dnar.run(name, ask(sample), start=start)
        assert (answer.engine, answer.halted) == ("compiled", True)
        assert np.array_equal(as_array(getattr(answer, output)), wanted)


@pytest.mark.parametrize(("size", "count"), [(16, 100), (64, 20)])
@pytest.mark.parametrize("name", QUESTIONS)
def test_outputs_are_those_of_the_textbook(name: str, size: int, count: int) -> None:
    task = get_task(name)
    engine = engine_for(task, None)
    for number in range(count):
        problem = evaluation_problem(task, "clrs", size, number)
        solution = engine.solve(problem)
        assert solution.halted
        expected = TEXTBOOK[name].expected(problem)
        assert {*expected} == {*task.decoders}
        for output, wanted in expected.items():
            assert np.array_equal(solution.outputs[output], wanted), (number, output)

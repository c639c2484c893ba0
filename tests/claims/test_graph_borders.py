"""Malformed graphs are refused with one clear error, by every public constructor."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dnar.errors import InputError
from dnar.graph import Graph

MASKED = np.ma.array([0, 1], mask=[False, True])
READ_ONLY = np.array([0, 1], dtype=np.int32)
READ_ONLY.setflags(write=False)

ENDS: dict[str, tuple[Any, str]] = {
    "a negative position": ([0, -1], "from 0 to 2, got -1"),
    "a position beyond the last": ([0, 3], "from 0 to 2, got 3"),
    "a position beyond 32 bits": ([0, 2**31], "got 2147483648"),
    "a position beyond 64 bits": ([0, 2**70], "whole numbers, got an array"),
    "a large unsigned position": (np.array([0, 2**63], np.uint64), "got 9223372036854775808"),
    "floats": ([0.0, 1.0], "whole numbers, got an array of shape (2,) and type float64"),
    "booleans": ([True, False], "type bool"),
    "objects": (np.array([0, 1], dtype=object), "type object"),
    "strings": (["0", "1"], "whole numbers"),
    "one string": ("01", "whole numbers, got '01'"),
    "None": (None, "whole numbers, got None"),
    "None among them": ([0, None], "type object"),
    "two dimensions": ([[0, 1]], "shape (1, 2)"),
    "no dimension": (1, "whole numbers, got 1"),
    "lists of different lengths": ([[0], [0, 1]], "must be a list of numbers"),
    "complex numbers": ([0j, 1j], "type complex128"),
    "dates": (np.array(["2020-01-01"] * 2, "datetime64[D]"), "type datetime64"),
    "a masked array": (MASKED, "must not be masked"),
    "a set": ({0, 1}, "whole numbers"),
    "too many": ([0, 1, 2], "equally long, got 3, 2"),
}

LABELS: dict[str, tuple[Any, str]] = {
    "none": ([], "the graph is empty"),
    "zero nodes": (0, "the graph is empty"),
    "fewer than zero nodes": (-4, "the graph is empty"),
    "too many nodes": (2**31 - 1, "at most 2147483646 nodes"),
    "None": (None, "labels must be a sequence"),
    "a boolean": (True, "labels must be a sequence"),
    "a float": (3.0, "labels must be a sequence"),
    "one string": ("abc", "labels must be a sequence with one label per node"),
    "a set, which has no order": ({"a", "b", "c"}, "labels must be a sequence"),
    "a repeated label": (["a", "b", "a"], "but 'a' is repeated"),
    "equal numbers": ([1, 1.0, 2], "is repeated"),
    "an unhashable label": (["a", ["b"], "c"], "must be hashable, got ['b']"),
    "rows of a table": (np.zeros((3, 2)), "must be hashable"),
}

WEIGHTS: dict[str, tuple[Any, str]] = {
    "NaN": ([1.0, np.nan], "is nan; weights must be finite numbers"),
    "infinity": ([np.inf, 1.0], "the weight of edge (0, 1) is inf"),
    "infinities that cancel": ([np.inf, -np.inf], "is inf"),
    "complex numbers": ([1j, 2.0], "real numbers, got an array of shape (2,) and type complex"),
    "strings": (["1", "2"], "weights must be real numbers"),
    "booleans": ([True, False], "real numbers, got an array of shape (2,) and type bool"),
    "None among them": ([1.0, None], "real numbers, got None"),
    "a number beyond floats": ([1, 10**400], "finite numbers, got one beyond"),
    "lists of different lengths": ([[1.0], [1.0, 2.0]], "weights must be a list of numbers"),
    "two dimensions": ([[1.0, 2.0]], "one-dimensional list of numbers, got shape (1, 2)"),
    "too few": ([1.0], "equally long, got 2, 2 and 1"),
    "a masked array": (np.ma.array([1.0, 2.0], mask=[True, False]), "must not be masked"),
}


def constructed(source: Any, target: Any, labels: Any, weight: Any) -> Graph:
    return Graph(labels, source, target, weight, False)


def from_edges(source: Any, target: Any, labels: Any, weight: Any) -> Graph:
    return Graph.from_edges(source, target, labels=labels, weight=weight)


both = pytest.mark.parametrize("make", [constructed, from_edges])
Make = Callable[[Any, Any, Any, Any], Graph]


def refused(message: str, call: Callable[[], object]) -> None:
    with pytest.raises(InputError) as error:
        call()
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@both
@pytest.mark.parametrize(("ends", "message"), ENDS.values(), ids=ENDS)
def test_edge_ends(make: Make, ends: Any, message: str) -> None:
    refused(message, lambda: make(ends, [1, 2], 3, None))


@both
@pytest.mark.parametrize(("labels", "message"), LABELS.values(), ids=LABELS)
def test_labels(make: Make, labels: Any, message: str) -> None:
    refused(message, lambda: make([], [], labels, None))


@both
@pytest.mark.parametrize(("weight", "message"), WEIGHTS.values(), ids=WEIGHTS)
def test_weights(make: Make, weight: Any, message: str) -> None:
    refused(message, lambda: make([0, 1], [1, 2], 3, weight))
    if "beyond" in message or "list of numbers" in message:
        message = message.split(",", maxsplit=1)[0]
    graph = Graph.from_edges([0, 1], [1, 2], labels=3)
    refused(message, lambda: graph.with_weight(weight))


@pytest.mark.parametrize(
    ("source", "target", "directed"),
    [([1, 0], [1, 1], True), ([0, 0], [1, 1], False), ([1], [0], False)],
    ids=["unsorted", "repeated", "source above target"],
)
def test_the_constructor_takes_canonical_edges(
    source: list[int], target: list[int], directed: bool
) -> None:
    message = "Graph.from_edges takes them in any order"
    refused(message, lambda: Graph(range(2), source, target, None, directed))  # type: ignore[arg-type]
    assert Graph.from_edges(source, target, labels=2, directed=directed).edge_count <= 2


@pytest.mark.parametrize("directed", [None, "yes", 1, []])
def test_direction(directed: Any) -> None:
    refused("directed must be", lambda: Graph.from_edges([], [], labels=1, directed=directed))


def test_relabelling() -> None:
    graph = Graph.from_edges([0], [1], labels=2)
    refused("2 nodes need as many labels, got 3", lambda: graph.relabelled([1, 2, 3]))
    refused("labels must be a sequence", lambda: graph.relabelled("ab"))
    refused("must be hashable", lambda: graph.relabelled([[], {}]))  # type: ignore[list-item]
    refused("no node ['a']", lambda: graph.index(["a"]))  # type: ignore[arg-type]
    named = graph.relabelled(["a", "b"])
    refused("no node ['a']", lambda: named.index(["a"]))  # type: ignore[arg-type]


@both
@pytest.mark.parametrize(
    "ends",
    [
        READ_ONLY,
        np.arange(4)[::3] // 3,
        np.array([[0, 5], [1, 5]])[:, 0],
        np.array([0, 1], np.uint8),
        np.array([0, 1], ">i4"),
        np.ma.array([0, 1]),
        (0, 1),
        range(2),
    ],
    ids=["read-only", "strided", "column", "uint8", "big-endian", "unmasked", "tuple", "range"],
)
def test_odd_but_legal_arrays(make: Make, ends: Any) -> None:
    assert make(ends, [1, 2], 3, None) == Graph.from_edges([0, 1], [1, 2], labels=3)


@both
def test_what_the_caller_changes_later_changes_nothing(make: Make) -> None:
    ends, weight = np.array([0, 1], np.int32), np.array([1.0, 2.0])
    labels = ["a", "b", "c"]
    graph = make(ends[:], np.array([1, 2], np.int32), labels, weight[:])
    again = graph.relabelled(labels).with_weight(weight)
    ends[:], weight[:], labels[0] = 2, 9.0, "z"
    for each in (graph, again):
        assert (each.source.tolist(), list(each.labels)) == ([0, 1], ["a", "b", "c"])
        assert each.weight is not None
        assert each.weight.tolist() == [1.0, 2.0]
    assert ends.flags.writeable
    assert weight.flags.writeable


def test_the_same_without_asserts() -> None:
    code = """
import numpy as np
from dnar import Graph, InputError, as_graph
wrong = [
    lambda: Graph.from_edges([-1], [0], labels=2),
    lambda: Graph.from_edges([0], [2], labels=2),
    lambda: Graph.from_edges([0.5], [1], labels=2),
    lambda: Graph.from_edges([0], [1, 1], labels=2),
    lambda: Graph.from_edges([0], [1], labels=["a", "a"]),
    lambda: Graph.from_edges([0], [1], labels=[[], {}]),
    lambda: Graph.from_edges([0], [1], labels=2, weight=[np.nan]),
    lambda: Graph.from_edges([0], [1], labels=2, weight=[1j]),
    lambda: Graph.from_edges([], [], labels=0),
    lambda: Graph(range(2), np.array([1]), np.array([0]), None, False),
    lambda: Graph(range(2), np.array([5]), np.array([0]), None, True),
    lambda: as_graph(None),
    lambda: as_graph(np.zeros((2, 3))),
    lambda: as_graph(np.array([[0, 1j], [1j, 0]])),
    lambda: as_graph(np.array([[0, np.nan], [0, 0]])),
]
for call in wrong:
    try:
        call()
    except InputError:
        print("refused")
"""
    done = subprocess.run(
        [sys.executable, "-O", "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == ["refused"] * 15

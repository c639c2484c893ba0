"""Samples of dm-clrs and SALSA-CLRS: as the real packages make them, and as stand-ins."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from dnar.errors import InputError
from dnar.machine import Problem, given_problems
from dnar.run.source import engine_from
from dnar.tasks import get_task

MATRIX = np.array([[0, 2.0, 0], [2.0, 0, 1.0], [0, 1.0, 0]])


def feedback(**batches: Any) -> Any:
    """What dm-clrs's samplers return, as far as it is read."""
    inputs = [SimpleNamespace(name=name, data=data) for name, data in batches.items()]
    features = SimpleNamespace(inputs=inputs, hints=[], lengths=np.array([3]))
    return SimpleNamespace(features=features, outputs=[])


def solved(task: str, problem: Problem) -> dict[str, np.ndarray]:
    """The outputs by the task's rules; nodes are positions."""
    return dict(engine_from(task, "rules").solve(problem).outputs)


def test_graphs_of_clrs() -> None:
    sample = feedback(A=MATRIX[None], adj=[(MATRIX != 0) + np.eye(3)], s=[[0, 1, 0]])
    (problem,) = given_problems(get_task("dijkstra"), sample)
    assert (problem.start, problem.graph.edge_count, problem.graph.directed) == (1, 2, False)
    assert problem.graph.weight is not None
    assert sorted(problem.graph.weight.tolist()) == [1.0, 2.0]
    (again,) = given_problems(get_task("dijkstra"), sample.features)
    assert again.graph == problem.graph


def test_arrays_points_and_strings_of_clrs() -> None:
    numbers = feedback(pos=np.zeros((2, 3)), key=np.array([[3.0, 1.0, 2.0], [1.0, 2.0, 3.0]]))
    found = given_problems(get_task("minimum"), numbers)
    assert [each.values.tolist() for each in found if each.values is not None] == [
        [3.0, 1.0, 2.0],
        [1.0, 2.0, 3.0],
    ]
    text = feedback(string=np.array([[0, 0, 1]]), key=np.eye(4)[None, [1, 3, 3]])
    (problem,) = given_problems(get_task("naive_string_matcher"), text)
    assert solved("naive_string_matcher", problem)["match"] == 1
    points = feedback(x=np.array([[0, 1, 0, 1.0]]), y=np.array([[0, 1, 1, 0.0]]))
    (problem,) = given_problems(get_task("segments_intersect"), points)
    assert solved("segments_intersect", problem)["intersect"]


@pytest.mark.parametrize(
    ("task", "batches", "message"),
    [
        ("bfs", {}, "dm-clrs samples come in one batch, got batches of"),
        ("bfs", {"A": [MATRIX], "s": np.eye(3)}, r"one batch, got batches of \[1, 3\]"),
        ("bfs", {"pos": np.ones((1, 3))}, "samples need a matrix A or adj, .* inputs pos"),
        ("bfs", {"key": np.ones((1, 3))}, "the graph: "),
        ("minimum", {"A": [MATRIX]}, "the graph: "),
    ],
)
def test_samples_that_the_task_cannot_take(task: str, batches: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        given_problems(get_task(task), feedback(**batches))


SIZE = 8
REAL = {
    "bellman_ford": ("bellman_ford", "parent", "pi"),
    "bfs": ("bfs", "parent", "pi"),
    "dfs": ("dfs", "parent", "pi"),
    "dijkstra": ("dijkstra", "parent", "pi"),
    "floyd_warshall": ("floyd_warshall", "before", "Pi"),
    "insertion_sort": ("insertion_sort", "previous", "pred"),
    "matrix_chain_order": ("matrix_chain_order", "cut", "s"),
    "minimum": ("minimum", "minimum", "min"),
    "mst_prim": ("prim", "parent", "pi"),
    "naive_string_matcher": ("naive_string_matcher", "match", "match"),
    "segments_intersect": ("segments_intersect", "intersect", "intersect"),
    "strongly_connected_components": ("strongly_connected_components", "root", "scc_id"),
}
"""Per algorithm of dm-clrs: our task, its output and the benchmark's."""
ONE_HOT = ("minimum", "naive_string_matcher")
"""Algorithms whose output is one node, in the benchmark as a mask."""


@pytest.mark.parametrize("algorithm", REAL)
def test_real_samples_of_clrs(algorithm: str) -> None:
    clrs = pytest.importorskip("clrs", reason="dm-clrs is not installed: REAL SAMPLES UNTESTED")
    sampler, _ = clrs.build_sampler(algorithm, num_samples=4, length=SIZE, seed=3)
    batch = sampler.next(4)
    name, output, theirs = REAL[algorithm]
    (expected,) = (point.data for point in batch.outputs if point.name == theirs)
    if algorithm in ONE_HOT:
        expected = expected.argmax(-1)
    problems = given_problems(get_task(name), batch)
    assert len(problems) == len(expected) == 4
    for problem, wanted in zip(problems, expected, strict=True):
        found = np.reshape(solved(name, problem)[output], np.shape(wanted))
        assert np.array_equal(found, wanted)


def salsa(**fields: Any) -> Any:
    """A sample of the path 0 - 1 - 2 with the attributes of SALSA-CLRS's, as a PyG `Data`."""
    data = pytest.importorskip("torch_geometric.data", reason="PyG is not installed")
    torch = pytest.importorskip("torch")
    ends = [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (2, 2)]
    found = data.Data(
        edge_index=torch.tensor(ends).T,
        length=torch.tensor(3),
        pos=torch.arange(3.0) / 3,
        **{name: torch.tensor(value) for name, value in fields.items()},
    )
    found.inputs, found.hints, found.outputs = ["pos", *fields], [], []
    return found


def weights_of(problem: Problem) -> list[float]:
    graph = problem.graph
    kept = graph.source != graph.target
    return [] if graph.weight is None else graph.weight[kept].tolist()


def test_samples_of_salsa() -> None:
    sample = salsa(s=[0.0, 0.0, 1.0], weights=[1.0, 4.0, 4.0, 1.0, 5.0, 5.0, 1.0])
    problems = given_problems(get_task("dijkstra"), [sample, sample])
    assert [each.start for each in problems] == [2, 2]
    assert (problems[0].graph.node_count, problems[0].graph.directed) == (3, False)
    assert weights_of(problems[0]) == [4.0, 5.0]
    assert solved("dijkstra", problems[0])["parent"].tolist() == [1, 2, 2]
    (unweighted,) = given_problems(get_task("bfs"), salsa(s=[1.0, 0.0, 0.0]))
    assert (unweighted.start, unweighted.graph.weight) == (0, None)


def test_random_numbers_of_salsa() -> None:
    """A round is two steps, with the same numbers; the smallest of all neighbours wins."""
    lots = [[0.5, 0.5, 0.0, 0.0], [0.25, 0.25, 0.5, 0.5], [0.125, 0.125, 0.75, 0.75]]
    (problem,) = given_problems(get_task("mis"), salsa(randomness=lots))
    assert problem.randomness is not None
    assert problem.randomness.tolist() == [[0.5, 0.25, 0.125], [0.0, 0.5, 0.75]]
    assert solved("mis", problem)["in_set"].tolist() == [True, False, True]


def test_a_dataset_of_pyg() -> None:
    data = pytest.importorskip("torch_geometric.data", reason="PyG is not installed")

    class Samples(data.InMemoryDataset):
        def __init__(self, samples: Sequence[Any]) -> None:
            super().__init__(None)
            self.data, self.slices = self.collate(list(samples))

    samples = Samples([salsa(s=[1.0, 0.0, 0.0]), salsa(s=[0.0, 1.0, 0.0])])
    assert [each.start for each in given_problems(get_task("bfs"), samples)] == [0, 1]

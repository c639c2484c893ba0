"""The official CLRS-30 data: our rules return exactly its pointers, on every node."""

from pathlib import Path

import numpy as np
import pytest

from tests.rules_run import rules_run

DATA = Path(__file__).parents[1] / "data" / "clrs30"
TASKS = {"bfs": "bfs", "dfs": "dfs", "dijkstra": "dijkstra", "mst_prim": "prim"}


@pytest.mark.parametrize("split", ["val", "test"])
@pytest.mark.parametrize("name", TASKS)
def test_pointers_are_exactly_those_of_the_benchmark(name: str, split: str) -> None:
    with np.load(DATA / f"{name}_{split}.npz") as data:
        graphs, expected = data["A"], data["pi"]
        starts = data["source"].tolist() if "source" in data else [None] * len(graphs)
    assert graphs.shape == ((32, 16, 16) if split == "val" else (32, 64, 64))
    for matrix, start, pointers in zip(graphs, starts, expected, strict=True):
        answer = rules_run(TASKS[name], matrix, start=start, directed=name == "dfs")
        assert answer.halted
        assert list(answer.parent.values()) == pointers.tolist()


def test_the_data_holds_the_cases_that_are_easily_got_wrong() -> None:
    with np.load(DATA / "dfs_val.npz") as data:
        matrices = data["A"]
    assert (matrices != matrices.transpose(0, 2, 1)).any(), "directed graphs"
    assert matrices.diagonal(axis1=1, axis2=2).any(), "self-loops"
    with np.load(DATA / "mst_prim_val.npz") as data:
        roots = (data["pi"] == np.arange(16)).sum(axis=1)
    assert (roots > 1).any(), "nodes that the start does not reach"

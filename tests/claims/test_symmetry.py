"""What must not matter does not: processes, names, batches, order, representation."""

import hashlib
import os
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import igraph
import networkx as nx
import numpy as np
import pandas as pd
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from dnar.graph import Graph, clrs_er, erdos_renyi, path, random_weights, star
from dnar.machine import (
    Instance,
    Problem,
    Shape,
    Snapshot,
    StartNode,
    Task,
    Trajectory,
    execute,
    split,
    union,
)
from dnar.run import pose
from dnar.run.run_task import engine_for
from dnar.tasks import all_tasks, get_task
from tests.rules_run import rules_run

ROOT = Path(__file__).parents[2]


def question(task: Task, nodes: int, seed: int) -> tuple[Any, dict[str, Any]]:
    """A graph (or array) that the task takes, and what it wants beside it."""
    rng = np.random.default_rng(seed)
    if task.inputs.shape is Shape.ARRAY:
        return rng.random(nodes).round(1), {}
    if task.inputs.shape is Shape.ACYCLIC:
        return clrs_er(nodes, rng, p=0.3, directed=True, acyclic=True), {}
    graph = random_weights(erdos_renyi(nodes, rng), rng)
    required = task.inputs.start is StartNode.REQUIRED
    return graph, {"start": seed % nodes} if required else {}


def problem_of(task: Task, nodes: int, seed: int) -> Problem:
    """That question as a problem; or one from the task's own source."""
    if task.source is not None:
        return task.source.sample(nodes, np.random.default_rng(seed))
    graph, given = question(task, nodes, seed)
    return pose(task, graph, seed=seed, **given)


def trajectory_of(task: Task, nodes: int, seed: int) -> Trajectory:
    solved = engine_for(task, "rules").solve(problem_of(task, nodes, seed), record=True)
    assert solved.trajectory is not None
    return solved.trajectory


def fingerprint(trajectory: Trajectory) -> str:
    """A digest of every bit of every snapshot."""
    digest = hashlib.sha256()
    for snapshot in trajectory.snapshots():
        arrays = (snapshot.node_state, snapshot.arc_state, *snapshot.scalars.values())
        digest.update(b"".join(array.tobytes() for array in arrays))
    return digest.hexdigest()


def fingerprints() -> list[str]:
    return [fingerprint(trajectory_of(task, 20, 11)) for task in all_tasks().values()]


tasks = pytest.mark.parametrize("task", all_tasks().values(), ids=lambda task: task.name)


@tasks
def test_same_seed_same_trajectory(task: Task) -> None:
    one, again = trajectory_of(task, 25, 3), trajectory_of(task, 25, 3)
    assert one == again
    assert fingerprint(one) == fingerprint(again)
    assert fingerprint(one) != fingerprint(trajectory_of(task, 25, 4))


@pytest.mark.parametrize(("hash_seed", "threads"), [("1", "1"), ("2", "2")])
def test_same_seed_same_bits_in_another_process(hash_seed: str, threads: str) -> None:
    module = "tests.claims.test_symmetry"
    done = subprocess.run(
        [sys.executable, "-c", f"from {module} import fingerprints; print(*fingerprints())"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "OMP_NUM_THREADS": threads},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == fingerprints()


@pytest.mark.parametrize(
    "task",
    [
        task
        for task in all_tasks().values()
        if task.inputs.shape not in (Shape.ARRAY, Shape.OWN)
    ],
    ids=lambda task: task.name,
)
def test_names_in_the_same_order_change_only_the_names(task: Task) -> None:
    graph, given = question(task, 20, 5)
    names = [f"node {at:03}" for at in range(graph.node_count)]
    renamed = rules_run(
        task,
        graph.relabelled(names),
        trajectory=True,
        **{key: names[at] for key, at in given.items()},
    )
    original = rules_run(task, graph, trajectory=True, **given)
    assert renamed.trajectory == original.trajectory
    assert renamed.outputs == {
        name: translated(value, name, names) for name, value in original.outputs.items()
    }


def translated(value: Any, output: str, names: list[str]) -> Any:
    """The output with positions replaced by names; lengths stay what they are."""
    if isinstance(value, dict):
        kept = output in ("distance", "core", "colour")
        return {
            translated_key(key, names): each if kept else names[each]
            for key, each in value.items()
        }
    if isinstance(value, list):
        return [names[at] for at in value]
    return names[value] if type(value) is int else value


def translated_key(key: Any, names: list[str]) -> Any:
    return tuple(names[at] for at in key) if isinstance(key, tuple) else names[key]


def test_names_in_a_file_in_the_same_order_change_only_the_names(tmp_path: Path) -> None:
    numbers, words = tmp_path / "numbers.csv", tmp_path / "words.csv"
    rows = [(0, 3), (3, 1), (1, 2), (0, 2)]
    numbers.write_text("source,target\n" + "".join(f"{i},{j}\n" for i, j in rows))
    letters = "abcd"
    words.write_text(
        "source,target\n" + "".join(f"{letters[i]},{letters[j]}\n" for i, j in rows)
    )
    one = rules_run("bfs", numbers, start=3, trajectory=True)
    other = rules_run("bfs", words, start="d", trajectory=True)
    assert one.trajectory == other.trajectory
    assert other.parent == {letters[node]: letters[to] for node, to in one.parent.items()}


@tasks
def test_a_union_runs_as_each_alone(task: Task) -> None:
    instances: list[Instance] = []
    for nodes, seed in [(7, 0), (1, 1), (12, 2), (4, 3)]:
        instances.append(task.encode(problem_of(task, nodes, seed)))
    alone = [snapshots(task, each) for each in instances]
    together = snapshots(task, union(instances))
    assert len(together) == max(map(len, alone))
    for snapshot in together:
        for own, part in zip(alone, split(task.program, snapshot, instances), strict=True):
            if snapshot.step < len(own):
                assert part == own[snapshot.step]
            else:
                # At rest: nothing changes but the rows of a stream that nobody reads.
                assert part.node_state.tolist() == own[-1].node_state.tolist()
                assert part.arc_state.tolist() == own[-1].arc_state.tolist()


def snapshots(task: Task, instance: Instance) -> list[Snapshot]:
    trajectory = execute(task.program, instance, record=True).trajectory
    assert trajectory is not None
    return list(trajectory.snapshots())


def test_batch_mates_do_not_matter() -> None:
    task = get_task("dijkstra")
    own = task.encode(pose(task, path(5).with_weight(0.1), start=0))
    heavy = task.encode(pose(task, star(6).with_weight(1e12), start=2))
    light = task.encode(pose(task, star(6).with_weight(1e-12), start=2))
    finals = [
        split(task.program, execute(task.program, union(batch)).final, batch)[0]
        for batch in ([own], [own, heavy], [own, light])
    ]
    distances = [final.scalars["distance"].tobytes() for final in finals]
    assert distances[0] == distances[1] == distances[2]


@settings(max_examples=5, deadline=None, derandomize=True)
@given(st.integers(0, 2**20), st.booleans())
def test_the_order_of_edges_changes_nothing(seed: int, directed: bool) -> None:
    rng = np.random.default_rng(seed)
    graph = random_weights(erdos_renyi(9, rng), rng)
    assert graph.weight is not None
    order = rng.permutation(graph.edge_count)
    ends = [graph.source[order], graph.target[order]]
    shuffled = Graph.from_edges(
        *(ends if directed else ends[::-1]),
        labels=9,
        weight=graph.weight[order],
        directed=directed,
    )
    plain = Graph.from_edges(
        graph.source, graph.target, labels=9, weight=graph.weight, directed=directed
    )
    for name in ("bfs", "dfs", "dijkstra", "eccentricity"):
        one, other = (
            rules_run(name, each, start=seed % 9, trajectory=True) for each in (plain, shuffled)
        )
        assert one.trajectory == other.trajectory
        assert one.outputs == other.outputs


@settings(max_examples=4, deadline=None, derandomize=True)
@given(st.integers(0, 2**20))
def test_the_order_of_a_files_rows_changes_nothing(
    tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    folder = tmp_path_factory.mktemp("rows")
    rng = np.random.default_rng(seed)
    graph = random_weights(erdos_renyi(11, rng), rng)
    assert graph.weight is not None
    rows = [
        f"{i},{j},{weight!r}"
        for i, j, weight in zip(
            graph.source.tolist(), graph.target.tolist(), graph.weight.tolist(), strict=True
        )
    ]
    mixed = [rows[at] for at in rng.permutation(len(rows))]
    files = {
        "one.csv": ["source,target,weight", *rows],
        "other.csv": ["source,target,weight", *mixed],
        "one.txt": [row.replace(",", " ") for row in rows],
        "other.txt": [row.replace(",", " ") for row in mixed],
    }
    answers = []
    for name, lines in files.items():
        (folder / name).write_text("\n".join(lines))
        answers.append(rules_run("dijkstra", folder / name, start=4, trajectory=True))
    assert all(answer.trajectory == answers[0].trajectory for answer in answers)
    assert all(answer.outputs == answers[0].outputs for answer in answers)


EXAMPLE = Graph.from_edges(
    [0, 0, 1, 2, 4], [1, 2, 3, 3, 4], labels=6, weight=[0.5, 0.25, 2.0, 0.25, 9.0]
)
"""A square, a node with a self-loop, and a node without edges."""


def _networkx() -> nx.Graph:
    made = nx.Graph()
    made.add_nodes_from(range(6))
    assert EXAMPLE.weight is not None
    ends = zip(EXAMPLE.source.tolist(), EXAMPLE.target.tolist(), strict=True)
    for (i, j), weight in zip(ends, EXAMPLE.weight.tolist(), strict=True):
        made.add_edge(i, j, weight=weight)
    return made


def _pyg(_: Path) -> Any:
    with warnings.catch_warnings():
        # PyG, while it is imported, uses what torch has deprecated.
        warnings.simplefilter("ignore", DeprecationWarning)
        from torch_geometric.data import Data

    matrix = nx.to_scipy_sparse_array(_networkx()).tocoo()
    index = torch.tensor(np.stack([matrix.row, matrix.col]).astype(np.int64))
    return Data(edge_index=index, edge_weight=torch.tensor(matrix.data), num_nodes=6)


def _pandas() -> pd.DataFrame:
    edges = [(i, j, data["weight"]) for i, j, data in _networkx().edges(data=True)]
    return pd.DataFrame([*edges, (5, None, None)], columns=["source", "target", "weight"])


def _csv(folder: Path) -> Path:
    table = _pandas().sample(frac=1, random_state=0)
    table["target"] = table["target"].astype("Int64")
    table.to_csv(folder / "g.csv", index=False)
    return folder / "g.csv"


def _edge_list(folder: Path) -> Path:
    lines = [f"{j} {i} {data['weight']}" for i, j, data in _networkx().edges(data=True)]
    (folder / "g.txt").write_text("\n".join(["# a comment", "5", *lines]))
    return folder / "g.txt"


def _igraph(_: Path) -> igraph.Graph:
    ends = list(zip(EXAMPLE.source.tolist(), EXAMPLE.target.tolist(), strict=True))
    made = igraph.Graph(6, ends)
    made.es["weight"] = [0.5, 0.25, 2.0, 0.25, 9.0]
    return made


def _written(folder: Path, suffix: str) -> Path:
    write = {"gml": nx.write_gml, "graphml": nx.write_graphml}[suffix]
    write(_networkx(), folder / f"g.{suffix}")
    return folder / f"g.{suffix}"


REPRESENTATIONS: dict[str, Callable[[Path], Any]] = {
    "networkx": lambda _: _networkx(),
    "scipy": lambda _: nx.to_scipy_sparse_array(_networkx()),
    "scipy coo": lambda _: sparse.coo_matrix(nx.to_numpy_array(_networkx())),
    "numpy": lambda _: nx.to_numpy_array(_networkx()),
    "igraph": _igraph,
    "pyg": _pyg,
    "pandas": lambda _: _pandas(),
    "csv": _csv,
    "edge list": _edge_list,
    "gml": lambda folder: _written(folder, "gml"),
    "graphml": lambda folder: _written(folder, "graphml"),
    "path as text": lambda folder: str(_csv(folder)),
}


@pytest.mark.parametrize("name", REPRESENTATIONS)
def test_representations_of_one_graph_give_one_answer(name: str, tmp_path: Path) -> None:
    made = REPRESENTATIONS[name](tmp_path)
    for task, options in {
        "bfs": {"start": 0},
        "dfs": {},
        "prim": {"start": 3},
        "dijkstra": {"start": 0},
        "mis": {"seed": 2},
        "eccentricity": {"start": 0},
    }.items():
        theirs = rules_run(task, made, trajectory=True, **options)
        ours = rules_run(task, EXAMPLE, trajectory=True, **options)
        assert theirs.outputs == ours.outputs
        assert theirs.trajectory == ours.trajectory

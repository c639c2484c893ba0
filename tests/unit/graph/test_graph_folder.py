"""Graph folders: what was saved comes back, mapped into memory; damage is one clear error."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dnar
from dnar.errors import InputError
from dnar.graph import Graph, as_graph, graph_folder, load_graph, read_graph, save_graph

KARATE = load_graph("karate")
ROADS = Graph.from_edges(
    [0, 2, 1, 1],
    [1, 0, 1, 0],
    labels=["a", 7, "b"],
    weight=[0.5, -1.0, 2.0, 0.5],
    directed=True,
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    save_graph(ROADS, tmp_path / "roads")
    return tmp_path / "roads"


@pytest.mark.parametrize(
    "graph",
    [KARATE, ROADS, Graph.from_edges([], [], labels=3), KARATE.with_weight(2.0)],
    ids=["undirected", "directed", "no edges", "weighted"],
)
@pytest.mark.parametrize("block", [1, 5, 2**20])
def test_a_saved_graph_comes_back(
    graph: Graph, block: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graph_folder, "BLOCK", block)
    save_graph(graph, tmp_path / "saved")
    found = read_graph(tmp_path / "saved")
    assert found == graph
    assert list(found.labels) == list(graph.labels)
    assert [each.name for each in tmp_path.iterdir()] == ["saved"]


def test_arrays_are_mapped_and_cannot_be_written(folder: Path) -> None:
    graph = read_graph(folder)
    for array in (graph.source, graph.target, graph.weight):
        assert array is not None
        assert isinstance(array.base, np.memmap)
        assert not array.flags.writeable


def test_folders_are_read_wherever_files_are(folder: Path) -> None:
    assert load_graph(str(folder)) == as_graph(folder) == ROADS
    assert read_graph(folder, directed=False, combine="min").directed is False
    with pytest.raises(InputError, match="a graph folder has none"):
        read_graph(folder, source="a")
    save_graph(KARATE, folder.with_name("karate"))
    there = dnar.run("bfs", str(folder.with_name("karate")), start=0)
    assert there.outputs == dnar.run("bfs", KARATE, start=0).outputs


def test_the_engines_read_mapped_arrays(tmp_path: Path) -> None:
    graph = load_graph("er:60", random_weights=True)
    save_graph(graph, tmp_path / "er")
    mapped = read_graph(tmp_path / "er")
    for task in ("dijkstra", "bellman_ford"):
        for engine in ("compiled", "numpy", "rules"):
            ours = dnar.run(task, mapped, start=0, engine=engine)
            assert ours.outputs == dnar.run(task, graph, start=0).outputs


def test_nothing_is_overwritten_or_written_half(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_graph(KARATE, tmp_path / "karate")
    with pytest.raises(InputError, match="exists already"):
        save_graph(ROADS, tmp_path / "karate")
    with pytest.raises(InputError, match="there is no folder"):
        save_graph(ROADS, tmp_path / "missing" / "roads")
    with pytest.raises(InputError, match=r"whole numbers or text, got 1\.5"):
        save_graph(KARATE.relabelled([each + 0.5 for each in range(1, 35)]), tmp_path / "odd")

    def fail(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(graph_folder, "_write_json", fail)
    with pytest.raises(InputError, match="No space left"):
        save_graph(ROADS, tmp_path / "roads")
    assert [each.name for each in tmp_path.iterdir()] == ["karate"]


def _header(folder: Path, **changes: Any) -> None:
    path = folder / "dnar-graph.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def _array(folder: Path, name: str, values: Any) -> None:
    np.save(folder / f"{name}.npy", values)


def ends(*values: int) -> np.ndarray:
    return np.array(values, dtype=np.int32)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda at: (at / "dnar-graph.json").write_text("{"), "is not JSON"),
        (lambda at: (at / "dnar-graph.json").write_text("[1]"), "does not describe a graph"),
        (lambda at: _header(at, version=9), "has version 9, and this dnar reads version 1"),
        (lambda at: _header(at, edges=-1), "edges is -1, expected a number, zero or more"),
        (lambda at: _header(at, edges=True), "edges is True, expected a number"),
        (lambda at: _header(at, directed=1), "directed is 1, expected true or false"),
        (lambda at: _header(at, nodes=0), "must be a list of 0 labels"),
        (lambda at: _header(at, edges=3), r"must have shape \(3,\)"),
        (lambda at: _header(at, directed=False), "source <= target when undirected"),
        (lambda at: _header(at, nodes=2, labelled=False), "positions from 0 to 1, got 2"),
        (lambda at: (at / "labels.json").unlink(), "cannot read .*labels.json"),
        (lambda at: (at / "labels.json").write_text('["a", 7]'), "a list of 3 labels"),
        (lambda at: (at / "labels.json").write_text('["a", 7, 7]'), "7 is repeated"),
        (lambda at: (at / "labels.json").write_text('["a", 7, null]'), "numbers or text"),
        (lambda at: (at / "source.npy").unlink(), "cannot read .*source.npy"),
        (lambda at: (at / "target.npy").write_bytes(b"no array"), "is not an array of 4"),
        (lambda at: (at / "target.npy").write_bytes(b""), "is not an array of 4"),
        (lambda at: _cut(at / "weight.npy"), "is not an array of 4"),
        (lambda at: _array(at, "source", np.zeros(4)), r"and type int32, got .* float64"),
        (lambda at: _array(at, "source", [[0, 1]]), r"must have shape \(4,\)"),
        (lambda at: _array(at, "source", np.array([None] * 4)), "is not an array of 4"),
        (lambda at: _array(at, "target", ends(1, -1, 1, 0)), "from 0 to 2, got -1"),
        (lambda at: _array(at, "target", ends(1, 0, 3, 0)), "from 0 to 2, got 3"),
        (lambda at: _array(at, "target", ends(1, 1, 1, 0)), "without duplicates"),
        (lambda at: _array(at, "source", ends(2, 1, 1, 0)), "must be sorted"),
        (
            lambda at: _array(at, "weight", [1.0, np.nan, 1.0, 1.0]),
            r"the weight of edge \(7, 'a'\) is nan",
        ),
    ],
)
@pytest.mark.parametrize("block", [2, 2**20])
def test_a_damaged_folder_is_one_clear_error(
    damage: Any, message: str, block: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graph_folder, "BLOCK", block)
    damage(folder)
    with pytest.raises(InputError, match=message) as error:
        read_graph(folder)
    assert "\n" not in str(error.value)


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-8])


def test_a_parquet_file_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "edges.parquet").write_bytes(b"PAR1")
    with pytest.raises(InputError, match="dnar convert"):
        read_graph(tmp_path / "edges.parquet")

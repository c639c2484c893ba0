"""Tables in, tables out: labels, refusals, resuming, and nothing written half."""

import json
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import dnar
from dnar.cli.main import entry
from dnar.errors import InputError
from dnar.machine import StartNode
from dnar.relational.beginning import beginning_of
from dnar.run import TableAnswer
from dnar.tasks import get_task

KARATE = dnar.load_graph("karate")
WEIGHTED = KARATE.with_weight((KARATE.source * 7 + KARATE.target) % 5 + 1.0)


def table(**columns: Any) -> pa.Table:
    return pa.table(columns)


def karate(*, label: Any = int) -> pa.Table:
    """The edges of the karate club, with labels of another type."""
    return table(
        source=[label(each) for each in WEIGHTED.source.tolist()],
        target=[label(each) for each in WEIGHTED.target.tolist()],
        weight=WEIGHTED.weight,
    )


def column(answer: TableAnswer, name: str) -> dict[Any, Any]:
    found = answer.table.to_pydict()
    return dict(zip(found["node"], found[name], strict=True))


@pytest.mark.parametrize("name", ["bfs", "mis", "bellman_ford", "bipartite", "eccentricity"])
def test_tables_give_the_answer_of_the_graph(name: str, tmp_path: Path) -> None:
    pq.write_table(karate(), tmp_path / "edges.parquet")
    start: dict[str, Any] = (
        {} if get_task(name).inputs.start is StartNode.UNUSED else {"start": 2}
    )
    ours = dnar.DuckDB().run(name, tmp_path / "edges.parquet", seed=4, **start)
    theirs = dnar.run(name, WEIGHTED, seed=4, **start)
    assert (ours.steps, ours.halted, ours.nodes, ours.edges) == (theirs.steps, True, 34, 78)
    for output, value in theirs.outputs.items():
        if output in ours.graph:
            assert ours.graph[output] == value
        elif isinstance(value, list):
            assert [node for node, inside in column(ours, output).items() if inside] == value
        else:
            assert column(ours, output) == value


def test_labels_of_any_type() -> None:
    wanted = dnar.run("bfs", KARATE, start=0).parent
    huge = dnar.DuckDB().run("bfs", karate(label=lambda each: each + 2**60), start=2**60)
    assert column(huge, "parent") == {a + 2**60: b + 2**60 for a, b in wanted.items()}
    below = dnar.DuckDB().run("bfs", karate(label=lambda each: each - 7), start=-7)
    assert column(below, "parent") == {a - 7: b - 7 for a, b in wanted.items()}
    # Text is ordered as text: zeros in front keep the order of the numbers.
    named = dnar.DuckDB().run(
        "bfs", karate(label=lambda each: f"it's {each:02}"), start="it's 00"
    )
    assert column(named, "parent") == {
        f"it's {a:02}": f"it's {b:02}" for a, b in wanted.items()
    }


def test_files_in_and_out(tmp_path: Path) -> None:
    lines = ["source,target", "b,a", "b,c", "d,"]
    (tmp_path / "edges.csv").write_text("\n".join(lines) + "\n")
    out = tmp_path / "roots.csv"
    answer = dnar.DuckDB().run("connected_components", tmp_path / "edges.csv", out=out)
    assert answer.table is None
    assert answer.out == out
    assert sorted(out.read_text().split()) == ["a,a", "b,a", "c,a", "d,d", "node,root"]
    assert sorted(each.name for each in tmp_path.iterdir()) == ["edges.csv", "roots.csv"]


def test_tables_of_a_database(tmp_path: Path) -> None:
    with duckdb.connect(str(tmp_path / "mine.duckdb")) as mine:
        mine.execute("CREATE TABLE roads AS SELECT 1 AS source, 2 AS target")
        mine.execute("CREATE TABLE towns AS SELECT * FROM (VALUES (1), (2), (5)) t(node)")
    engine = dnar.DuckDB(database=tmp_path / "mine.duckdb")
    answer = engine.run("connected_components", "roads", nodes="towns")
    assert column(answer, "root") == {1: 1, 2: 1, 5: 5}


def test_directed_edges_and_double_ones() -> None:
    edges = table(source=[0, 0, 2, 1], target=[1, 1, 1, 2], weight=[1.0, 1.0, 2.0, 3.0])
    graph = dnar.Graph.from_edges(
        [0, 2, 1], [1, 1, 2], labels=3, weight=[1.0, 2.0, 3.0], directed=True
    )
    ours = dnar.DuckDB().run("bellman_ford", edges, start=0, directed=True)
    theirs = dnar.run("bellman_ford", graph, start=0)
    assert column(ours, "distance") == theirs.distance
    assert ours.steps == theirs.steps


EDGES = {"source": [0, 1], "target": [1, 2], "weight": [1.0, 2.0]}


BAD = [
    ("bfs", {"a": [0], "target": [1]}, None, "has no column source"),
    ("bellman_ford", {"source": [0], "target": [1]}, None, "has no column weight"),
    ("bfs", {**EDGES, "source": [None, 1]}, None, "1 rows have a source that is missing"),
    ("bellman_ford", {**EDGES, "weight": [1.0, np.nan]}, None, "no finite number"),
    ("bellman_ford", {**EDGES, "weight": [1.0, np.inf]}, None, "no finite number"),
    ("bellman_ford", {**EDGES, "weight": [1.0, None]}, None, "no finite number"),
    ("bellman_ford", {**EDGES, "weight": [1.0, -1.0]}, None, "a weight below zero"),
    ("bfs", EDGES, {"node": [0, 1, 1, 2]}, "node 1 is there 2 times"),
    ("bfs", EDGES, {"node": [0, 1, 2, None]}, "1 rows have no node"),
    ("bfs", EDGES, {"node": [0, 1]}, "edge \\(1, 2\\) has a target that is not among"),
    ("bfs", EDGES, {"node": ["0", "1", "2"]}, "labels must have one type"),
    (
        "bellman_ford",
        {"source": [0, 1], "target": [1, 0], "weight": [1.0, 2.0]},
        None,
        "several times with different weights",
    ),
]
"""Task, edges, nodes, and what the error says."""


@pytest.mark.parametrize(("task", "edges", "nodes", "message"), BAD)
def test_bad_tables_are_one_clear_error(
    task: str, edges: dict, nodes: dict | None, message: str, tmp_path: Path
) -> None:
    out = tmp_path / "out.parquet"
    given = None if nodes is None else pa.table(nodes)
    with pytest.raises(InputError, match=message) as error:
        dnar.DuckDB().run(task, pa.table(edges), nodes=given, start=0, out=out)
    assert "\n" not in str(error.value)
    assert not list(tmp_path.iterdir())


def test_unknown_starts_and_files() -> None:
    with pytest.raises(InputError, match="no node 99"):
        dnar.DuckDB().run("bfs", table(**EDGES), start=99)
    with pytest.raises(InputError, match="begins at a node"):
        dnar.DuckDB().run("bfs", table(**EDGES))
    with pytest.raises(InputError, match=r"cannot read 'missing\.parquet'"):
        dnar.DuckDB().run("bfs", "missing.parquet", start=0)
    with pytest.raises(InputError, match="takes an undirected graph"):
        dnar.DuckDB().run("mis", table(**EDGES), directed=True)


@pytest.mark.parametrize(
    ("task", "message"),
    [
        ("dijkstra", "as many rounds as the graph has nodes.*use bellman_ford"),
        ("dfs", "use bfs or connected_components, or run it with the compiled engine"),
        ("prim", "run it with the compiled engine"),
        ("topological_sort", "not read off tables"),
    ],
)
def test_tasks_of_many_rounds_are_refused(task: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        dnar.DuckDB().run(task, table(**EDGES))
    with pytest.raises(InputError, match=message):
        dnar.run(task, KARATE, engine="duckdb")


class StoppedError(Exception):
    pass


@pytest.mark.parametrize(
    ("task", "output", "start"),
    [("bellman_ford", "distance", {"start": 0}), ("core_numbers", "core", {})],
)
def test_an_interrupted_run_is_resumed(
    task: str, output: str, start: dict[str, Any], tmp_path: Path
) -> None:
    """The rounds that were committed are not made again; sums that were kept are."""
    pq.write_table(karate(), tmp_path / "edges.parquet")
    engine = dnar.DuckDB(folder=tmp_path / "run")
    made: list[int] = []

    def stop(progress: Any) -> None:
        made.append(progress.step)
        if progress.step == 3:
            raise StoppedError

    ask: dict[str, Any] = {**start, "out": tmp_path / "out.parquet"}
    with pytest.raises(StoppedError):
        engine.run(task, tmp_path / "edges.parquet", progress=stop, **ask)
    assert not (tmp_path / "out.parquet").exists()
    answer = engine.run(task, tmp_path / "edges.parquet", progress=stop_never(made), **ask)
    assert made == [1, 2, 3, *range(4, answer.steps + 1)]
    found = pq.read_table(tmp_path / "out.parquet").to_pydict()
    wanted = dnar.run(task, WEIGHTED, **start)
    assert dict(zip(found["node"], found[output], strict=True)) == wanted.outputs[output]
    assert answer.steps == wanted.steps


def stop_never(made: list[int]) -> Any:
    return lambda progress: made.append(progress.step)


def test_a_folder_with_another_run_or_other_input_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "edges.parquet"
    pq.write_table(karate(), path)
    engine = dnar.DuckDB(folder=tmp_path / "run")
    engine.run("bfs", path, start=0)
    with pytest.raises(InputError, match="holds another run, or its input changed"):
        engine.run("bfs", path, start=1)
    pq.write_table(karate().slice(1), path)
    with pytest.raises(InputError, match="holds another run, or its input changed"):
        engine.run("bfs", path, start=0)


def test_a_table_that_changes_while_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "edges.parquet"
    pq.write_table(karate(), path)
    from dnar.run import relational

    load = relational.load

    def slow(*given: Any) -> Any:
        found = load(*given)
        pq.write_table(karate().slice(1), path)
        return found

    monkeypatch.setattr(relational, "load", slow)
    with pytest.raises(InputError, match="changed while it was read"):
        dnar.DuckDB().run("bfs", path, start=0, out=tmp_path / "out.parquet")
    assert [each.name for each in tmp_path.iterdir()] == ["edges.parquet"]


def test_progress_counts_what_changed() -> None:
    seen: list[Any] = []
    dnar.DuckDB().run("bfs", table(**EDGES), start=0, progress=seen.append)
    assert [(each.step, each.changed_nodes, each.changed_arcs) for each in seen] == [
        (1, 1, 1),
        (2, 1, 1),
    ]
    assert seen[-1].counts == {"DONE": 3}


def test_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def main(words: list[str]) -> Any:
        monkeypatch.setattr("sys.argv", ["dnar", *words])
        with pytest.raises(SystemExit) as left:
            entry()
        return left.value.code

    pq.write_table(karate(), tmp_path / "edges.parquet")
    edges = str(tmp_path / "edges.parquet")
    out = tmp_path / "out.csv"
    asked = ["run", "nearest_landmark", edges, "--engine", "duckdb", "--start", "0,33"]
    assert main([*asked, "--out", str(out), "--memory", "1GB"]) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["nodes"] == 34
    assert shown.err.startswith("step 1: ")
    assert len(out.read_text().splitlines()) == 35
    assert main(asked) == 0
    wanted = dnar.run("nearest_landmark", KARATE, start=[0, 33])
    found = json.loads(capsys.readouterr().out)
    assert found["landmark"] == {str(node): to for node, to in wanted.landmark.items()}
    assert main(["run", "bfs", "karate", "--start", "0", "--memory", "1GB"]) == 2
    assert "--folder and --memory are for" in capsys.readouterr().err


def test_a_beginning_is_what_the_encoder_makes() -> None:
    begun = beginning_of(get_task("bellman_ford"))
    assert begun.values == {"index": None, "offered_by": None, "parent": None}
    assert begun.non_negative
    assert not beginning_of(get_task("maximal_matching")).non_negative
    with pytest.raises(InputError, match="takes something else than any graph"):
        beginning_of(get_task("minimum"))


def test_a_file_that_is_cut_while_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "edges.parquet"
    pq.write_table(karate(), path)
    from dnar.relational import tables

    checked = tables.check_edges

    def cut(*given: Any) -> None:
        checked(*given)
        path.write_bytes(path.read_bytes()[:100])

    monkeypatch.setattr(tables, "check_edges", cut)
    with pytest.raises(InputError, match="changed while it was read"):
        dnar.DuckDB().run("bfs", path, start=0, out=tmp_path / "out.parquet")
    assert [each.name for each in tmp_path.iterdir()] == ["edges.parquet"]


def test_a_database_that_changed_since_is_refused(tmp_path: Path) -> None:
    def make(rows: str) -> None:
        with duckdb.connect(str(tmp_path / "mine.duckdb")) as mine:
            mine.execute(f"CREATE OR REPLACE TABLE roads AS SELECT {rows}")

    make("1 AS source, 2 AS target")
    engine = dnar.DuckDB(database=tmp_path / "mine.duckdb", folder=tmp_path / "run")
    engine.run("connected_components", "roads")
    make("1 AS source, 3 AS target")
    with pytest.raises(InputError, match="holds another run, or its input changed"):
        engine.run("connected_components", "roads")


def test_labels_that_are_no_64_bit_numbers() -> None:
    halves = table(source=[0.5, 1.5, 0.25], target=[1.5, 2.5, 0.75])
    found = column(dnar.DuckDB().run("connected_components", halves), "root")
    assert found == {0.25: 0.25, 0.5: 0.5, 0.75: 0.25, 1.5: 0.5, 2.5: 0.5}
    large = pa.array([2**63 + 1, 2**63 + 2], pa.uint64())
    found = dnar.DuckDB().run("bfs", table(source=large[:1], target=large[1:]), start=2**63 + 2)
    assert column(found, "parent") == {2**63 + 1: 2**63 + 2, 2**63 + 2: 2**63 + 2}

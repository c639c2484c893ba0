"""Spark makes the interpreter's steps, one by one, on a session of this machine."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import dnar
from dnar.errors import InputError
from dnar.graph import Graph, star
from dnar.machine import Problem
from dnar.relational.spark import SparkTables
from dnar.run.duckdb import DuckDB
from dnar.run.spark import Spark
from dnar.tasks import get_task
from tests.unit.relational.side_by_side import check_random, check_task
from tests.unit.relational.test_tables import (
    BAD,
    KARATE,
    WEIGHTED,
    StoppedError,
    column,
    karate,
)

pytestmark = [
    pytest.mark.usefixtures("no_shape_checks"),
    pytest.mark.filterwarnings("ignore:PySpark does not yet fully support:FutureWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


@pytest.fixture(scope="module")
def session() -> Iterator[Any]:
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        message = "NO JAVA: the Spark engine is not tested here; install Java 17"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    os.environ["PYSPARK_PYTHON"] = sys.executable
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local[1]").appName("dnar tests")
    for key, value in {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.memory": "1g",
        "spark.sql.shuffle.partitions": "1",
        "spark.default.parallelism": "1",
    }.items():
        builder = builder.config(key, value)
    made = builder.getOrCreate()
    made.sparkContext.setLogLevel("OFF")
    yield made
    made.stop()


ROADS = Graph.from_edges(
    [0, 1, 2, 3, 0], [1, 2, 3, 1, 3], labels=5, weight=[1.0, 0.0, 2.0, 2.0, 2.0], directed=True
)


def test_steps_are_the_interpreters(session: Any, tmp_path: Path) -> None:
    task = get_task("bfs")
    assert check_task(task, Problem(ROADS, 0), SparkTables(session, tmp_path / "bfs")) == 2
    task = get_task("mis")
    problem = Problem(star(4), seed=2)
    assert check_task(task, problem, SparkTables(session, tmp_path / "mis")) > 2


def test_tables_in_a_killed_run_and_tables_out(session: Any, tmp_path: Path) -> None:
    """Read from a file, stopped after a step, resumed, written."""
    pq.write_table(karate(label=lambda each: f"m{each:02}"), tmp_path / "edges.parquet")
    engine = Spark(session, folder=tmp_path / "run")

    def stop(progress: Any) -> None:
        if progress.step == 1:
            raise StoppedError

    edges = str(tmp_path / "edges.parquet")
    with pytest.raises(StoppedError):
        engine.run("nearest_landmark", edges, start=["m00", "m33"], progress=stop)
    steps: list[int] = []
    answer = engine.run(
        "nearest_landmark",
        edges,
        start=["m00", "m33"],
        progress=lambda progress: steps.append(progress.step),
    )
    wanted = dnar.run("nearest_landmark", KARATE, start=[0, 33])
    assert steps == [2]
    assert answer.steps == wanted.steps == 2
    assert column(answer, "landmark") == {
        f"m{node:02}": f"m{to:02}" for node, to in wanted.landmark.items()
    }


def refused(session: Any, message: str, folder: Path, *given: Any, **more: Any) -> None:
    """A run must end in one line that fits the message, and leave nothing behind."""
    out = folder / "out"
    with pytest.raises(InputError, match=message) as error:
        Spark(session).run(*given, start=0, out=out, **more)
    assert "\n" not in str(error.value)
    assert not out.exists()


def test_bad_tables_are_one_clear_error(session: Any, tmp_path: Path) -> None:
    edges = pa.table({"source": [0, 1], "target": [1, 2], "weight": [1.0, float("nan")]})
    refused(session, "has no column source", tmp_path, "bfs", edges.rename_columns(list("abc")))
    refused(session, "no finite number", tmp_path, "bellman_ford", edges)
    refused(session, "cannot read 'nothing'", tmp_path, "bfs", "nothing")


@pytest.mark.slow
@pytest.mark.parametrize(("task", "edges", "nodes", "message"), BAD)
def test_every_bad_table(
    task: str, edges: dict, nodes: dict | None, message: str, session: Any, tmp_path: Path
) -> None:
    given = None if nodes is None else pa.table(nodes)
    refused(session, message, tmp_path, task, pa.table(edges), nodes=given)


def test_files_that_change_while_they_are_read(
    session: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "edges.parquet"
    pq.write_table(karate(), path)
    from dnar.relational import tables

    checked = tables.check_edges

    def changing(*given: Any) -> None:
        checked(*given)
        path.write_bytes(path.read_bytes()[:100])

    monkeypatch.setattr(tables, "check_edges", changing)
    refused(session, "changed while it was read", tmp_path, "bfs", str(path))


@pytest.mark.slow
def test_graphs_in_memory_leave_no_files(session: Any, tmp_path: Path) -> None:
    engine = Spark(session, folder=tmp_path / "shared")
    ours = dnar.run("bfs", KARATE, start=0, engine=engine)
    theirs = dnar.run("bfs", KARATE, start=0)
    assert (ours.outputs, ours.steps) == (theirs.outputs, theirs.steps)
    assert not list((tmp_path / "shared").iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("partitions", [1, 3, 7])
def test_several_partition_counts(partitions: int, session: Any, tmp_path: Path) -> None:
    session.conf.set("spark.sql.shuffle.partitions", str(partitions))
    for name in ("bellman_ford", "mis", "maximal_matching", "core_numbers", "bipartite"):
        start: dict[str, Any] = {"start": 0} if name == "bellman_ford" else {}
        ours = Spark(session).run(name, karate(), **start)
        theirs = DuckDB().run(name, karate(), **start)
        assert (ours.steps, ours.graph) == (theirs.steps, theirs.graph)
        assert ours.table.to_pydict() == theirs.table.to_pydict()
        assert ours.steps == dnar.run(name, WEIGHTED, **start).steps


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30))
def test_random_programs(seed: int, session: Any, tmp_path: Path) -> None:
    try:
        check_random(seed, SparkTables(session, tmp_path), steps=4)
    except dnar.InputError as error:
        assert "which spark may round otherwise" in str(error)  # noqa: PT017


@pytest.mark.slow
def test_a_killed_worker_and_a_killed_driver_change_nothing() -> None:
    from benchmarks.spark_cluster import PHASES, measure

    found = measure(2_000, 8_000)
    assert set(found) == {"undisturbed", *PHASES, "driver"}
    assert all(each["same"] for each in found.values())
    assert found["driver"]["killed_after"] >= 1

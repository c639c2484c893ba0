"""The spark engine: a program as queries of a Spark session, for graphs on a cluster."""

import os
import sys
import tempfile
from collections.abc import Hashable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dnar.errors import InputError
from dnar.machine import Program, Task
from dnar.relational.spark import SparkTables
from dnar.run.engine import Source
from dnar.run.relational import (
    OnProgress,
    RelationalEngine,
    TableAnswer,
    TableRun,
    proved_program,
)


@dataclass(frozen=True)
class Spark:
    """How Spark is to run programs: on a session, with its files in a folder.

    `dnar.Spark(session, folder="/shared/run").run("bfs", "edges.parquet", start=0)`.
    """

    session: Any = None
    """A `SparkSession`; by default one on this machine."""
    folder: str | Path | None = None
    """Where every round is written, so that a run can be resumed. The driver and all workers
    must see it. By default a folder on this machine that is removed at the end."""

    def run(
        self,
        task: str | Task,
        edges: Any,
        *,
        nodes: Any = None,
        start: Hashable | list[Hashable] | None = None,
        seed: int = 0,
        weight: float | None = None,
        directed: bool = False,
        max_steps: int | None = None,
        out: str | Path | None = None,
        program: Program | None = None,
        progress: OnProgress | None = None,
    ) -> TableAnswer:
        """Runs a task's proved program on tables, as `dnar.DuckDB.run` does.

        `edges` and `nodes` may also be data frames or names of the session's tables; `out` is
        a folder of files.

        Raises:
            InputError: the task is not for this engine, or the tables cannot be used.
        """
        asked = TableRun(
            task, edges, nodes, start, seed, weight, directed, max_steps, out, program
        )
        with tempfile.TemporaryDirectory(prefix="dnar-") as scratch:
            folder = Path(self.folder or scratch)
            folder.mkdir(parents=True, exist_ok=True)
            tables = SparkTables(self.session or local_session(), folder)
            try:
                return asked.answer(tables, progress)
            finally:
                tables.close()

    def engine_for(self, source: Source) -> RelationalEngine:
        """The engine for the program of a source."""

        def tables() -> SparkTables:
            # A folder of its own: the given one may hold a run that is to be resumed.
            if self.folder is not None:
                Path(self.folder).mkdir(parents=True, exist_ok=True)
            folder = Path(tempfile.mkdtemp(prefix="dnar-", dir=self.folder))
            return SparkTables(self.session or local_session(), folder, temporary=True)

        return RelationalEngine("spark", source.task, proved_program(source), tables)


def local_session() -> Any:
    """The session of this process, or a new one on this machine.

    Raises:
        InputError: Spark or Java is not installed.
    """
    try:
        from pyspark.sql import SparkSession  # noqa: PLC0415 (only when it is used)
    except ImportError as error:
        raise InputError(
            "the spark engine needs Spark; install it with: pip install 'dnar[spark]'"
        ) from error
    from pyspark.errors import PySparkException  # noqa: PLC0415

    # Workers on this machine run the same Python, with the same packages.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    try:
        builder = SparkSession.builder.appName("dnar").config("spark.ui.enabled", "false")
        return builder.config("spark.driver.bindAddress", "127.0.0.1").getOrCreate()
    except (PySparkException, OSError) as error:
        raise InputError(f"Spark does not start; it needs Java 17 or newer: {error}") from error

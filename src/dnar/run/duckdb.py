"""The duckdb engine: a program as queries of an embedded database, for graphs in files."""

import tempfile
from collections.abc import Hashable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dnar.machine import Program, Task
from dnar.relational.duckdb import DuckDBTables
from dnar.relational.tables import Given
from dnar.run.engine import Source
from dnar.run.relational import (
    OnProgress,
    RelationalEngine,
    TableAnswer,
    TableRun,
    proved_program,
)


@dataclass(frozen=True)
class DuckDB:
    """How DuckDB is to run programs.

    `dnar.DuckDB(memory_limit="2GB").run("bfs", "edges.parquet", start=0)` reads a file,
    `dnar.run("bfs", graph, start=0, engine=dnar.DuckDB())` takes a graph in memory.
    """

    memory_limit: str | None = None
    """What DuckDB may use before it goes to disk, such as "2GB"; by default most of memory."""
    threads: int | None = None
    folder: str | Path | None = None
    """Where a run's tables are kept, so that it can be resumed; by default a folder that is
    removed at the end."""
    database: str | Path | None = None
    """A DuckDB database whose tables can be named as input."""

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
        """Runs a task's proved program on tables; see `dnar.run.relational.TableRun`.

        Args:
            task: A task or its name.
            edges: A Parquet or CSV file, a folder of Parquet files, an Arrow table, or the
                name of a table of `database`, with columns source, target and, if the task
                needs it, weight.
            nodes: The same for nodes, with a column node; by default the ends of the edges.
            start: The label of the start node; a list for a task that takes several.
            seed: Where random numbers come from.
            weight: One weight for all edges.
            directed: Whether edges lead from source to target only.
            max_steps: Stop after so many steps.
            out: Where the outputs per node are written, as Parquet or CSV.
            program: A proved program of the task; by default the one of the package.
            progress: Called with a `Progress` after every round.

        Raises:
            InputError: the task is not for this engine, or the tables cannot be used.
        """
        asked = TableRun(
            task, edges, nodes, start, seed, weight, directed, max_steps, out, program
        )
        with tempfile.TemporaryDirectory(prefix="dnar-") as scratch:
            folder = Path(self.folder or scratch)
            folder.mkdir(parents=True, exist_ok=True)
            tables = self.tables(folder / "run.duckdb")
            try:
                return asked.answer(tables, progress)
            finally:
                tables.close()

    def save_graph(
        self,
        edges: Any,
        folder: str | Path,
        *,
        nodes: Any = None,
        weighted: bool = False,
        directed: bool = False,
    ) -> None:
        """Converts tables into a folder that `dnar.read_graph` maps into memory.

        Edges are sorted by DuckDB, on disk where memory is too small. An edge from a node to
        itself is left out.

        Args:
            edges: A table of edges, as in `run`.
            folder: Where the graph is written, whole or not at all.
            nodes: A table of nodes, as in `run`.
            weighted: Whether the column weight is read.
            directed: Whether edges lead from source to target only.

        Raises:
            InputError: the tables cannot be used, or the folder exists or cannot be written.
        """
        from dnar.run.table_conversion import save_tables  # noqa: PLC0415 (only when used)

        given = Given(edges, nodes, directed, weighted)
        with tempfile.TemporaryDirectory(prefix="dnar-") as scratch:
            tables = self.tables(Path(scratch) / "run.duckdb")
            try:
                save_tables(tables, given, folder)
            finally:
                tables.close()

    def tables(self, path: Path | None = None) -> DuckDBTables:
        """The database of a run."""
        return DuckDBTables(
            path,
            memory_limit=self.memory_limit,
            threads=self.threads,
            attached=self.database,
        )

    def engine_for(self, source: Source) -> RelationalEngine:
        """The engine for the program of a source."""
        return RelationalEngine("duckdb", source.task, proved_program(source), self.tables)

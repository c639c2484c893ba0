"""DuckDB: an embedded database that works on disk where memory is too small."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from dnar.errors import InputError
from dnar.relational.dialect import DUCKDB
from dnar.relational.execution import StreamRow

AT_ONCE = 2**18
"""Numbers of a stream that are computed at once."""


class DuckDBTables:
    """The tables of a run in one DuckDB database."""

    dialect = DUCKDB

    def __init__(
        self,
        path: str | Path | None = None,
        *,
        memory_limit: str | None = None,
        threads: int | None = None,
    ) -> None:
        """Opens a database file, or a database that lasts as long as this object.

        Raises:
            InputError: DuckDB is not installed, or cannot open the file.
        """
        duckdb = need_duckdb()
        try:
            self.connection = duckdb.connect(str(path) if path is not None else ":memory:")
            if memory_limit is not None:
                self.connection.execute(f"SET memory_limit = '{memory_limit}'")
            if threads is not None:
                self.connection.execute(f"SET threads = {int(threads)}")
            self.connection.execute("SET preserve_insertion_order = false")
            self.connection.execute("SET enable_progress_bar = false")
        except duckdb.Error as error:
            raise InputError(f"DuckDB: {error}") from error

    def rows(self, query: str) -> list[tuple]:
        """The rows of a query."""
        return self.connection.execute(query).fetchall()

    def run(self, statement: str) -> None:
        """Runs a statement that returns nothing."""
        self.connection.execute(statement)

    def scratch(self, name: str, query: str) -> None:
        """Makes a table; the nodes of the next round are kept, all others are temporary."""
        kind = "" if name == "following" else "TEMP "
        self.connection.execute(f"CREATE OR REPLACE {kind}TABLE {name} AS {query}")

    def commit(self, nodes: str, marks: str | None, record: str) -> None:
        """Replaces the nodes, adds marks and stores the record in one transaction."""
        run = self.connection.execute
        run("BEGIN")
        if marks is not None:
            run(
                f"DELETE FROM marks USING {marks} c WHERE marks.receiver = c.receiver "
                "AND marks.sender = c.sender"
            )
            run(f"INSERT INTO marks SELECT * FROM {marks}")
        run("DROP TABLE nodes")
        run(f"ALTER TABLE {nodes} RENAME TO nodes")
        run("CREATE OR REPLACE TABLE record AS SELECT ? AS record", [record])
        run("COMMIT")

    def fill_stream(self, name: str, row: StreamRow) -> None:
        """Computes the numbers in parts, so that they never are in memory all at once."""
        import pyarrow as pa  # noqa: PLC0415 (comes with the extra)

        (nodes,) = self.rows("SELECT count(*) FROM nodes")[0]
        schema = pa.schema([("id", pa.int64()), ("value", pa.float64())])

        def parts() -> Iterator[Any]:
            for begin in range(0, nodes, AT_ONCE):
                end = min(begin + AT_ONCE, nodes)
                columns = [np.arange(begin, end), row.part(begin, end)]
                yield pa.record_batch(columns, schema=schema)

        self.register("source", pa.RecordBatchReader.from_batches(schema, parts()))
        self.scratch(name, "SELECT * FROM source")
        self.connection.unregister("source")

    def make(self, name: str, table: Any) -> None:
        """Makes a table of an Arrow table."""
        self.register("source", table)
        self.connection.execute(f"CREATE OR REPLACE TABLE {name} AS SELECT * FROM source")
        self.connection.unregister("source")

    def make_empty(self, name: str, columns: dict[str, str]) -> None:
        """Makes a table without rows."""
        listed = ", ".join(f"{column} {kind}" for column, kind in columns.items())
        self.connection.execute(f"CREATE OR REPLACE TABLE {name} ({listed})")

    def register(self, name: str, table: Any) -> None:
        """Lets queries read an Arrow table under this name."""
        self.connection.register(name, table)

    def close(self) -> None:
        """Ends the connection."""
        self.connection.close()


def need_duckdb() -> Any:
    """The module.

    Raises:
        InputError: it is not installed.
    """
    try:
        import duckdb  # noqa: PLC0415 (only when it is used)
        import pyarrow  # noqa: F401, PLC0415
    except ImportError as error:
        raise InputError(
            "the duckdb engine needs DuckDB; install it with: pip install 'dnar[duckdb]'"
        ) from error
    return duckdb

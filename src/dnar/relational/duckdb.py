"""DuckDB: an embedded database that works on disk where memory is too small."""

import json
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from dnar.errors import InputError
from dnar.graph import PARQUET
from dnar.relational.dialect import DUCKDB
from dnar.relational.execution import StreamRow
from dnar.relational.tables import Loaded

CSV = (".csv", ".tsv")
"""Names of files that are read as text."""

WHOLE = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT")

AT_ONCE = 2**18
"""Numbers of a stream that are computed at once."""


class DuckDBTables:
    """The tables of a run in one DuckDB database."""

    dialect = DUCKDB
    keeps_scratch = True

    def __init__(
        self,
        path: str | Path | None = None,
        *,
        memory_limit: str | None = None,
        threads: int | None = None,
        attached: str | Path | None = None,
    ) -> None:
        """Opens a database file, or a database that lasts as long as this object.

        Raises:
            InputError: DuckDB is not installed, or cannot open the file.
        """
        duckdb = need_duckdb()
        self.error, self.attached = duckdb.Error, attached
        try:
            self.connection = duckdb.connect(str(path) if path is not None else ":memory:")
            if memory_limit is not None:
                self.connection.execute(f"SET memory_limit = '{memory_limit}'")
            if threads is not None:
                self.connection.execute(f"SET threads = {int(threads)}")
            self.connection.execute("SET preserve_insertion_order = false")
            self.connection.execute("SET enable_progress_bar = false")
            if attached is not None:
                self.connection.execute(
                    f"ATTACH {self.literal(str(attached))} AS given (READ_ONLY)"
                )
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

    def fill_stream(self, name: str, row: StreamRow, nodes: int) -> None:
        """Computes the numbers in parts, so that they never are in memory all at once."""
        import pyarrow as pa  # noqa: PLC0415 (comes with the extra)

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

    # Loading, see `dnar.relational.tables`

    def keep(self, name: str, query: str) -> None:
        """Makes a table that lasts as long as the run."""
        self.connection.execute(f"CREATE OR REPLACE TABLE {name} AS {query}")

    def view(self, name: str, source: Any) -> dict[str, str]:
        """Names a file, an Arrow table, or a table of the attached database."""
        path = str(source)
        if not isinstance(source, str | Path):
            self.register(f"{name}_given", source)
            query = f"SELECT * FROM {name}_given"
        elif path.endswith(CSV):
            query = f"SELECT * FROM read_csv({self.literal(path)}, all_varchar=true)"
        elif Path(path).is_dir():
            query = f"SELECT * FROM read_parquet({self.literal(path + '/**/*.parquet')})"
        elif path.endswith(PARQUET):
            query = f"SELECT * FROM read_parquet({self.literal(path)})"
        else:
            query = f'SELECT * FROM given."{path}"'
        try:
            self.connection.execute(f"CREATE OR REPLACE TEMP VIEW {name} AS {query}")
            columns = self._columns(name)
        except self.error as error:
            raise InputError(f"cannot read {path!r}: {str(error).splitlines()[0]}") from error
        if path.endswith(CSV):
            columns = self._typed(name, query, columns)
        return columns

    def _columns(self, name: str) -> dict[str, str]:
        return {row[0]: row[1] for row in self.rows(f"DESCRIBE {name}")}

    def _typed(self, name: str, query: str, columns: dict[str, str]) -> dict[str, str]:
        """A CSV file's labels are whole numbers if all of them are, otherwise text."""
        ends = [end for end in ("source", "target", "node") if end in columns]
        whole = "regexp_full_match({0}, '0|-?[1-9][0-9]{{0,17}}')"
        tests = " AND ".join(f"coalesce(bool_and({whole.format(end)}), TRUE)" for end in ends)
        if ends and self.rows(f"SELECT {tests} FROM ({query})")[0][0]:
            typed = ", ".join(
                f"CAST({each} AS BIGINT) AS {each}" if each in ends else f'"{each}"'
                for each in columns
            )
            self.connection.execute(
                f"CREATE OR REPLACE TEMP VIEW {name} AS SELECT {typed} FROM ({query})"
            )
        return self._columns(name)

    def number_labels(self, name: str, query: str) -> None:
        """Numbers labels in their order."""
        self.keep(
            name, f"SELECT row_number() OVER (ORDER BY label) - 1 AS id, label FROM ({query})"
        )

    def is_text(self, kind: str) -> bool:
        """Whether a type of a column is text."""
        return kind.upper() == "VARCHAR"

    def is_whole(self, kind: str) -> bool:
        """Whether a type of a column is whole numbers that fit in 64 bits with a sign."""
        return kind.upper().removeprefix("U") in WHOLE and kind.upper() != "UBIGINT"

    def literal(self, value: Hashable) -> str:
        """A label as SQL."""
        if isinstance(value, int | float) and not isinstance(value, bool):
            return repr(value)
        return "'" + str(value).replace("'", "''") + "'"

    def stored(self) -> dict[str, Any] | None:
        """What is known of a run that this database holds; None if it holds none."""
        known = self.rows("SELECT table_name FROM duckdb_tables() WHERE NOT temporary")
        if ("asked",) not in known:
            return None
        asked, loaded = self.rows("SELECT asked, loaded FROM asked")[0]
        return {
            "asked": asked,
            "loaded": json.loads(loaded),
            "record": self.rows("SELECT record FROM record")[0][0],
        }

    def store_beginning(self, asked: str, loaded: Loaded, record: str) -> None:
        """Stores what a run is resumed from; until then, the database holds no run."""
        run = self.connection.execute
        run("BEGIN")
        run("DROP TABLE pairs")
        run("CREATE OR REPLACE TABLE record AS SELECT ? AS record", [record])
        values = [asked, json.dumps(asdict(loaded))]
        run("CREATE TABLE asked AS SELECT ? AS asked, ? AS loaded", values)
        run("COMMIT")

    def labels(self, numbers: Sequence[int]) -> list[Hashable]:
        """The labels of these nodes."""
        return [
            self.rows(f"SELECT label FROM labels WHERE id = {int(each)}")[0][0]
            for each in numbers
        ]

    def write(self, query: str, path: Path) -> None:
        """Writes a query's rows as Parquet, or as CSV by the name of the file."""
        kind = "csv" if str(path).endswith(CSV) else "parquet"
        self.connection.execute(f"COPY ({query}) TO {self.literal(str(path))} (FORMAT {kind})")

    def arrow(self, query: str) -> Any:
        """A query's rows as an Arrow table."""
        return self.connection.sql(query).to_arrow_table()

    def batches(self, query: str) -> Iterator[Any]:
        """A query's rows in their order, as Arrow record batches."""
        # The order of rows is that of the query only if it is asked for.
        self.connection.execute("SET preserve_insertion_order = true")
        yield from self.connection.sql(query).to_arrow_reader(AT_ONCE)

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

"""Spark: plain SQL on a session that the user brings, with every round written to files.

A round's nodes and marks are written before the next one begins. So a plan never grows with the
rounds, a lost worker costs one round at most, and a lost driver goes on from the last round.
"""

import json
import shutil
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from dnar.atomic_write import write_atomically
from dnar.errors import InputError
from dnar.relational.dialect import SPARK
from dnar.relational.execution import StreamRow
from dnar.relational.tables import Loaded

CSV = (".csv", ".tsv")
"""Names of files that are read as text."""

WHOLE = ("tinyint", "smallint", "int", "bigint")

RECORD, ASKED = "record.json", "asked.json"


def _stream_values(row: StreamRow, batches: Iterator[Any]) -> Iterator[Any]:
    """The values of a stream for batches of consecutive nodes."""
    import pyarrow as pa  # noqa: PLC0415 (on the workers)

    for batch in batches:
        numbers = np.asarray(batch.column(0))
        if len(numbers):
            part = row.part(int(numbers[0]), int(numbers[-1]) + 1)
            yield pa.record_batch([numbers, part], names=["id", "value"])


class SparkTables:
    """The tables of a run as files that a Spark session reads and writes."""

    dialect = SPARK
    keeps_scratch = False

    def __init__(self, session: Any, folder: Path, *, temporary: bool = False) -> None:
        """Keeps the tables in a folder that the driver and all workers share.

        A `temporary` folder is removed at the end.
        """
        from py4j.protocol import Py4JError  # noqa: PLC0415 (comes with the extra)
        from pyspark.errors import PySparkException  # noqa: PLC0415

        self.error, self.attached = (PySparkException, Py4JError), None
        self.session, self.folder, self.temporary = session, folder, temporary
        self.step = 0
        self.cached: list[Any] = []
        if self.stored() is not None:
            record = json.loads((folder / RECORD).read_text())
            self.step = record["files"]
            for name in ("labels", "arcs"):
                self._read(name, folder / name)
            for name in ("nodes", "marks"):
                self._read(name, folder / record[name])

    def _read(self, name: str, path: Path) -> None:
        self.session.read.parquet(str(path)).createOrReplaceTempView(name)

    def _write(self, name: str, frame: Any, path: Path) -> None:
        frame.write.mode("overwrite").parquet(str(path))
        self._read(name, path)

    def rows(self, query: str) -> list[tuple]:
        """The rows of a query."""
        return [tuple(row) for row in self.session.sql(query).collect()]

    def scratch(self, name: str, query: str) -> None:
        """Makes a table; the nodes of the next round are written, all others kept in memory."""
        frame = self.session.sql(query)
        if name == "following":
            self._write(name, frame, self.folder / f"nodes-{self.step + 1}")
            return
        frame = frame.persist()
        self.cached.append(frame)
        frame.createOrReplaceTempView(name)

    def commit(self, nodes: str, marks: str | None, record: str) -> None:
        """Writes the marks, and then the record that makes the round count."""
        known = json.loads((self.folder / RECORD).read_text())
        self.step += 1
        if marks is not None:
            frame = self.session.sql(
                f"SELECT m.* FROM marks m LEFT ANTI JOIN {marks} c ON m.receiver = c.receiver "
                f"AND m.sender = c.sender UNION ALL SELECT * FROM {marks}"
            )
            known["marks"] = f"marks-{self.step}"
            self._write("marks", frame, self.folder / known["marks"])
        known |= {"nodes": f"nodes-{self.step}", "files": self.step, "record": record}
        self._read("nodes", self.folder / known["nodes"])
        write_atomically(self.folder / RECORD, [json.dumps(known)])
        for frame in self.cached:
            frame.unpersist()
        self.cached.clear()
        self._remove_others(known)

    def _remove_others(self, known: dict[str, Any]) -> None:
        kept = {known["nodes"], known["marks"]}
        for path in self.folder.glob("*-[0-9]*"):
            if path.name not in kept:
                shutil.rmtree(path, ignore_errors=True)

    def fill_stream(self, name: str, row: StreamRow, nodes: int) -> None:
        """Computes each part of a row where its nodes are; the workers need dnar for it."""
        values = partial(_stream_values, row)
        frame = self.session.range(nodes).mapInArrow(values, "id BIGINT, value DOUBLE")
        frame.createOrReplaceTempView(name)

    def make(self, name: str, table: Any) -> None:
        """Makes a table of an Arrow table."""
        self.folder.mkdir(parents=True, exist_ok=True)
        frame = self.session.createDataFrame(table)
        self._write(name, frame, self._path(name))

    def make_empty(self, name: str, columns: dict[str, str]) -> None:
        """Makes a table without rows."""
        schema = ", ".join(f"{column} {kind}" for column, kind in columns.items())
        self._write(name, self.session.createDataFrame([], schema), self._path(name))

    def keep(self, name: str, query: str) -> None:
        """Makes a table that lasts as long as the run."""
        self._write(name, self.session.sql(query), self._path(name))

    def _path(self, name: str) -> Path:
        path = self.folder / (f"{name}-0" if name in ("nodes", "marks") else name)
        if name == "marks" and not (self.folder / RECORD).exists():
            first = {"nodes": "nodes-0", "marks": "marks-0", "files": 0, "record": ""}
            write_atomically(self.folder / RECORD, [json.dumps(first)])
        return path

    def view(self, name: str, source: Any) -> dict[str, str]:
        """Names a file, a data frame, an Arrow table, or a table of the session."""
        path = str(source)
        try:
            if hasattr(source, "createOrReplaceTempView"):
                frame = source
            elif not isinstance(source, str | Path):
                frame = self.session.createDataFrame(source)
            elif path.endswith(CSV):
                frame = self._typed(self.session.read.csv(path, header=True))
            elif "/" in path or Path(path).exists():
                frame = self.session.read.parquet(path)
            else:
                frame = self.session.table(path)
            frame.createOrReplaceTempView(name)
            return dict(frame.dtypes)
        except self.error as error:
            raise InputError(f"cannot read {path!r}: {str(error).splitlines()[0]}") from error

    def _typed(self, frame: Any) -> Any:
        """A CSV file's labels are whole numbers if all of them are, otherwise text."""
        ends = [end for end in ("source", "target", "node") if end in frame.columns]
        odd = " OR ".join(f"{end} NOT RLIKE '^(0|-?[1-9][0-9]{{0,17}})$'" for end in ends)
        if not ends or not frame.filter(odd).isEmpty():
            return frame
        return frame.withColumns({end: frame[end].cast("bigint") for end in ends})

    def number_labels(self, name: str, query: str) -> None:
        """Numbers labels in their order: parts by range, each numbered from where it begins."""
        frame = self.session.sql(query).distinct().repartitionByRange("label")
        frame = frame.selectExpr("label", "spark_partition_id() AS part").persist()
        frame.createOrReplaceTempView("parted")
        self.keep(
            name,
            "SELECT row_number() OVER (PARTITION BY p.part ORDER BY p.label) - 1 + b.begin "
            "AS id, p.label FROM parted p JOIN (SELECT part, sum(count(*)) OVER "
            "(ORDER BY part) - count(*) AS begin FROM parted GROUP BY part) b "
            "ON b.part = p.part",
        )
        frame.unpersist()

    def is_text(self, kind: str) -> bool:
        """Whether a type of a column is text."""
        return kind.lower() == "string"

    def is_whole(self, kind: str) -> bool:
        """Whether a type of a column is whole numbers that fit in 64 bits with a sign."""
        return kind.lower() in WHOLE

    def literal(self, value: Hashable) -> str:
        """A label as SQL."""
        if isinstance(value, int | float) and not isinstance(value, bool):
            return repr(value)
        return "'" + str(value).replace("\\", "\\\\").replace("'", "\\'") + "'"

    def stored(self) -> dict[str, Any] | None:
        """What is known of a run that the folder holds; None if it holds none."""
        if not (self.folder / ASKED).is_file():
            return None
        asked = json.loads((self.folder / ASKED).read_text())
        record = json.loads((self.folder / RECORD).read_text())
        return {**asked, "record": record["record"]}

    def store_beginning(self, asked: str, loaded: Loaded, record: str) -> None:
        """Stores what a run is resumed from; until then, the folder holds no run."""
        known = json.loads((self.folder / RECORD).read_text())
        write_atomically(self.folder / RECORD, [json.dumps({**known, "record": record})])
        value = {"asked": asked, "loaded": asdict(loaded)}
        write_atomically(self.folder / ASKED, [json.dumps(value)])

    def labels(self, numbers: Sequence[int]) -> list[Hashable]:
        """The labels of these nodes."""
        return [
            self.rows(f"SELECT label FROM labels WHERE id = {int(each)}")[0][0]
            for each in numbers
        ]

    def write(self, query: str, path: Path) -> None:
        """Writes a query's rows as a folder of Parquet or, by its name, CSV files."""
        frame = self.session.sql(query).write.mode("overwrite")
        if str(path).endswith(CSV):
            frame.csv(str(path), header=True)
        else:
            frame.parquet(str(path))

    def arrow(self, query: str) -> Any:
        """A query's rows as an Arrow table."""
        return self.session.sql(query).toArrow()

    def close(self) -> None:
        """Frees what is kept in memory; the session is the user's."""
        for frame in self.cached:
            frame.unpersist()
        self.cached.clear()
        if self.temporary:
            shutil.rmtree(self.folder, ignore_errors=True)

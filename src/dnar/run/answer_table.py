"""An answer as a table: a row per node, per pair of nodes, or per member of a set."""

import csv
import io
import itertools
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from dnar.machine import PerNode


@dataclass(frozen=True)
class AnswerTable:
    """The outputs of an answer in rows, and those that are one value for the whole graph."""

    index: tuple[str, ...]
    """What names a row: ("node",), ("source", "target") for pairs, or nothing."""
    columns: Mapping[str, Any]
    """Every output with a value per row."""
    values: Mapping[str, Any]
    """Every output of one value."""

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()))) if self.columns else 0

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """The cells of each row: what names it, then its values."""
        if not self.index:
            yield from zip(*self.columns.values(), strict=True)
            return
        items = [column.items() for column in self.columns.values()]
        for row in zip(*items, strict=True):
            names = row[0][0] if len(self.index) > 1 else (row[0][0],)
            yield (*names, *(value for _, value in row))


def table_of(kept: Mapping[str, Any]) -> AnswerTable:
    """The table of these outputs.

    Sets beside outputs per node become columns of True and False; a set alone is one column of
    its members.
    """
    pairs = {name: value for name, value in kept.items() if _is_of_pairs(value)}
    per_node = {
        name: value
        for name, value in kept.items()
        if isinstance(value, PerNode | dict) and name not in pairs
    }
    sets = {name: value for name, value in kept.items() if isinstance(value, list)}
    values = {
        name: value
        for name, value in kept.items()
        if name not in pairs and name not in per_node and name not in sets
    }
    if per_node:
        first = next(iter(per_node.values()))
        columns = {
            name: _membership(value, first) if name in sets else value
            for name, value in kept.items()
            if name in per_node or name in sets
        }
        return AnswerTable(("node",), columns, values)
    if pairs:
        return AnswerTable(("source", "target"), pairs, values)
    # Of several sets alone, each has its own length: they stay values.
    alone = sets if len(sets) == 1 else {}
    return AnswerTable((), alone, {**values, **(sets if not alone else {})})


def csv_lines(kept: Mapping[str, Any]) -> Iterator[str]:
    """The table as lines of CSV with a header; one value per graph is repeated in each row.

    What is infinite or missing is an empty cell.
    """
    table = table_of(kept)
    single = list(table.values.values())
    yield _csv_line([*table.index, *table.columns, *table.values])
    rows: Iterator[tuple[Any, ...]] = table.rows() if table.columns else iter([()])
    for row in rows:
        yield _csv_line([*row, *single])


def _membership(members: list[Any], nodes: Any) -> dict[Any, bool]:
    inside = set(members)
    return {node: node in inside for node, _ in nodes.items()}


def _is_of_pairs(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    few = itertools.islice(value, 1)
    return all(isinstance(key, tuple) and len(key) == 2 for key in few)


def _csv_line(cells: list[Any]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow([_cell(cell) for cell in cells])
    return line.getvalue()


def _cell(value: Any) -> str:
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return ""
    return str(value)

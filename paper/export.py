"""The tables of a report for other programs: LaTeX to typeset, CSV to compute with.

Tables are read from the lines of the report itself, so the three never differ.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

CSV_HEADS = ("section", "table", "row", "column", "value")
"""One line per cell: tables of different columns stand in one file."""

_SPECIAL = {
    "\\": r"\textbackslash{}",
    **{each: f"\\{each}" for each in "&%$#_{}"},
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "±": r"$\pm$",
}
"""Characters that LaTeX reads as commands."""


@dataclass(frozen=True)
class Table:
    """One table of a report."""

    section: str
    number: int
    """Its place among the tables of the section, from 1."""
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def tables_in(lines: Sequence[str]) -> list[Table]:
    """All tables of a report in Markdown, with the sections that they stand in."""
    found: list[Table] = []
    section, number, block = "", 0, list[tuple[str, ...]]()
    for line in [*lines, ""]:
        if line.startswith("|"):
            block.append(_cells(line))
            continue
        if block:
            number += 1
            # The second line is the rule below the heads.
            found.append(Table(section, number, block[0], tuple(block[2:])))
            block = []
        if line.startswith("## "):
            section, number = line.removeprefix("## "), 0
    return found


def _cells(line: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in line.strip().strip("|").split("|"))


def latex_text(tables: Iterable[Table]) -> str:
    """Every table as a `table` environment; needs the package booktabs."""
    return "\n".join(line for table in tables for line in _latex(table))


def _latex(table: Table) -> Iterator[str]:
    label = re.sub("[^a-z0-9]+", "-", table.section.lower()).strip("-")
    yield r"\begin{table}"
    yield r"\centering"
    yield rf"\caption{{{_escaped(table.section)}}}"
    yield rf"\label{{tab:{label}-{table.number}}}"
    yield rf"\begin{{tabular}}{{{'l' * len(table.heads)}}}"
    yield r"\toprule"
    yield _row(table.heads)
    yield r"\midrule"
    yield from map(_row, table.rows)
    yield r"\bottomrule"
    yield r"\end{tabular}"
    yield r"\end{table}"
    yield ""


def _row(cells: Sequence[str]) -> str:
    return " & ".join(map(_escaped, cells)) + r" \\"


def _escaped(text: str) -> str:
    """A cell as LaTeX: code in typewriter, bold as bold, everything else as it stands."""
    safe = "".join(_SPECIAL.get(each, each) for each in text)
    safe = re.sub(r"`([^`]*)`", r"\\texttt{\1}", safe)
    return re.sub(r"\*\*(.+?)\*\*", r"\\textbf{\1}", safe)


def csv_text(tables: Iterable[Table]) -> str:
    """Every cell of every table as a line: section, table, row, column, value."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(CSV_HEADS)
    for table in tables:
        for number, row in enumerate(table.rows, start=1):
            for head, cell in zip(table.heads, row, strict=True):
                writer.writerow((table.section, table.number, number, head, cell))
    return written.getvalue()

"""Tables of a report as LaTeX and as CSV: the same cells."""

import csv
import io

from paper.export import Table, csv_text, latex_text, tables_in
from paper.tables import table

LINES = [
    "# Results",
    "",
    "## Table 1 (50 %)",
    "",
    *table(("task", "`n_max`"), [("bfs", "1.0 ± 0.5"), ("a & b", "**no**")]),
    "",
    "Words.",
    "",
    *table(("x",), [("",)]),
    "## Other",
    *table(("y",), [(r"a\b",)]),
]


def test_tables_are_found_with_their_sections() -> None:
    assert tables_in(LINES) == [
        Table(
            "Table 1 (50 %)",
            1,
            ("task", "`n_max`"),
            (("bfs", "1.0 ± 0.5"), ("a & b", "**no**")),
        ),
        Table("Table 1 (50 %)", 2, ("x",), (("",),)),
        Table("Other", 1, ("y",), ((r"a\b",),)),
    ]
    assert tables_in([]) == []


def test_latex_escapes_what_it_would_read_as_commands() -> None:
    lines = latex_text(tables_in(LINES)).splitlines()
    assert lines[:12] == [
        r"\begin{table}",
        r"\centering",
        r"\caption{Table 1 (50 \%)}",
        r"\label{tab:table-1-50-1}",
        r"\begin{tabular}{ll}",
        r"\toprule",
        r"task & \texttt{n\_max} \\",
        r"\midrule",
        r"bfs & 1.0 $\pm$ 0.5 \\",
        r"a \& b & \textbf{no} \\",
        r"\bottomrule",
        r"\end{tabular}",
    ]
    assert r"a\textbackslash{}b \\" in lines


def test_csv_has_a_line_per_cell() -> None:
    rows = list(csv.DictReader(io.StringIO(csv_text(tables_in(LINES)))))
    assert len(rows) == 6
    assert rows[1] == {
        "section": "Table 1 (50 %)",
        "table": "1",
        "row": "1",
        "column": "`n_max`",
        "value": "1.0 ± 0.5",
    }

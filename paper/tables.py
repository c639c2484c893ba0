"""Tables of a page."""

import statistics
from collections.abc import Iterable, Sequence
from typing import Any

MISSING = "-"
"""Stands where nothing was measured, or where a score does not exist."""

FAMILIES = ("er", "ws", "delaunay")
LEVELS = ("node", "graph", "valid")
"""What a score cell counts."""


def table(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> list[str]:
    """Lines of a table."""
    rule = "|" + "---|" * len(heads)
    return [_line(heads), rule, *(_line(row) for row in rows)]


def _line(cells: Sequence[Any]) -> str:
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def chosen(parts: dict[str, Any], *words: str) -> list[dict[str, Any]]:
    """The results of all parts whose names begin with these words."""
    wanted = list(words)
    return [part for name, part in parts.items() if name.split()[: len(wanted)] == wanted]


def count(runs: Sequence[dict[str, Any]], verdict: str = "proved") -> str:
    """How many of the runs have a verdict, as in `3 of 5`."""
    return f"{sum(run['verdict'] == verdict for run in runs)} of {len(runs)}"


def spread(values: Sequence[float], digits: int = 1) -> str:
    """Mean and sample standard deviation; of a single value the value alone.

    >>> spread([90.0, 100.0]), spread([90.0]), spread([])
    ('95.0 ± 7.1', '90.0', '-')
    """
    if not values:
        return MISSING
    mean = f"{statistics.mean(values):.{digits}f}"
    if len(values) == 1:
        return mean
    return f"{mean} ± {statistics.stdev(values):.{digits}f}"


def cells_of(
    runs: Sequence[dict[str, Any]], size: int, *families: str, column: str = "scores"
) -> list[dict[str, Any]]:
    """The scored cells of a size, of these families or of all; a run has one per family."""
    return [
        cell
        for run in runs
        for cell in run[column]
        if cell["size"] == size and cell["graphs"]
        if not families or cell["family"] in families
    ]


def score_cell(
    cells: Sequence[dict[str, Any]], levels: Sequence[str] = LEVELS, digits: int = 1
) -> str:
    """Node / graph / valid of a cell, or some of them: mean and deviation over its runs."""
    columns = [[cell.get(level) for cell in cells] for level in levels]
    if not cells:
        return MISSING
    return " / ".join(
        spread([value for value in each if value is not None], digits) for each in columns
    )


def graph_count(cells: Sequence[dict[str, Any]]) -> str:
    """How many graphs each of these cells has, as in `20` or `12 to 17`."""
    counts = {cell["graphs"] for cell in cells}
    if not counts:
        return MISSING
    low, high = min(counts), max(counts)
    return str(high) if low == high else f"{low} to {high}"


def lowest(run: dict[str, Any]) -> float:
    """The lowest node score of a run, or graph score where nodes have none."""
    return run["lowest_graph"] if run["lowest_node"] is None else run["lowest_node"]

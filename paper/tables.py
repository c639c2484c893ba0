"""Tables of a page."""

from collections.abc import Iterable, Sequence
from typing import Any

MISSING = "-"
"""Stands where nothing was measured, or where a score does not exist."""

FAMILIES = ("er", "ws", "delaunay")


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


def lowest_cell(runs: Sequence[dict[str, Any]], family: str, size: int) -> str:
    """Node / graph / valid of a cell: the lowest over all runs."""
    scores = [
        score
        for run in runs
        for score in run["scores"]
        if (score["family"], score["size"]) == (family, size)
    ]
    columns = [[score[key] for score in scores] for key in ("node", "graph", "valid")]
    return " / ".join(
        MISSING if None in each or not each else f"{min(each):g}" for each in columns
    )


def lowest(run: dict[str, Any]) -> float:
    """The lowest node score of a run, or graph score where nodes have none."""
    return run["lowest_graph"] if run["lowest_node"] is None else run["lowest_node"]

"""Checks of tables before the first round: one error says what is wrong and with which row."""

from collections.abc import Mapping, Sequence
from typing import Any

from dnar.errors import InputError
from dnar.relational.loading import Loading

ENDS = ("source", "target")


def need_columns(columns: Mapping[str, str], wanted: Sequence[str], source: Any) -> None:
    """Returns if a table has these columns.

    Raises:
        InputError: one is missing.
    """
    missing = [name for name in wanted if name not in columns]
    if missing:
        raise InputError(
            f"{source} has no column {' and no column '.join(missing)}; its columns are "
            f"{', '.join(columns)}; rename them to {', '.join(wanted)}"
        )


def check_edges(
    database: Loading, weight: str | None, non_negative: str | None, edges: Any
) -> None:
    """Returns if every row of the edges can be used.

    `weight` is the SQL of a weight, if there is one; `non_negative` the task that refuses
    weights below zero.

    Raises:
        InputError: there are no rows, or one lacks a source or has a weight that is refused.
    """
    # A row without a target is a node of its own, as in other files.
    bad = f"({weight} IS NULL OR isnan({weight}) OR abs({weight}) = CAST('inf' AS DOUBLE))"
    proper = "target IS NOT NULL"
    tests = {
        "source IS NULL": "a source that is missing (null)",
        **({f"{proper} AND {bad}": "a weight that is no finite number"} if weight else {}),
    }
    if weight and non_negative:
        tests[f"{proper} AND {weight} < 0"] = (
            f"a weight below zero, which {non_negative} refuses"
        )
    sums = ", ".join(f"sum(CASE WHEN {test} THEN 1 ELSE 0 END)" for test in tests)
    (found,) = database.rows(f"SELECT count(*), {sums} FROM input_edges")
    if not found[0]:
        raise InputError(f"{edges} has no rows")
    for (test, words), count in zip(tests.items(), found[1:], strict=True):
        if count:
            (row,) = database.rows(f"SELECT * FROM input_edges WHERE {test} LIMIT 1")
            raise InputError(f"{edges}: {int(count):,} rows have {words}, for instance {row}")


def check_nodes(database: Loading, nodes: Any) -> None:
    """Returns if every node is listed once.

    Raises:
        InputError: one is missing or listed several times.
    """
    ((rows, known, distinct),) = database.rows(
        "SELECT count(*), count(node), count(DISTINCT node) FROM input_nodes"
    )
    if known < rows:
        raise InputError(f"{nodes}: {rows - known:,} rows have no node (null)")
    if distinct < known:
        ((label, count),) = database.rows(
            "SELECT node, count(*) FROM input_nodes GROUP BY node HAVING count(*) > 1 LIMIT 1"
        )
        raise InputError(
            f"{nodes}: node {label!r} is there {count} times; every node must be there once"
        )


def check_dangling(database: Loading) -> None:
    """Returns if the ends of all edges are among the nodes.

    Raises:
        InputError: one is not.
    """
    for end in ENDS:
        found = database.rows(
            f"SELECT e.source, e.target FROM input_edges e LEFT JOIN labels l ON l.label = "
            f"e.{end} WHERE l.id IS NULL AND e.{end} IS NOT NULL LIMIT 1"
        )
        if found:
            raise InputError(
                f"edge {tuple(found[0])} has a {end} that is not among the nodes; add it "
                "there, or leave the table of nodes out"
            )

"""Tables in: edges and nodes as the user has them become the arcs and nodes of a run.

Everything is checked before the first round: one error says what is wrong and with which row.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from dnar.errors import InputError
from dnar.machine import SELF, Shape, Start, StartNode, Task, Weights
from dnar.relational.beginning import Beginning
from dnar.relational.dialect import number
from dnar.relational.execution import Rounds
from dnar.relational.memory import RandomPart
from dnar.relational.plan import Plan
from dnar.relational.storage import FIXED
from dnar.relational.virtual import first_virtual


@dataclass(frozen=True)
class Question:
    """What is asked of a task, on tables."""

    start: Hashable | list[Hashable] | None = None
    seed: int = 0
    weight: float | None = None
    """One weight for all edges."""
    directed: bool = False


@runtime_checkable
class Loading(Protocol):
    """What loading needs of a database, beside running queries."""

    def rows(self, query: str) -> list[tuple]:
        """The rows of a query."""
        ...

    def view(self, name: str, source: Any) -> dict[str, str]:
        """Names an input, a file or a table; its columns and their types come back."""
        ...

    def keep(self, name: str, query: str) -> None:
        """Makes a table that lasts as long as the run."""
        ...

    def number_labels(self, name: str, query: str) -> None:
        """Makes a table (id, label) of a query's labels, numbered in their order from 0."""
        ...

    def is_text(self, kind: str) -> bool:
        """Whether a type of a column is text."""
        ...

    def literal(self, value: Hashable) -> str:
        """A label as SQL."""
        ...


@dataclass(frozen=True)
class Loaded:
    """What is in the database before the first round."""

    nodes: int
    bound: int
    """All numbers of nodes are lower."""
    edges: int
    directed: bool
    weighted: bool
    starts: tuple[int, ...]


MOST_NODES = 2**47
"""Numbers of nodes are lower, so that a message fits in one number."""

ENDS = ("source", "target")


def load(
    database: Loading,
    task: Task,
    beginning: Beginning,
    question: Question,
    edges: Any,
    nodes: Any,
) -> Loaded:
    """Reads the edges, and the nodes if they are given, into tables `labels` and `arcs`.

    Raises:
        InputError: columns are missing; numbers or ends are missing, doubled or unknown; or
            the task cannot take such a graph.
    """
    directed = question.directed
    if directed and task.inputs.shape is Shape.UNDIRECTED:
        raise InputError(
            f"{task.name} takes an undirected graph; ignore the directions with "
            "directed=False in Python or --undirected on the command line"
        )
    columns = database.view("input_edges", edges)
    edges = edges if isinstance(edges, str | Path) else "the table of edges"
    _need(columns, ENDS, edges)
    weighted = task.inputs.weights is not Weights.UNUSED
    weight = "NULL"
    if weighted and question.weight is not None:
        weight = number(question.weight)
    elif weighted:
        _need(columns, ("weight",), edges)
        weight = "CAST(weight AS DOUBLE)"
    _check_edges(database, task, beginning, weight if weighted else None, edges)
    kinds = {columns[end] for end in ENDS}
    if nodes is not None:
        node_columns = database.view("input_nodes", nodes)
        nodes = nodes if isinstance(nodes, str | Path) else "the table of nodes"
        _need(node_columns, ("node",), nodes)
        kinds.add(node_columns["node"])
        _check_nodes(database, nodes)
    if len({database.is_text(kind) for kind in kinds}) > 1:
        raise InputError(
            f"labels must have one type, got {', '.join(sorted(kinds))}; convert one of them"
        )
    whole = not beginning.streams and not any(map(database.is_text, kinds))
    count, bound = _number(database, nodes is not None, whole)
    if nodes is not None:
        _check_dangling(database)
    pairs = _make_arcs(database, weight, directed=directed, weighted=weighted)
    if task.inputs.start is StartNode.REQUIRED and question.start is None:
        raise InputError(
            f"{task.name} begins at a node: give it one, start=LABEL in Python or --start "
            "LABEL on the command line"
        )
    starts = _starts(database, task, question.start)
    return Loaded(count, bound, pairs, directed, weighted, starts)


def _need(columns: Mapping[str, str], wanted: Sequence[str], source: Any) -> None:
    missing = [name for name in wanted if name not in columns]
    if missing:
        raise InputError(
            f"{source} has no column {' and no column '.join(missing)}; its columns are "
            f"{', '.join(columns)}; rename them to {', '.join(wanted)}"
        )


def _check_edges(
    database: Loading, task: Task, beginning: Beginning, weight: str | None, edges: Any
) -> None:
    # A row without a target is a node of its own, as in other files.
    bad = f"({weight} IS NULL OR isnan({weight}) OR abs({weight}) = CAST('inf' AS DOUBLE))"
    proper = "target IS NOT NULL"
    tests = {
        "source IS NULL": "a source that is missing (null)",
        **({f"{proper} AND {bad}": "a weight that is no finite number"} if weight else {}),
    }
    if weight and beginning.non_negative:
        tests[f"{proper} AND {weight} < 0"] = f"a weight below zero, which {task.name} refuses"
    sums = ", ".join(f"sum(CASE WHEN {test} THEN 1 ELSE 0 END)" for test in tests)
    (found,) = database.rows(f"SELECT count(*), {sums} FROM input_edges")
    if not found[0]:
        raise InputError(f"{edges} has no rows")
    for (test, words), count in zip(tests.items(), found[1:], strict=True):
        if count:
            (row,) = database.rows(f"SELECT * FROM input_edges WHERE {test} LIMIT 1")
            raise InputError(f"{edges}: {int(count):,} rows have {words}, for instance {row}")


def _check_nodes(database: Loading, nodes: Any) -> None:
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


def _number(database: Loading, with_nodes: bool, whole: bool) -> tuple[int, int]:
    """Numbers the labels in their order; how many they are, and a bound of the numbers.

    Labels that are `whole` numbers from zero on are their own numbers, unless random numbers
    are given by position.
    """
    labels = "SELECT node AS label FROM input_nodes"
    if not with_nodes:
        labels = (
            "SELECT source AS label FROM input_edges UNION "
            "SELECT target FROM input_edges WHERE target IS NOT NULL"
        )
    if whole:
        database.keep("labels", f"SELECT CAST(label AS BIGINT) AS id, label FROM ({labels}) l")
    else:
        database.number_labels("labels", labels)
    ((count, low, high),) = database.rows("SELECT count(*), min(id), max(id) FROM labels")
    if low < 0 or high >= MOST_NODES:
        database.number_labels("labels", labels)
        high = count - 1
    return int(count), int(high) + 1


def _check_dangling(database: Loading) -> None:
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


def _make_arcs(database: Loading, weight: str, *, directed: bool, weighted: bool) -> int:
    """Makes the arcs, two per pair of joined nodes; how many pairs there are."""
    plain = _is_numbered(database)
    ends = "CAST(e.source AS BIGINT) AS s, CAST(e.target AS BIGINT) AS t"
    source = "input_edges e"
    if not plain:
        ends = "a.id AS s, b.id AS t"
        source = (
            "input_edges e JOIN labels a ON a.label = e.source "
            "JOIN labels b ON b.label = e.target"
        )
    named = f"SELECT {ends}, {weight} AS w FROM {source} WHERE e.target IS NOT NULL"
    if directed:
        rising = "min(CASE WHEN s < t THEN {} END)"
        forth, back = rising.format("w"), rising.format("w").replace("<", ">")
        there, other = rising.format("1"), rising.format("1").replace("<", ">")
        clash = f"coalesce({forth.replace('min', 'max')} <> {forth}, FALSE)"
        clash = f"({clash} OR {clash.replace('s < t', 's > t')})"
        fields = (
            f"coalesce({forth}, {back}) AS up, coalesce({back}, {forth}) AS down, "
            f"CASE WHEN {there} IS NULL THEN 2 WHEN {other} IS NULL THEN 1 ELSE 0 END AS way"
        )
    else:
        clash = "min(w) <> max(w)"
        fields = "min(w) AS up, min(w) AS down, 0 AS way"
    database.keep(
        "pairs",
        f"SELECT least(s, t) AS low, greatest(s, t) AS high, {fields}, "
        f"{clash if weighted else 'FALSE'} AS clash FROM ({named}) e WHERE s <> t "
        "GROUP BY least(s, t), greatest(s, t)",
    )
    clashes = database.rows("SELECT low, high FROM pairs WHERE clash LIMIT 1")
    if clashes:
        low, high = (
            database.rows(f"SELECT label FROM labels WHERE id = {each}")[0][0]
            for each in clashes[0]
        )
        raise InputError(
            f"edge ({low!r}, {high!r}) is there several times with different weights; keep one"
        )
    more = (", up AS weight" if weighted else "") + (
        ", CAST(way AS SMALLINT) AS role" if directed else ""
    )
    turned = "CASE way WHEN 1 THEN 2 WHEN 2 THEN 1 ELSE 0 END"
    back = more.replace("up AS", "down AS").replace("CAST(way", f"CAST({turned}")
    database.keep(
        "arcs",
        f"SELECT high AS receiver, low AS sender{more} FROM pairs UNION ALL "
        f"SELECT low, high{back} FROM pairs",
    )
    return int(database.rows("SELECT count(*) FROM pairs")[0][0])


def _is_numbered(database: Loading) -> bool:
    """Whether the labels are their own numbers."""
    ((kind,),) = database.rows("SELECT max(typeof(label)) FROM labels")
    if database.is_text(str(kind)):
        return False
    return not database.rows("SELECT 1 FROM labels WHERE label <> id LIMIT 1")


def _starts(
    database: Loading, task: Task, start: Hashable | list[Hashable] | None
) -> tuple[int, ...]:
    labels = start if isinstance(start, list) else [] if start is None else [start]
    if labels and task.inputs.start is StartNode.UNUSED:
        raise InputError(f"{task.name} takes no start node; leave it out")
    if len(labels) > 1 and not task.inputs.several_starts:
        raise InputError(f"{task.name} begins at one node, got several")
    found = []
    ((kind,),) = database.rows("SELECT max(typeof(label)) FROM labels")
    for given in labels:
        label = _as_label(given, text=database.is_text(str(kind)))
        rows = database.rows(f"SELECT id FROM labels WHERE label = {database.literal(label)}")
        if not rows:
            raise InputError(f"there is no node {given!r}")
        found.append(int(rows[0][0]))
    return tuple(found)


def _as_label(given: Hashable, *, text: bool) -> Hashable:
    """A label as the tables spell it: text, or a number."""
    if text or not isinstance(given, str):
        return str(given) if text else given
    try:
        return int(given)
    except ValueError:
        return given


def begin(
    plan: Plan, beginning: Beginning, loaded: Loaded, question: Question, database: Any
) -> Rounds:
    """A run from the first step on."""
    storage = plan.storage
    starts = ", ".join(map(str, loaded.starts))
    state = str(beginning.real)
    if starts:
        state = f"CASE WHEN id IN ({starts}) THEN {beginning.start} ELSE {state} END"
    first, joins = {}, ""
    for at, scalar in storage.node_scalars.items():
        first[at] = number(0.0)
        if scalar.start is Start.INPUT:
            given = beginning.values[scalar.name]
            first[at] = "CAST(id AS DOUBLE)" if given is None else number(given)
        elif scalar.start is Start.STREAM:
            database.fill_stream(f"stream{at}", RandomPart(question.seed, 0), loaded.nodes)
            first[at] = f"stream{at}.value"
            joins += f" JOIN stream{at} USING (id)"
    fields = []
    for name, kind in plan.node_columns().items():
        if name in ("state", "p_state"):
            value = state
        elif name.endswith("_state"):
            value = str(beginning.arc_states[FIXED[name.removesuffix("_state")]])
        else:
            value = first[int(name[1:])] if name[1:].isdigit() else number(0.0)
        fields.append(f"CAST({value} AS {kind}) AS {name}")
    database.keep(
        "nodes",
        f"SELECT id, {', '.join(fields)}, FALSE AS changed, FALSE AS moved FROM labels{joins}",
    )
    database.make_empty(
        "marks", {"receiver": "BIGINT", "sender": "BIGINT", **plan.mark_columns()}
    )
    scalars = {name: beginning.value(name, plan.nodes) for name in beginning.values}
    virtual = first_virtual(plan, beginning.virtual, beginning.arc_states[SELF], scalars)
    return Rounds(plan, database, virtual, virtual, random_rows(question.seed))


def random_rows(seed: int) -> Any:
    """Streams of random numbers from a seed; the virtual node gets zero."""
    return lambda name, row: (RandomPart(seed, row), 0.0)


__all__ = ["Loaded", "Question", "begin", "load", "random_rows"]

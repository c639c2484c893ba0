"""Tables in: edges and nodes as the user has them become the arcs and nodes of a run.

Everything is checked before the first round: one error says what is wrong and with which row.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dnar.errors import InputError
from dnar.machine import Shape, StartNode, Task, Weights
from dnar.relational.beginning import Beginning
from dnar.relational.dialect import number
from dnar.relational.loading import Loading
from dnar.relational.table_checks import (
    ENDS,
    check_dangling,
    check_edges,
    check_nodes,
    need_columns,
)


@dataclass(frozen=True)
class Question:
    """What is asked of a task, on tables."""

    start: Hashable | list[Hashable] | None = None
    seed: int = 0
    weight: float | None = None
    """One weight for all edges."""
    directed: bool = False


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


@dataclass(frozen=True)
class Given:
    """A table of edges and, perhaps, one of nodes, and how they are read."""

    edges: Any
    nodes: Any = None
    directed: bool = False
    weighted: bool = False
    weight: float | None = None
    """One weight for all edges; by default the column holds them."""
    non_negative: str | None = None
    """The task that refuses weights below zero, if it does."""
    gapless: bool = False
    """Whether nodes are numbered 0, 1, 2, ..., whatever their labels."""


@dataclass(frozen=True)
class Numbered:
    """What was read: how many nodes and pairs there are, and a bound of the numbers."""

    nodes: int
    bound: int
    pairs: int


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
    weighted = task.inputs.weights is not Weights.UNUSED
    given = Given(
        edges,
        nodes,
        directed,
        weighted,
        question.weight,
        task.name if beginning.non_negative else None,
        # Random numbers are given by position.
        gapless=bool(beginning.streams),
    )
    read = read_pairs(database, given)
    _make_arcs(database, given)
    if task.inputs.start is StartNode.REQUIRED and question.start is None:
        raise InputError(
            f"{task.name} begins at a node: give it one, start=LABEL in Python or --start "
            "LABEL on the command line"
        )
    starts = _starts(database, task, question.start)
    return Loaded(read.nodes, read.bound, read.pairs, directed, weighted, starts)


def read_pairs(database: Loading, given: Given) -> Numbered:
    """Checks the tables and makes `labels`, and `pairs` with each pair of joined nodes once.

    Raises:
        InputError: columns are missing; numbers or ends are missing, doubled or unknown.
    """
    columns = database.view("input_edges", given.edges)
    edges = given.edges if isinstance(given.edges, str | Path) else "the table of edges"
    need_columns(columns, ENDS, edges)
    weight = None
    if given.weighted and given.weight is not None:
        weight = number(given.weight)
    elif given.weighted:
        need_columns(columns, ("weight",), edges)
        weight = "CAST(weight AS DOUBLE)"
    check_edges(database, weight, given.non_negative, edges)
    kinds = {columns[end] for end in ENDS}
    if given.nodes is not None:
        node_columns = database.view("input_nodes", given.nodes)
        nodes = given.nodes if isinstance(given.nodes, str | Path) else "the table of nodes"
        need_columns(node_columns, ("node",), nodes)
        kinds.add(node_columns["node"])
        check_nodes(database, nodes)
    if len({database.is_text(kind) for kind in kinds}) > 1:
        raise InputError(
            f"labels must have one type, got {', '.join(sorted(kinds))}; convert one of them"
        )
    whole = not given.gapless and all(map(database.is_whole, kinds))
    count, bound = _number(database, given.nodes is not None, whole)
    if given.nodes is not None:
        check_dangling(database)
    return Numbered(count, bound, _make_pairs(database, given, weight))


def _number(database: Loading, with_nodes: bool, whole: bool) -> tuple[int, int]:
    """Numbers the labels in their order; how many they are, and a bound of the numbers.

    Labels that are `whole` numbers from zero on are their own numbers.
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


def _make_pairs(database: Loading, given: Given, weight: str | None) -> int:
    """Makes the pairs of joined nodes, with the SQL of a weight; how many there are."""
    plain = is_numbered(database)
    ends = "CAST(e.source AS BIGINT) AS s, CAST(e.target AS BIGINT) AS t"
    source = "input_edges e"
    if not plain:
        ends = "a.id AS s, b.id AS t"
        source = (
            "input_edges e JOIN labels a ON a.label = e.source "
            "JOIN labels b ON b.label = e.target"
        )
    named = f"SELECT {ends}, {weight or 'NULL'} AS w FROM {source} WHERE e.target IS NOT NULL"
    if given.directed:
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
        f"{clash if weight else 'FALSE'} AS clash FROM ({named}) e WHERE s <> t "
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
    return int(database.rows("SELECT count(*) FROM pairs")[0][0])


def _make_arcs(database: Loading, given: Given) -> None:
    """Makes the arcs, two per pair of joined nodes."""
    more = (", up AS weight" if given.weighted else "") + (
        ", CAST(way AS SMALLINT) AS role" if given.directed else ""
    )
    turned = "CASE way WHEN 1 THEN 2 WHEN 2 THEN 1 ELSE 0 END"
    back = more.replace("up AS", "down AS").replace("CAST(way", f"CAST({turned}")
    database.keep(
        "arcs",
        f"SELECT high AS receiver, low AS sender{more} FROM pairs UNION ALL "
        f"SELECT low, high{back} FROM pairs",
    )


def is_numbered(database: Loading) -> bool:
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

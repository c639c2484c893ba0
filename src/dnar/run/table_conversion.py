"""From tables to a graph folder: DuckDB sorts the edges, on disk where memory is too small.

The folder is then mapped into memory by the compiled executor, so no graph is ever built there.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from dnar.errors import InputError
from dnar.graph import NODE_LIMIT, write_graph_folder
from dnar.relational.duckdb import DuckDBTables
from dnar.relational.tables import Given, is_numbered, read_pairs
from dnar.run.table_inputs import unchanged_inputs


def save_tables(tables: DuckDBTables, given: Given, folder: str | Path) -> None:
    """Writes the graph of some tables as a folder; edges from a node to itself are left out.

    Raises:
        InputError: the tables cannot be used or change meanwhile, the graph is too large, or
            the folder exists or cannot be written.
    """
    if Path(folder).exists():
        raise InputError(f"{folder} exists already; remove it or give another name")
    with unchanged_inputs(tables, given.edges, given.nodes):
        read = read_pairs(tables, replace(given, gapless=True))
    if read.nodes > NODE_LIMIT:
        raise InputError(f"a graph has at most {NODE_LIMIT} nodes, got {read.nodes}")
    edges = "SELECT low AS source, high AS target, up AS weight FROM pairs"
    if given.directed:
        edges += (
            " WHERE way <> 2 UNION ALL SELECT high AS source, low AS target, down AS weight "
            "FROM pairs WHERE way <> 1"
        )
    ((count,),) = tables.rows(f"SELECT count(*) FROM ({edges})")
    labels = range(read.nodes)
    if not is_numbered(tables):
        labels = [label for (label,) in tables.rows("SELECT label FROM labels ORDER BY id")]
    write_graph_folder(
        folder,
        _blocks(tables, f"SELECT * FROM ({edges}) ORDER BY source, target", given.weighted),
        labels=labels,
        edges=int(count),
        directed=given.directed,
        weighted=given.weighted,
    )


def _blocks(
    tables: DuckDBTables, query: str, weighted: bool
) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray | None]]:
    for batch in tables.batches(query):
        source, target, weight = (batch.column(at) for at in range(3))
        yield source.to_numpy(), target.to_numpy(), weight.to_numpy() if weighted else None

"""`dnar run --engine duckdb|spark FILE`: a run on tables, without a graph in memory."""

import json
import sys
from pathlib import Path

from dnar.cli.arguments import table_start
from dnar.errors import InputError
from dnar.relational.execution import Progress
from dnar.run import DuckDB, Engine, Spark
from dnar.run.relational import RelationalEngine, is_table


def run_on_tables(
    engine: Engine,
    graph: str,
    *,
    start: str | None,
    seed: int,
    weight: float | str | None,
    directed: bool | None,
    steps: int | None,
    out: Path | None,
    folder: Path | None,
    memory: str | None,
) -> bool:
    """Runs a program on a file of edges and prints what it found.

    Returns whether the graph is such a file; otherwise nothing is done.

    Raises:
        InputError: the file or an option cannot be used.
    """
    if not isinstance(engine, RelationalEngine) or not is_table(graph):
        return False
    if isinstance(weight, str):
        raise InputError(
            f"--weight takes a number with --engine {engine.name}, got {weight!r}; weights are "
            "read from the column weight"
        )
    tables = Spark(folder=folder) if engine.name == "spark" else DuckDB(memory, folder=folder)
    found = tables.run(
        engine.task,
        graph,
        start=table_start(engine.task, start),
        seed=seed,
        weight=weight,
        directed=bool(directed),
        max_steps=steps,
        out=out,
        program=engine.program,
        progress=_show_round,
    )
    print(json.dumps(found.to_json(), ensure_ascii=False))
    return True


def _show_round(made: Progress) -> None:
    """Says on the error stream how far a run is."""
    states = ", ".join(f"{count:,} {state}" for state, count in made.counts.items())
    print(
        f"step {made.step}: {made.changed_nodes:,} nodes and {made.changed_arcs:,} arcs "
        f"changed; {states}",
        file=sys.stderr,
    )

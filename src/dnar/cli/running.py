"""`dnar run`: an algorithm on a graph, and what it found."""

import itertools
import json
import sys
from pathlib import Path
from typing import Annotated

from rich.console import Console

from dnar.atomic_write import check_writable, write_atomically
from dnar.cli.arguments import start_label, table_start, task_input
from dnar.cli.parser import Argument, Option
from dnar.cli.report import answer_report
from dnar.errors import InputError
from dnar.graph import FAMILIES
from dnar.relational.execution import Progress
from dnar.run import DuckDB, Spark, engine_from, run, trace_lines
from dnar.run.relational import RelationalEngine, is_table

_GRAPH_HELP = (
    "A file (CSV, edge list, GraphML or GML), or the name of a built-in graph: karate, or a "
    f"family and a size as in er:100. The families are {', '.join(FAMILIES)}. "
    "Array tasks take values:3,1,2 or a file of numbers instead; `dnar tasks` says what the "
    "others take."
)


def run_command(
    task: Annotated[
        str,
        Argument(
            metavar="TASK|DIR|FILE",
            help="The algorithm; `dnar tasks` lists them. Or a model of your own: the folder "
            "of a training run, or a program or certificate in JSON.",
        ),
    ],
    graph: Annotated[str, Argument(metavar="GRAPH", help=_GRAPH_HELP)],
    start: Annotated[
        str | None,
        Option(
            metavar="LABEL",
            help="The node to start at; with commas between them for tasks that take several.",
        ),
    ] = None,
    seed: Annotated[
        int,
        Option(min=0, metavar="NUMBER", help="Seed of random graphs, weights and numbers."),
    ] = 0,
    weight: Annotated[
        float | None,
        Option(metavar="NUMBER", help="Weight of all edges, if the graph has none."),
    ] = None,
    directed: Annotated[
        bool | None,
        Option(
            "--directed/--undirected",
            help="Whether edges are one-way. By default GraphML and GML files say it "
            "themselves, all other graphs are undirected.",
        ),
    ] = None,
    steps: Annotated[
        int | None,
        Option(
            min=0,
            metavar="NUMBER",
            help="Stop after so many steps. By default it stops when nothing changes any more.",
        ),
    ] = None,
    engine: Annotated[
        str | None,
        Option(
            metavar="NAME",
            help="compiled for a learned program as native code, numpy or program for the same "
            "program interpreted (numpy: only where something changes), network for the model "
            "itself, rules for the rules, duckdb or spark for the program as queries of a "
            "database. By default "
            "automatic: the proved program of the package, compiled where a kernel is ready or "
            "the graph is large; the network of a training folder.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        Option(
            metavar="FILE",
            help="With --engine duckdb or spark and a file: write the outputs per node there, "
            "as Parquet or, by its name, CSV.",
        ),
    ] = None,
    folder: Annotated[
        Path | None,
        Option(
            metavar="DIR",
            help="With --engine duckdb or spark and a file: keep the run's tables there; the "
            "same command resumes a run that was interrupted.",
        ),
    ] = None,
    memory: Annotated[
        str | None,
        Option(
            metavar="SIZE",
            help="With --engine duckdb and a file: the most memory to use, such as 2GB; more "
            "goes to disk.",
        ),
    ] = None,
    as_json: Annotated[bool, Option("--json", help="Print one JSON object.")] = False,
    trace: Annotated[
        Path | None,
        Option(metavar="FILE", help="Write every step to this file, as lines of JSON."),
    ] = None,
) -> None:
    """Run an algorithm on a graph and print what it found."""
    chosen = engine_from(task, engine)
    if isinstance(chosen, RelationalEngine) and is_table(graph):
        tables = DuckDB(memory, folder=folder) if engine == "duckdb" else Spark(folder=folder)
        found = tables.run(
            chosen.task,
            graph,
            start=table_start(chosen.task, start),
            seed=seed,
            weight=weight,
            directed=bool(directed),
            max_steps=steps,
            out=out,
            program=chosen.program,
            progress=_show_round,
        )
        print(json.dumps(found.to_json(), ensure_ascii=False))
        return
    if (out, folder, memory) != (None, None, None):
        raise InputError(
            "--out, --folder and --memory are for --engine duckdb or spark and a Parquet or "
            "CSV file"
        )
    if trace is not None:
        check_writable(trace)
    source = task_input(chosen.task, graph, seed=seed, weight=weight, directed=directed)
    answer = run(
        chosen.task,
        source,
        start=start_label(chosen.task, source, start),
        seed=seed,
        max_steps=steps,
        trajectory=trace is not None,
        engine=chosen,
    )
    if trace is not None and answer.trajectory is not None:
        write_atomically(trace, trace_lines(chosen.task, answer.trajectory))
    if as_json:
        sys.stdout.writelines(itertools.chain(answer.json_pieces(), "\n"))
    else:
        Console().print(answer_report(chosen.task, answer))


def _show_round(made: Progress) -> None:
    """Says on the error stream how far a run on tables is."""
    states = ", ".join(f"{count:,} {state}" for state, count in made.counts.items())
    print(
        f"step {made.step}: {made.changed_nodes:,} nodes and {made.changed_arcs:,} arcs "
        f"changed; {states}",
        file=sys.stderr,
    )

"""`dnar run`: an algorithm on a graph, and what it found."""

import itertools
import sys
from pathlib import Path
from typing import Annotated

from rich.console import Console

from dnar.atomic_write import check_writable, write_atomically
from dnar.cli.arguments import TaskFile, parse_weight, start_label, task_input
from dnar.cli.parser import Argument, Option
from dnar.cli.report import answer_heading, answer_report
from dnar.errors import InputError
from dnar.graph import FAMILIES
from dnar.printable import printable
from dnar.run import engine_from, run, trace_lines
from dnar.stored_task import given_task

TABLE_ENGINES = ("duckdb", "spark")
"""Engines that also run on tables without a graph in memory."""

_GRAPH_HELP = (
    "A file (CSV, edge list, GraphML or GML, also compressed as .gz), a folder that `dnar "
    "convert` wrote, - for standard input, or the name of a built-in graph: karate, or a "
    f"family and a size as in er:100. The families are {', '.join(FAMILIES)}. "
    "Array tasks take values:3,1,2 or a file of numbers instead; `dnar tasks` says what the "
    "others take."
)


def run_command(
    task: Annotated[
        str,
        Argument(
            metavar="TASK|DIR|FILE",
            help="The algorithm; `dnar tasks` lists them. One of your own: FILE.py or "
            "FILE.py:NAME. A model of your own: the folder of a training run, or a program or "
            "certificate in JSON.",
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
        str | None,
        Option(
            metavar="NUMBER|NAME",
            help="A number: weight of all edges, if the graph has none. A name: the column or "
            "attribute of the file that holds the weights.",
        ),
    ] = None,
    edge_source: Annotated[
        str | None,
        Option("--source", metavar="NAME", help="The column of the file with edge sources."),
    ] = None,
    edge_target: Annotated[
        str | None,
        Option("--target", metavar="NAME", help="The column of the file with edge targets."),
    ] = None,
    combine: Annotated[
        str,
        Option(
            metavar="HOW",
            help="What parallel edges of different weights become: min, sum, or an error.",
        ),
    ] = "error",
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
    task_file: TaskFile = None,
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
    as_csv: Annotated[bool, Option("--csv", help="Print a table as CSV.")] = False,
    out: Annotated[
        Path | None,
        Option(
            metavar="FILE",
            help="Write the answer to this file, as --json or --csv say, or else as its "
            "suffix does: .json or .csv; of a run on tables .parquet or .csv.",
        ),
    ] = None,
    trace: Annotated[
        Path | None,
        Option(metavar="FILE", help="Write every step to this file, as lines of JSON."),
    ] = None,
) -> None:
    """Run an algorithm on a graph and print what it found."""
    chosen = engine_from(task, engine, given_task(task_file))
    if engine in TABLE_ENGINES:
        from dnar.cli.table_running import run_on_tables  # noqa: PLC0415 (slow to load)

        if run_on_tables(
            chosen,
            graph,
            start=start,
            seed=seed,
            weight=parse_weight(weight),
            directed=directed,
            steps=steps,
            out=out,
            folder=folder,
            memory=memory,
        ):
            return
    if (folder, memory) != (None, None):
        raise InputError(
            "--folder and --memory are for --engine duckdb or spark and a Parquet or CSV file"
        )
    written_as = _format(as_json=as_json, as_csv=as_csv, out=out)
    for path in (out, trace):
        if path is not None:
            check_writable(path)
    source = task_input(
        chosen.task,
        graph,
        seed=seed,
        weight=parse_weight(weight),
        directed=directed,
        source=edge_source,
        target=edge_target,
        combine=combine,
    )
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
    if written_as is None:
        Console().print(answer_report(chosen.task, answer))
        return
    json_lines = itertools.chain(answer.json_pieces(), "\n")
    lines = json_lines if written_as == "json" else answer.csv_lines()
    if out is None:
        sys.stdout.writelines(lines)
    else:
        write_atomically(out, lines)
        print(answer_heading(chosen.task, answer) + f"; wrote {printable(str(out))}")


def _format(*, as_json: bool, as_csv: bool, out: Path | None) -> str | None:
    """How the answer is written; None: as a table for people."""
    if as_json and as_csv:
        raise InputError("give --json or --csv, not both")
    if as_json or as_csv or out is None:
        return "json" if as_json else "csv" if as_csv else None
    suffix = out.suffix.lower().removeprefix(".")
    if suffix not in ("json", "csv"):
        raise InputError(
            f"--out {out} ends neither in .json nor in .csv; say --json or --csv, too"
        )
    return suffix

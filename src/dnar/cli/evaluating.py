"""`dnar evaluate`: scoring an engine on random graphs, with all cores, and resumable."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from dnar.cli.arguments import (
    INTERRUPTED,
    TaskFile,
    parse_graphs,
    parse_names,
    parse_sizes,
)
from dnar.cli.parser import Argument, Option
from dnar.graph import FAMILIES
from dnar.machine import Task
from dnar.run import (
    ModelSource,
    Score,
    all_cores,
    evaluate,
    scoring_engine,
    settled,
    source_named,
)
from dnar.stored_task import given_task
from dnar.tasks import is_bundled

_RUNS = {
    "compiled": "the learned program as native code",
    "numpy": "the learned program in numpy",
    "program": "the learned program, interpreted",
    "duckdb": "the learned program as queries of DuckDB",
    "spark": "the learned program as queries of Spark",
    "network": "the network itself",
    "rules": "the rules of the task",
}
"""What the engines run, in words."""


def evaluate_command(
    source: Annotated[
        str,
        Argument(
            metavar="TASK|DIR|FILE",
            help="A task, the folder of a training run, a program or certificate in JSON, or a "
            "task of your own, FILE.py.",
        ),
    ],
    sizes: Annotated[
        str, Option(several=True, metavar="N", help="Sizes of the test graphs.")
    ] = "16,80,160",
    families: Annotated[
        str, Option(several=True, metavar="NAME", help=f"Among {', '.join(FAMILIES)}.")
    ] = "er,ws,delaunay",
    graphs: Annotated[
        str,
        Option(
            metavar="NUMBER|DIR|FILE",
            help="Graphs per cell; or a folder or file of your own graphs, without cells.",
        ),
    ] = "100",
    seed: Annotated[int, Option(min=0, metavar="NUMBER", help="Draws the graphs.")] = 0,
    engine: Annotated[
        str | None,
        Option(
            metavar="NAME",
            help="program, compiled, numpy, duckdb, spark, network, or rules to check the "
            "protocol itself. By default the program, of a training run the one extracted from "
            "its network.",
        ),
    ] = None,
    workers: Annotated[
        int | None,
        Option(
            min=1,
            metavar="NUMBER",
            help="Processes that share the work. By default one per core; networks and small "
            "evaluations run in one.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        Option(
            metavar="FILE",
            help="Keep what is finished in this file; the same command goes on from there.",
        ),
    ] = None,
    task_file: TaskFile = None,
    as_json: Annotated[bool, Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Score a model on random graphs, per family and size."""
    wanted, kinds = parse_sizes(sizes, "--sizes"), parse_names(families)
    drawn = parse_graphs(graphs)
    found = source_named(source, given_task(task_file))
    chosen, finished = scoring_engine(found, engine), 0
    total = None
    if isinstance(drawn, int):
        chosen = settled(chosen, drawn * len(kinds) * sum(wanted))
        total = len(set(wanted)) * len(set(kinds)) * drawn
    scores = []
    try:
        with _bar(total) as advance:

            def count(done: int) -> None:
                nonlocal finished
                finished += done
                advance(done)

            scores += evaluate(
                chosen,
                sizes=wanted,
                families=kinds,
                graphs=drawn,
                seed=seed,
                workers=_usual_workers(chosen.task) if workers is None else workers,
                out=out,
                on_graphs=count,
            )
    except KeyboardInterrupt:
        print(_farewell(finished, total, out), file=sys.stderr)
        raise SystemExit(INTERRUPTED) from None
    if as_json:
        answer = {"task": chosen.task.name, "engine": chosen.name, "seed": seed}
        if isinstance(found, ModelSource):
            learned = found.model.learned
            answer["learned"] = None if learned is None else learned.to_json()
        print(json.dumps({**answer, "scores": [score.to_json() for score in scores]}))
    else:
        console = Console()
        ran = f"scored by the {chosen.name} engine: {_RUNS[chosen.name]}"
        console.print(f"{chosen.task.name}, {ran}", soft_wrap=True)
        if isinstance(found, ModelSource):
            learned = found.model.learned
            words = "not recorded" if learned is None else learned.words()
            console.print(f"learned: {words}", soft_wrap=True)
        console.print(_score_table(scores))


def _usual_workers(task: Task) -> int:
    """One per core; a task of one's own stays in this process, where its file was loaded."""
    return all_cores() if is_bundled(task) else 1


def _farewell(finished: int, total: int | None, out: Path | None) -> str:
    if total is None:
        return "interrupted; what is given as graphs is not kept"
    if out is None:
        return f"interrupted after {finished} of {total} graphs; --out FILE would keep them"
    return (
        f"interrupted: {finished} of {total} graphs are kept in {out}; "
        "the same command goes on from there"
    )


@contextmanager
def _bar(graphs: int | None) -> Iterator[Callable[[int], None]]:
    columns = (
        TextColumn("graphs"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    console, quiet = Console(stderr=True), not sys.stderr.isatty()
    with Progress(*columns, console=console, transient=True, disable=quiet) as bar:
        line = bar.add_task("graphs", total=graphs)
        yield lambda done: bar.advance(line, done)


def _score_table(scores: list[Score]) -> Table:
    some_wrong = any(score.wrong for score in scores)
    shares = ("node %", "graph %", "valid %", "halted %")
    table = Table("family", "size", "graphs", *shares, *(["first wrong"] if some_wrong else []))
    for score in scores:
        shares = (score.node, score.graph, score.valid, score.halted)
        percents = ("-" if share is None else f"{share:.2f}" for share in shares)
        wrong = [", ".join(str(number) for number in score.wrong)] if some_wrong else []
        table.add_row(score.family, str(score.size), str(score.graphs), *percents, *wrong)
    return table

"""`dnar discover`: a program from problems and right outputs alone, then its network."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from dnar.cli.arguments import INTERRUPTED, parse_names
from dnar.cli.parser import Argument, Option
from dnar.discover import Progress as SearchProgress
from dnar.errors import InputError
from dnar.explain import explain_program, explanation_text
from dnar.machine import reachable_types
from dnar.run import Discovery, FunctionTask, discover, need_torch, train
from dnar.run.discovery_check import compare
from dnar.run.source import NETWORK
from dnar.verify import Verdict


def discover_command(
    task: Annotated[
        str,
        Argument(
            metavar="TASK|FILE.json|FILE.py:FUNCTION",
            help="A task (bfs, dfs, reachability, eccentricity, mis, two_colouring, leaf, "
            "local_minimum, maximum), a file of examples, or a function of your own.",
        ),
    ],
    seed: Annotated[int, Option(min=0, metavar="NUMBER", help="Decides the search.")] = 0,
    priors: Annotated[
        str | None,
        Option(
            several=True,
            metavar="NAME",
            help="Restrictions: heard-only, write-once, absorbing, or none.  [default: the "
            "task's]",
        ),
    ] = None,
    states: Annotated[
        list[str] | None,
        Option(
            metavar="NODE,ARC[,VIRTUAL]",
            help="State counts to try; may be given several times, smallest first.",
        ),
    ] = None,
    seconds: Annotated[int | None, Option(min=1, metavar="NUMBER", help="Time budget.")] = None,
    workers: Annotated[
        int | None,
        Option(min=1, metavar="NUMBER", help="Searches side by side.  [default: all cores]"),
    ] = None,
    out: Annotated[
        Path | None,
        Option(metavar="DIR", help="Folder of the search.  [default: runs/discover-TASK-SEED]"),
    ] = None,
    resume: Annotated[
        bool, Option("--resume", help="Continue the search in the folder.")
    ] = False,
    train_network: Annotated[
        bool,
        Option(
            "--train", help="Also train a network on the found program's runs and prove it."
        ),
    ] = False,
    output: Annotated[
        str, Option(metavar="KIND", help="Of a function: pointer, set, choice or count.")
    ] = "set",
    start: Annotated[bool, Option("--start", help="Of a function: it takes a start.")] = False,
    steps: Annotated[
        str, Option(metavar="BOUND", help="Of a function: the bound on steps.")
    ] = "n + 2",
    as_json: Annotated[bool, Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Find a program from problems and their right outputs alone, without rules or traces.

    Exit code 0 if a program was found and nothing speaks against it, 1 if it is refuted.
    """
    if train_network:
        need_torch()
    own = ".py:" in task
    name = task.rpartition(":")[2] if own else Path(task).stem
    folder = out if out is not None else Path("runs") / f"discover-{name}-{seed}"
    options: dict[str, Any] = {
        "seed": seed,
        "priors": None if priors is None else _priors(priors),
        "states": None if states is None else [_counts(each) for each in states],
        "seconds": seconds,
        "workers": workers,
        "out": folder,
        "resume": resume,
    }
    choices = {"output": output, "start": start, "steps": steps}
    asked = FunctionTask(task, choices) if own else task
    try:
        with _search_bar(name, quiet=as_json) as show:
            found = discover(asked, callbacks=[show], **options)
        compared = compare(found, folder)
        trained = _train(found, folder) if train_network else None
    except KeyboardInterrupt:
        print(f"interrupted: --resume goes on with what {folder} holds", file=sys.stderr)
        raise SystemExit(INTERRUPTED) from None
    if as_json:
        print(json.dumps({**found.report, **compared.to_json(), "network": trained}))
    else:
        print("\n".join([*_summary(found, folder), *compared.words(), *_network(trained)]))
    raise SystemExit(1 if compared.verdict is Verdict.REFUTED else 0)


def _priors(text: str) -> tuple[str, ...]:
    names = parse_names(text)
    return () if names == ("none",) else names


def _counts(text: str) -> tuple[int, ...]:
    parts = parse_names(text)
    if len(parts) not in (2, 3) or not all(part.isdigit() for part in parts):
        raise InputError(f"--states is NODE,ARC or NODE,ARC,VIRTUAL, got {text!r}")
    return tuple(map(int, parts))


def _train(found: Discovery, folder: Path) -> dict[str, Any]:
    """What became of a network that learned the found program's runs."""
    model = train(found.task, seed=int(found.report["seed"]), out=folder / NETWORK)
    return {
        "exact": model.exact,
        "verdict": model.report["verdict"],
        "seconds": model.report["train_seconds"],
    }


def _network(trained: dict[str, Any] | None) -> list[str]:
    if trained is None:
        return []
    exact = "exact" if trained["exact"] else "not exact"
    words = {"proved": "proved equal to the found program on graphs of every size"}
    verdict = words.get(trained["verdict"], trained["verdict"])
    return [f"network: {exact} after {trained['seconds']} s, {verdict}"]


def _summary(found: Discovery, folder: Path) -> list[str]:
    report = found.report
    search = report["search"]
    size = (
        "nothing shorter fits the examples" if found.smallest else "shorter ones not excluded"
    )
    excluded = report["excluded"]
    reachable = reachable_types(found.task)
    text = explanation_text(explain_program(found.task, found.program, reachable))
    return [
        f"{found.sketch.title}, discovered from outputs alone; what was told:",
        *(f"  {name}: {words}" for name, words in report["told"].items()),
        f"found: {report['states']} states, description length {found.cost} ({size})",
        *([f"no program fits with {', '.join(excluded)} states"] if excluded else []),
        f"examples: {len(search['examples'])}, of which {search['refuted']} refuted a program; "
        f"{search['seconds']:.1f} s of CPU; kept in {folder}",
        f"checked on {report['checked']}",
        "",
        text,
        "",
    ]


@contextmanager
def _search_bar(task: str, *, quiet: bool) -> Iterator[Callable[[SearchProgress], None]]:
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    console, hidden = Console(stderr=True), quiet or not sys.stderr.isatty()
    with Progress(*columns, console=console, transient=True, disable=hidden) as bar:
        line = bar.add_task(f"{task}: preparing", total=None)

        def show(progress: SearchProgress) -> None:
            best = "" if progress.cost is None else f", best {progress.cost}"
            bar.update(
                line,
                description=f"{task}: {progress.counts.words()} states, {progress.examples} "
                f"examples{best}; {progress.what}",
            )

        yield show

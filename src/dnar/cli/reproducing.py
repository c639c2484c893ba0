"""`dnar reproduce`: the paper's experiments, which stand in the repository."""

import importlib
import sys
from pathlib import Path
from typing import Annotated, Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

import dnar
from dnar.atomic_write import check_writable
from dnar.cli.arguments import INTERRUPTED, parse_names
from dnar.cli.parser import Argument, Option
from dnar.errors import InputError
from dnar.run import all_cores

PROFILES = ("quick", "full")
OUT = Path("runs") / "reproduce"


def reproduce_command(
    name: Annotated[
        str | None,
        Argument(
            metavar="NAME",
            help="An experiment, several with commas, or all. Without a name they are listed.",
        ),
    ] = None,
    profile: Annotated[
        str,
        Option(metavar="NAME", help="quick takes minutes, full has the paper's sizes."),
    ] = "quick",
    seeds: Annotated[
        int | None, Option(min=1, metavar="NUMBER", help="How many seeds, from 0 on.")
    ] = None,
    settings: Annotated[
        list[str] | None,
        Option(
            "--set",
            metavar="FIELD=VALUE",
            help="Change a field of the configuration, as in training.hidden=32; may be given "
            "several times. Results go to a file of their own, unless the field only chooses "
            "parts, such as tasks.",
        ),
    ] = None,
    out: Annotated[Path, Option(metavar="DIR", help="Results folder, resumed from.")] = OUT,
    page: Annotated[
        Path | None,
        Option(metavar="FILE", help="The report, by default report.md beside them."),
    ] = None,
    latex: Annotated[
        Path | None,
        Option(metavar="FILE", help="Also write the tables of the report as LaTeX."),
    ] = None,
    csv: Annotated[
        Path | None,
        Option(metavar="FILE", help="Also write the cells of all tables as CSV."),
    ] = None,
    workers: Annotated[
        int | None,
        Option(min=1, metavar="NUMBER", help="Parts that are measured side by side."),
    ] = None,
) -> None:
    """Measure the paper's tables and figures anew, ours beside the published ones."""
    paper = _paper()
    if profile not in PROFILES:
        raise InputError(f"--profile is {' or '.join(PROFILES)}, got {profile!r}")
    if name is None:
        Console().print(_listed(paper))
        return
    names = paper.catalogue.NAMES if name == "all" else parse_names(name) or (name,)
    chosen = {each: _config(paper, each, profile, seeds, settings or []) for each in names}
    page = out / "report.md" if page is None else page
    _check_places(out, page)
    _check_exports(latex, csv)
    cores = all_cores() if workers is None else workers
    complaints: list[str] = []
    try:
        for each, config in chosen.items():
            complaints += _measure(paper, each, config, out, cores)
    except KeyboardInterrupt:
        print(
            f"interrupted: finished parts are kept in {out}; the same command goes on",
            file=sys.stderr,
        )
        raise SystemExit(INTERRUPTED) from None
    paper.report.write_page(page, out, profile, chosen, latex=latex, csv=csv)
    print(*(each for each in (page, latex, csv) if each is not None), sep="\n")
    if complaints:
        raise InputError("; ".join(complaints))


def _check_places(out: Path, page: Path) -> None:
    """Makes the folders, before anything is measured."""
    if not page.suffix:
        raise InputError(f"--page is a file such as report.md, got {page}")
    for folder in (out, page.parent, page.with_suffix("")):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"{folder} cannot be made a folder: {error.strerror}") from error
    check_writable(page)


def _check_exports(latex: Path | None, csv: Path | None) -> None:
    for path in (latex, csv):
        if path is not None:
            check_writable(path)


def _config(paper: Any, name: str, profile: str, seeds: int | None, settings: list[str]) -> Any:
    chosen = paper.catalogue.experiment(name)
    extra = [] if seeds is None else [f"seeds={seeds}"]
    config = paper.overrides.changed(getattr(chosen, profile), [*settings, *extra])
    chosen.check(config)
    return config


def _measure(paper: Any, name: str, config: Any, out: Path, workers: int) -> list[str]:
    """Measures what is missing, and returns what went wrong."""
    todo = paper.running.missing_parts(name, config, out)
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(
        *columns, console=console, transient=True, disable=not sys.stderr.isatty()
    ) as bar:
        line = bar.add_task(name, total=len(todo))

        def report(part: str, result: dict[str, Any]) -> None:
            bar.advance(line)
            print(f"{name}: {part} ({result['took']['seconds']:.1f} s)", flush=True)

        try:
            paper.running.measure_all(name, config, out, workers=workers, on_part=report)
        except InputError as error:
            return [str(error)]
    return []


def _listed(paper: Any) -> Table:
    table = Table("name", "what", "quick parts", "full parts")
    for name in paper.catalogue.NAMES:
        each = paper.catalogue.experiment(name)
        counts = (str(len(each.parts(config))) for config in (each.quick, each.full))
        table.add_row(name, each.title, *counts)
    return table


def _paper() -> Any:
    """The experiments, from the repository that the package or the caller stands in."""
    places = (Path(str(dnar.__file__)).parents[2], Path.cwd())
    for place in places:
        if (place / "paper" / "catalogue.py").is_file():
            if str(place) not in sys.path:
                sys.path.insert(0, str(place))
            return _imported()
    raise InputError(
        "the experiments stand in the repository and not in the installed package: clone it "
        "and run the command in the clone"
    )


def _imported() -> Any:
    try:
        for part in ("paper.catalogue", "paper.overrides", "paper.report", "paper.running"):
            importlib.import_module(part)
        importlib.import_module("matplotlib")
        catalogue = importlib.import_module("paper.catalogue")
        for name in catalogue.NAMES:
            catalogue.experiment(name)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith(("paper", "dnar")):
            raise
        raise InputError(
            f"the experiments need {error.name}; pip install '.[paper]' in the clone"
        ) from error
    return importlib.import_module("paper")

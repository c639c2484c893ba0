"""`dnar train`: learning a task, or several with one processor."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from dnar.cli.arguments import INTERRUPTED, parse_graphs, parse_names, parse_sizes
from dnar.cli.parser import Argument, Option
from dnar.errors import InputError
from dnar.machine import Task
from dnar.run import JointModel, Model, need_torch, train, train_together
from dnar.tasks import get_task

if TYPE_CHECKING:
    from dnar.training import Progress as TrainingProgress
    from dnar.training import TrainConfig

_TASK_HELP = (
    "The algorithm; `dnar tasks` lists them. One of your own: FILE.py or FILE.py:NAME. "
    "Several, as in bfs,dfs, share one processor."
)


def train_command(
    task: Annotated[str, Argument(metavar="TASK[,TASK...]", help=_TASK_HELP)],
    seed: Annotated[int, Option(min=0, metavar="NUMBER", help="Decides the run.")] = 0,
    out: Annotated[
        Path | None,
        Option(metavar="DIR", help="Folder of the run.  [default: runs/TASK-SEED]"),
    ] = None,
    train_sizes: Annotated[
        str | None,
        Option(
            several=True, metavar="N", help="Sizes of the training graphs.  [default: 4-16]"
        ),
    ] = None,
    graphs: Annotated[
        str | None,
        Option(
            metavar="NUMBER|DIR|FILE",
            help="How many training graphs; or a folder or file of your own.  [default: 128]",
        ),
    ] = None,
    device: Annotated[
        str, Option(metavar="NAME", help="Where to train, such as cuda.")
    ] = "cpu",
    messages: Annotated[
        str | None,
        Option(
            metavar="FORM", help="rich (the default), or literal as in the paper's formulas."
        ),
    ] = None,
    graphs_only: Annotated[
        bool, Option("--graphs-only", help="Train on graphs alone: no enumerated cases.")
    ] = False,
    method: Annotated[
        str | None,
        Option(
            metavar="NAME",
            help="gradient (the default): gradients alone, hard random attention; anneal: "
            "gradients alone, soft attention that hardens; settle: attention is searched for "
            "after a cycle.",
        ),
    ] = None,
    protocol: Annotated[
        str | None,
        Option(metavar="NAME", help="paper: the settings of the paper's Section 4.4."),
    ] = None,
    iterations: Annotated[
        int | None,
        Option(min=1, metavar="NUMBER", help="Iterations in a cycle, which then never go on."),
    ] = None,
    cycles: Annotated[
        int | None, Option(min=1, metavar="NUMBER", help="Cycles at most.")
    ] = None,
    learning_rate: Annotated[
        float | None, Option(metavar="NUMBER", help="Step size of Adam.")
    ] = None,
    resume: Annotated[
        bool, Option("--resume", help="Continue a run that was interrupted.")
    ] = False,
    tensorboard: Annotated[
        bool, Option("--tensorboard", help="Write TensorBoard logs into the folder.")
    ] = False,
    as_json: Annotated[bool, Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Train a network on an algorithm's local cases until it is exact.

    Exit code 1 if it did not become exact.
    """
    need_torch()
    tasks = [get_task(name) for name in parse_names(task)]
    names = [each.name for each in tasks]
    folder = out if out is not None else Path("runs") / f"{'-'.join(names)}-{seed}"
    found = None if graphs is None else parse_graphs(graphs)
    given = {
        "train_sizes": None
        if train_sizes is None
        else parse_sizes(train_sizes, "--train-sizes"),
        "graphs": found if isinstance(found, int) else None,
        "messages": None if messages is None else _messages(messages),
        "enumerated": False if graphs_only else None,
        "iterations": iterations,
        "patience": None if iterations is None else 0.0,
        "cycles": cycles,
        "learning_rate": learning_rate,
        "seed": seed,
        "device": device,
    }
    choices = {name: value for name, value in given.items() if value is not None}
    config = _config(method, protocol, choices)
    options = {"out": folder, "resume": resume, "config": config}
    if isinstance(found, Path):
        options["graphs"] = found
    try:
        model = _trained(tasks, options, tensorboard=tensorboard)
    except KeyboardInterrupt:
        print(f"interrupted: --resume goes on with what {folder} holds", file=sys.stderr)
        raise SystemExit(INTERRUPTED) from None
    print(json.dumps(model.report) if as_json else "\n".join(_summary(model, folder)))
    raise SystemExit(0 if model.exact else 1)


def _trained(
    tasks: list[Task], options: dict[str, Any], *, tensorboard: bool
) -> Model | JointModel:
    """A model, or several around one processor, with a bar while they are trained."""
    with (
        _training_bar(",".join(task.name for task in tasks)) as show,
        _logger(options["out"], tensorboard) as log,
    ):
        if len(tasks) == 1:
            return train(tasks[0], callbacks=[show, log], **options)
        return train_together(tasks, callbacks=[show, log], **options)


def _summary(model: Model | JointModel, folder: Path) -> list[str]:
    """How it went and how it was learned; of several tasks also one line each."""
    report = model.report
    effort = f"after {report['iterations']} iterations and {report['train_seconds']} s"
    if isinstance(model, Model):
        said = f"{_exactness(report)} {effort}, {report['verdict']}; model in {folder}"
        summary = [f"{model.task.name}, seed {report['seed']}: {said}", _learned(report)]
        return summary if model.diagnosis is None else [*summary, model.diagnosis]
    names = ", ".join(model.members)
    first = f"{names}, seed {report['seed']}: {_exactness(report)} {effort}; models in {folder}"
    members = report["members"].items()
    return [
        first,
        _learned(report),
        *(f"  {name}: {_exactness(each)}, {each['verdict']}" for name, each in members),
    ]


def _learned(report: dict[str, Any]) -> str:
    from dnar.training import learned_of  # noqa: PLC0415 (PyTorch only when it is used)

    found = learned_of(report)
    return f"  learned: {'not recorded' if found is None else found.words()}"


def _exactness(report: dict[str, Any]) -> str:
    return "exact" if report["exact"] else f"not exact: {report['wrong']} cases are wrong"


def _config(method: str | None, protocol: str | None, choices: dict[str, Any]) -> "TrainConfig":
    """The config of a method or a protocol, with single choices."""
    from dnar.training import Method, TrainConfig  # noqa: PLC0415 (PyTorch only here)

    if protocol is not None:
        if protocol != "paper":
            raise InputError(f"no protocol {protocol!r}; the only one is paper")
        if method is not None:
            raise InputError("--protocol paper has its own method: leave --method out")
        return TrainConfig.paper(**choices)
    if method is None:
        return TrainConfig(**choices)
    known = {each.value: each for each in Method}
    if method not in known:
        raise InputError(f"no method {method!r}; the methods are {', '.join(known)}")
    if known[method] is Method.SETTLE:
        return TrainConfig.settle(**choices)
    return TrainConfig(**{**choices, "method": known[method]})


def _messages(name: str) -> Any:
    from dnar.network import MessageForm  # noqa: PLC0415 (PyTorch only when it is used)

    try:
        return MessageForm(name)
    except ValueError:
        known = ", ".join(form.value for form in MessageForm)
        raise InputError(f"no message form {name!r}; the forms are {known}") from None


def _wrong(progress: "TrainingProgress") -> str:
    """How many cases are wrong, and of several tasks of which."""
    if len(progress.wrong_by_task) == 1:
        return str(progress.wrong)
    return ", ".join(f"{name} {count}" for name, count in progress.wrong_by_task.items())


@contextmanager
def _training_bar(task: str) -> "Iterator[Callable[[TrainingProgress], None]]":
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        TimeElapsedColumn(),
    )
    console, quiet = Console(stderr=True), not sys.stderr.isatty()
    with Progress(*columns, console=console, transient=True, disable=quiet) as bar:
        line, cycle = bar.add_task(f"{task}: preparing", total=None), 0

        def show(progress: "TrainingProgress") -> None:
            nonlocal cycle
            if quiet and progress.cycle > cycle:
                # Into a log: a line whenever a cycle did not suffice.
                cycle = progress.cycle
                console.print(f"{task}: cycle {cycle + 1} begins, {_wrong(progress)} wrong")
            bar.update(
                line,
                description=f"{task}: cycle {progress.cycle + 1}, "
                f"iteration {progress.iteration}, loss {progress.loss:.4f}, "
                f"temperature {progress.temperature:.3f}, wrong {_wrong(progress)}",
            )

        yield show


@contextmanager
def _logger(folder: Path, wanted: bool) -> "Iterator[Callable[[TrainingProgress], None]]":
    """Writes TensorBoard events once the run has claimed its folder."""
    if not wanted:
        yield lambda progress: None
        return
    try:
        from torch.utils.tensorboard import SummaryWriter  # noqa: PLC0415 (only on request)
    except ImportError:
        raise InputError("--tensorboard needs pip install 'dnar[tensorboard]'") from None
    writers: list[SummaryWriter] = []
    steps = 0

    def log(progress: "TrainingProgress") -> None:
        nonlocal steps
        if not writers:
            writers.append(SummaryWriter(str(folder / "tensorboard")))
        steps += 1
        for name in ("loss", "temperature", "wrong", "cycle"):
            writers[0].add_scalar(name, getattr(progress, name), steps)

    try:
        yield log
    finally:
        for writer in writers:
            writer.close()

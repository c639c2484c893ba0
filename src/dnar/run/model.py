"""A learned model of a task: trained, loaded, run on graphs, verified."""

import itertools
import json
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dnar.atomic_write import write_atomically
from dnar.display import html_page
from dnar.errors import InputError
from dnar.lazy_names import late_method
from dnar.machine import Numerics, Program, Task, given_problems, write_certificate
from dnar.run.answer import Answer
from dnar.run.bundled import pretrained_path
from dnar.run.engine import engine_from_source
from dnar.run.engines.network import NetworkEngine
from dnar.run.evaluation import Score, evaluate
from dnar.run.inspection import Inspection, inspect_step
from dnar.run.pytorch import need_torch
from dnar.run.run_task import pose, run
from dnar.stored_task import resolve_task, store_task, stored_beside
from dnar.tasks import all_tasks, get_task, is_bundled
from dnar.verify import Result, Verdict, certificate, verify

if TYPE_CHECKING:
    from dnar.network import Network, Processor
    from dnar.training import Callback, Given, Learned, TrainConfig

MODEL, REPORT, CERTIFICATE = "model.safetensors", "report.json", "certificate.json"
"""What a training run leaves in its folder; the certificate only of a proved model."""

SCORED_ENGINE = "automatic"
"""The engine that scores a trained model unless another is named: it runs its program."""


@dataclass(frozen=True)
class Model:
    """A network that has learned a task, and the report of how it did."""

    task: Task
    network: "Network"
    report: dict[str, Any]
    weights: bytes
    """The model file."""

    def __repr__(self) -> str:
        return f"Model({self.task.name}, {'exact' if self.exact else 'not exact'})"

    def _repr_html_(self) -> str:
        facts = {
            "exact": "yes" if self.exact else "no",
            "verdict": self.report.get("verdict", "not verified"),
            "size": f"{len(self.weights):,} bytes",
        }
        single = [
            (name, value)
            for name, value in self.report.items()
            if isinstance(value, str | int | float | bool) and name not in facts
        ]
        return html_page(
            f"Model of {self.task.name}",
            facts,
            header=["report", "value"],
            rows=single,
            count=len(single),
        )

    @property
    def exact(self) -> bool:
        """Whether the model reproduced every case it was trained on."""
        return bool(self.report.get("exact"))

    @property
    def diagnosis(self) -> str | None:
        """What is wrong with a model that did not become exact, and what to change."""
        from dnar.check import diagnosis_text  # noqa: PLC0415 (loads scipy)

        found = self.report.get("diagnosis")
        return None if found is None or "impossible" not in found else diagnosis_text(found)

    @property
    def learned(self) -> "Learned | None":
        """How it was learned: method, data, search; None if its report does not say."""
        from dnar.training import learned_of  # noqa: PLC0415 (PyTorch only when it is used)

        return learned_of(self.report)

    def run(self, graph: Any, **options: Any) -> Answer:
        """The model's own answer on a graph; options as in `dnar.run`."""
        return run(self.task, graph, engine=NetworkEngine(self.task, self.network), **options)

    def evaluate(self, *, engine: str = SCORED_ENGINE, **options: Any) -> list[Score]:
        """The model's scores per family and size; options as in `dnar.evaluate`.

        The program extracted from the network is scored, compiled where that pays.
        `engine="network"` scores the network itself, which takes far longer on large graphs.

        Raises:
            InputError: there is no such engine, or an option cannot be used.
        """
        return list(evaluate(engine_from_source(ModelSource(self), engine), **options))

    def inspect(
        self, graph: Any, step: int, *, temperature: float | None = None, **options: Any
    ) -> Inspection:
        """All that the network computes in one step of its run on a graph.

        Args:
            graph: The graph, as in `dnar.run`.
            step: The number of the step, from 1; the one after the last changes nothing.
            temperature: Run with soft attention at this temperature instead of hard attention.
            options: The rest of the problem, as in `dnar.run`: start, seed, weight and so on.

        Raises:
            InputError: the problem cannot be used, or the run has no such step.
        """
        problem = pose(self.task, graph, **options)
        return inspect_step(self.task, self.network, problem, step, temperature=temperature)

    play = late_method(
        "dnar.play",
        "playground",
        "The model as a notebook widget; see `dnar.play.playground`.",
    )

    @property
    def program(self) -> Program:
        """The model's tables."""
        return self._extracted()[0]

    def verify(self) -> Result:
        """Whether the model does what the rules do, on graphs of every size."""
        return verify(self.task, *self._extracted())

    def certificate(self, result: Result) -> dict[str, Any]:
        """The certificate for what `verify` proved.

        Raises:
            InputError: it proved nothing.
        """
        program, numerics = self._extracted()
        return certificate(self.task, program, result, numerics, self.weights)

    def _extracted(self) -> tuple[Program, Numerics]:
        from dnar.network import extracted  # noqa: PLC0415 (PyTorch only when it is used)

        extraction = extracted(self.network, self.task)
        return extraction.program, extraction.numerics


@dataclass(frozen=True)
class ModelSource:
    """A trained model as what an engine is made from."""

    model: Model
    proved = None
    default_engine = "network"

    @property
    def task(self) -> Task:
        """The model's task."""
        return self.model.task

    def program(self) -> Program:
        """The program that is extracted from the network."""
        return self.model.program

    def network(self) -> "Network":
        """The network."""
        return self.model.network


def train(
    task: str | Task,
    *,
    config: "TrainConfig | None" = None,
    out: str | Path | None = None,
    resume: bool = False,
    callbacks: "Sequence[Callback]" = (),
    graphs: Any = None,
    **choices: Any,
) -> Model:
    """A model trained on a task, with the verdict on it in its report.

    Args:
        task: A task, its name, or the file that declares it, `FILE.py` or `FILE.py:NAME`.
        config: How to train; see `dnar.training.TrainConfig`.
        out: A folder for the model, its report and its certificate; without one nothing is
            written.
        resume: Continue a run that was interrupted in `out`.
        callbacks: Functions that are called with a `dnar.training.Progress` after every check;
            one that returns True stops the training.
        graphs: How many graphs to draw, or the graphs themselves: a list, a generator (of
            which 128 are taken) or a folder of files. Items are anything `as_graph` takes, a
            `Problem`, dm-clrs feedback, or PyG data as SALSA-CLRS makes it.
        choices: Single fields of the config instead, as in `train("bfs", seed=3)`.

    Raises:
        InputError: a choice cannot be used, or the folder holds another run.
    """
    need_torch()
    from dnar.training import train_in  # noqa: PLC0415 (PyTorch only here)

    task = task if isinstance(task, Task) else get_task(task)
    check_own([task])
    config, given = config_and_graphs([task], config, graphs, choices)
    watching = checked_callbacks(callbacks)
    with run_folder(out) as folder:
        done = train_in(folder, [task], config, resume=resume, callbacks=watching, given=given)
        weights = (folder / MODEL).read_bytes()
        model = Model(task, done.networks[task.name], done.report, weights)
        return judged(model, folder)


def check_own(tasks: "Sequence[Task]") -> None:
    """Looks for mistakes in tasks that are none of the package.

    Raises:
        InputError: one has a mistake.
    """
    from dnar.check import checked_task  # noqa: PLC0415 (loads scipy)

    for task in tasks:
        if not is_bundled(task):
            checked_task(task)


def config_and_graphs(
    tasks: "Sequence[Task]",
    config: "TrainConfig | None",
    graphs: Any,
    choices: dict[str, Any],
) -> "tuple[TrainConfig, Given]":
    """The config, and the problems of each task if graphs are given and not only counted.

    Raises:
        InputError: a choice or a graph cannot be used.
    """
    if isinstance(graphs, int | np.integer):
        choices = {**choices, "graphs": int(graphs)}
        graphs = None
    found = chosen_config(config, choices)
    if graphs is None:
        return found, {}
    if isinstance(graphs, Iterator):
        graphs = list(itertools.islice(graphs, found.graphs))
    given = {task.name: given_problems(task, graphs, found.seed) for task in tasks}
    most = max(len(problems) for problems in given.values())
    return replace(found, graphs=most), given


def checked_callbacks(callbacks: "Sequence[Callback]") -> "Sequence[Callback]":
    """The callbacks, if all of them can be called.

    Raises:
        InputError: one cannot.
    """
    for each in callbacks:
        if not callable(each):
            raise InputError(f"a callback is a function of a Progress, got {each!r:.60}")
    return callbacks


def chosen_config(config: "TrainConfig | None", choices: dict[str, Any]) -> "TrainConfig":
    """The config, or one with these single choices.

    Raises:
        InputError: both are given, or a choice cannot be used.
    """
    from dnar.training import TrainConfig  # noqa: PLC0415 (PyTorch only here)

    if config is not None and choices:
        raise InputError("give a config or single choices, not both")
    try:
        return TrainConfig(**choices) if config is None else config
    except TypeError as error:
        raise InputError(f"{error}; see dnar.training.TrainConfig") from error


@contextmanager
def run_folder(out: str | Path | None) -> Iterator[Path]:
    """The folder of a run; without one, a place that is gone afterwards."""
    if out is not None:
        yield Path(out)
        return
    with tempfile.TemporaryDirectory() as scratch:
        yield Path(scratch) / "run"


def judged(model: Model, folder: Path) -> Model:
    """The model with the verdict in its report; a proved one gets its certificate."""
    store_task(folder, model.task)
    result = model.verify()
    model.report["verdict"] = result.verdict.value
    if "diagnosis" in model.report:
        from dnar.check import completed_diagnosis  # noqa: PLC0415 (loads scipy)

        model.report["diagnosis"] = completed_diagnosis(model.task, model.report)
    write_atomically(folder / REPORT, [json.dumps(model.report, indent=2), "\n"])
    if result.verdict is Verdict.PROVED:
        write_certificate(folder / CERTIFICATE, model.certificate(result))
    return model


def member_report(report: dict[str, Any], task: str) -> dict[str, Any]:
    """What the report on several tasks says of one of them."""
    common = dict(report)
    together, members = common.pop("tasks", []), common.pop("members", {})
    return {"task": task, "together": together, **common, **members.get(task, {})}


def load_model(
    source: str | Path, *, task: Task | None = None, processor: "type[Processor] | None" = None
) -> Model:
    """A trained model: from a training folder, a model file, or by the name of a task.

    A task that was trained together with others is its folder in that of the run. `task` is
    needed for a task of one's own whose encoder is Python code: that is not in the folder.
    `processor` is needed for a model with a processor of one's own: its class.

    Raises:
        InputError: there is no model, or it cannot be used.
    """
    need_torch()
    from dnar.network import (  # noqa: PLC0415 (PyTorch only here)
        Processor,
        load_network,
        load_tensors,
        tasks_in,
    )

    path, name = _located(source)
    if not path.is_file():
        raise InputError(
            f"no model {str(source)!r}: give a task ({', '.join(all_tasks())}) or the folder "
            "of a finished training run"
        )
    header = load_tensors(path)[1]
    first, *others = tasks_in(header)
    if name is None and others:
        raise InputError(
            f"{source} holds models for {', '.join([first, *others])}; name one of them, as in "
            f"{path.parent / first}, or load all with dnar.load_together"
        )
    name = name or first
    stored = header.get("definitions", {}).get(name) or stored_beside(path)
    task = resolve_task(name, f"the model in {path}", stored, task)
    network, description = load_network(path, task, processor or Processor)
    facts = json.loads(json.dumps(description.facts))
    report = member_report(facts, name) if others else facts
    return Model(task, network, report, path.read_bytes())


def _located(source: str | Path) -> tuple[Path, str | None]:
    """Where the model file is, and the task if the folder of one among several is given."""
    path = Path(source)
    if str(source) in all_tasks() and not path.is_dir():
        return pretrained_path(get_task(str(source))), None
    if not path.is_dir():
        return path, None
    if not (path / MODEL).is_file() and (path.parent / MODEL).is_file():
        return path.parent / MODEL, path.resolve().name
    return path / MODEL, None

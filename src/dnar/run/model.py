"""A learned model of a task: trained, loaded, run on graphs, verified."""

import json
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dnar.errors import InputError
from dnar.machine import Numerics, Program, Task
from dnar.run.answer import Answer
from dnar.run.engine import NetworkEngine, need_torch, pretrained_path
from dnar.run.evaluate import Score, evaluate
from dnar.run.run import run
from dnar.tasks import all_tasks, get_task
from dnar.verify import Result, Verdict, certificate, verify, write_certificate
from dnar.whole_files import write_whole

if TYPE_CHECKING:
    from dnar.network import Network
    from dnar.training import Progress, TrainConfig

CERTIFICATE = "certificate.json"
"""Where a training run puts the certificate of its model, if it is proved."""


@dataclass(frozen=True)
class Model:
    """A network that has learned a task, and the report of how it did."""

    task: Task
    network: "Network"
    report: dict[str, Any]
    weights: bytes
    """The model file."""

    @property
    def exact(self) -> bool:
        """Whether the model reproduced every case it was trained on."""
        return bool(self.report.get("exact"))

    def run(self, graph: Any, **options: Any) -> Answer:
        """The model's own answer on a graph; options as in `dnar.run`."""
        return run(self.task, graph, engine=NetworkEngine(self.task, self.network), **options)

    def evaluate(self, **options: Any) -> list[Score]:
        """The model's scores per family and size; options as in `dnar.evaluate`."""
        return list(evaluate(NetworkEngine(self.task, self.network), **options))

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
        from dnar.network import extract  # noqa: PLC0415 (PyTorch only when it is used)

        extraction = extract(self.network, self.task)
        return extraction.program, extraction.numerics


def train(
    task: str | Task,
    *,
    config: "TrainConfig | None" = None,
    out: str | Path | None = None,
    resume: bool = False,
    on_progress: "Callable[[Progress], None] | None" = None,
    **choices: Any,
) -> Model:
    """A model trained on a task, with the verdict on it in its report.

    Args:
        task: A task or its name.
        config: How to train; see `dnar.training.TrainConfig`.
        out: A folder for the model, its report and its certificate; without one nothing is
            written.
        resume: Continue a run that was interrupted in `out`.
        on_progress: Called with a `Progress` now and then.
        choices: Single fields of the config instead, as in `train("bfs", seed=3)`.

    Raises:
        InputError: a choice cannot be used, or the folder holds another run.
    """
    need_torch()
    from dnar.training import TrainConfig, train_in  # noqa: PLC0415 (PyTorch only here)

    task = task if isinstance(task, Task) else get_task(task)
    if config is not None and choices:
        raise InputError("give a config or single choices, not both")
    if config is None:
        try:
            config = TrainConfig(**choices)
        except TypeError as error:
            raise InputError(f"{error}; see dnar.training.TrainConfig") from error
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "run" if out is None else Path(out)
        done = train_in(folder, task, config, resume=resume, on_progress=on_progress)
        weights = (folder / "model.safetensors").read_bytes()
        return _judged(Model(task, done.network, done.report, weights), folder)


def _judged(model: Model, folder: Path) -> Model:
    """The model with the verdict in its report; a proved one gets its certificate."""
    result = model.verify()
    model.report["verdict"] = result.verdict.value
    write_whole(folder / "report.json", [json.dumps(model.report, indent=2), "\n"])
    if result.verdict is Verdict.PROVED:
        write_certificate(folder / CERTIFICATE, model.certificate(result))
    return model


def load_model(source: str | Path) -> Model:
    """A trained model: from a training folder, a model file, or by the name of a task.

    Raises:
        InputError: there is no model, or it cannot be used.
    """
    need_torch()
    from dnar.network import load_network, load_tensors  # noqa: PLC0415 (PyTorch only here)

    path = Path(source)
    if str(source) in all_tasks() and not path.is_dir():
        path = pretrained_path(get_task(str(source)))
    elif path.is_dir():
        path = path / "model.safetensors"
    if not path.is_file():
        raise InputError(
            f"no model {str(source)!r}: give a task ({', '.join(all_tasks())}) or the folder "
            "of a finished training run"
        )
    described = load_tensors(path)[1]
    name = str(described.get("task"))
    if name not in all_tasks():
        raise InputError(f"{path} holds a model for {name!r}, which is no task of this version")
    network, description = load_network(path, get_task(name))
    facts = json.loads(json.dumps(description.facts))
    return Model(get_task(name), network, facts, path.read_bytes())

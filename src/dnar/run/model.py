"""A learned model of a task: trained, loaded, run on graphs."""

import json
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dnar.errors import InputError
from dnar.machine import Task
from dnar.run.answer import Answer
from dnar.run.engine import NetworkEngine, need_torch, pretrained_path
from dnar.run.evaluate import Score, evaluate
from dnar.run.run import run
from dnar.tasks import all_tasks, get_task

if TYPE_CHECKING:
    from dnar.network import Network
    from dnar.training import Progress, TrainConfig


@dataclass(frozen=True)
class Model:
    """A network that has learned a task, and the report of how it did."""

    task: Task
    network: "Network"
    report: dict[str, Any]

    @property
    def exact(self) -> bool:
        """Whether the model reproduced every case it was trained on."""
        return bool(self.report.get("exact"))

    def run(self, graph: Any, **options: Any) -> Answer:
        """The model's own answer on a graph; options as in `dnar.run`."""
        return run(self.task, graph, engine=NetworkEngine(self.task, self.network), **options)

    def evaluate(self, **options: Any) -> list[Score]:
        """The model's scores per family and size; options as in `dnar.evaluate`."""
        return list(evaluate(NetworkEngine(self.task, self.network), self.task, **options))


def train(
    task: str | Task,
    *,
    config: "TrainConfig | None" = None,
    out: str | Path | None = None,
    resume: bool = False,
    on_progress: "Callable[[Progress], None] | None" = None,
    **choices: Any,
) -> Model:
    """A model trained on a task.

    Args:
        task: A task or its name.
        config: How to train; see `dnar.training.TrainConfig`.
        out: A folder for the model and its report; without one nothing is written.
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
    if out is not None:
        done = train_in(Path(out), task, config, resume=resume, on_progress=on_progress)
        return Model(task, done.network, done.report)
    with tempfile.TemporaryDirectory() as folder:
        done = train_in(Path(folder) / "run", task, config, on_progress=on_progress)
    return Model(task, done.network, done.report)


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
    return Model(get_task(name), network, json.loads(json.dumps(description.facts)))

"""A training run in a folder: it can be killed at any moment and taken up again.

A run teaches one task, or several that share a processor.

The folder holds `config.json` from the start, `state.safetensors` while the run goes on, and
at the end `model.safetensors` and `report.json`. A run that was interrupted goes on to the
same weights, bit for bit, as one that was not.
"""

import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from enum import Enum
from pathlib import Path
from typing import Any

from dnar.atomic_write import write_atomically
from dnar.build_info import provenance
from dnar.errors import InputError
from dnar.machine import Task, problems_digest
from dnar.network import (
    Network,
    class_name,
    load_networks,
    load_tensors,
    one_thread,
    save_network,
    save_networks,
    save_tensors,
    tasks_in,
)
from dnar.stored_task import rules_digest
from dnar.tasks import is_bundled
from dnar.training.config import TrainConfig
from dnar.training.data import Given
from dnar.training.diagnosis import diagnose
from dnar.training.learned import how_learned
from dnar.training.lesson import Lesson
from dnar.training.train import (
    Callback,
    Outcome,
    Trainer,
    outcome_of,
    usable_device,
    wants_stop,
)

CONFIG, STATE, MODEL, REPORT = (
    "config.json",
    "state.safetensors",
    "model.safetensors",
    "report.json",
)

SAVE_SECONDS = 2.0
"""Time between two saves of the state."""


@dataclass(frozen=True)
class Session:
    """What a training run in a folder left behind."""

    networks: dict[str, Network]
    """By task; those of several tasks share their processor."""
    report: dict[str, Any]


def train_in(
    folder: Path,
    tasks: Sequence[Task],
    config: TrainConfig,
    *,
    resume: bool = False,
    callbacks: Sequence[Callback] = (),
    given: Given | None = None,
) -> Session:
    """Trains in a folder, or takes up what was begun there.

    `given` are the problems to train on, by task, where they are not drawn.

    A run that a callback stops is finished: its model is saved, and resuming changes nothing.

    Raises:
        InputError: the folder holds another run, or one that was not to be resumed.
    """
    usable_device(config.device)
    given = given or {}
    _claim(folder, _identity(tasks, config, given), resume=resume)
    if (folder / REPORT).is_file() and (folder / MODEL).is_file():
        found, _ = load_networks(folder / MODEL, tasks, config.processor)
        networks = {task.name: each for task, each in zip(tasks, found, strict=True)}
        return Session(networks, _read_json(folder / REPORT))
    with one_thread():
        trainer = Trainer(tasks, config, given)
        spent = _restore(folder / STATE, trainer)
        outcome = _finish(folder, trainer, spent, callbacks)
        report = _write_results(folder, trainer, outcome)
    return Session({each.task.name: each.network for each in trainer.lessons}, report)


def _names(tasks: Sequence[Task]) -> dict[str, Any]:
    """What a run is for, as its files say it."""
    names = [task.name for task in tasks]
    return {"task": names[0]} if len(names) == 1 else {"tasks": names}


def _identity(tasks: Sequence[Task], config: TrainConfig, given: Given) -> dict[str, Any]:
    """What decides a run: tasks, config, the rules of own tasks, and graphs that are given."""
    own = {task.name: rules_digest(task) for task in tasks if not is_bundled(task)}
    graphs = {name: problems_digest(problems) for name, problems in given.items()}
    return {
        **_names(tasks),
        "config": config_json(config),
        **({"rules": own} if own else {}),
        **({"given_graphs": graphs} if graphs else {}),
    }


def config_json(config: TrainConfig) -> dict[str, Any]:
    """The choices that decide a run, as JSON values."""
    kept = {each.name for each in fields(config) if each.metadata.get("identity", True)}
    return {name: _json_value(value) for name, value in asdict(config).items() if name in kept}


def _json_value(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, type):
        return class_name(value)
    return list(value) if isinstance(value, tuple) else value


def _read_json(path: Path) -> dict[str, Any]:
    try:
        return dict(json.loads(path.read_text()))
    except (ValueError, TypeError) as error:
        raise InputError(f"{path} is damaged: {error}; give another folder") from error


def _claim(folder: Path, identity: dict[str, Any], *, resume: bool) -> None:
    """Makes the folder this run's own."""
    path = folder / CONFIG
    if path.is_file():
        found = _read_json(path)
        if found != json.loads(json.dumps(identity)):
            what = ", ".join(tasks_in(found))
            raise InputError(
                f"{folder} holds another run ({what}); give another folder, or delete this one"
            )
        if not resume:
            raise InputError(
                f"{folder} already holds this run; continue it with --resume, or give another "
                "folder"
            )
        return
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError(f"{folder} exists and is no training run; give another folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot make the folder {folder}: {error.strerror}") from error
    write_atomically(path, [json.dumps(identity, indent=2), "\n"])


def _finish(
    folder: Path,
    trainer: Trainer,
    spent: float,
    callbacks: Sequence[Callback],
) -> Outcome:
    began = saved = time.perf_counter()
    stopped = False
    while not trainer.finished and not stopped:
        stopped = wants_stop(callbacks, trainer.advance())
        if time.perf_counter() - saved > SAVE_SECONDS and not trainer.finished:
            saved = time.perf_counter()
            _save(folder / STATE, trainer, spent + saved - began)
    seconds = spent + trainer.prepare_seconds + time.perf_counter() - began
    return outcome_of(trainer, seconds, stopped)


def _save(path: Path, trainer: Trainer, spent: float) -> None:
    where: dict[str, Any] = {"cycle": trainer.cycle, "iteration": trainer.iteration}
    where |= {"total": trainer.total, "adam_steps": trainer.optimiser.steps}
    if trainer.best_check is not None:
        where["fewest"], where["fewest_at"] = trainer.best_check
    where["settled"] = [lesson.task.name for lesson in trainer.lessons if lesson.settled]
    save_tensors(path, trainer.optimiser.state(), {**where, "seconds": spent})


def _restore(path: Path, trainer: Trainer) -> float:
    """Takes up a saved state, if there is one; gives the seconds spent before."""
    if not path.is_file():
        return 0.0
    tensors, where = load_tensors(path)
    try:
        trainer.take_up(tensors, where)
        return float(where["seconds"])
    except (RuntimeError, KeyError) as error:
        reason = str(error).splitlines()[0]
        raise InputError(
            f"{path} does not fit this run: {reason}; give another folder"
        ) from error


def _write_results(folder: Path, trainer: Trainer, outcome: Outcome) -> dict[str, Any]:
    lessons = trainer.lessons
    report = {
        **_names([lesson.task for lesson in lessons]),
        "exact": outcome.exact,
        "train_seconds": round(outcome.seconds, 3),
        "prepare_seconds": round(outcome.prepare_seconds, 3),
        "iterations": outcome.iterations,
        "cycles": outcome.cycles,
        "wrong": outcome.wrong,
        "stopped": outcome.stopped,
        "seed": trainer.config.seed,
        "parameters": sum(each.numel() for each in trainer.networks.parameters()),
        "learned": how_learned(trainer.config, outcome.cycles).to_json(),
        "config": config_json(trainer.config),
        **provenance(),
    }
    if len(lessons) == 1 and not outcome.exact:
        report["diagnosis"] = diagnose(lessons[0])
    if len(lessons) == 1:
        save_network(folder / MODEL, lessons[0].network, lessons[0].task, report)
    else:
        report["members"] = {lesson.task.name: _member(lesson, outcome) for lesson in lessons}
        networks = {lesson.task.name: lesson.network for lesson in lessons}
        tasks = [lesson.task for lesson in lessons]
        save_networks(folder / MODEL, networks, report, tasks)
    write_atomically(folder / REPORT, [json.dumps(report, indent=2), "\n"])
    (folder / STATE).unlink(missing_ok=True)
    return report


def _member(lesson: Lesson, outcome: Outcome) -> dict[str, Any]:
    """What is to say of a task that was trained together with others."""
    exact = outcome.exact or lesson.confirmed()
    return {
        "exact": exact,
        **({} if exact else {"diagnosis": diagnose(lesson)}),
        "wrong": lesson.wrong.count,
        "parameters": sum(each.numel() for each in lesson.network.parameters()),
    }

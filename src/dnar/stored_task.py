"""Stored tasks: the task of a file of the user's, as `task.json` beside it or in its header."""

import json
from pathlib import Path
from typing import Any

from dnar.atomic_write import write_atomically
from dnar.errors import InputError
from dnar.machine import Task, digest, program_json, read_json, task_from_json, task_json
from dnar.tasks import all_tasks, get_task, is_bundled

TASK_FILE = "task.json"
"""The task of a training folder, if it is none of the package."""


def definition_of(task: Task) -> dict[str, Any] | None:
    """A task of one's own as JSON; None for one of the package."""
    return None if is_bundled(task) else task_json(task)


def store_task(folder: Path, task: Task) -> None:
    """Writes a task of one's own into a folder; of the package nothing need be kept."""
    definition = definition_of(task)
    if definition is not None:
        write_atomically(folder / TASK_FILE, [json.dumps(definition, indent=1), "\n"])


def stored_beside(path: Path) -> Any:
    """The definition of the task in the folder of a file, if there is one."""
    for folder in (path, path.parent):
        if (folder / TASK_FILE).is_file():
            return read_json(folder / TASK_FILE, "task")
    return None


def rules_digest(task: Task) -> str:
    """The hash that identifies a task's rules and readouts, as in its certificates."""
    return digest(program_json(task.program))


def resolve_task(name: str, where: str, stored: Any, given: Task | None) -> Task:
    """The task of this name that a file is for.

    Args:
        name: What the file says.
        where: The file, in words.
        stored: The definition that came with it, or None.
        given: The task that the user gave, or None.

    Raises:
        InputError: there is none, or it is not the one that the file was made for.
    """
    known = None if stored is None else task_from_json(stored)
    task = given or _known(name, known)
    if task is None:
        raise InputError(
            f"{where} is for {name!r}, which is no task of this version and not stored beside "
            f"it as {TASK_FILE}; give the task's file, --task FILE.py on the command line or "
            "task=TASK in Python"
        )
    if task.name != name:
        raise InputError(f"{where} is for {name!r}, not for {task.name!r}")
    if known is not None and rules_digest(known) != rules_digest(task):
        raise InputError(
            f"{where} was made for other rules of {name!r} than those given; train it again, "
            "or use the task as it was"
        )
    return task


def _known(name: str, stored: Task | None) -> Task | None:
    """The task of the package or an installed one, unless the stored one has other rules.

    A task of one's own, a discovered one for example, may have the name of one of the package.
    """
    task = all_tasks().get(name)
    if task is None or stored is None or rules_digest(task) == rules_digest(stored):
        return task or stored
    return stored


def given_task(name: str | None) -> Task | None:
    """The task that an option names, if it is given."""
    return None if name is None else get_task(name)

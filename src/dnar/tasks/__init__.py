"""The algorithms, one file each: states first, then rules, then input and output.

Every module of this folder that defines `TASK` is a task; nothing else lists them. Tasks of
one's own come from a file, or from an installed package by the entry points `dnar.tasks`.
"""

import difflib
import importlib
import pkgutil
from functools import cache

from dnar.errors import InputError
from dnar.machine import Task
from dnar.own_tasks import installed_task, installed_tasks, is_task_file, task_from_file


@cache
def all_tasks() -> dict[str, Task]:
    """Every task of the package by name, in alphabetical order."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    tasks = [importlib.import_module(f"{__name__}.{name}").TASK for name in names]
    return {task.name: task for task in tasks}


def is_bundled(task: Task) -> bool:
    """Whether this is a task of the package, and not one of the user's own."""
    return all_tasks().get(task.name) is task


def get_task(name: str) -> Task:
    """The task called `name`: of the package, of an installed one, or in a file.

    A file is given as `FILE.py`, or as `FILE.py:NAME` if it declares several tasks.

    Raises:
        InputError: there is no such task; the message lists those there are.
    """
    tasks = all_tasks()
    if name in tasks:
        return tasks[name]
    if is_task_file(name):
        return _checked_name(task_from_file(name), name)
    found = installed_task(name)
    if found is not None:
        return _checked_name(found, f"entry point {name}")
    known = [*tasks, *installed_tasks()]
    close = difflib.get_close_matches(name.lower(), known, n=1)
    hint = f"; did you mean {close[0]!r}?" if close else "."
    raise InputError(
        f"no task {name!r}{hint} The tasks are: {', '.join(known)}. A task of your own is "
        "FILE.py or FILE.py:NAME"
    )


def _checked_name(task: Task, where: str) -> Task:
    if task.name in all_tasks() and not is_bundled(task):
        raise InputError(
            f"{where}: {task.name!r} is a task of the package; give yours another name"
        )
    return task


__all__ = ["all_tasks", "get_task", "installed_tasks", "is_bundled", "is_task_file"]

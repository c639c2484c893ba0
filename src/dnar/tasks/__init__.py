"""The algorithms, one file each: states first, then rules, then input and output.

Every module of this folder that defines `TASK` is a task; nothing else lists them.
"""

import difflib
import importlib
import pkgutil
from functools import cache

from dnar.errors import InputError
from dnar.machine import Task


@cache
def all_tasks() -> dict[str, Task]:
    """Every task by name, in alphabetical order."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    tasks = [importlib.import_module(f"{__name__}.{name}").TASK for name in names]
    return {task.name: task for task in tasks}


def get_task(name: str) -> Task:
    """The task called `name`.

    Raises:
        InputError: there is no such task; the message lists those there are.
    """
    tasks = all_tasks()
    if name not in tasks:
        close = difflib.get_close_matches(name.lower(), tasks, n=1)
        hint = f"; did you mean {close[0]!r}?" if close else "."
        raise InputError(f"no task {name!r}{hint} The tasks are: {', '.join(tasks)}")
    return tasks[name]


__all__ = ["all_tasks", "get_task"]

"""Own tasks: declared in a Python file, or by an installed package.

A file is executed as Python would execute it, so give only files that you trust.
"""

import hashlib
import importlib.util
import sys
import traceback
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from dnar.errors import InputError
from dnar.machine import Algorithm, Task

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "dnar.tasks"
"""The entry points under which installed packages offer tasks."""

DEFAULT_NAME = "TASK"
"""The name of a file's task, if none is given."""


def is_task_file(name: str) -> bool:
    """Whether this names a Python file: FILE.py or FILE.py:NAME."""
    return name.partition(".py:")[1] == ".py:" or name.endswith(".py")


def _executed(given: str) -> tuple[Path, str, ModuleType]:
    """The file that FILE.py or FILE.py:NAME means, the name, and the file as a module."""
    stem, colon, name = given.partition(".py:")
    path = Path(f"{stem}.py" if colon else given)
    if not path.is_file():
        raise InputError(f"there is no file {str(path)!r}")
    return path, name, _module(path.resolve(), path.stat().st_mtime_ns)


def function_from_file(given: str) -> Callable[..., Any]:
    """The function that FILE.py:NAME means.

    Raises:
        InputError: there is no such file, it fails, or it has no such function.
    """
    path, name, module = _executed(given)
    found = getattr(module, name, None)
    if not callable(found):
        raise InputError(f"{path} has no function {name!r}")
    return found


def task_from_file(given: str) -> Task:
    """The task in FILE.py, or the one of that name in FILE.py:NAME.

    Raises:
        InputError: there is no such file, it fails, or it has no such task.
    """
    path, name, module = _executed(given)
    tasks = {key: value for key, value in vars(module).items() if isinstance(value, Task)}
    if name:
        if name not in tasks:
            have = ", ".join(tasks) or "none"
            raise InputError(f"{path} has no task {name!r}; its tasks are: {have}")
        return tasks[name]
    if DEFAULT_NAME in tasks:
        return tasks[DEFAULT_NAME]
    distinct = {id(task): key for key, task in tasks.items()}
    if len(distinct) == 1:
        return next(iter(tasks.values()))
    if not tasks:
        raise InputError(f"{path} declares no task; {_instead(module)}")
    raise InputError(
        f"{path} declares several tasks, {', '.join(tasks)}; name one, as in "
        f"{path}:{next(iter(tasks))}"
    )


def _instead(module: ModuleType) -> str:
    """What to do about a file without a task."""
    for name, value in vars(module).items():
        if isinstance(value, Algorithm):
            return f"add the line {DEFAULT_NAME} = {name}.task()"
    if hasattr(module, DEFAULT_NAME):
        found = type(getattr(module, DEFAULT_NAME)).__name__
        return f"its {DEFAULT_NAME} is a {found}, not a dnar.Task"
    return f"assign one to the name {DEFAULT_NAME}"


@cache
def _module(path: Path, changed: int) -> ModuleType:
    """The file as a module; executed again when it has changed."""
    name = f"dnar_task_{hashlib.sha256(str(path).encode()).hexdigest()[:12]}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise InputError(f"{path} cannot be loaded as Python")
    module = importlib.util.module_from_spec(spec)
    # Its classes must be found under their module's name, and files beside it imported.
    sys.modules[name] = module
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise InputError(f"{_line(path, error)}: {_reason(error)}") from error
    finally:
        sys.path.remove(str(path.parent))
    return module


def _line(path: Path, error: BaseException) -> str:
    """The file and its line that failed."""
    if isinstance(error, SyntaxError) and error.filename == str(path):
        return f"{path.name}:{error.lineno}"
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == str(path)]
    return f"{path.name}:{lines[-1]}" if lines else path.name


def _reason(error: BaseException) -> str:
    if isinstance(error, SystemExit):
        return "the file ends the program when it is loaded; put that under __main__"
    text = " ".join(str(error).split())
    return text if isinstance(error, InputError) else f"{type(error).__name__}: {text}"


@cache
def installed_tasks() -> "dict[str, EntryPoint]":
    """The tasks that installed packages offer, by name; none is loaded."""
    from importlib.metadata import entry_points  # noqa: PLC0415 (slow to load)

    return {each.name: each for each in sorted(entry_points(group=GROUP))}


def installed_task(name: str) -> Task | None:
    """The task that an installed package offers under this name, if one does.

    Raises:
        InputError: it cannot be loaded, or is no task.
    """
    found = installed_tasks().get(name)
    if found is None:
        return None
    try:
        task = found.load()
    except Exception as error:
        raise InputError(
            f"the task {name!r}, {found.value}, fails: {_reason(error)}"
        ) from error
    if not isinstance(task, Task):
        raise InputError(f"the entry point {name!r}, {found.value}, is no dnar.Task")
    return task

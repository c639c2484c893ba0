"""Bundled kernels: the C source of the programs that come with the package, made beforehand.

`python -m tools.make_kernels` derives them, with the digests of what they were derived from. A
test derives them anew and compares. The package's build step compiles them.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from dnar.errors import InputError
from dnar.machine import Task
from dnar.tasks import all_tasks

FOLDER = Path(__file__).with_name("bundled_kernels")
INDEX = "index.json"


@cache
def bundled_index(folder: Path = FOLDER) -> dict[str, dict[str, str]]:
    """By task: the kernel's design, and the digests of what it was derived from.

    Raises:
        InputError: the file is damaged.
    """
    try:
        value: Any = json.loads((folder / INDEX).read_text(encoding="utf-8"))
        return {
            task: {name: str(entry[name]) for name in ("design", "program", "rules")}
            for task, entry in value.items()
        }
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, AttributeError, TypeError, KeyError) as error:
        raise InputError(
            f"{folder / INDEX} is damaged: {error}; reinstall dnar, or make it again with "
            "python -m tools.make_kernels"
        ) from error


def bundled_source(task: Task, program: str, rules: str) -> tuple[str, str] | None:
    """Design and C source of a task's program, if one with these digests was bundled."""
    known, entry = all_tasks().get(task.name), bundled_index().get(task.name)
    if known is None or entry is None or entry["program"] != program:
        return None
    # A kernel depends on how runs start and on the rules' scalars, too; and on what is read.
    if task.encoder is not known.encoder or entry["rules"] != rules:
        return None
    if task.decoders != known.decoders:
        return None
    path = FOLDER / f"{task.name}.c"
    return (entry["design"], path.read_text(encoding="utf-8")) if path.is_file() else None

"""`dnar tasks`: the algorithms, what they take and what they return."""

import json
from typing import Annotated

from rich.console import Console

from dnar.cli.parser import Option
from dnar.cli.report import task_table
from dnar.machine import Task
from dnar.tasks import all_tasks, get_task, installed_tasks


def tasks_command(
    as_json: Annotated[bool, Option("--json", help="Print one JSON list.")] = False,
) -> None:
    """List the algorithms, what they take and what they return.

    Those of installed packages (entry points `dnar.tasks`) come last.
    """
    tasks = [*all_tasks().values(), *(get_task(name) for name in installed_tasks())]
    if as_json:
        print(json.dumps([_task_facts(task) for task in tasks]))
    else:
        Console().print(task_table(tasks))


def _task_facts(task: Task) -> dict[str, object]:
    return {
        "name": task.name,
        "title": task.title,
        "summary": task.summary,
        "start": task.inputs.start.value,
        "weights": task.inputs.weights.value,
        "graph": task.inputs.shape.value,
        "random": task.inputs.random,
        "outputs": list(task.decoders),
        "node_states": list(task.program.node_states),
        "arc_states": list(task.program.arc_states),
    }

"""`dnar check`: every mistake that a task of one's own shows, in one report."""

import json
from dataclasses import asdict
from typing import Annotated

from dnar.cli.parser import Argument, Option
from dnar.errors import InputError
from dnar.own_tasks import function_from_file, is_task_file
from dnar.printable import printable
from dnar.tasks import get_task


def check_command(
    task: Annotated[
        str,
        Argument(metavar="FILE.py", help="The task: FILE.py or FILE.py:NAME, or its name."),
    ],
    messages: Annotated[
        str,
        Option(metavar="FORM", help="Form of the network: rich, or literal as in the paper."),
    ] = "rich",
    reference: Annotated[
        str | None,
        Option(
            metavar="NAME",
            help="A function of the file that computes the right outputs, to compare with.",
        ),
    ] = None,
    as_json: Annotated[bool, Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Check a task's declarations before anything is trained.

    Finds states that nobody reaches, rules that never count, rules that do not come to rest,
    encoders that look too far, and what no network can represent; with `--reference`, answers
    that are not those of a function. Exit code 1 if there is a mistake.
    """
    from dnar.check import Form, check_task  # noqa: PLC0415 (loads the verifier)

    forms = {form.value: form for form in Form}
    if messages not in forms:
        raise InputError(f"no message form {messages!r}; the forms are {', '.join(forms)}")
    right = None
    if reference is not None:
        if not is_task_file(task):
            raise InputError(f"--reference names a function beside the task; {task} is no file")
        right = function_from_file(f"{task.partition('.py')[0]}.py:{reference}")
    report = check_task(get_task(task), forms[messages], reference=right)
    if as_json:
        print(json.dumps({"ok": report.ok, **asdict(report)}))
    else:
        print("\n".join(map(printable, report.text().splitlines())))
    raise SystemExit(0 if report.ok else 1)

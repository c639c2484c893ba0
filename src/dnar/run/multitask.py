"""Several tasks learned by one processor (paper, Section 4.5).

Encoders and decoders belong to the tasks, everything between them is shared. Each member is a
model like any other: it runs, is extracted, verified and gets its own certificate.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dnar.atomic_write import write_atomically
from dnar.errors import InputError
from dnar.machine import Task
from dnar.run.model import (
    MODEL,
    REPORT,
    Model,
    check_own,
    checked_callbacks,
    config_and_graphs,
    judged,
    member_report,
    run_folder,
)
from dnar.run.pytorch import need_torch
from dnar.stored_task import resolve_task
from dnar.tasks import get_task

if TYPE_CHECKING:
    from dnar.network import Processor
    from dnar.training import Callback, TrainConfig


@dataclass(frozen=True)
class JointModel:
    """Models of several tasks around one processor, and the report of how they were trained."""

    members: Mapping[str, Model]
    report: dict[str, Any]

    def __repr__(self) -> str:
        return f"JointModel({', '.join(self.members)})"

    @property
    def exact(self) -> bool:
        """Whether every member reproduced every case it was trained on."""
        return all(member.exact for member in self.members.values())

    def __getitem__(self, task: str) -> Model:
        """The model of this task.

        Raises:
            InputError: it is not among them.
        """
        if task not in self.members:
            raise InputError(f"no member {task!r}; the members are {', '.join(self.members)}")
        return self.members[task]


def train_together(
    tasks: Sequence[str | Task],
    *,
    config: "TrainConfig | None" = None,
    out: str | Path | None = None,
    resume: bool = False,
    callbacks: "Sequence[Callback]" = (),
    graphs: Any = None,
    **choices: Any,
) -> JointModel:
    """Models of several tasks, trained at once with one processor; arguments as in `train`.

    The folder holds the weights of all in one file, and for every task a folder of its own with
    its report and its certificate.

    Raises:
        InputError: a choice cannot be used, or the folder holds another run.
    """
    need_torch()
    from dnar.training import train_in  # noqa: PLC0415 (PyTorch only here)

    chosen = [each if isinstance(each, Task) else get_task(each) for each in tasks]
    names = [task.name for task in chosen]
    if len(names) < 2 or len(set(names)) < len(names):
        got = ", ".join(names) or "none"
        raise InputError(f"give two or more different tasks to train together, got {got}")
    check_own(chosen)
    config, given = config_and_graphs(chosen, config, graphs, choices)
    watching = checked_callbacks(callbacks)
    with run_folder(out) as folder:
        done = train_in(folder, chosen, config, resume=resume, callbacks=watching, given=given)
        weights = (folder / MODEL).read_bytes()
        members = {
            task.name: Model(
                task, done.networks[task.name], member_report(done.report, task.name), weights
            )
            for task in chosen
        }
        return _judged(JointModel(members, done.report), folder)


def _judged(joint: JointModel, folder: Path) -> JointModel:
    """All members with their verdicts, each in a folder of its own."""
    for name, member in joint.members.items():
        (folder / name).mkdir(exist_ok=True)
        judged(member, folder / name)
        joint.report["members"][name]["verdict"] = member.report["verdict"]
    write_atomically(folder / REPORT, [json.dumps(joint.report, indent=2), "\n"])
    return joint


def load_together(
    folder: str | Path, *, processor: "type[Processor] | None" = None
) -> JointModel:
    """The models in the folder of a run of `train_together`, around their one processor.

    `processor` is needed if it is one of one's own: its class.

    Raises:
        InputError: there is no such run, or it cannot be used.
    """
    need_torch()
    from dnar.network import (  # noqa: PLC0415 (PyTorch only here)
        Processor,
        load_networks,
        load_tensors,
        tasks_in,
    )

    path = Path(folder) / MODEL
    header = load_tensors(path)[1]
    held = tasks_in(header)
    if len(held) < 2:
        raise InputError(f"{path} holds a model for one task; load it with dnar.load_model")
    stored = header.get("definitions", {})
    tasks = [resolve_task(name, str(path), stored.get(name), None) for name in held]
    networks, description = load_networks(path, tasks, processor or Processor)
    report, weights = json.loads(json.dumps(description.facts)), path.read_bytes()
    members = {
        task.name: Model(task, network, member_report(report, task.name), weights)
        for task, network in zip(tasks, networks, strict=True)
    }
    return JointModel(members, report)

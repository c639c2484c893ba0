"""Model files: safetensors with a JSON description in the header; nothing that can execute.

A file says of itself which task it is for and how the network is built, so a model can be
loaded from it alone. A file for several tasks holds their one processor once, and an encoder
and a decoder of each.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import safetensors
import safetensors.torch
import torch

from dnar.atomic_write import write_atomically
from dnar.errors import InputError
from dnar.machine import Task
from dnar.network.network import Network, processor_sizes
from dnar.network.processor import MessageForm, Processor, ProcessorSizes
from dnar.network.readout import outputs_of
from dnar.network.signature import signature_of
from dnar.stored_task import definition_of

FORMAT = 2
"""Raised when files of this version cannot be read by others."""

PROCESSOR = "processor."
"""Begins the names of the processor's tensors."""


@dataclass(frozen=True)
class Description:
    """What a model file says of itself."""

    tasks: tuple[str, ...]
    """One, or several that share the processor."""
    hidden: int
    messages: MessageForm
    facts: dict[str, Any]
    """Seed, config, version, commit, metrics: whatever its maker wrote down."""


def save_network(path: Path, network: Network, task: Task, facts: dict[str, Any]) -> None:
    """Writes a model file, whole or not at all."""
    description = {
        "task": task.name,
        "hidden": network.processor.sizes.hidden,
        "messages": network.processor.form.value,
        **_own_class(network.processor),
        "facts": facts,
        **_definitions([task]),
    }
    save_tensors(path, network.state_dict(), description)


def _definitions(tasks: Sequence[Task]) -> dict[str, Any]:
    """The tasks that are none of the package, so that the file can be used without theirs."""
    found = {task.name: definition_of(task) for task in tasks}
    kept = {name: each for name, each in found.items() if each is not None}
    return {"definitions": kept} if kept else {}


def save_networks(
    path: Path,
    networks: Mapping[str, Network],
    facts: dict[str, Any],
    own_tasks: Sequence[Task] = (),
) -> None:
    """Writes one file for the networks of several tasks, by name, and their one processor.

    The definitions of `own_tasks` are kept in the file.

    Raises:
        InputError: they do not share a processor.
    """
    processor = next(iter(networks.values())).processor
    if any(each.processor is not processor for each in networks.values()):
        raise InputError(f"{', '.join(networks)} do not share one processor; save each alone")
    description = {
        "tasks": list(networks),
        "processor": asdict(processor.sizes),
        "messages": processor.form.value,
        **_own_class(processor),
        "facts": facts,
        **_definitions(own_tasks),
    }
    tensors = {f"{PROCESSOR}{name}": each for name, each in processor.state_dict().items()}
    for task, network in networks.items():
        own = network.state_dict().items()
        tensors |= {
            f"{task}.{name}": each for name, each in own if not name.startswith(PROCESSOR)
        }
    save_tensors(path, tensors, description)


def save_tensors(
    path: Path, tensors: dict[str, torch.Tensor], description: dict[str, Any]
) -> None:
    """Writes tensors, a description and the format's number, whole or not at all."""
    # Views of one storage would be refused; each tensor is written on its own.
    copies = {name: tensor.detach().cpu().clone() for name, tensor in tensors.items()}
    metadata = {"dnar": json.dumps({"format": FORMAT, **description}, sort_keys=True)}
    write_atomically(path, [safetensors.torch.save(copies, metadata)])


def load_tensors(path: Path) -> tuple[dict[str, torch.Tensor], dict[str, Any]]:
    """The tensors and the description of a file.

    Raises:
        InputError: there is no such file, it is damaged, or it is of another version.
    """
    if not path.is_file():
        raise InputError(f"there is no model file {path}")
    try:
        with safetensors.safe_open(path, framework="pt") as file:
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
            description = dict(json.loads((file.metadata() or {})["dnar"]))
            written_as = int(description["format"])
    except Exception as error:
        # Whatever a damaged file makes the reader do, it is not a model of ours.
        raise InputError(f"{path} is damaged or no dnar model: {error}") from error
    if written_as != FORMAT:
        age, advice = (
            ("a newer", "upgrade dnar to use it")
            if written_as > FORMAT
            else ("an older", "train the model again")
        )
        raise InputError(
            f"{path} was written by {age} dnar (format {written_as}, this one reads {FORMAT}); "
            f"{advice}"
        )
    return tensors, description


def tasks_in(description: Mapping[str, Any]) -> tuple[str, ...]:
    """The tasks that a model file is for, by its description."""
    several = description.get("tasks")
    if isinstance(several, list) and several:
        return tuple(str(name) for name in several)
    return (str(description.get("task")),)


def class_name(kind: type) -> str:
    """A class as files name it, as in `dnar.network.processor.Processor`."""
    return f"{kind.__module__}.{kind.__qualname__}"


def _own_class(processor: Processor) -> dict[str, str]:
    """The name of a processor's class, unless it is the package's own."""
    kind = type(processor)
    return {} if kind is Processor else {"processor_class": class_name(kind)}


def load_network(
    path: Path, task: Task, kind: type[Processor] = Processor
) -> tuple[Network, Description]:
    """The network of a task in a model file, which may be for other tasks, too.

    `kind` is the class of its processor.

    Raises:
        InputError: the file cannot be used, is not for this task, or has another processor.
    """
    networks, description = load_networks(path, [task], kind)
    return networks[0], description


def load_networks(
    path: Path, tasks: Sequence[Task], kind: type[Processor] = Processor
) -> tuple[list[Network], Description]:
    """The networks of these tasks in a model file, around its one processor of this class.

    Raises:
        InputError: the file cannot be used, or is not for all of these tasks.
    """
    tensors, found = load_tensors(path)
    names = tasks_in(found)
    for task in tasks:
        if task.name not in names:
            held = " and ".join(repr(name) for name in names)
            raise InputError(f"{path} holds a model for {held}, not for {task.name!r}")
    made_with = found.get("processor_class", class_name(Processor))
    if made_with != class_name(kind):
        raise InputError(
            f"{path} has the processor {made_with}, not {class_name(kind)}; give that class as "
            "processor="
        )
    try:
        processor = _processor(found, tasks, kind)
        networks = [_network(task, processor, tensors, len(names) > 1) for task in tasks]
        return networks, Description(
            names, processor.sizes.hidden, processor.form, found["facts"]
        )
    except (RuntimeError, KeyError, ValueError, TypeError) as error:
        fitting = ", ".join(task.name for task in tasks)
        raise InputError(
            f"{path} does not fit the {fitting} of this version: {str(error).splitlines()[0]}"
        ) from error


def _processor(
    found: dict[str, Any], tasks: Sequence[Task], kind: type[Processor]
) -> Processor:
    """A processor as large as the description says, or as a file's one task needs."""
    if "processor" in found:
        given = dict(found["processor"])
        sizes = ProcessorSizes(**{name: int(size) for name, size in given.items()})
    else:
        signatures = [signature_of(task.program) for task in tasks]
        sizes = processor_sizes(signatures, int(found["hidden"]))
    return kind(sizes, MessageForm(found["messages"]))


def _network(
    task: Task, processor: Processor, tensors: dict[str, torch.Tensor], several: bool
) -> Network:
    """The network of a task; in a file for several, its own tensors carry its name."""
    network = Network(signature_of(task.program), outputs_of(task), processor=processor)
    own = f"{task.name}." if several else ""
    weights = {
        name if name.startswith(PROCESSOR) else name.removeprefix(own): each
        for name, each in tensors.items()
        if name.startswith((PROCESSOR, own))
    }
    network.load_state_dict(weights)
    return network

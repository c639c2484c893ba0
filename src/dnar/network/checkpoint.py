"""Model files: safetensors with a JSON description in the header; nothing that can execute.

A file says of itself which task it is for and how the network is built, so a model can be
loaded from it alone.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import safetensors
import safetensors.torch
import torch

from dnar.errors import InputError
from dnar.machine import Task
from dnar.network.network import Network
from dnar.network.processor import MessageForm
from dnar.network.readout import outputs_of
from dnar.network.signature import signature_of
from dnar.whole_files import write_whole

FORMAT = 1
"""Raised when files of this version cannot be read by earlier ones."""


@dataclass(frozen=True)
class Description:
    """What a model file says of itself."""

    task: str
    hidden: int
    messages: MessageForm
    facts: dict[str, Any]
    """Seed, config, version, commit, metrics: whatever its maker wrote down."""


def save_network(path: Path, network: Network, task: Task, facts: dict[str, Any]) -> None:
    """Writes a model file, whole or not at all."""
    description = {
        "format": FORMAT,
        "task": task.name,
        "hidden": network.processor.sizes.hidden,
        "messages": network.processor.form.value,
        "facts": facts,
    }
    save_tensors(path, network.state_dict(), description)


def save_tensors(
    path: Path, tensors: dict[str, torch.Tensor], description: dict[str, Any]
) -> None:
    """Writes tensors and a description, whole or not at all."""
    # Views of one storage would be refused; each tensor is written on its own.
    copies = {name: tensor.detach().cpu().clone() for name, tensor in tensors.items()}
    metadata = {"dnar": json.dumps(description, sort_keys=True)}
    write_whole(path, [safetensors.torch.save(copies, metadata)])


def load_tensors(path: Path) -> tuple[dict[str, torch.Tensor], dict[str, Any]]:
    """The tensors and the description of a file.

    Raises:
        InputError: there is no such file, it is damaged, or it is of a newer version.
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
    if written_as > FORMAT:
        raise InputError(
            f"{path} was written by a newer dnar (format {written_as}, this one "
            f"reads up to {FORMAT}); upgrade dnar to use it"
        )
    return tensors, description


def load_network(path: Path, task: Task) -> tuple[Network, Description]:
    """The network in a model file.

    Raises:
        InputError: the file cannot be used, or is for another task.
    """
    tensors, found = load_tensors(path)
    if found.get("task") != task.name:
        raise InputError(
            f"{path} holds a model for {found.get('task')!r}, not for {task.name!r}"
        )
    try:
        description = Description(
            found["task"], int(found["hidden"]), MessageForm(found["messages"]), found["facts"]
        )
        network = Network(
            signature_of(task.rules),
            outputs_of(task),
            hidden=description.hidden,
            form=description.messages,
        )
        network.load_state_dict(tensors)
    except (RuntimeError, KeyError, ValueError, TypeError) as error:
        raise InputError(
            f"{path} does not fit the {task.name} of this version: {str(error).splitlines()[0]}"
        ) from error
    return network, description

"""What comes with the package: per task a proved program, in its certificate, and a network."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from dnar.compile import bundled_index, program_digest
from dnar.errors import InputError
from dnar.machine import Program, Task, read_certificate
from dnar.run.pytorch import need_torch
from dnar.tasks import is_bundled

if TYPE_CHECKING:
    from dnar.network import Network

PRETRAINED = Path(__file__).parent.parent / "pretrained"
"""Models that come with the package, one per task."""


def certificate_path(task: Task) -> Path:
    """Where the certificate of a task's model lies in the package."""
    return PRETRAINED / f"{task.name}.certificate.json"


def pretrained_path(task: Task) -> Path:
    """Where the model of a task lies in the package."""
    return PRETRAINED / f"{task.name}.safetensors"


def has_model(task: Task) -> bool:
    """Whether a proved program and a network of this very task come with the package.

    A task of the user's own does not get those of a task of the package by the same name.
    """
    return is_bundled(task) and certificate_path(task).is_file()


def pretrained_program(task: Task) -> Program:
    """The proved program of a task that comes with the package, read and checked once.

    Raises:
        InputError: there is none, or its file is not the one that came with this version.
    """
    if not has_model(task):
        raise _no_model(task)
    return _checked_program(task.name, certificate_path(task))


@lru_cache(maxsize=100)
def _checked_program(name: str, path: Path) -> Program:
    value, program = read_certificate(path)
    known = bundled_index().get(name)
    hashes = value.get("hashes")
    expected = known["program"] if known else isinstance(hashes, dict) and hashes.get("program")
    if program_digest(program) != expected:
        raise InputError(
            f"{path} was changed: its program is not the proved one that came with this "
            "version; reinstall dnar"
        )
    return program


def pretrained_network(task: Task) -> "Network":
    """The model of a task that comes with the package.

    Raises:
        InputError: there is none, or no PyTorch.
    """
    need_torch()
    path = pretrained_path(task)
    if not is_bundled(task) or not path.is_file():
        raise _no_model(task)
    from dnar.network import load_network  # noqa: PLC0415 (PyTorch only when it is used)

    return load_network(path, task)[0]


def _no_model(task: Task) -> InputError:
    return InputError(f"no model for {task.name} comes with the package; use --engine rules")


@dataclass(frozen=True)
class BundledSource:
    """A task with what comes with the package for it."""

    task: Task
    proved = True
    """A bundled program is checked against the digest of the proved one."""

    @property
    def default_engine(self) -> str:
        """The engine that runs if none is named."""
        return "automatic" if has_model(self.task) else "rules"

    def program(self) -> Program:
        """The proved program."""
        return pretrained_program(self.task)

    def network(self) -> "Network":
        """The network that the program was extracted from."""
        return pretrained_network(self.task)

"""Sources: what a user may name where a task is wanted, and the engine that it means."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dnar.errors import InputError
from dnar.machine import (
    Numerics,
    Program,
    Task,
    program_from_json,
    read_certificate,
    read_json,
)
from dnar.run.bundled import BundledSource
from dnar.run.engine import Engine, Source, engine_from_source
from dnar.run.pytorch import need_torch
from dnar.tasks import all_tasks, get_task

if TYPE_CHECKING:
    from dnar.network import Network

DISCOVERY = "discovery.json"
"""The file that tells the folder of a discovery."""


@dataclass(frozen=True)
class DiscoverySource:
    """A program that was discovered, and its network if one was trained."""

    folder: str
    task: Task
    proved = None
    default_engine = "automatic"

    def program(self) -> Program:
        """The program that was found."""
        return self.task.program

    def network(self) -> "Network":
        """The network that learned the program's runs.

        Raises:
            InputError: none was trained.
        """
        from dnar.network import load_network  # noqa: PLC0415 (PyTorch only when it is used)
        from dnar.run.discovery import NETWORK  # noqa: PLC0415 (loads the search)
        from dnar.run.model import MODEL  # noqa: PLC0415 (loads evaluation and verifier)

        path = Path(self.folder) / NETWORK / MODEL
        if not path.is_file():
            raise InputError(
                f"{self.folder} holds a program without a network; discover with --train"
            )
        return load_network(path, self.task)[0]


def extracted(source: DiscoverySource) -> tuple[Program, Numerics]:
    """The program in a discovery's network, and how clearly its entries were decided.

    Raises:
        InputError: there is no network.
    """
    need_torch()
    from dnar.network import extract  # noqa: PLC0415 (PyTorch only when it is used)

    extraction = extract(source.network(), source.task)
    return extraction.program, extraction.numerics


@dataclass(frozen=True)
class ProgramSource:
    """A program from a file. Whether it is proved is not believed."""

    path: str
    task: Task
    held: Program
    proved = None
    default_engine = "automatic"

    def program(self) -> Program:
        """The program."""
        return self.held

    def network(self) -> "Network":
        """There is none.

        Raises:
            InputError: always.
        """
        raise InputError(f"{self.path} is a program without its network; use --engine program")


def source_named(name: str) -> Source:
    """What a task's name, a folder, a model file, or a program's file stands for.

    Raises:
        InputError: there is no such source, or it cannot be read.
    """
    if name in all_tasks() and not Path(name).is_dir():
        return BundledSource(get_task(name))
    if not Path(name).exists():
        get_task(name)  # tells that there is no such task, and what may have been meant
    if Path(name).suffix == ".json":
        return ProgramSource(name, *load_program(name))
    if (Path(name) / DISCOVERY).is_file():
        from dnar.run.discovery import load_discovery  # noqa: PLC0415 (loads the search)

        return DiscoverySource(name, load_discovery(name).task)
    from dnar.run.model import (  # noqa: PLC0415 (loads evaluation and verifier)
        ModelSource,
        load_model,
    )

    return ModelSource(load_model(name))


def engine_from(source: str, name: str | None) -> Engine:
    """The engine for a task's name, a training folder, a model file, or a program's file.

    A folder or model file runs its network, unless `name` asks for its program; a JSON file,
    program or certificate, runs its program, compiled if possible. `rules` are those of the
    source's task.

    Raises:
        InputError: there is no such source, or it has no such engine.
    """
    return engine_from_source(source_named(source), name)


def scoring_engine(source: Source, name: str | None) -> Engine:
    """The engine of this name, or the one that scores a source: of a model its program.

    A network makes a pass over the graph in every step, thousands of them on large graphs.

    Raises:
        InputError: there is no such engine, or the source lacks what it needs.
    """
    from dnar.run.model import (  # noqa: PLC0415 (loads evaluation and verifier)
        SCORED_ENGINE,
        ModelSource,
    )

    if name is None and isinstance(source, ModelSource):
        name = SCORED_ENGINE
    return engine_from_source(source, name)


def load_program(path: str | Path) -> tuple[Task, Program]:
    """The program in a JSON file, alone or in a certificate, and its task.

    Raises:
        InputError: the file is damaged, or its program does not fit the task of this version.
    """
    value = read_json(path, "program")
    if isinstance(value, dict) and "program" in value:
        program = read_certificate(path)[1]
    else:
        program = program_from_json(value)
    return task_of(program, str(path)), program


def task_of(program: Program, name: str) -> Task:
    """The task of a program.

    Raises:
        InputError: there is none of that name, or its states, heads or scalars are others.
    """
    if program.task not in all_tasks():
        raise InputError(
            f"{name} holds a program for {program.task!r}, which is no task of this version"
        )
    task = get_task(program.task)
    rules = task.program
    for part in ("node_states", "arc_states", "heads", "scalars", "comparisons"):
        if getattr(rules, part) != getattr(program, part):
            raise InputError(
                f"{name} does not fit the {task.name} of this version: expected {part} "
                f"{getattr(rules, part)}, got {getattr(program, part)}"
            )
    return task

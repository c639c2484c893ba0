"""Sources: what a user may name where a task is wanted, and the engine that it means."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dnar.errors import InputError
from dnar.machine import (
    Program,
    Task,
    program_from_json,
    read_certificate,
    read_json,
)
from dnar.run.bundled import BundledSource
from dnar.run.engine import Engine, Source, engine_from_source
from dnar.stored_task import resolve_task, stored_beside
from dnar.tasks import all_tasks, get_task, is_task_file

if TYPE_CHECKING:
    from dnar.network import Network
    from dnar.run.model import Model

PROGRAM, NETWORK = "program.json", "network"
"""In a folder: a program of a task, and the training run of a network that learned it."""


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

    def model(self) -> "Model":
        """The model that learned the program, in the training run beside its file.

        Raises:
            InputError: there is none.
        """
        from dnar.run.model import MODEL, load_model  # noqa: PLC0415 (loads the verifier)

        folder = Path(self.path).parent / NETWORK
        if not (folder / MODEL).is_file():
            raise InputError(
                f"{self.path} is a program without a network; use --engine program, or train "
                "one: dnar discover has --train"
            )
        return load_model(folder, task=self.task)

    def network(self) -> "Network":
        """The network of that model."""
        return self.model().network


@dataclass(frozen=True)
class OwnSource:
    """A task of one's own, from a file or a package, and the model trained of it, if any."""

    name: str
    """As it was given."""
    task: Task
    proved = None
    default_engine = "rules"

    @property
    def folder(self) -> Path:
        """Where `dnar train` leaves its model unless told otherwise."""
        return Path("runs") / f"{self.task.name}-0"

    def model(self) -> "Model":
        """The model in the usual folder.

        Raises:
            InputError: there is none.
        """
        from dnar.run.model import load_model  # noqa: PLC0415 (loads the verifier)

        if not (self.folder / "report.json").is_file():
            raise InputError(
                f"{self.task.name} has no learned program in {self.folder}; train one with "
                f"dnar train {self.name}; run, explain and draw also take --engine rules"
            )
        return load_model(self.folder, task=self.task)

    def program(self) -> Program:
        """The program of that model."""
        return self.model().program

    def network(self) -> "Network":
        """The network of that model."""
        return self.model().network


def source_named(name: str, task: Task | None = None) -> Source:
    """What a task's name, a folder, a model file, or a program's file stands for.

    A folder is that of a training run, or one that holds a program, as discovery leaves it.

    `task` is the task of a folder or file that does not say all of it itself.

    Raises:
        InputError: there is no such source, or it cannot be read.
    """
    if name in all_tasks() and not Path(name).is_dir():
        return BundledSource(get_task(name))
    if is_task_file(name) or not Path(name).exists():
        # Tells if there is no such task, and what may have been meant.
        return OwnSource(name, get_task(name))
    if Path(name).suffix == ".json":
        return ProgramSource(name, *load_program(name, task))
    if (Path(name) / PROGRAM).is_file():
        held = str(Path(name) / PROGRAM)
        return ProgramSource(held, *load_program(held, task))
    from dnar.run.model import (  # noqa: PLC0415 (loads evaluation and verifier)
        ModelSource,
        load_model,
    )

    return ModelSource(load_model(name, task=task))


def engine_from(source: str, name: str | None, task: Task | None = None) -> Engine:
    """The engine for a task's name, a training folder, a model file, or a program's file.

    A folder or model file runs its network, unless `name` asks for its program; a JSON file,
    program or certificate, runs its program, compiled if possible. `rules` are those of the
    source's task.

    Raises:
        InputError: there is no such source, or it has no such engine.
    """
    return engine_from_source(source_named(source, task), name)


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


def load_program(path: str | Path, task: Task | None = None) -> tuple[Task, Program]:
    """The program in a JSON file, alone or in a certificate, and its task.

    Raises:
        InputError: the file is damaged, or its program does not fit the task of this version.
    """
    value = read_json(path, "program")
    if isinstance(value, dict) and "program" in value:
        program = read_certificate(path)[1]
    else:
        program = program_from_json(value)
    return task_of(program, path, task), program


def task_of(program: Program, path: str | Path, given: Task | None = None) -> Task:
    """The task of a program in a file: the one given, of the package, or stored beside it.

    Raises:
        InputError: there is none of that name, or its states, heads or scalars are others.
    """
    task = resolve_task(program.task, str(path), stored_beside(Path(path)), given)
    rules = task.program
    for part in ("node_states", "arc_states", "heads", "scalars", "comparisons"):
        if getattr(rules, part) != getattr(program, part):
            raise InputError(
                f"{path} does not fit the {task.name} of this version: expected {part} "
                f"{getattr(rules, part)}, got {getattr(program, part)}"
            )
    return task

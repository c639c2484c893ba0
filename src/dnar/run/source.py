"""Sources: what a user may name where a task is wanted, and the engine that it means."""

from pathlib import Path

from dnar.errors import InputError
from dnar.machine import Program, Task, program_from_json
from dnar.run.engine import (
    CompiledEngine,
    Engine,
    EngineName,
    NetworkEngine,
    ProgramEngine,
    RulesEngine,
    engine_for,
    engine_name,
    fastest_engine,
)
from dnar.run.model import load_model
from dnar.tasks import all_tasks, get_task
from dnar.verify import Verdict, read_certificate, read_json, verify


def engine_from(source: str, name: str | None) -> Engine:
    """The engine for a task's name, a training folder, a model file, or a program's file.

    A folder or model file runs its network, unless `name` asks for its program; a JSON file,
    program or certificate, runs its program, compiled if possible. `rules` are those of the
    source's task.

    Raises:
        InputError: there is no such source, or it has no such engine.
    """
    if source in all_tasks() and not Path(source).is_dir():
        return engine_for(get_task(source), name)
    if not Path(source).exists():
        get_task(source)  # tells that there is no such task, and what may have been meant
    chosen = None if name is None else engine_name(name)
    if Path(source).suffix == ".json":
        task, program = load_program(source)
        if chosen is EngineName.NETWORK:
            raise InputError(f"{source} is a program without its network; use --engine program")
        return _engine_of(task, program, chosen)
    model = load_model(source)
    if chosen is None or chosen is EngineName.NETWORK:
        return NetworkEngine(model.task, model.network)
    return _engine_of(model.task, model.program, chosen)


def _engine_of(task: Task, program: Program, chosen: EngineName | None) -> Engine:
    """An engine for a program that comes from outside: whether it is proved is not believed."""
    if chosen is EngineName.RULES:
        return RulesEngine(task)
    if chosen is EngineName.PROGRAM:
        return ProgramEngine(task, program)
    proved = verify(task, program).verdict is Verdict.PROVED
    if chosen is EngineName.COMPILED:
        return CompiledEngine(task, program, proved=proved)
    return fastest_engine(task, program, proved=proved)


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

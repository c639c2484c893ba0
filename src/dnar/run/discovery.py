"""Discovery: a task's program from problems and outputs alone, kept in a folder."""

import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from dnar.atomic_write import write_atomically
from dnar.discover import (
    Asked,
    Found,
    Prior,
    Settings,
    Sketch,
    State,
    StateCounts,
    Tables,
    get_sketch,
    need_solver,
    own_sketch,
    own_task_from_file,
    prior_named,
)
from dnar.errors import InputError
from dnar.machine import Program, Rules, Task, program_json, read_json
from dnar.own_tasks import function_from_file
from dnar.run.portfolio import FORMAT, Callback, Portfolio, Told, search_files
from dnar.run.source import PROGRAM
from dnar.run.workers import all_cores
from dnar.stored_task import store_task

DISCOVERY = "discovery.json"
"""In a folder: what was told and found."""

SHORTENING = 60.0
"""CPU seconds that shortening a program may take without success if there is no budget."""


@dataclass(frozen=True)
class FunctionTask:
    """A function of one's own in a file, `FILE.py:NAME`; every worker reads it anew."""

    spec: str
    choices: dict[str, Any] = field(default_factory=dict)
    """As `dnar.discover.own_sketch` takes them: output, start, steps and so on."""

    def sketch(self) -> Sketch:
        """What is told about the task.

        Raises:
            InputError: there is no such function, or a choice cannot be used.
        """
        name = self.spec.rpartition(":")[2]
        return own_sketch(name, function=function_from_file(self.spec), **self.choices)


@dataclass(frozen=True)
class Discovery:
    """A program that was found, and how."""

    sketch: Sketch
    tables: Tables
    report: dict[str, Any]

    @cached_property
    def _found(self) -> Found:
        return Found(self.sketch, self.tables)

    @property
    def task(self) -> Task:
        """The program as a task: `dnar.run`, `dnar.train` and the others take it."""
        return self._found.task

    @property
    def rules(self) -> Rules:
        """The program as rules."""
        return self._found.rules

    @property
    def program(self) -> Program:
        """The program."""
        return self._found.task.program

    @property
    def cost(self) -> int:
        """The description length: classes listened for, and table entries that change."""
        return self.tables.cost

    @property
    def smallest(self) -> bool:
        """Whether the solver proved that nothing shorter fits the examples."""
        return bool(self.report["smallest"])

    def save(self, folder: str | Path) -> None:
        """Writes the report, the task and its program into a folder."""
        value = {
            "format": FORMAT,
            "sketch": self.sketch.to_json(),
            "tables": self.tables.to_json(),
            "report": self.report,
        }
        write_atomically(Path(folder) / DISCOVERY, [json.dumps(value, indent=1), "\n"])
        store_task(Path(folder), self.task)
        write_atomically(
            Path(folder) / PROGRAM, [json.dumps(program_json(self.program), indent=1), "\n"]
        )


def load_discovery(folder: str | Path) -> Discovery:
    """The discovery that a folder holds.

    Raises:
        InputError: it holds none, or a damaged one.
    """
    value = read_json(Path(folder) / DISCOVERY, "discovery")
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise InputError(f"{folder} holds no discovery of format {FORMAT}")
    return Discovery(
        Sketch.from_json(value["sketch"]), Tables.from_json(value["tables"]), value["report"]
    )


def discover(
    task: "str | Sketch | FunctionTask",
    *,
    examples: Sequence[Asked] = (),
    seed: int = 0,
    priors: Iterable[str | Prior] | None = None,
    states: Sequence[Sequence[int]] | None = None,
    seconds: float | None = None,
    workers: int | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    callbacks: Sequence[Callback] = (),
) -> Discovery:
    """A program found from problems and right outputs alone.

    Args:
        task: The name of a known task, the path of a JSON file of examples, a `FunctionTask`,
            or a sketch such as `dnar.discover.own_sketch` makes of your own function.
        examples: For a sketch without a function: all that is known.
        seed: Decides the first examples and the order of the variables.
        priors: Which restrictions hold (`heard-only`, `write-once`, `absorbing`), none if
            empty; None: those of the task.
        states: (node, arc) or (node, arc, virtual) states to try, smallest first.
        seconds: A time budget: the best program so far is returned when it is over. Without
            one, a program that resists being shortened for a minute of CPU is returned.
        workers: Searches side by side, with different seeds and first bounds; the first program
            ends all others. None: all cores, once a search has taken ten seconds. A sketch is
            searched by one: its function cannot be handed to other processes.
        out: A folder for the program, its report, and the state of the search.
        resume: Continue the search in `out`.
        callbacks: Functions called with a `dnar.discover.Progress` after every answer; one that
            returns True ends the search.

    Raises:
        InputError: a choice cannot be used, or no program was found; the message says why.
    """
    need_solver()
    told = partial(_told, task, tuple(examples))
    sketch, given = told()
    if isinstance(task, Sketch):
        if workers is not None and workers > 1:
            raise InputError("several workers need a task by its name or file; use workers=1")
        workers = 1
    workers = all_cores() if workers is None else workers
    chosen = None if priors is None else frozenset(map(prior_named, priors))
    ladder = None if states is None else tuple(StateCounts(*each) for each in states)
    shortening = SHORTENING if seconds is None else None
    settings = Settings(seed=seed, priors=chosen, ladder=ladder, shortening=shortening)
    if ladder is not None:
        replace(sketch, ladder=ladder)  # checks it
    folder = None if out is None else Path(out)
    began = time.perf_counter()
    with search_files(folder, sketch, settings, resume=resume, workers=workers) as files:
        state = Portfolio(told, settings, files, workers, seconds, callbacks).run()
    if state.best is None:
        raise InputError(_nothing(sketch, settings, state))
    report = _report(sketch, given, settings, state, time.perf_counter() - began)
    found = Discovery(sketch, state.best, report)
    if folder is not None:
        found.save(folder)
    return found


def _told(task: "str | Sketch | FunctionTask", examples: tuple[Asked, ...]) -> Told:
    if isinstance(task, Sketch):
        sketch, given = task, examples
    elif isinstance(task, FunctionTask):
        sketch, given = task.sketch(), examples
    elif task.endswith(".json"):
        sketch, given = own_task_from_file(task)
    else:
        sketch, given = get_sketch(task), examples
    if sketch.expected is None and not given:
        raise InputError(f"{sketch.name} has no function of right outputs: give it examples")
    return sketch, given


def _nothing(sketch: Sketch, settings: Settings, state: State) -> str:
    tried = {tuple(each["counts"]) for each in state.excluded}
    ladder = settings.ladder_for(sketch)
    if tried >= {tuple(each) for each in ladder}:
        words = ", ".join(each.words() for each in ladder)
        return (
            f"no program of {sketch.name} with {words} states solves the {len(state.asked)} "
            f"examples within {sketch.steps.words} steps; give more states, more steps or "
            "fewer priors"
        )
    return (
        f"no program of {sketch.name} was found in time ({state.proposals} were refuted); give "
        "more time, or go on with what the folder holds"
    )


def _report(
    sketch: Sketch,
    given: tuple[Asked, ...],
    settings: Settings,
    state: State,
    wall: float,
) -> dict[str, Any]:
    from dnar.build_info import provenance  # noqa: PLC0415 (only for a new report)

    told = replace(sketch, priors=settings.priors_for(sketch)).declared()
    checked = f"the {len(given)} given examples, and nothing else"
    if sketch.expected is not None:
        checked = (
            "every labelled graph of up to 5 nodes and random problems of up to 24"
            if sketch.accepted == "every graph"
            else f"{sketch.accepted}, all of up to 5 nodes and random ones of up to 24"
        )
    assert state.best is not None
    return {
        "task": sketch.name,
        "seed": settings.seed,
        "told": told,
        "states": state.best.counts.words(),
        "cost": state.best.cost,
        "smallest": state.smallest,
        "excluded": [StateCounts(*each["counts"]).words() for each in state.excluded],
        "checked": checked,
        "wall_seconds": round(wall, 2),
        "search": state.to_json(),
        "provenance": provenance(),
    }

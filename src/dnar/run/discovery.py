"""Discovery: a task's program from problems and outputs alone, kept in a folder."""

import json
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from dnar.atomic_write import write_atomically
from dnar.discover import (
    Asked,
    Checker,
    Found,
    Prior,
    Progress,
    Search,
    Settings,
    Sketch,
    State,
    StateCounts,
    Tables,
    function_from_file,
    get_sketch,
    need_solver,
    own_sketch,
    own_task_from_file,
    prior_named,
    settings_of_portfolio,
)
from dnar.errors import InputError
from dnar.machine import Program, Rules, Task, program_json, read_json
from dnar.run.processes import process_pool
from dnar.run.source import PROGRAM
from dnar.stored_task import store_task

DISCOVERY, SEARCH = "discovery.json", "search"
"""In a folder: what was told and found, and per worker how far its search is."""

FORMAT = 1

Callback = Callable[[Progress], bool | None]
"""Called after every answer of the solver; one that returns True ends the search."""


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
    task: str | Sketch,
    *,
    examples: Sequence[Asked] = (),
    seed: int = 0,
    priors: Iterable[str | Prior] | None = None,
    states: Sequence[Sequence[int]] | None = None,
    seconds: float | None = None,
    workers: int = 1,
    out: str | Path | None = None,
    resume: bool = False,
    callbacks: Sequence[Callback] = (),
) -> Discovery:
    """A program found from problems and right outputs alone.

    Args:
        task: The name of a known task, the path of a JSON file of examples, or a sketch such as
            `dnar.discover.own_sketch` makes of your own function.
        examples: For a sketch without a function: all that is known.
        seed: Decides the first examples and the order of the variables.
        priors: Which restrictions hold (`heard-only`, `write-once`, `absorbing`), none if
            empty; None: those of the task.
        states: (node, arc) or (node, arc, virtual) states to try, smallest first.
        seconds: A time budget: the best program so far is returned when it is over.
        workers: Searches side by side, with different seeds and first bounds; the first program
            ends all others. Only for tasks by name or file.
        out: A folder for the program, its report, and the state of the search.
        resume: Continue the search in `out`.
        callbacks: Functions called with a `dnar.discover.Progress` after every answer; one that
            returns True ends the search.

    Raises:
        InputError: a choice cannot be used, or no program was found; the message says why.
    """
    need_solver()
    origin = task if isinstance(task, str) else None
    sketch, given = _told(task, tuple(examples))
    chosen = None if priors is None else frozenset(map(prior_named, priors))
    ladder = None if states is None else tuple(StateCounts(*each) for each in states)
    settings = Settings(seed=seed, priors=chosen, ladder=ladder)
    if ladder is not None:
        replace(sketch, ladder=ladder)  # checks it
    folder = None if out is None else Path(out)
    files = _Files(folder, sketch, settings, resume=resume)
    began = time.perf_counter()
    if workers > 1:
        if origin is None:
            raise InputError("several workers need a task by its name or file; use workers=1")
        state = _portfolio(origin, sketch, settings, workers, seconds, files, callbacks)
    else:
        state = _single(sketch, given, settings, seconds, files, callbacks)
    if state.best is None:
        raise InputError(_nothing(sketch, settings, state))
    report = _report(sketch, given, settings, state, time.perf_counter() - began)
    found = Discovery(sketch, state.best, report)
    if folder is not None:
        found.save(folder)
    return found


def _told(task: str | Sketch, examples: tuple[Asked, ...]) -> tuple[Sketch, tuple[Asked, ...]]:
    if isinstance(task, Sketch):
        sketch, given = task, examples
    elif task.endswith(".json"):
        sketch, given = own_task_from_file(task)
    else:
        sketch, given = get_sketch(task), examples
    if sketch.expected is None and not given:
        raise InputError(f"{sketch.name} has no function of right outputs: give it examples")
    return sketch, given


class _Files:
    """The states of searches in a folder; without one nothing is kept."""

    def __init__(
        self, folder: Path | None, sketch: Sketch, settings: Settings, *, resume: bool
    ) -> None:
        self.folder = folder
        self.head = {
            "format": FORMAT,
            "sketch": sketch.to_json(),
            "seed": settings.seed,
            "priors": sorted(each.value for each in settings.priors_for(sketch)),
            "ladder": [list(each) for each in settings.ladder_for(sketch)],
        }
        if folder is None:
            return
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"{folder} cannot be made a folder: {error.strerror}") from error
        if not resume and any(folder.glob(f"{SEARCH}-*.json")):
            raise InputError(
                f"{folder} holds a search already; continue it with resume (--resume on the "
                "command line), or choose another folder"
            )

    def path(self, worker: int) -> Path | None:
        """The file of a worker."""
        return None if self.folder is None else self.folder / f"{SEARCH}-{worker}.json"

    def state(self, worker: int) -> State:
        """How far a worker has come."""
        path = self.path(worker)
        if path is None or not path.is_file():
            return State()
        value = read_json(path, "state of a search")
        if (
            not isinstance(value, dict)
            or {key: value.get(key) for key in self.head} != self.head
        ):
            raise InputError(f"{path} is of another search; choose another folder")
        return State.from_json(value["state"])

    def keep(self, worker: int, state: State) -> None:
        """Writes how far a worker has come."""
        path = self.path(worker)
        if path is not None:
            text = json.dumps({**self.head, "state": state.to_json()})
            write_atomically(path, [text, "\n"])


def _single(
    sketch: Sketch,
    given: tuple[Asked, ...],
    settings: Settings,
    seconds: float | None,
    files: _Files,
    callbacks: Sequence[Callback],
) -> State:
    began = time.perf_counter()

    def watch(progress: Progress, state: State) -> bool:
        files.keep(0, state)
        ended = [bool(each(progress)) for each in callbacks]
        return any(ended) or over()

    def over() -> bool:
        return seconds is not None and time.perf_counter() - began > seconds

    checker, state = Checker(sketch, given=given), files.state(0)
    return Search(sketch, settings, checker, state=state, watch=watch, over=over).run()


POLL = 0.2
"""Seconds between two looks at the workers."""


class _EndedError(Exception):
    """Ends the processes of a pool."""


def _portfolio(
    origin: str,
    sketch: Sketch,
    settings: Settings,
    workers: int,
    seconds: float | None,
    files: _Files,
    callbacks: Sequence[Callback],
) -> State:
    """The state of the worker that was first, or the best when the time was over."""
    if files.folder is None:
        with tempfile.TemporaryDirectory() as scratch:
            kept = _Files(Path(scratch), sketch, settings, resume=False)
            return _portfolio(origin, sketch, settings, workers, seconds, kept, callbacks)
    began = time.perf_counter()
    shown: dict[int, str] = {}
    try:
        with process_pool(workers) as pool:
            some = settings_of_portfolio(settings, workers)
            running: set[Future] = {
                pool.submit(_work, origin, str(files.folder), settings, each, number)
                for number, each in enumerate(some)
            }
            while running:
                done, running = wait(running, timeout=POLL, return_when=FIRST_COMPLETED)
                ended = _show(files, workers, shown, callbacks)
                if any(each.result() for each in done) or ended:
                    raise _EndedError
                if seconds is not None and time.perf_counter() - began > seconds:
                    raise _EndedError
    except _EndedError:
        pass
    states = [files.state(number) for number in range(workers)]
    found = [each for each in states if each.best is not None]
    if not found:
        return max(states, key=lambda each: len(each.asked))
    return min(found, key=lambda each: (each.best.cost if each.best else 0, not each.smallest))


def _show(
    files: _Files, workers: int, shown: dict[int, str], callbacks: Sequence[Callback]
) -> bool:
    """Tells the callbacks what is new; whether one of them ends the search."""
    ended = False
    for number in range(workers):
        state = files.state(number)
        counts = state.best.counts if state.best else StateCounts(0, 0)
        cost = None if state.best is None else state.best.cost
        what = f"worker {number}: {state.proposals} proposals, {state.refuted} refuted"
        if state.proposals and shown.get(number) != what:
            shown[number] = what
            progress = Progress(counts, None, len(state.asked), cost, what)
            for each in callbacks:
                ended |= bool(each(progress))
    return ended


def _work(origin: str, folder: str, common: Settings, own: Settings, worker: int) -> bool:
    """In a process of its own: one search; whether it found a program."""
    sketch, given = _told(origin, ())
    files = _Files(Path(folder), sketch, common, resume=True)
    checker = Checker(sketch, given=given)

    def watch(_: Progress, state: State) -> None:
        files.keep(worker, state)

    state = Search(sketch, own, checker, state=files.state(worker), watch=watch).run()
    files.keep(worker, state)
    return state.best is not None


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


def own_task(spec: str, **choices: Any) -> Sketch:
    """The sketch of `FILE.py:FUNCTION`; choices as in `dnar.discover.own_sketch`.

    Raises:
        InputError: there is no such function, or a choice cannot be used.
    """
    name = spec.rpartition(":")[2]
    return own_sketch(name, function=function_from_file(spec), **choices)

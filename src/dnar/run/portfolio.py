"""The portfolio of a discovery: one search first, then one on every core, each from its seed.

A search that is soon over never starts a process. The first program ends all other searches; it
is shortened by the search that found it.
"""

import json
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from dnar.atomic_write import write_atomically
from dnar.discover import (
    Asked,
    Checker,
    Progress,
    Search,
    Settings,
    Sketch,
    State,
    StateCounts,
    settings_of_portfolio,
)
from dnar.errors import InputError
from dnar.machine import read_json
from dnar.run.processes import process_pool

SEARCH = "search"
"""Begins the names of the files that hold how far each worker has come."""

FORMAT = 1

ALONE = 10.0
"""Seconds after which a search goes on on all cores."""

POLL = 0.2
"""Seconds between two looks at the workers."""

Callback = Callable[[Progress], bool | None]
"""Called after every answer of the solver; one that returns True ends the search."""

Told = tuple[Sketch, tuple[Asked, ...]]
"""A sketch, and the examples if these are all that is known."""


class SearchFiles:
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


@contextmanager
def search_files(
    folder: Path | None, sketch: Sketch, settings: Settings, *, resume: bool, workers: int
) -> Iterator[SearchFiles]:
    """The files of a search; several workers need some even if nothing is to be kept."""
    if folder is None and workers > 1:
        with tempfile.TemporaryDirectory() as scratch:
            yield SearchFiles(Path(scratch), sketch, settings, resume=False)
    else:
        yield SearchFiles(folder, sketch, settings, resume=resume)


@dataclass
class Portfolio:
    """Searches of one task from several seeds."""

    told: Callable[[], Told]
    """What is searched for; called again in every process."""
    settings: Settings
    files: SearchFiles
    workers: int = 1
    seconds: float | None = None
    """Time budget."""
    callbacks: Sequence[Callback] = ()
    _began: float = field(default_factory=time.perf_counter)
    _ended: bool = False
    """Whether a callback has ended it."""

    def run(self) -> State:
        """The state of the search that found a program, or of the one that came farthest."""
        worker, state = self._farthest()
        if self.workers > 1 and state.best is None:
            state = self._alone(0, ALONE)
            if state.best is not None or self._is_over() or self._is_excluded(state):
                return state
            self._together()
            worker, state = self._farthest()
            if state.best is None or self._is_over():
                return state
        return self._alone(worker)

    @cached_property
    def _each(self) -> list[Settings]:
        return settings_of_portfolio(self.settings, self.workers)

    @cached_property
    def _told(self) -> Told:
        return self.told()

    @property
    def _ladder(self) -> tuple[StateCounts, ...]:
        return self.settings.ladder_for(self._told[0])

    def _farthest(self) -> tuple[int, State]:
        """The worker with the shortest program, or the one that excluded or answered most."""
        states = [self.files.state(worker) for worker in range(self.workers)]

        def rank(worker: int) -> tuple[bool, int, int, int]:
            state = states[worker]
            length = 0 if state.best is None else -state.best.cost
            return state.best is not None, length, len(state.excluded), state.proposals

        worker = max(range(self.workers), key=rank)
        return worker, states[worker]

    def _is_excluded(self, state: State) -> bool:
        """Whether no program fits with any of the state counts."""
        return len(state.excluded) == len(self._ladder)

    def _is_over(self) -> bool:
        used = time.perf_counter() - self._began
        return self._ended or (self.seconds is not None and used > self.seconds)

    def _tell(self, progress: Progress) -> bool:
        for each in self.callbacks:
            self._ended |= bool(each(progress))
        return self._is_over()

    def _alone(self, worker: int, at_most: float | None = None) -> State:
        """One search in this process; `at_most` limits the time until it has a program."""
        sketch, given = self._told
        state, began = self.files.state(worker), time.perf_counter()

        def watch(progress: Progress, state: State) -> bool:
            self.files.keep(worker, state)
            return self._tell(progress) or over()

        def over() -> bool:
            late = at_most is not None and time.perf_counter() - began > at_most
            return self._is_over() or (late and state.best is None)

        checker = Checker(sketch, given=given)
        search = Search(
            sketch, self._each[worker], checker, state=state, watch=watch, over=over
        )
        return search.run()

    def _together(self) -> None:
        """One search per worker, until one has a program or the time is over."""
        seen = [-1] * self.workers
        try:
            with process_pool(self.workers) as pool:
                running: set[Future] = {
                    pool.submit(_work, self.told, self.files, own, worker)
                    for worker, own in enumerate(self._each)
                }
                while running:
                    done, running = wait(running, timeout=POLL, return_when=FIRST_COMPLETED)
                    for each in done:
                        each.result()
                    states = [self.files.state(worker) for worker in range(self.workers)]
                    self._show(states, seen)
                    settled = [each.best or self._is_excluded(each) for each in states]
                    if any(settled) or self._is_over():
                        raise _EndedError
        except _EndedError:
            pass

    def _show(self, states: list[State], seen: list[int]) -> None:
        """Tells the callbacks what is new."""
        last = len(self._ladder) - 1
        for worker, state in enumerate(states):
            if state.proposals + state.restarts > seen[worker]:
                seen[worker] = state.proposals + state.restarts
                self._tell(
                    Progress(
                        self._ladder[min(len(state.excluded), last)],
                        None,
                        len(state.asked),
                        None if state.best is None else state.best.cost,
                        f"worker {worker}: {state.proposals} proposals, {state.restarts} "
                        "restarts",
                    )
                )


class _EndedError(Exception):
    """Ends the processes of a pool."""


def _work(
    told: Callable[[], Told], files: SearchFiles, settings: Settings, worker: int
) -> None:
    """In a process of its own: one search, until it has a program."""
    sketch, given = told()

    def watch(_: Progress, state: State) -> bool:
        files.keep(worker, state)
        return state.best is not None

    checker, state = Checker(sketch, given=given), files.state(worker)
    files.keep(worker, Search(sketch, settings, checker, state=state, watch=watch).run())

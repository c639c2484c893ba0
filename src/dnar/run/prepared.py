"""A prepared engine: made once, then run on graph after graph, or on many at once.

Many graphs run in threads, not processes: a kernel runs outside Python's lock, so threads use
all cores, nothing has to be sent to another process, and no script needs a guard around it.
"""

from collections import deque
from collections.abc import Hashable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dnar.errors import InputError
from dnar.machine import Problem, Task
from dnar.run.answer import Answer
from dnar.run.bundled import BundledSource
from dnar.run.engine import Engine, Solution, Source, engine_from_source
from dnar.run.run_task import run
from dnar.run.source import source_named
from dnar.run.workers import all_cores

IN_FLIGHT = 2
"""Graphs per thread that are handed out at a time: a bound on memory."""

_NO_MORE = object()


class PreparedEngine:
    """A task with the engine that runs it; `dnar.engine` makes one.

    It is an engine itself: `dnar.run` and `dnar.evaluate` take it as one.
    """

    def __init__(self, prepared: Engine) -> None:
        self._prepared = prepared
        self.name, self.task = prepared.name, prepared.task

    def __repr__(self) -> str:
        return f"PreparedEngine({self.task.name}, {self.name})"

    def solve(
        self, problem: Problem, *, max_steps: int | None = None, record: bool = False
    ) -> Solution:
        """What the engine finds for a problem, in at most `max_steps` steps."""
        return self._prepared.solve(problem, max_steps=max_steps, record=record)

    def run(self, graph: Any, **options: Any) -> Answer:
        """The answer on a graph; options as in `dnar.run`.

        Raises:
            InputError: the graph or the start cannot be used; says what to do.
        """
        return run(self.task, graph, engine=self._prepared, **options)

    def map(
        self,
        graphs: Iterable[Any],
        *,
        starts: Iterable[Hashable] | None = None,
        workers: int | None = None,
        **options: Any,
    ) -> Iterator[Answer]:
        """The answers on many graphs, in their order, each when it is there.

        Graphs are taken when they are needed, a few at a time, so they may come from a
        generator that never holds all of them.

        Args:
            graphs: The graphs, each as in `dnar.run`.
            starts: The start on each graph; `start=` instead is the same on all.
            workers: Threads that share the work; by default one per core.
            options: As in `dnar.run`, the same for all graphs.

        Raises:
            InputError: a graph cannot be used (a note says which), there are fewer starts than
                graphs, or an option cannot be used.
        """
        threads = all_cores() if workers is None else workers
        if threads < 1:
            raise InputError(f"workers must be 1 or more, got {threads}")
        if starts is not None and "start" in options:
            raise InputError("give one start for all graphs or starts, not both")
        work = enumerate(_with_options(graphs, starts, options))
        if threads == 1:
            return (self._run_one(*each) for each in work)
        return self._run_all(work, threads)

    def _run_all(
        self, work: Iterator[tuple[int, tuple[Any, dict[str, Any]]]], threads: int
    ) -> Iterator[Answer]:
        first = next(work, None)
        if first is None:
            return
        # The first run makes what the engine needs, such as its kernel, once.
        yield self._run_one(*first)
        with _threads(threads) as pool:
            waiting: deque[Future[Answer]] = deque()
            for each in work:
                waiting.append(pool.submit(self._run_one, *each))
                if len(waiting) >= IN_FLIGHT * threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()

    def _run_one(self, number: int, given: tuple[Any, dict[str, Any]]) -> Answer:
        graph, options = given
        try:
            return self.run(graph, **options)
        except InputError as error:
            error.add_note(f"(graph number {number}, counted from 0)")
            raise


def engine(source: "str | Path | Task | Any", engine: str | None = None) -> PreparedEngine:
    """The engine of a task, ready to run on graph after graph.

    Args:
        source: A task or its name, a `Model`, the folder of a training run, a model file, or a
            program or certificate in JSON.
        engine: The name of an engine, as in `dnar.run`; by default the one that runs there.

    Raises:
        InputError: there is no such source, or it has no such engine.
    """
    return PreparedEngine(engine_from_source(_source(source), engine))


def _source(given: Any) -> Source:
    if isinstance(given, Task):
        return BundledSource(given)
    if isinstance(given, str | Path):
        return source_named(str(given))
    from dnar.run.model import (  # noqa: PLC0415 (loads evaluation and verifier)
        Model,
        ModelSource,
    )

    if isinstance(given, Model):
        return ModelSource(given)
    raise InputError(
        "an engine is made from a task, its name, a model, a folder or a file, got "
        f"{given!r:.60}"
    )


def _with_options(
    graphs: Iterable[Any], starts: Iterable[Hashable] | None, options: dict[str, Any]
) -> Iterator[tuple[Any, dict[str, Any]]]:
    if starts is None:
        yield from ((graph, options) for graph in graphs)
        return
    ahead = iter(starts)
    for number, graph in enumerate(graphs):
        start = next(ahead, _NO_MORE)
        if start is _NO_MORE:
            raise InputError(f"every graph needs a start, got {number} of them")
        yield graph, {**options, "start": start}


@contextmanager
def _threads(number: int) -> Iterator[ThreadPoolExecutor]:
    """Threads; work that has not begun is dropped if the caller leaves early."""
    pool = ThreadPoolExecutor(number)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)

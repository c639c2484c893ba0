"""Workers: the chunks of an evaluation, marked in this process or in several.

Every worker builds its engine once and draws its graphs itself; only counts travel back. Memory
is bounded by what is in flight, which is a few chunks per worker.
"""

import multiprocessing
import os
import pickle
import threading
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

from dnar.errors import InputError
from dnar.run.engine import Engine, LearnedEngine
from dnar.run.interrupts import no_interrupts
from dnar.run.marks import Marks, mark
from dnar.run.plan import Chunk, Plan

SMALL = 100_000
"""Nodes below which starting processes takes longer than the work."""

IN_FLIGHT = 2
"""Chunks per worker that are handed out at a time."""


def all_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def marked(
    engine: Engine, plan: Plan, chunks: Sequence[Chunk], workers: int
) -> Generator[Marks, None, None]:
    """The marks of all chunks, in whatever order they are done.

    Networks run in this process, because PyTorch has threads of its own; so does what is soon
    done.

    Raises:
        InputError: a worker died.
    """
    work = sum(chunk.graphs * chunk.size for chunk in chunks)
    if workers == 1 or work < SMALL or isinstance(engine, LearnedEngine):
        yield from (mark(engine, plan, chunk) for chunk in chunks)
        return
    _check_travels(engine)
    with _pool(min(workers, len(chunks)), engine, plan) as pool:
        try:
            yield from _handed_out(pool, chunks, IN_FLIGHT * workers)
        except BrokenProcessPool as error:
            raise InputError(
                "a worker process died, perhaps because memory ran out, or because a script "
                "that evaluates has no `if __name__ == '__main__':` around it; try again with "
                "fewer --workers (workers=1 in Python): what an --out file holds is not done "
                "again"
            ) from error


def _check_travels(engine: Engine) -> None:
    try:
        pickle.dumps(engine)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise InputError(
            f"{engine.task.name} cannot be sent to other processes: {error}; use workers=1, or "
            "define the task in a module"
        ) from error


@contextmanager
def _pool(workers: int, engine: Engine, plan: Plan) -> Iterator[ProcessPoolExecutor]:
    """Processes that are gone at the end, however it comes."""
    context = multiprocessing.get_context("spawn")
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, context, initializer=_begin, initargs=(engine, plan))
    try:
        yield pool
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        raise
    finally:
        pool.shutdown()


def _handed_out(
    pool: ProcessPoolExecutor, chunks: Sequence[Chunk], in_flight: int
) -> Iterator[Marks]:
    ahead = iter(chunks)
    waiting: set[Future[Marks]] = set()
    while True:
        while len(waiting) < in_flight and (chunk := next(ahead, None)) is not None:
            # Workers start here. It is for their parent to hear Ctrl-C, and to end them.
            with no_interrupts():
                waiting.add(pool.submit(_mark, chunk))
        if not waiting:
            return
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()


_AT_WORK: list[tuple[Engine, Plan]] = []
"""In a worker: what it works with."""


def _begin(engine: Engine, plan: Plan) -> None:
    _follow_parent()
    _AT_WORK.append((engine, plan))


def _mark(chunk: Chunk) -> Marks:
    return mark(*_AT_WORK[0], chunk)


def _follow_parent() -> None:
    """Ends this process when its parent is gone, killed as it may be."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()

"""Workers: the chunks of an evaluation, scored in this process or in several.

Every worker builds its engine once and draws its graphs itself; only counts travel back. Memory
is bounded by what is in flight, which is a few chunks per worker.
"""

import os
import pickle
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool

from dnar.errors import InputError
from dnar.run.engine import Engine, LearnedEngine
from dnar.run.plan import Chunk, Plan
from dnar.run.processes import Pool, process_pool
from dnar.run.scoring import Tally, tally_chunk

SMALL = 100_000
"""Nodes below which starting processes takes longer than the work."""

IN_FLIGHT = 2
"""Chunks per worker that are handed out at a time."""


def all_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def scored(
    engine: Engine, plan: Plan, chunks: Sequence[Chunk], workers: int
) -> Generator[Tally, None, None]:
    """The tallies of all chunks, in whatever order they are done.

    Networks run in this process, because PyTorch has threads of its own; so does what is soon
    done.

    Raises:
        InputError: a worker died.
    """
    work = sum(chunk.graphs * chunk.size for chunk in chunks)
    if workers == 1 or work < SMALL or isinstance(engine, LearnedEngine):
        yield from (tally_chunk(engine, plan, chunk) for chunk in chunks)
        return
    _check_travels(engine)
    with process_pool(min(workers, len(chunks)), _begin, engine, plan) as pool:
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


def _handed_out(pool: Pool, chunks: Sequence[Chunk], in_flight: int) -> Iterator[Tally]:
    ahead = iter(chunks)
    waiting: set[Future[Tally]] = set()
    while True:
        while len(waiting) < in_flight and (chunk := next(ahead, None)) is not None:
            waiting.add(pool.submit(_tally_chunk, chunk))
        if not waiting:
            return
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()


_AT_WORK: list[tuple[Engine, Plan]] = []
"""In a worker: what it works with."""


def _begin(engine: Engine, plan: Plan) -> None:
    _AT_WORK.append((engine, plan))


def _tally_chunk(chunk: Chunk) -> Tally:
    return tally_chunk(*_AT_WORK[0], chunk)

"""Running an experiment: parts side by side on all cores, each kept as soon as it is done."""

import os
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from dnar import provenance
from dnar.errors import InputError
from dnar.run import process_pool
from paper.catalogue import experiment
from paper.results_file import ResultsFile

ONE_THREAD = {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
"""Parts run side by side; threads of their own would only be in each other's way."""

Outcome = dict[str, Any] | Exception


def missing_parts(name: str, config: Any, folder: Path) -> list[str]:
    """The parts of a configuration that the folder does not hold yet."""
    chosen = experiment(name)
    found = ResultsFile(chosen, config, folder).parts
    return [part for part in chosen.parts(config) if part not in found]


def measure_all(
    name: str,
    config: Any,
    folder: Path,
    *,
    workers: int,
    on_part: Callable[[str, dict[str, Any]], None],
) -> None:
    """Measures every part that the folder does not hold yet; what is done is kept.

    Raises:
        InputError: some parts failed; all others were measured.
    """
    results = ResultsFile(experiment(name), config, folder)
    todo = missing_parts(name, config, folder)
    failed: dict[str, Exception] = {}
    # Closed here, and not when it is collected: what ends it comes to the caller.
    with closing(_outcomes(name, config, todo, workers)) as outcomes:
        for part, outcome in outcomes:
            if isinstance(outcome, Exception):
                failed[part] = outcome
                continue
            results.add(part, outcome)
            on_part(part, outcome)
    if failed:
        part, error = next(iter(failed.items()))
        raise InputError(_complaint(name, part, error, len(failed))) from error


def measured(name: str, part: str, config: Any) -> dict[str, Any]:
    """One part, with the time it took and where it comes from."""
    wall, cpu = time.perf_counter(), time.process_time()
    result = experiment(name).measure(part, config)
    took = {
        "seconds": round(time.perf_counter() - wall, 2),
        "cpu_seconds": round(time.process_time() - cpu, 2),
    }
    return {**result, "took": took, "provenance": provenance()}


def _outcomes(
    name: str, config: Any, todo: list[str], workers: int
) -> Generator[tuple[str, Outcome], None, None]:
    if min(workers, len(todo)) <= 1:
        for part in todo:
            try:
                yield part, measured(name, part, config)
            except Exception as error:
                yield part, error
        return
    with _one_thread(), process_pool(min(workers, len(todo))) as pool:
        work = {pool.submit(measured, name, part, config): part for part in todo}
        for done in as_completed(work):
            error = done.exception()
            yield work[done], error if isinstance(error, Exception) else done.result()


@contextmanager
def _one_thread() -> Iterator[None]:
    before = {key: os.environ.get(key) for key in ONE_THREAD}
    os.environ.update(ONE_THREAD)
    try:
        yield
    finally:
        for key, value in before.items():
            if value is None:
                os.environ.pop(key)
            else:
                os.environ[key] = value


def _complaint(name: str, part: str, error: Exception, failed: int) -> str:
    if isinstance(error, BrokenProcessPool):
        return (
            f"a process of {name} died, perhaps because memory ran out; the same command goes "
            "on, with --workers 1 one part at a time"
        )
    what = str(error) or type(error).__name__
    return (
        f"{failed} part(s) of {name} failed, the first is {part!r}: {what}; all others are kept"
    )

"""Processes that share work: they never hear Ctrl-C, and are gone when their parent is."""

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

from dnar.run.interrupts import no_interrupts


class Pool:
    """Processes to hand work to."""

    def __init__(self, executor: ProcessPoolExecutor) -> None:
        self._executor = executor

    def submit(self, call: Callable[..., Any], *arguments: Any) -> Future:
        """Hands out one piece of work."""
        # Processes start here. It is for their parent to hear Ctrl-C, and to end them.
        with no_interrupts():
            return self._executor.submit(call, *arguments)


@contextmanager
def process_pool(
    workers: int, begin: Callable[..., None] | None = None, *arguments: Any
) -> Iterator[Pool]:
    """Processes that are gone at the end, however it comes; each calls `begin` first."""
    context = multiprocessing.get_context("spawn")
    others = set(multiprocessing.active_children())
    executor = ProcessPoolExecutor(
        workers, context, initializer=_begin, initargs=(begin, arguments)
    )
    try:
        yield Pool(executor)
        executor.shutdown()
    except BaseException:
        with no_interrupts():  # Ctrl-C, pressed again, would leave processes behind
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()
            executor.shutdown(cancel_futures=True)
        raise


def _begin(begin: Callable[..., None] | None, arguments: tuple[Any, ...]) -> None:
    _follow_parent()
    if begin is not None:
        begin(*arguments)


def _follow_parent() -> None:
    """Ends this process when its parent is gone, killed as it may be."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()

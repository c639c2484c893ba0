"""Ctrl-C, put off for a moment."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_interrupts() -> Iterator[None]:
    """Ctrl-C waits until this is over; processes that start here never hear it.

    Windows has no such thing: there Ctrl-C comes when it comes.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

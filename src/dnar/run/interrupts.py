"""Ctrl-C, put off for a moment."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_interrupts() -> Iterator[None]:
    """Ctrl-C waits until this is over; processes that start here never hear it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[tuple] = []
    # Another thread may take the signal, so masking it in this one is not enough; but new
    # processes inherit the mask.
    usual = signal.signal(signal.SIGINT, lambda *what: came.append(what))
    masks = hasattr(signal, "pthread_sigmask")
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if masks else set()
    try:
        yield
    finally:
        if masks:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        signal.signal(signal.SIGINT, usual)
        if came and callable(usual):
            usual(*came[0])

"""Ctrl-C that comes at a bad moment comes a moment later."""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

import pytest

from dnar.run import process_pool
from dnar.run.interrupts import no_interrupts


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    """Ctrl-C as it usually is; a process in the background may have been told to ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_an_interrupt_waits() -> None:
    done = []

    def work() -> None:
        with no_interrupts():
            os.kill(os.getpid(), signal.SIGINT)
            done.append("the rest")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == ["the rest"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_interrupt_that_another_thread_takes_waits_too() -> None:
    done = []
    here = threading.Event()
    other = threading.Thread(target=here.wait)
    other.start()

    def work() -> None:
        with no_interrupts():
            assert other.ident is not None
            signal.pthread_kill(other.ident, signal.SIGINT)
            time.sleep(0.2)  # until it has come
            done.append("the rest")

    with pytest.raises(KeyboardInterrupt):
        work()
    here.set()
    other.join()
    assert done == ["the rest"]


def test_other_threads_need_no_protection() -> None:
    seen = []

    def work() -> None:
        with no_interrupts():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [signal.default_int_handler]


def test_a_second_interrupt_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    shutdown = ProcessPoolExecutor.shutdown

    def interrupted_shutdown(executor: ProcessPoolExecutor, **how: bool) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        shutdown(executor, **how)

    def work() -> None:
        with process_pool(1) as pool:
            pool.submit(time.sleep, 30)
            monkeypatch.setattr(ProcessPoolExecutor, "shutdown", interrupted_shutdown)
            raise KeyboardInterrupt

    others = set(multiprocessing.active_children())
    with pytest.raises(KeyboardInterrupt):
        work()
    assert set(multiprocessing.active_children()) <= others

"""Threads: small tensors are fastest on one, and the sums come out the same everywhere."""

from collections.abc import Iterator
from contextlib import contextmanager

import torch


@contextmanager
def one_thread() -> Iterator[None]:
    """PyTorch computes on one thread here.

    Several threads wait for each other after every operation. On small tensors that is all
    they do, and where a core is busy with something else a step takes many times longer.
    """
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)

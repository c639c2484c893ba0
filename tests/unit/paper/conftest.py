"""Every test of this folder computes on one thread, as the experiments do."""

from collections.abc import Iterator

import pytest

from dnar.network import one_thread


@pytest.fixture(autouse=True)
def _one_thread() -> Iterator[None]:
    with one_thread():
        yield

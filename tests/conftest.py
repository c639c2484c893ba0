"""What tests share."""

from collections.abc import Iterator

import pytest
from jaxtyping import config

from tests.command_line import call

__all__ = ["call"]


@pytest.fixture
def no_shape_checks() -> Iterator[None]:
    """For tests that make the same calls thousands of times; others check their shapes."""
    yield from _unchecked()


@pytest.fixture(scope="module")
def no_shape_checks_in_module() -> Iterator[None]:
    """The same for a whole module and its fixtures, such as models that are trained once."""
    yield from _unchecked()


def _unchecked() -> Iterator[None]:
    before = config.jaxtyping_disable
    config.update("jaxtyping_disable", True)
    yield
    config.update("jaxtyping_disable", before)

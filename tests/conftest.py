"""What tests share."""

from collections.abc import Iterator

import pytest
from jaxtyping import config


@pytest.fixture
def no_shape_checks() -> Iterator[None]:
    """For tests that make the same calls thousands of times; others check their shapes."""
    config.update("jaxtyping_disable", True)
    yield
    config.update("jaxtyping_disable", False)

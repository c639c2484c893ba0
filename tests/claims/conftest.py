"""Claims run the package as users do: shapes are checked in the unit tests."""

import pytest


@pytest.fixture(scope="module", autouse=True)
def as_users_run_it(no_shape_checks_in_module: None) -> None:
    """Shape checks cost up to ten times the time of what they check."""

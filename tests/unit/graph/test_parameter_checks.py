"""Sizes and probabilities: what is refused."""

import math

import pytest

from dnar.errors import InputError
from dnar.graph.parameter_checks import check_at_least, check_probability, check_size


@pytest.mark.parametrize("n", [0, -1, 2.0, "5", None, True, 2**31])
def test_not_a_size(n: object) -> None:
    with pytest.raises(InputError, match="whole number from 1"):
        check_size(n)


def test_sizes_up_to_the_limit() -> None:
    check_size(1)
    check_size(10, 10)
    with pytest.raises(InputError, match="from 1 to 10, got 11"):
        check_size(11, 10)


@pytest.mark.parametrize("value", [0, 1.5, True, "3"])
def test_not_at_least(value: object) -> None:
    with pytest.raises(InputError, match="m must be a whole number of at least 1"):
        check_at_least("m", value, 1)


@pytest.mark.parametrize("value", [-0.1, 1.1, math.nan, math.inf])
def test_not_a_probability(value: float) -> None:
    with pytest.raises(InputError, match="p must be a probability from 0 to 1"):
        check_probability("p", value)

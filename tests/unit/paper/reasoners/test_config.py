"""Choices that cannot be used are told, and so are libraries that are missing."""

import subprocess
import sys

import pytest
from paper.reasoners import BaselineConfig

from dnar.errors import InputError


@pytest.mark.parametrize(
    ("choice", "match"),
    [
        ({"hidden": 0}, "hidden must be above zero, got 0"),
        ({"teacher_forcing": 1.5}, "a probability, 0 to 1, got 1.5"),
        ({"train_sizes": ()}, "one or more sizes"),
        ({"seed": -1}, "zero or more, got -1"),
    ],
)
def test_bad_choices(choice: dict, match: str) -> None:
    with pytest.raises(InputError, match=match):
        BaselineConfig(**choice)


def test_a_missing_library_is_named() -> None:
    code = "import sys\nsys.modules['torch_geometric'] = None\nimport paper.reasoners\n"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert "baselines need torch_geometric: install with pip install" in done.stderr

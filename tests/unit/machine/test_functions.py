"""Functions: the same numbers in numpy, in Python and in C."""

import ctypes
import math
import subprocess
from pathlib import Path

import numpy as np
import pytest

from dnar.compile import find_compiler
from dnar.machine import FUNCTIONS

NUMBERS = [0.0, -0.0, 1.0, -2.5, 0.1, 1e300, -1e-300, math.pi]


def arguments(name: str) -> list[tuple[float, ...]]:
    count = FUNCTIONS[name].arguments
    return [tuple(np.roll(NUMBERS, shift)[:count].tolist()) for shift in range(len(NUMBERS))]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_python_is_numpy(name: str) -> None:
    function = FUNCTIONS[name]
    for values in arguments(name):
        text = function.python.format(*map(repr, values))
        found = eval(text, {"math": math})
        assert np.float64(found).tobytes() == np.float64(function.compute(*values)).tobytes()


def test_c_is_numpy(tmp_path: Path) -> None:
    source = "\n".join(
        f"double f_{name}(double a, double b) {{ (void)a; (void)b; return "
        f"{function.c.format('a', 'b')}; }}"
        for name, function in FUNCTIONS.items()
    )
    (tmp_path / "f.c").write_text("#include <math.h>\n" + source)
    words = [*find_compiler(), "-shared", "-fPIC", "-o", str(tmp_path / "f.so")]
    subprocess.run([*words, str(tmp_path / "f.c"), "-lm"], check=True)
    library = ctypes.CDLL(str(tmp_path / "f.so"))
    for name, function in FUNCTIONS.items():
        called = getattr(library, f"f_{name}")
        called.argtypes, called.restype = [ctypes.c_double] * 2, ctypes.c_double
        for values in arguments(name):
            expected = np.float64(function.compute(*values))
            assert np.float64(called(*(*values, 0.0)[:2])).tobytes() == expected.tobytes()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_words_name_every_argument(name: str) -> None:
    function = FUNCTIONS[name]
    words = function.words.format(*"xy"[: function.arguments])
    assert all(each in words for each in "xy"[: function.arguments])

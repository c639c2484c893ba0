"""Source: the C text of one program, its constants in front of the kernel."""

from pathlib import Path

import numpy as np

from dnar.compile.analysis import Analysis
from dnar.compile.tables import constants_of

KERNEL = Path(__file__).with_name("kernel")

PARTS = (
    "machine",
    "rows",
    "listening",
    "heaps",
    "virtual",
    "arcs",
    "states",
    "scalars",
    "steps",
    "loading",
    "reading",
)
"""The kernel's files, in the order in which they are joined."""

TYPES = {"u": "uint8_t", "i": "int32_t", "f": "double"}


def source_of(analysis: Analysis, *, recording: bool) -> str:
    """The whole source of a program.

    Raises:
        UnsupportedError: the program needs something that the kernel cannot do.
    """
    constants = constants_of(analysis, recording=recording)
    lines = [_declared(name, value) for name, value in sorted(constants.items())]
    kernel = [(KERNEL / f"{part}.c").read_text(encoding="utf-8") for part in PARTS]
    return "\n".join(["#include <stdint.h>", *lines, *kernel])


def _declared(name: str, value: int | np.ndarray | str) -> str:
    if isinstance(value, str):
        return f"#define {name}(CASE) {value}"
    if isinstance(value, int):
        return f"#define {name} {value}"
    kind = "f" if value.dtype.kind == "f" else "i" if value.min(initial=0) < 0 else "u"
    if kind == "u" and value.max(initial=0) > 255:
        kind = "i"
    shape = "".join(f"[{max(size, 1)}]" for size in value.shape)
    return f"static const {TYPES[kind]} {name}{shape} = {_braced(value)};"


def _braced(value: np.ndarray) -> str:
    if value.ndim > 1:
        return "{" + ", ".join(_braced(part) for part in value) + "}"
    if value.dtype.kind == "f":
        return "{" + ", ".join(repr(float(each)) for each in value) + "}"
    return "{" + ", ".join(str(int(each)) for each in value) + "}"

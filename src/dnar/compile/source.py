"""Source: the C text of one program, its constants in front of the kernel's files."""

import itertools
from collections.abc import Iterator

import numpy as np

from dnar.compile.analysis import Analysis
from dnar.compile.tables import constants_of

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
"""The kernel's files, in the order in which they are included."""

RECORD = "DNAR_RECORD"
"""A macro: whether the kernel records every change."""

LONG_RUN = 8
"""Runs of one number at least this long are written as a range."""

TYPES = {"u": "uint8_t", "i": "int32_t", "f": "double"}


def source_of(analysis: Analysis) -> str:
    """The source of a program; the macro `RECORD` makes it one that records.

    Raises:
        UnsupportedError: the program needs something that the kernel cannot do.
    """
    plain, recording = (
        {
            name: _declared(name, value)
            for name, value in sorted(constants_of(analysis, recording=recording).items())
        }
        for recording in (False, True)
    )
    same = [line for name, line in plain.items() if line == recording[name]]
    return "\n".join(
        [
            "#include <stdint.h>",
            *same,
            f"#ifdef {RECORD}",
            *(line for name, line in recording.items() if line != plain[name]),
            "#else",
            *(line for name, line in plain.items() if line != recording[name]),
            "#endif",
            *(f'#include "{part}.c"' for part in PARTS),
            "",
        ]
    )


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
    return "{" + ", ".join(_runs(value)) + "}"


def _runs(value: np.ndarray) -> Iterator[str]:
    """The items of a table; long runs of one number as ranges, which keeps the text short."""
    at = 0
    for number, run in itertools.groupby(value.astype(int).tolist()):
        length = len(list(run))
        if length < LONG_RUN:
            yield from [str(number)] * length
        else:
            yield f"[{at} ... {at + length - 1}] = {number}"
        at += length

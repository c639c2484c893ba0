"""Building: C source to a loaded library, with a compiler found on this machine.

A library is built once and kept in the user's cache, under a name made from its source and the
compiler; a later process only loads it. `DNAR_CACHE` names another folder, `CC` another
compiler, `CFLAGS` adds flags.
"""

import ctypes
import hashlib
import importlib.util
import os
import platform
import shlex
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from dnar.errors import InputError

FLAGS = ("-O3", "-std=gnu11", "-fPIC", "-shared", "-ffp-contract=off", "-w")
"""Sums and comparisons stay exactly those of the interpreter: no contraction, no fast math."""


class NoCompilerError(InputError):
    """There is no C compiler on this machine."""


@cache
def find_compiler() -> tuple[str, ...]:
    """The command of a C compiler: `CC`, cc, gcc, clang, or the one that ziglang brings.

    Raises:
        NoCompilerError: there is none.
    """
    given = shlex.split(os.environ.get("CC", ""))
    if given and shutil.which(given[0]):
        return tuple(given)
    for name in ("cc", "gcc", "clang"):
        if shutil.which(name):
            return (name,)
    if importlib.util.find_spec("ziglang"):
        return (sys.executable, "-m", "ziglang", "cc")
    raise NoCompilerError(
        "compiled programs need a C compiler and none was found: install gcc or clang, or "
        "pip install 'dnar[compiled]', or use --engine program (engine='program' in Python)"
    )


def built(source: str) -> ctypes.CDLL:
    """The library of this source, from the cache if it was built before.

    Raises:
        NoCompilerError: there is no compiler.
        InputError: the compiler failed, or the cache cannot be written.
    """
    compiler = (*find_compiler(), *FLAGS, *shlex.split(os.environ.get("CFLAGS", "")))
    what = "\0".join([*compiler, sys.platform, platform.machine(), source])
    path = cache_folder() / f"{hashlib.sha256(what.encode()).hexdigest()[:32]}.so"
    if not path.is_file():
        _build(compiler, source, path)
    return ctypes.CDLL(str(path))


def cache_folder() -> Path:
    """Where libraries are kept; only its owner can write there."""
    given = os.environ.get("DNAR_CACHE")
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(given) if given else Path(base) / "dnar"


def _build(compiler: tuple[str, ...], source: str, path: Path) -> None:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent) as folder:
            text, made = Path(folder) / "program.c", Path(folder) / "program.so"
            text.write_text(source, encoding="utf-8")
            command = [*compiler, str(text), "-o", str(made), "-lm"]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                said = (done.stderr.strip() or f"exit code {done.returncode}").splitlines()[0]
                raise InputError(
                    f"{shlex.join(compiler)} failed: {said}; set CC to another compiler, or "
                    "use --engine program"
                )
            made.replace(path)
    except OSError as error:
        raise InputError(
            f"compiled programs are kept in {path.parent}, which cannot be written: "
            f"{error.strerror}; set DNAR_CACHE to another folder, or use --engine program"
        ) from error

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


class BuildError(InputError):
    """A program cannot be compiled on this machine."""


class NoCompilerError(BuildError):
    """There is no C compiler."""


@cache
def find_compiler() -> tuple[str, ...]:
    """The command of a C compiler: `CC`, cc, gcc, clang, or the one that ziglang brings.

    Raises:
        NoCompilerError: there is none.
    """
    given = _words("CC")
    if given:
        if not shutil.which(given[0]):
            raise NoCompilerError(f"CC names {given[0]!r}, which is no command; unset it")
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


def _words(variable: str) -> list[str]:
    """The words of an environment variable."""
    given = os.environ.get(variable, "")
    try:
        return shlex.split(given)
    except ValueError as error:
        raise BuildError(f"{variable} is {given!r}: {error}; unset it") from error


def built(source: str, *flags: str) -> ctypes.CDLL:
    """The library of this source, from the cache if it was built before.

    More flags for the compiler may be given.

    Raises:
        BuildError: there is no compiler, it failed, or the cache cannot be used.
    """
    more = _words("CFLAGS")
    command = (*find_compiler(), *FLAGS, *flags, *more)
    what = "\0".join([*command, sys.platform, platform.machine(), source])
    path = cache_folder() / f"{hashlib.sha256(what.encode()).hexdigest()[:32]}.so"
    if path.is_file():
        _check_owner(path.parent)
        try:
            return ctypes.CDLL(str(path))
        except OSError:  # torn by a crash, or of another system
            path.unlink(missing_ok=True)
    _build(command, source, path)
    try:
        return ctypes.CDLL(str(path))
    except OSError as error:
        raise BuildError(
            f"{path} cannot be loaded: {error}; set DNAR_CACHE to another folder, or use "
            "--engine program"
        ) from error


def cache_folder() -> Path:
    """Where libraries are kept."""
    given = os.environ.get("DNAR_CACHE")
    if given:
        return Path(given)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "dnar"


def _check_owner(folder: Path) -> None:
    """Refuses a folder in which others could have put code."""
    if not hasattr(os, "getuid"):
        return
    found = folder.stat()
    if found.st_mode & 0o002 or found.st_uid not in (os.getuid(), 0):
        raise BuildError(
            f"everybody can write to {folder}, so nothing is loaded from there; set DNAR_CACHE "
            "to a folder of your own, or use --engine program"
        )


def _build(command: tuple[str, ...], source: str, path: Path) -> None:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _check_owner(path.parent)
        with tempfile.TemporaryDirectory(dir=path.parent) as folder:
            text, made = Path(folder) / "program.c", Path(folder) / "program.so"
            text.write_text(source, encoding="utf-8")
            _compile([*command, str(text), "-o", str(made), "-lm"])
            made.replace(path)
    except OSError as error:
        raise BuildError(
            f"compiled programs are kept in {path.parent}, which cannot be written: "
            f"{error.strerror}; set DNAR_CACHE to another folder, or use --engine program"
        ) from error


def _compile(command: list[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise BuildError(f"{command[0]} cannot be run: {error.strerror}") from error
    if done.returncode != 0:
        said = (done.stderr.strip() or f"exit code {done.returncode}").splitlines()[0]
        raise BuildError(
            f"{command[0]} failed: {said}; set CC to another compiler, or use --engine program"
        )

"""The C toolchain: which compiler, which flags, and how a library is named.

Only the standard library is used: the package's build step (`setup.py`) loads this file alone,
without the package around it.
"""

import hashlib
import importlib.util
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FLAGS = ("-std=gnu11", "-fPIC", "-shared", "-ffp-contract=off", "-w")
"""Sums and comparisons stay exactly those of the interpreter: no contraction, no fast math."""
LARGE = 200_000
"""Longer sources are compiled at a lower optimisation level: -O3 takes up to a minute."""

KERNEL = Path(__file__).with_name("kernel")
"""The C files that all programs share."""

_INCLUDE = re.compile(r'^#include "(\w+\.c)"$', re.MULTILINE)


class CompileError(Exception):
    """The compiler cannot be run, or failed."""


def words(variable: str) -> list[str]:
    """The words of an environment variable.

    Raises:
        ValueError: its quotes do not close.
    """
    given = os.environ.get(variable, "")
    try:
        return shlex.split(given)
    except ValueError as error:
        raise ValueError(f"{variable} is {given!r}: {error}; unset it") from error


def compiler() -> tuple[str, ...] | None:
    """The command of a C compiler: `CC`, cc, gcc, clang, the one of ziglang, or None.

    Raises:
        ValueError: `CC` is set, but is no command.
    """
    given = words("CC")
    if given:
        if not shutil.which(given[0]):
            raise ValueError(f"CC names {given[0]!r}, which is no command; unset it")
        return tuple(given)
    for name in ("cc", "gcc", "clang"):
        if shutil.which(name):
            return (name,)
    if importlib.util.find_spec("ziglang"):
        return (sys.executable, "-m", "ziglang", "cc")
    return None


def whole_source(source: str) -> str:
    """The source with the kernel's files in place of their includes."""
    return _INCLUDE.sub(lambda found: (KERNEL / found[1]).read_text(encoding="utf-8"), source)


def library_key(source: str, flags: Sequence[str] = ()) -> str:
    """A digest of everything that decides what a library does: source, flags, machine."""
    parts = (
        _level(source),
        *FLAGS,
        *flags,
        sys.platform,
        platform.machine(),
        whole_source(source),
    )
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]


def _level(source: str) -> str:
    return "-O3" if len(source) <= LARGE else "-O1"


def library_name(key: str, content: bytes) -> str:
    """The file name of a library. It holds a digest of the file, so damage is detected."""
    return f"{key}.{hashlib.sha256(content).hexdigest()}.so"


def compile_library(
    command: Sequence[str], source: str, flags: Sequence[str], key: str, folder: Path
) -> Path:
    """Compiles a source to a library in `folder`, written whole and synced to disk.

    Raises:
        CompileError: the compiler failed.
        OSError: the folder cannot be written.
    """
    with tempfile.TemporaryDirectory(dir=folder, prefix=".build.") as scratch:
        text, made = Path(scratch) / "program.c", Path(scratch) / "program.so"
        text.write_text(whole_source(source), encoding="utf-8")
        words = [*command, _level(source), *FLAGS, *flags]
        _call([*words, str(text), "-o", str(made), "-lm"])
        path = folder / library_name(key, made.read_bytes())
        # Compilers follow the umask, which may let the group write.
        made.chmod(0o644)
        _sync(made)
        made.replace(path)
    _sync(folder)
    return path


def build_libraries(sources: Path, folder: Path) -> Iterator[str]:
    """Compiles every source in a folder to a library in another; returns a message per file.

    Other libraries there are removed.
    """
    for old in folder.glob("*.so"):
        old.unlink()
    try:
        command = compiler()
    except ValueError as error:
        yield f"no kernels: {error}"
        return
    if command is None:
        yield "no kernels: there is no C compiler"
        return

    def built(path: Path) -> str:
        source = path.read_text(encoding="utf-8")
        try:
            compile_library(command, source, (), library_key(source), folder)
        except (CompileError, OSError) as error:
            return f"no kernel of {path.stem}: {error}"
        return f"kernel of {path.stem}"

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(built, sorted(sources.glob("*.c")))


def _call(command: list[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise CompileError(f"{command[0]} cannot be run: {error.strerror}") from error
    if done.returncode != 0:
        said = (done.stderr.strip() or f"exit code {done.returncode}").splitlines()[0]
        raise CompileError(f"{command[0]} failed: {said}")
    if not Path(command[command.index("-o") + 1]).is_file():
        raise CompileError(f"{command[0]} made no library; it is no C compiler")


def _sync(path: Path) -> None:
    """Waits until a file, or a folder's list of names, is on disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

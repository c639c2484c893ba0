"""Building: C source to a loaded library, from the package, from the cache, or compiled now.

A library that the package brings is used if it was made from exactly this source. Otherwise one
from the user's cache, where every library is kept that was compiled once. `DNAR_CACHE` names
another folder for it, `CC` another compiler, `CFLAGS` adds flags.

Loading a library runs its code, so nothing is loaded that somebody else could have written, and
nothing whose content differs from the digest in its name.
"""

import ctypes
import hashlib
import os
import stat
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from dnar.compile import toolchain
from dnar.compile.toolchain import CompileError, compile_library, library_key, words
from dnar.errors import InputError

PACKAGED = Path(__file__).with_name("bundled_kernels")
"""Where the build step of the package puts libraries."""


class BuildError(InputError):
    """A program cannot be compiled on this machine."""


class NoCompilerError(BuildError):
    """There is no C compiler."""


class BadCompilerError(BuildError):
    """`CC` or `CFLAGS` cannot be used; no other compiler is tried instead."""


@dataclass(frozen=True)
class Kernel:
    """A loaded library, and where it came from."""

    library: ctypes.CDLL
    origin: str


@cache
def find_compiler() -> tuple[str, ...]:
    """The command of a C compiler: `CC`, cc, gcc, clang, or the one that ziglang brings.

    Raises:
        NoCompilerError: there is none.
        BadCompilerError: `CC` is no command.
    """
    try:
        found = toolchain.compiler()
    except ValueError as error:
        raise BadCompilerError(str(error)) from error
    if found is None:
        raise NoCompilerError(
            "no C compiler was found: install gcc or clang, or pip install 'dnar[compiled]', "
            "or use --engine numpy (engine='numpy' in Python)"
        )
    return found


def ready_kernel(source: str, *flags: str) -> Kernel | None:
    """The library of this source, if nothing has to be compiled for it.

    Raises:
        BuildError: others can write to the cache, or `CFLAGS` or `CC` cannot be read.
    """
    more = _words("CFLAGS")
    if not more:  # packaged libraries were compiled without
        # A user who can write to the package can also change its Python code.
        for path in _candidates(PACKAGED, library_key(source, flags)):
            if _is_whole(path) and (library := _loaded(path)) is not None:
                return Kernel(library, "packaged kernel")
    folder = cache_folder()
    if not folder.is_dir():
        return None
    _check_folder(folder)
    for path in _candidates(folder, _cache_key(source, flags)):
        if not _is_own(path) or not _is_whole(path):
            path.unlink(missing_ok=True)
        elif (library := _loaded(path)) is not None:
            return Kernel(library, "cached kernel")
    return None


def kernel(source: str, *flags: str) -> Kernel:
    """The library of this source, compiled now if it was not before.

    Raises:
        BuildError: there is no compiler, it failed, or the cache cannot be used.
    """
    found = ready_kernel(source, *flags)
    if found is not None:
        return found
    key = _cache_key(source, flags)
    path = _compiled(source, (*flags, *_words("CFLAGS")), key)
    try:
        return Kernel(ctypes.CDLL(str(path)), "kernel compiled now")
    except OSError as error:
        raise BuildError(
            f"{path} cannot be loaded: {error}; set DNAR_CACHE to another folder, or use "
            "--engine numpy"
        ) from error


def built(source: str, *flags: str) -> ctypes.CDLL:
    """The library of this source, see `kernel`."""
    return kernel(source, *flags).library


def cache_folder() -> Path:
    """Where libraries are kept."""
    given = os.environ.get("DNAR_CACHE")
    if given:
        return Path(given)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "dnar"


def _words(variable: str) -> list[str]:
    try:
        return words(variable)
    except ValueError as error:
        raise BadCompilerError(str(error)) from error


def _cache_key(source: str, flags: tuple[str, ...]) -> str:
    """The key of a library in the cache.

    It names the compiler only if the user did: a cached library is used without one, too.
    """
    return library_key(source, (*flags, *_words("CFLAGS"), "CC", *_words("CC")))


def _candidates(folder: Path, key: str) -> list[Path]:
    return sorted(folder.glob(f"{key}.*.so"))


def _loaded(path: Path) -> ctypes.CDLL | None:
    try:
        return ctypes.CDLL(str(path))
    except OSError:  # of another system
        return None


def _is_whole(path: Path) -> bool:
    """Whether a library is the one that its name says."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest() == path.name.split(".")[1]
    except OSError:
        return False


def _is_own(path: Path) -> bool:
    """Whether this is a plain file to which only the user and root can write."""
    try:
        found = path.lstat()
    except OSError:
        return False
    return stat.S_ISREG(found.st_mode) and _is_private(found)


def _is_private(found: os.stat_result) -> bool:
    """Whether only the user and root can write to something."""
    if not hasattr(os, "getuid"):
        return True
    return not found.st_mode & 0o022 and found.st_uid in (os.getuid(), 0)


def _check_folder(folder: Path) -> None:
    if not _is_private(folder.stat()):
        raise BuildError(
            f"others can write to {folder}, so nothing is loaded from there; remove their "
            f"permission with chmod go-w {folder}, set DNAR_CACHE to a folder of your own, or "
            "use --engine numpy"
        )


def _compiled(source: str, flags: tuple[str, ...], key: str) -> Path:
    folder, command = cache_folder(), find_compiler()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _check_folder(folder)
        return compile_library(command, source, flags, key, folder)
    except CompileError as error:
        kind = BadCompilerError if _chosen() else BuildError
        raise kind(f"{error}; set CC to another compiler, or use --engine numpy") from error
    except OSError as error:
        raise BuildError(
            f"compiled programs are kept in {folder}, which cannot be written: "
            f"{error.strerror}; set DNAR_CACHE to another folder, or use --engine numpy"
        ) from error


def _chosen() -> list[str]:
    """The compiler settings of the environment."""
    return [*_words("CC"), *_words("CFLAGS")]

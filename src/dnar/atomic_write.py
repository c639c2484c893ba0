"""Atomic writes: a file appears complete or not at all."""

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from dnar.errors import InputError


def check_writable(path: str | Path) -> Path:
    """The path, if a file can be written there.

    Raises:
        InputError: its folder does not exist or cannot be written, or something that is no
            plain file has its name.
    """
    path = Path(path)
    try:
        taken = path.exists() and not path.is_file()
    except OSError as error:  # a name no file can have
        raise _unwritable(path, error) from error
    if path.is_dir():
        raise InputError(f"{path} is a folder; give the name of a file")
    if taken:
        # Putting a file in its place would destroy a device such as /dev/null.
        raise InputError(f"{path} is not a plain file; give another name")
    if not path.parent.is_dir():
        raise InputError(f"there is no folder {path.parent} to write {path.name} into")
    if not os.access(path.parent, os.W_OK):
        raise InputError(f"the folder {path.parent} cannot be written to")
    return path


def write_atomically(path: str | Path, lines: Iterable[str | bytes]) -> None:
    """Writes the lines to a file that appears only when all of them are in it.

    Raises:
        InputError: the file cannot be written there.
    """
    path = check_writable(path)
    try:
        _write_and_rename(path, lines)
    except OSError as error:
        raise _unwritable(path, error) from error


def _write_and_rename(path: Path, lines: Iterable[str | bytes]) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".dnar.")
    try:
        with os.fdopen(handle, "wb") as file:
            for line in lines:
                file.write(line if isinstance(line, bytes) else line.encode())
            file.flush()
            os.fsync(file.fileno())
        # mkstemp makes files private; a result should be as readable as any other file.
        mask = os.umask(0)
        os.umask(mask)
        Path(name).chmod(0o666 & ~mask)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _unwritable(path: Path, error: OSError) -> InputError:
    return InputError(f"cannot write {path}: {error.strerror}")

"""The bytes of an input: a file, or standard input, compressed with gzip or not."""

import gzip
import io
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dnar.errors import InputError
from dnar.memory import check_memory

STDIN = "-"
"""The name of standard input."""

_GZIP = b"\x1f\x8b"
_PART = 2**24
"""Bytes that are decompressed at a time."""


def read_bytes(path: str | Path, each: int, what: str) -> bytes:
    """The content of a file, or of standard input if it is called `-`, decompressed.

    `each` is the memory that a byte of it will take, and `what` says what for.

    Raises:
        InputError: it cannot be read, or needs more memory than there is.
    """
    with _readable(path):
        if str(path) == STDIN:
            data = sys.stdin.buffer.read()
        else:
            check_memory(each * Path(path).stat().st_size, what)
            data = Path(path).read_bytes()
    return _decompressed(data, path, each, what) if data.startswith(_GZIP) else data


def input_name(path: str | Path) -> str:
    """The name of an input in messages."""
    return "standard input" if str(path) == STDIN else str(path)


def suffix_of(path: str | Path) -> str:
    """The suffix of a file's name, in lower case, without that of compression.

    >>> suffix_of("roads.CSV.gz"), suffix_of("roads"), suffix_of("-")
    ('.csv', '', '')
    """
    suffixes = [suffix.lower() for suffix in Path(path).suffixes]
    if suffixes[-1:] == [".gz"]:
        suffixes.pop()
    return suffixes[-1] if suffixes else ""


def text_of(data: bytes, path: str | Path) -> str:
    """The bytes as text.

    Raises:
        InputError: they are not UTF-8.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise InputError(f"{input_name(path)}: not a graph, the file is not UTF-8 text")
    return text


def _decompressed(data: bytes, path: str | Path, each: int, what: str) -> bytes:
    parts, size = [], 0
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            while part := file.read(_PART):
                # A small file can hold gigabytes: what is there already is counted, too.
                size += len(part)
                check_memory(each * size, what)
                parts.append(part)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"{input_name(path)}: damaged gzip data: {error}") from error
    return b"".join(parts)


@contextmanager
def _readable(path: str | Path) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(f"cannot read {input_name(path)!r}: {reason}") from error

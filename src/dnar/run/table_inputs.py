"""Inputs of runs on tables: whether they are still what they were."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dnar.errors import InputError


@contextmanager
def unchanged_inputs(tables: Any, edges: Any, nodes: Any) -> Iterator[None]:
    """Refuses files that change, or can no longer be read, while a database reads them.

    Raises:
        InputError: one did.
    """
    before, failed = fingerprints(tables, edges, nodes), None
    try:
        yield
    except tables.error as error:
        failed = error
    what = edges if isinstance(edges, str | Path) else "the table of edges"
    if fingerprints(tables, edges, nodes) != before:
        raise InputError(
            f"{what} changed while it was read; wait until it is written whole"
        ) from failed
    if failed is not None:
        reason = str(failed).strip().splitlines()[0]
        raise InputError(f"{what} could not be read: {reason}") from failed


def fingerprints(tables: Any, edges: Any, nodes: Any) -> list[Any]:
    """What tells whether the inputs of a run are still the same."""
    return [_fingerprint(each) for each in (edges, nodes, tables.attached)]


def _fingerprint(source: Any) -> Any:
    if not isinstance(source, str | Path):
        return None
    path = Path(source)
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    return [
        [str(each), each.stat().st_size, each.stat().st_mtime_ns]
        for each in files
        if each.is_file()
    ]

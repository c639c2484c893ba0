"""Available memory, and an error before work that needs more."""

from pathlib import Path

from dnar.errors import InputError

FEW_BYTES = 2**24
"""Smaller requests skip the check, which would slow down runs on many small graphs."""


def check_memory(need: int, what: str) -> None:
    """Returns if this many bytes are available, are few, or if availability is unknown.

    Raises:
        InputError: there are fewer.
    """
    if need < FEW_BYTES:
        return
    free = available_memory()
    if free is not None and need > free:
        raise out_of_memory(need, what, free)


def out_of_memory(need: int, what: str, free: int | None = None) -> InputError:
    """The error for something that needs more memory than is available."""
    there = "" if free is None else f", and {max(free, 0) / 2**30:.1f} GiB are free"
    return InputError(
        f"{what} needs about {need / 2**30:.1f} GiB of memory{there}; give a smaller graph or "
        "use a machine with more memory"
    )


def available_memory() -> int | None:
    """Available bytes, None where the system does not tell."""
    found = [_free_in_system(), _free_in_group()]
    return min((free for free in found if free is not None), default=None)


def _free_in_system() -> int | None:
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
    except OSError:
        return None
    found = [line.split() for line in lines if line.startswith("MemAvailable:")]
    return int(found[0][1]) * 1024 if found else None


def _free_in_group(folder: Path = Path("/sys/fs/cgroup")) -> int | None:
    """What is left of the container's limit; cached files count as available."""
    try:
        most, used = (
            int((folder / f"memory.{name}").read_text()) for name in ("max", "current")
        )
    except (OSError, ValueError):  # no such group, or no limit
        return None
    return most - used + _remembered(folder / "memory.stat")


def _remembered(path: Path) -> int:
    try:
        kinds = dict(line.split() for line in path.read_text().splitlines())
        return int(kinds["inactive_file"])
    except (OSError, ValueError, KeyError):
        return 0

"""Memory: how much there is, and refusing what needs more before any work is done."""

from pathlib import Path

from dnar.errors import InputError

FEW_BYTES = 2**24
"""Fewer bytes are always there: asking for each of many small graphs would take its time."""


def check_memory(need: int, what: str) -> None:
    """Returns if so many bytes can still be used, if they are few, or if nobody knows.

    Raises:
        InputError: there are fewer.
    """
    if need < FEW_BYTES:
        return
    free = available_memory()
    if free is not None and need > free:
        raise out_of_memory(need, what, free)


def out_of_memory(need: int, what: str, free: int | None = None) -> InputError:
    """The error for something that needs more bytes than there are."""
    there = "" if free is None else f", and {max(free, 0) / 2**30:.1f} GiB are free"
    return InputError(
        f"{what} needs about {need / 2**30:.1f} GiB of memory{there}; give a smaller graph or "
        "use a machine with more memory"
    )


def available_memory() -> int | None:
    """Bytes that can still be used, None where the system does not tell."""
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
    """What a container may still use; files that the system only remembers do not count."""
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

"""Where a result comes from: version, commit and machine, to stand beside every figure."""

import os
import platform
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path


def provenance() -> dict[str, str | int | None]:
    """Versions, the source's commit (None outside a checkout) and the kind of machine."""
    return {
        "version": version("dnar"),
        "commit": _COMMIT,
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "torch": _version("torch"),
        "machine": platform.machine(),
        "system": platform.system(),
        "cores": os.cpu_count(),
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _commit() -> str | None:
    try:
        found = subprocess.run(
            ["git", "rev-parse", "HEAD"],
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return found.stdout.strip()


# Taken once, at import: a long process goes on with this code, whatever is checked out later.
_COMMIT = _commit()

"""Build information for result files: version, commit and machine."""

import os
import platform
import subprocess
import tomllib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

__version__ = version("dnar")


def provenance() -> dict[str, str | int | None]:
    """Versions, the commit of the source (None outside a checkout of dnar), the machine."""
    return {
        "version": __version__,
        "commit": _commit(Path(__file__).resolve()),
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


# Cached: code that is checked out later is not the code that this process has loaded.
@cache
def _commit(module: Path) -> str | None:
    """The commit of the checkout of dnar that tracks this module, or None.

    A copy of the package inside another repository, such as an environment in a project's
    folder, has no commit: the surrounding repository says nothing about it.
    """
    tree = module.parents[2]
    top = _git(tree, "rev-parse", "--show-toplevel")
    if top is None or Path(top).resolve() != tree or not _is_dnar(tree / "pyproject.toml"):
        return None
    if _git(tree, "ls-files", "--error-unmatch", str(module)) is None:
        return None
    return _git(tree, "rev-parse", "HEAD")


def _is_dnar(project: Path) -> bool:
    try:
        return tomllib.loads(project.read_text("utf-8"))["project"]["name"] == "dnar"
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _git(folder: Path, *words: str) -> str | None:
    """What git prints in a folder, None if it fails or is not installed."""
    # A hook of another repository sets GIT_DIR, which would hide the folder's own repository.
    clean = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        done = subprocess.run(
            ["git", *words], cwd=folder, env=clean, capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip()

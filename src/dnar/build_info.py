"""Build information for result files: version, commit and machine."""

import os
import platform
import subprocess
import tomllib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

__version__ = version("dnar")


CODE = [
    f"{folder}/*.{kind}" for folder in ("src", "paper", "benchmarks") for kind in ("py", "c")
]
"""The files of a checkout that results depend on, as patterns of git."""


def provenance() -> dict[str, str | int | None]:
    """Versions, the commit of the source (None outside a checkout of dnar), the machine.

    `uncommitted_changes` says whether the code differs from that commit (None without one).
    """
    commit, changed = _commit(Path(__file__).resolve())
    return {
        "version": __version__,
        "commit": commit,
        "uncommitted_changes": changed,
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
def _commit(module: Path) -> tuple[str | None, bool | None]:
    """The commit of the checkout of dnar that tracks this module, and if code differs from it.

    A copy of the package inside another repository, such as an environment in a project's
    folder, has no commit: the surrounding repository says nothing about it.
    """
    tree = module.parents[2]
    top = _git(tree, "rev-parse", "--show-toplevel")
    if top is None or Path(top).resolve() != tree or not _is_dnar(tree / "pyproject.toml"):
        return None, None
    if _git(tree, "ls-files", "--error-unmatch", str(module)) is None:
        return None, None
    commit = _git(tree, "rev-parse", "HEAD")
    changed = _git(tree, "diff", "--name-only", "HEAD", "--", *CODE)
    return commit, None if changed is None else bool(changed)


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

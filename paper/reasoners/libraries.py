"""What baselines need beside the base install."""

import importlib.util

from dnar.errors import InputError

NEEDED = ("torch", "safetensors", "torch_geometric")


def need_libraries() -> None:
    """Checks that baselines can run here.

    Raises:
        InputError: PyTorch or PyTorch Geometric is missing.
    """
    missing = [name for name in NEEDED if not _installed(name)]
    if missing:
        raise InputError(
            f"baselines need {' and '.join(missing)}: "
            "install with pip install 'dnar[baselines]'"
        )


def _installed(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ValueError:  # the import system was told that there is no such library
        return False

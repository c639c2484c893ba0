"""Whether PyTorch is installed, which only networks need. It is not loaded for that."""

import importlib.util

from dnar.errors import InputError


def has_torch() -> bool:
    """Whether PyTorch and safetensors are installed, without loading them."""
    return all(importlib.util.find_spec(name) for name in ("torch", "safetensors"))


def need_torch() -> None:
    """Checks that networks can run here.

    Raises:
        InputError: PyTorch is missing.
    """
    if not has_torch():
        raise InputError(
            "networks need PyTorch: install it with pip install 'dnar[train]', or run the "
            "rules with --engine rules (engine='rules' in Python)"
        )

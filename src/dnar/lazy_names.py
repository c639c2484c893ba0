"""Lazy public names: a package that imports the modules of its names when they are used.

The packages that use it list the same names under `TYPE_CHECKING` for type checkers.
"""

import importlib
import sys
from collections.abc import Callable, Mapping
from typing import Any


def lazy_names(
    package: str, modules: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The `__getattr__` and `__dir__` of a package, given the module of each public name."""

    def load(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(importlib.import_module(modules[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *modules})

    return load, names


def late_method(module: str, name: str, doc: str) -> Callable[..., Any]:
    """A method whose function is in a later part of the package, loaded when it is called."""

    def method(self: Any, *arguments: Any, **options: Any) -> Any:
        return getattr(importlib.import_module(module), name)(self, *arguments, **options)

    method.__name__, method.__doc__ = name, doc
    return method

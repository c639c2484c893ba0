"""An experiment: what is measured in parts, and how its results are shown."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Experiment:
    """One table or figure of the paper."""

    name: str
    title: str
    quick: Any
    full: Any
    parts: Callable[[Any], list[str]]
    measure: Callable[[str, Any], dict[str, Any]]
    section: Callable[[dict[str, Any], Path], list[str]]

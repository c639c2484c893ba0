"""An experiment of the paper: its configurations, its parts, how one is measured and shown."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Experiment:
    """One table or figure; a part's last word is its seed."""

    name: str
    title: str
    quick: Any
    full: Any
    parts: Callable[[Any], list[str]]
    measure: Callable[[str, Any], dict[str, Any]]
    section: Callable[[dict[str, Any], Path], list[str]]

"""What an experiment is: configurations, parts that are measured apart, a section of a page."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Experiment:
    """One experiment of the paper, in a quick and in a full form."""

    name: str
    """The name of its module."""
    title: str
    """The heading of its section."""
    quick: Any
    """A frozen dataclass of values that JSON can hold."""
    full: Any
    """Another value of the same class."""
    parts: Callable[[Any], list[str]]
    """The parts of a configuration: words with blanks between them, the last is the seed."""
    measure: Callable[[str, Any], dict[str, Any]]
    """The results of a part, as JSON values; runs in a process of its own."""
    section: Callable[[dict[str, Any], Path], list[str]]
    """The results as lines of Markdown; pictures are written to the folder."""

"""An experiment: configurations, parts that are measured apart, a section of the report."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

Parts = dict[str, Any]
"""What was measured, by part."""


@dataclass(frozen=True)
class Experiment:
    """One table or figure of the paper, in a quick and in a full form."""

    name: str
    """The name of its module."""
    title: str
    """The heading of its section."""
    quick: Any
    """A frozen dataclass of values that JSON can hold; minutes for all experiments together."""
    full: Any
    """The paper's protocol: another value of the same class."""
    parts: Callable[[Any], list[str]]
    """The parts of a configuration: words with blanks between them, the last is the seed."""
    measure: Callable[[str, Any], dict[str, Any]]
    """The results of a part, as JSON values; runs in a process of its own."""
    section: Callable[[Parts, Path], list[str]]
    """The results as lines of Markdown; pictures are written to the folder."""
    open: tuple[str, ...] = ("seeds", "tasks")
    """Fields that only say which parts there are: more are added to the same results."""
    version: int = 1
    """Raised when `measure` comes to mean something else: older results are then refused."""

    def file_name(self, config: Any) -> str:
        """Where results of a configuration are kept: others never overwrite them."""
        found = self.identity(config)
        if found == self.identity(self.full):
            return f"{self.name}.json"
        if found == self.identity(self.quick):
            return f"{self.name}-quick.json"
        text = json.dumps(found, sort_keys=True)
        return f"{self.name}-{hashlib.sha256(text.encode()).hexdigest()[:8]}.json"

    def identity(self, config: Any) -> dict[str, Any]:
        """All that results of a configuration must have in common, as JSON gives it back.

        Of values inside the configuration only what differs from their defaults: a new field
        that changes nothing does not make old results those of another configuration.
        """
        found = {
            field.name: _plain(getattr(config, field.name))
            for field in fields(config)
            if field.name not in self.open
        }
        return json.loads(json.dumps(found))


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        usual = type(value)()
        return {
            field.name: _plain(getattr(value, field.name))
            for field in fields(value)
            if getattr(value, field.name) != getattr(usual, field.name)
        }
    return value.value if isinstance(value, Enum) else value

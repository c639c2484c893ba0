"""An experiment: configurations, parts that are measured apart, a section of the report."""

import hashlib
import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from dnar.errors import InputError
from dnar.graph import FAMILIES
from dnar.tasks import all_tasks

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
    """The paper's sizes and seeds: another value of the same class."""
    parts: Callable[[Any], list[str]]
    """The parts of a configuration: words with blanks between them, the last is the seed."""
    measure: Callable[[str, Any], dict[str, Any]]
    """The results of a part, as JSON values; runs in a process of its own."""
    section: Callable[[Parts, Path], list[str]]
    """The results as lines of Markdown; pictures are written to the folder."""
    open: tuple[str, ...] = ("seeds", "tasks")
    """Fields that only say which parts there are: more are added to the same results."""
    words: Mapping[str, Collection[str]] = field(default_factory=dict)
    """What fields may name, beside bundled tasks and families of graphs."""
    version: int = 1
    """Raised when `measure` comes to mean something else: older results are then refused."""

    def check(self, config: Any) -> None:
        """Refuses a configuration that names what does not exist, before it is measured.

        Raises:
            InputError: it does.
        """
        for name, known in {"tasks": all_tasks(), "families": FAMILIES, **self.words}.items():
            given = getattr(config, name, ())
            for each in (given,) if isinstance(given, str) else given:
                if each not in known:
                    raise InputError(f"{name} can be {', '.join(known)}, got {each!r}")

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
            each.name: _plain(getattr(config, each.name))
            for each in fields(config)
            if each.name not in self.open
        }
        return json.loads(json.dumps(found))


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        usual = type(value)()
        return {
            each.name: _plain(getattr(value, each.name))
            for each in fields(value)
            if getattr(value, each.name) != getattr(usual, each.name)
        }
    return value.value if isinstance(value, Enum) else value

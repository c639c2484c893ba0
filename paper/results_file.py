"""Results as JSON: one file per configuration, written after every finished part."""

import json
from pathlib import Path
from typing import Any

from dnar.atomic_write import write_atomically
from dnar.errors import InputError
from paper.experiment import Experiment, Parts

COMMITTED = Path(__file__).parent / "results"
"""The results that belong to the repository."""


class ResultsFile:
    """The parts of one configuration that are measured."""

    def __init__(self, experiment: Experiment, config: Any, folder: Path) -> None:
        self.path = folder / experiment.file_name(config)
        self.head = {
            "experiment": experiment.name,
            "version": experiment.version,
            "config": experiment.identity(config),
        }
        self.parts: Parts = self._read()

    def _read(self) -> Parts:
        if not self.path.is_file():
            return {}
        try:
            found = json.loads(self.path.read_text(encoding="utf-8"))
            head = {key: found[key] for key in self.head}
            parts = dict(found["parts"])
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(
                f"{self.path} holds no results of this command; move it away, or choose "
                "another --out"
            ) from error
        if head != self.head:
            raise InputError(
                f"{self.path} holds results of {head}, expected {self.head}; move it away, or "
                "choose another --out"
            )
        return parts

    def add(self, part: str, result: dict[str, Any]) -> None:
        """Keeps a part; the file is replaced as a whole.

        What another run has added meanwhile is kept, too.
        """
        self.parts = {**self.parts, **self._read(), part: result}
        content = {**self.head, "parts": self.parts}
        write_atomically(self.path, [json.dumps(content, indent=1, sort_keys=True), "\n"])

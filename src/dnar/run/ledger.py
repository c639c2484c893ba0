"""The ledger: a file that keeps the finished chunks of an evaluation.

JSON, line by line. The first line says what is evaluated, every further one holds the tally of
a chunk. A line is written at once, so whatever interrupts an evaluation costs only the chunks
that were under way. A last line that was torn is dropped.
"""

import json
import os
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from dnar.atomic_write import check_writable, write_atomically
from dnar.errors import InputError
from dnar.machine import digest, program_json
from dnar.run.engine import Engine, LearnedEngine, ProgramRunner
from dnar.run.engines.network import NetworkEngine
from dnar.run.plan import Chunk, Plan
from dnar.run.scoring import Tally, tally_from_json

FORMAT = 1
"""Raised when ledgers of this version cannot be read by earlier ones."""


class Ledger:
    """Finished tallies, in a file or, without one, nowhere.

    Raises:
        InputError: the file cannot be used, is no ledger, or holds another evaluation.
    """

    def __init__(self, path: Path | None, engine: Engine, plan: Plan) -> None:
        self.path = path
        if path is None:
            return
        header = _header(engine, plan)
        check_writable(path)
        if not path.exists():
            write_atomically(path, [_line(header)])
        self._check(header, _lines(path)[0])
        _cut_torn_line(path)

    def tallies(self, chunks: Iterable[Chunk]) -> dict[Chunk, Tally]:
        """The tallies of those chunks that are finished.

        Raises:
            InputError: the file is damaged.
        """
        if self.path is None:
            return {}
        wanted, found = set(chunks), {}
        for number, line in enumerate(_lines(self.path)[1:], start=2):
            try:
                tally = tally_from_json(line)
            except (KeyError, TypeError) as error:
                raise InputError(f"{self.path}:{number}: no tally of a chunk") from error
            if tally.chunk in wanted:
                found[tally.chunk] = tally
        return found

    def add(self, tally: Tally) -> None:
        """Keeps the tally of a finished chunk.

        Raises:
            InputError: the file cannot be written.
        """
        if self.path is None:
            return
        try:
            with self.path.open("ab") as file:
                file.write(_line(tally.to_json()).encode())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise InputError(f"cannot write {self.path}: {error.strerror}") from error

    def _check(self, header: dict[str, Any], found: Any) -> None:
        if not isinstance(found, dict) or found.get("dnar evaluation") != FORMAT:
            raise InputError(f"{self.path} is no evaluation; give another name")
        for key, value in json.loads(json.dumps(header)).items():
            if found.get(key) != value:
                raise InputError(
                    f"{self.path} holds another evaluation: its {key} is {found.get(key)}, "
                    f"not {value}; give another name, or repeat that evaluation to go on"
                )


def _header(engine: Engine, plan: Plan) -> dict[str, Any]:
    return {
        "dnar evaluation": FORMAT,
        "task": engine.task.name,
        "engine": engine.name,
        "model": _identity(engine),
        "sizes": plan.sizes,
        "families": plan.families,
        "graphs": plan.graphs,
        "seed": plan.seed,
        "version": version("dnar"),
    }


def _identity(engine: Engine) -> str:
    """A digest of what the engine runs: weights, tables or rules."""
    if isinstance(engine, LearnedEngine):
        weights = engine.network.state_dict().items()
        values = {name: weight.tolist() for name, weight in weights}
        if isinstance(engine, NetworkEngine) and engine.temperature is not None:
            values["temperature"] = engine.temperature
        return digest(values)
    if isinstance(engine, ProgramRunner):
        return digest(program_json(engine.program))
    return digest(program_json(engine.task.program))


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, separators=(",", ":")) + "\n"


def _cut_torn_line(path: Path) -> None:
    """Cuts off what is left of a line that a crash has torn; the file is known to be ours."""
    text = path.read_bytes()
    whole = text.rfind(b"\n") + 1
    if whole < len(text):
        os.truncate(path, whole)


def _lines(path: Path) -> list[Any]:
    """The values of all whole lines."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    whole = text.rfind(b"\n") + 1
    values = []
    for number, line in enumerate(text[:whole].splitlines() or [b""], start=1):
        try:
            values.append(json.loads(line))
        except ValueError as error:
            raise InputError(f"{path}:{number} is damaged, or no evaluation") from error
    return values

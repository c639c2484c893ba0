"""The command line, called in the process of the tests."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from dnar.cli import main as command


@dataclass(frozen=True)
class Outcome:
    """What a call left behind."""

    code: int
    out: str
    err: str


Call = Callable[..., Outcome]


@pytest.fixture
def call(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Call:
    """Calls the command as its entry point does, in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def called(*words: str) -> Outcome:
        monkeypatch.setattr(sys, "argv", ["dnar", *words])
        with pytest.raises(SystemExit) as left:
            command.entry()
        captured = capsys.readouterr()
        return Outcome(int(left.value.code or 0), captured.out, captured.err)

    return called

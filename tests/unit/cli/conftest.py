"""The command line, called in the process of the tests."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from dnar.cli import main as command


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str


@pytest.fixture
def call(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Any:
    monkeypatch.chdir(tmp_path)

    def called(*words: str) -> Outcome:
        monkeypatch.setattr(sys, "argv", ["dnar", *words])
        with pytest.raises(SystemExit) as left:
            command.entry()
        captured = capsys.readouterr()
        return Outcome(int(left.value.code or 0), captured.out, captured.err)

    return called

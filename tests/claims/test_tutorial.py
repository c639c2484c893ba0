"""The tutorial is true word by word: each step in its order, each in a process of its own."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

from tests.claims.test_readme import ROOT, SHOWN, blocks, sessions

PAGE = ROOT / "docs" / "tutorial.md"
COMMAND = "import sys; from dnar.cli.main import entry; entry()"


def in_new_process(code: str, *words: str) -> tuple[int, list[str]]:
    """Exit code and everything that a new Python process writes."""
    done = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, check=False
    )
    lines = [*done.stdout.splitlines(), *done.stderr.splitlines()]
    return done.returncode, [line.rstrip() for line in lines]


def same(line: str, expected: str) -> bool:
    """Whether a line is as shown, where `...` stands for anything."""
    parts = [re.escape(part) for part in expected.split("...")]
    return re.fullmatch(".*".join(parts), line) is not None


def test_every_step_in_its_order(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    steps = 0
    for block in blocks(PAGE):
        if block.title:
            Path(block.title).write_text(block.code)
        elif block.language == "python":
            code, written = in_new_process(block.code)
            expected = [match["text"] for match in SHOWN.finditer(block.code)]
            assert (code, written) == (0, expected)
            steps += 1
        else:
            assert block.language == "console"
            for line, expected in sessions(block.code):
                program, *words = shlex.split(line)
                assert program == "dnar"
                code, written = in_new_process(COMMAND, *words)
                shown = expected[:-1] if expected[-1] == "..." else expected
                if shown is not expected:
                    written = written[: len(shown)]
                assert len(written) == len(shown), written
                for got, wanted in zip(written, shown, strict=True):
                    assert same(got, wanted), (line, got)
                assert code == (2 if expected[0].startswith("error:") else 0)
                steps += 1
    assert steps == 11

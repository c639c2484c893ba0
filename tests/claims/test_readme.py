"""The documentation is true: its Python runs, its commands run and print what it says."""

import contextlib
import io
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from dnar.cli import main as command
from dnar.tasks import all_tasks

ROOT = Path(__file__).parents[2]
IN_ORDER = "tutorial.md"
"""Its steps build on each other; test_tutorial executes them in their order."""

PAGES = [
    ROOT / "README.md",
    *sorted(page for page in (ROOT / "docs").glob("*.md") if page.name != IN_ORDER),
]
LONG_RUNNING = ("make ", "pip ", "python -m tools.")
"""Commands that set up an environment or run this very test."""

FENCE = re.compile(r"^```(?P<info>.*?)\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)
SHOWN = re.compile(r"^ *print\(.*\)  # (?P<text>.*)$", re.MULTILINE)
LINK = re.compile(r"\]\((?!https?:)(?P<target>[^)#]*)(#[^)]*)?\)")


@dataclass(frozen=True)
class Block:
    language: str
    title: str
    code: str


def blocks(page: Path) -> list[Block]:
    found = [
        (match["info"].split(), match["code"]) for match in FENCE.finditer(page.read_text())
    ]
    return [Block(info[0], " ".join(info[1:]), code) for info, code in found]


pages = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own, in a terminal as wide as the documentation's."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


@pages
def test_python_blocks_run_and_print_what_they_say(page: Path) -> None:
    names: dict[str, object] = {"__name__": "page"}
    for block in blocks(page):
        if block.language == "python":
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(block.code, page.name, "exec"), names)
            expected = [match["text"] for match in SHOWN.finditer(block.code)]
            assert printed.getvalue().splitlines() == expected


def called(line: str, monkeypatch: pytest.MonkeyPatch) -> tuple[int, list[str]]:
    """Exit code and everything that the command writes."""
    words = shlex.split(line, comments=True)
    if words[0] == "python":
        done = subprocess.run(
            [sys.executable, ROOT / words[1], *words[2:]],
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, [*done.stdout.splitlines(), *done.stderr.splitlines()]
    monkeypatch.setattr(sys, "argv", words)
    written = io.StringIO()
    with (
        contextlib.redirect_stdout(written),
        contextlib.redirect_stderr(written),
        pytest.raises(SystemExit) as left,
    ):
        command.entry()
    lines = [each.rstrip() for each in written.getvalue().splitlines()]
    return int(left.value.code or 0), lines


@pages
def test_commands_run(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for block in blocks(page):
        if block.language == "sh":
            for line in block.code.splitlines():
                if not line.startswith(LONG_RUNNING):
                    assert line.startswith(("dnar ", "python tools/", "python programs/")), line
                    assert called(line, monkeypatch)[0] == 0, line


@pages
def test_shown_sessions_are_what_one_sees(
    page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for block in blocks(page):
        if block.title:
            (folder / block.title).write_text(block.code)
        elif block.language == "console":
            for line, expected in sessions(block.code):
                code, written = called(line, monkeypatch)
                if expected[-1] == "...":
                    written = [*written[: len(expected) - 1], "..."]
                assert written == expected
                assert code == (2 if expected[0].startswith("error:") else 0)


def sessions(text: str) -> Iterator[tuple[str, list[str]]]:
    """Each command after `$` with the lines below it."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, *expected = part.splitlines()
        yield line, [each.rstrip() for each in expected]


@pages
def test_links_lead_somewhere(page: Path) -> None:
    for match in LINK.finditer(page.read_text()):
        target = match["target"]
        assert not target or (page.parent / target).exists(), target


def test_the_readme_lists_all_tasks() -> None:
    readme = PAGES[0].read_text()
    assert [name for name in all_tasks() if f"| `{name}` |" not in readme] == []


def test_there_is_something_to_check() -> None:
    languages = [block.language for page in PAGES for block in blocks(page)]
    assert languages.count("python") >= 12
    assert languages.count("console") >= 3
    assert languages.count("sh") >= 4
    assert {page.name for page in PAGES} >= {
        "README.md",
        "index.md",
        "graphs.md",
        "machine.md",
        "tasks.md",
        "command-line.md",
        "adding-an-algorithm.md",
    }

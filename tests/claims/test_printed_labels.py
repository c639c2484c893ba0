"""Labels with control characters are escaped where people read them; JSON stays JSON."""

import json
import sys
from pathlib import Path

import pytest

from dnar.cli import main as command
from dnar.errors import InputError
from dnar.graph import Graph
from dnar.printable import printable

NASTY = {
    "ANSI escape": "\x1b[31mred",
    "bell": "a\x07b",
    "newline": "a\nb",
    "bidi override": "a\u202eb",
    "zero width": "a\u200bb",
    "C1 control": "a\x9bb",
    "delete": "a\x7fb",
}


def call(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[str, str]:
    monkeypatch.setattr(sys, "argv", ["dnar", *words])
    with pytest.raises(SystemExit):
        command.entry()
    captured = capsys.readouterr()
    return captured.out, captured.err


def harmless(text: str) -> bool:
    return all(line.isprintable() for line in text.split("\n"))


@pytest.mark.parametrize("label", NASTY.values(), ids=NASTY)
def test_the_command_line(
    label: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "g.csv").write_bytes(f'source,target\n"{label}",b\n'.encode())
    graph = str(tmp_path / "g.csv")
    run = ["run", "bfs", graph, "--start", "b", "--engine", "rules"]
    out, err = call(run, monkeypatch, capsys)
    assert err == ""
    assert harmless(out)
    assert printable(label) in out
    out, _ = call([*run, "--json"], monkeypatch, capsys)
    assert json.loads(out)["parent"] == {"b": "b", label: "b"}
    out, _ = call(["run", "mis", graph, "--engine", "rules"], monkeypatch, capsys)
    assert harmless(out)
    explain = ["explain", "bfs", "--case", graph, "--start", "b", "--node", label]
    out, err = call(explain, monkeypatch, capsys)
    assert err == ""
    assert harmless(out)
    _, err = call([*run[:3], "--start", "c" + label], monkeypatch, capsys)
    assert harmless(err)
    assert err.count("\n") == 1
    _, err = call(["run", "bfs", f"no{label}file.csv", "--start", "b"], monkeypatch, capsys)
    assert harmless(err)


@pytest.mark.parametrize("label", [*NASTY.values(), "a\0b"])
def test_messages_of_the_library(label: str) -> None:
    graph = Graph.from_edges([0], [1], labels=[label, "b"])
    for wrong in (
        lambda: graph.index("c"),
        lambda: graph.index("c" + label),
        lambda: graph.relabelled([label, label]),
        lambda: graph.with_weight([float("nan")]),
        lambda: Graph.from_edges([0, 1], [1, 0], labels=graph.labels, weight=[1.0, 2.0]),
    ):
        with pytest.raises(InputError) as error:
            wrong()
        assert str(error.value).isprintable()


def test_readable_text_stays_as_it_is() -> None:
    assert printable("Zürich, 東京, naïve 🙂") == "Zürich, 東京, naïve 🙂"
    assert printable("a\0\t\ud800") == r"a\x00\t\ud800"

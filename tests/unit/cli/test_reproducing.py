"""`dnar reproduce`, as far as it takes no time."""

from dataclasses import fields
from pathlib import Path

import pytest
from paper.catalogue import NAMES, experiment

from dnar.cli.main import entry


def called(
    *words: str, capsys: pytest.CaptureFixture[str], monkeypatch
) -> tuple[int, str, str]:
    monkeypatch.setattr("sys.argv", ["dnar", "reproduce", *words])
    with pytest.raises(SystemExit) as ended:
        entry()
    said = capsys.readouterr()
    return int(ended.value.code or 0), said.out, said.err


@pytest.mark.parametrize("name", NAMES)
def test_every_experiment_has_parts_of_its_own(name: str) -> None:
    found = experiment(name)
    assert found.name == name
    for config in (found.quick, found.full):
        parts = found.parts(config)
        assert len(parts) == len(set(parts)) > 0
        assert all(part.split()[-1].isdigit() for part in parts)
        first = getattr(config, "first_seed", 0)
        assert all(0 <= int(part.split()[-1]) - first < config.seeds for part in parts)
    assert set(found.open) <= {"seeds", "tasks", *(each.name for each in fields(found.full))}


def test_without_a_name_they_are_listed(capsys, monkeypatch) -> None:
    code, out, _ = called(capsys=capsys, monkeypatch=monkeypatch)
    assert code == 0
    assert all(name in out for name in NAMES)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["salt"], "no experiment 'salt'"),
        (["figures,salt"], "no experiment 'salt'"),
        (["salsa", "--profile", "huge"], "quick or full"),
        (["salsa", "--set", "graph=3"], "graphs"),
        (["salsa", "--set", "graphs=few"], "whole number"),
        (["salsa", "--seeds", "0"], "--seeds"),
        (["salsa", "--set", "tasks=bsf", "--seeds", "1"], "bsf"),
        (["salsa", "--set", "families=er,sw"], "got 'sw'"),
        (["baselines", "--set", "processors=gni"], "gin, pgn"),
        (["baselines", "--set", "ways=words"], "hints, outputs"),
        (["training_ways", "--set", "ways=words"], "literal"),
        (["clrs30", "--set", "tasks=mis"], "bfs, dfs, dijkstra, prim"),
        ([","], "no experiment ','"),
        (["figures", "--latex", "no/such/folder/t.tex"], "there is no folder"),
        (["figures", "--csv", "."], "is a folder"),
    ],
)
def test_bad_input_is_one_line(
    words: list[str], said: str, capsys, monkeypatch, tmp_path: Path
) -> None:
    words = [*words, "--out", str(tmp_path / "new"), "--workers", "1"]
    code, _, err = called(*words, capsys=capsys, monkeypatch=monkeypatch)
    assert code == 2
    assert said in err
    assert len(err.strip().splitlines()) == 1


def test_one_experiment_from_the_command_to_the_report(
    capsys, monkeypatch, tmp_path: Path
) -> None:
    words = ["clrs30", "--set", "tasks=bfs", "--set", "split=val", "--out", str(tmp_path)]
    words += ["--latex", str(tmp_path / "t.tex"), "--csv", str(tmp_path / "t.csv")]
    code, out, _ = called(*words, "--workers", "1", capsys=capsys, monkeypatch=monkeypatch)
    assert code == 0
    assert "clrs30: bfs 0" in out
    assert (tmp_path / "report.md").read_text().count("| 1 | gradient | enumerated |") == 1
    assert out.splitlines()[-3:] == [
        str(tmp_path / each) for each in ("report.md", "t.tex", "t.csv")
    ]
    assert r"bfs & 99.00 $\pm$ 0.2" in (tmp_path / "t.tex").read_text()
    assert '"CLRS-30 (Table 2)"' not in (tmp_path / "t.csv").read_text()
    assert "CLRS-30 (Table 2),1,1,task,bfs" in (tmp_path / "t.csv").read_text()
    assert len(list(tmp_path.glob("clrs30-*.json"))) == 1

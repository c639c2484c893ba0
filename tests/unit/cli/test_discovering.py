"""`dnar discover`: what it prints, keeps and refuses."""

import json
from pathlib import Path

import pytest

from dnar.cli import main as command
from dnar.discover import StateCounts, Tables, get_sketch
from dnar.machine import task_json
from dnar.run import Discovery, source_named

pytestmark = pytest.mark.usefixtures("no_shape_checks_in_module")


def call(*words: str) -> int:
    try:
        return int(command._exit_code(list(words)) or 0)
    except SystemExit as left:
        return int(left.code or 0)


def test_a_program_is_found_kept_and_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(tmp_path / "run")
    assert call("discover", "maximum", "--out", folder) == 0
    said = capsys.readouterr().out
    assert "steps: at most 3" in said
    assert "priors: none" in said
    assert "description length 3 (nothing shorter fits the examples)" in said
    assert "no rules to compare with" in said
    assert call("run", folder, "values:3,1,9,2") == 0
    assert "2" in capsys.readouterr().out
    assert call("explain", folder) == 0
    assert "V0" in capsys.readouterr().out
    assert call("discover", "maximum", "--out", folder, "--resume", "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["cost"], report["smallest"], report["verdict"]) == (3, True, None)
    with pytest.raises(command.InputError, match="without a network"):
        call("verify", folder)


def test_a_network_is_trained_and_proved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(tmp_path / "run")
    assert call("discover", "maximum", "--train", "--out", folder) == 0
    assert "proved equal to the found program" in capsys.readouterr().out
    assert call("verify", folder) == 0
    assert call("run", folder, "values:3,1,9,2", "--engine", "network") == 0
    # The network is an ordinary training run of a stored task.
    assert call("verify", f"{folder}/network") == 0


@pytest.mark.parametrize(
    ("name", "tables", "problem"),
    [
        (
            "bfs",
            Tables(StateCounts(2, 2), {0: ((1, 0),)}, {(0, (1, 0)): 1}, {(0, 0, 1, 1, 0): 1}),
            ("path:4", "--start", "0"),
        ),
        (
            "local_minimum",
            Tables(StateCounts(2, 2), member=0),
            ('{"nodes": 2, "edges": [[0, 1]], "values": [3, 1]}',),
        ),
    ],
)
def test_a_folder_holds_a_stored_task_as_training_does(
    name: str,
    tables: Tables,
    problem: tuple[str, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = Discovery(get_sketch(name), tables, {})
    found.save(tmp_path)
    (tmp_path / "discovery.json").unlink()
    assert task_json(source_named(str(tmp_path)).task) == task_json(found.task)
    assert call("run", str(tmp_path), *problem, "--json") == 0
    assert found.sketch.output_name in capsys.readouterr().out


def test_a_function_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.py").write_text(
        "def everyone(graph):\n    return range(graph.node_count)\n"
    )
    asked = f"{tmp_path / 'mine.py'}:everyone"
    folder = str(tmp_path / "run")
    assert call("discover", asked, "--out", folder, "--states", "1,1", "--json") == 0
    assert json.loads(capsys.readouterr().out)["cost"] == 0


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("discover", "sorting"), "nothing is known to discover 'sorting'"),
        (("discover", "bfs", "--states", "2"), "--states is NODE,ARC"),
        (("discover", "bfs", "--priors", "sometimes"), "the priors are"),
        (("discover", "nowhere.json"), "cannot read"),
        (("discover", "nowhere.py:f"), "there is no file"),
    ],
)
def test_bad_input_is_one_line(
    words: tuple[str, ...], complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(command.InputError, match=complaint):
        call(*words)

"""`dnar train`, `dnar evaluate` and `dnar run --engine`, called as their entry point is."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dnar.cli import evaluating, learning
from dnar.errors import InputError
from dnar.network import MessageForm
from dnar.run import ENGINES, Score
from dnar.training import Method, TrainConfig

pytestmark = pytest.mark.usefixtures("no_shape_checks_in_module")


def content(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_train_and_evaluate(call: Any, tmp_path: Path) -> None:
    trained = call("train", "bfs", "--seed", "0", "--json")
    assert (trained.code, trained.err) == (0, "")
    report = json.loads(trained.out)
    folder = tmp_path / "runs" / "bfs-0"
    assert report == json.loads((folder / "report.json").read_text())
    assert (report["task"], report["exact"], report["seed"]) == ("bfs", True, 0)
    sizes = ("--sizes", "5", "9", "--families", "er", "ws", "--graphs", "2", "--json")
    scored = json.loads(call("evaluate", str(folder), *sizes).out)
    assert (scored["task"], scored["engine"], scored["seed"]) == ("bfs", "program", 0)
    cells = [(each["family"], each["size"]) for each in scored["scores"]]
    assert cells == [("er", 5), ("er", 9), ("ws", 5), ("ws", 9)]
    assert {(each["node"], each["graph"]) for each in scored["scores"]} == {(100.0, 100.0)}
    asked = json.loads(call("evaluate", str(folder), *sizes, "--engine", "network").out)
    assert (asked["engine"], asked["scores"]) == ("network", scored["scores"])
    said = call("evaluate", str(folder), *sizes[:-1]).out.splitlines()
    assert said[0] == "bfs, scored by the program engine: the learned program, interpreted"
    assert said[1] == "learned: method gradient, data enumerated, attention not searched"
    assert scored["learned"] == report["learned"]
    said = call("evaluate", str(folder), *sizes[:-1], "--engine", "network").out.splitlines()
    assert said[0] == "bfs, scored by the network engine: the network itself"


def test_every_engine_that_scores_has_words_in_the_table_s_head() -> None:
    import dnar.run.engines  # noqa: F401 (registers them)

    assert set(evaluating._RUNS) == set(ENGINES) - {"automatic"}


def test_not_exact_is_exit_code_one(call: Any) -> None:
    short = ("--cycles", "1", "--iterations", "1", "--graphs", "8")
    done = call("train", "mis", "--out", "run", *short)
    assert (done.code, done.err) == (1, "")
    assert "mis, seed 0: not exact: " in done.out
    told = "  learned: method gradient, data enumerated, attention not searched"
    assert done.out.splitlines()[1] == told
    again = call("train", "mis", "--out", "run", *short, "--resume")
    assert (again.code, again.out) == (1, done.out)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((), TrainConfig()),
        (("--method", "gradient"), TrainConfig()),
        (("--method", "anneal"), TrainConfig(method=Method.ANNEAL)),
        (("--method", "settle"), TrainConfig.settle()),
        (("--protocol", "paper"), TrainConfig.paper()),
        (("--messages", "literal"), TrainConfig(messages=MessageForm.LITERAL)),
        (("--graphs-only",), TrainConfig(enumerated=False)),
        (("--iterations", "7"), TrainConfig(iterations=7, patience=0.0)),
        (
            ("--protocol", "paper", "--iterations", "7", "--graphs", "9"),
            TrainConfig.paper(iterations=7, graphs=9),
        ),
    ],
    ids=str,
)
def test_options_choose_a_config(
    call: Any, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], expected: TrainConfig
) -> None:
    configs = []

    def trained(task: str, *, config: TrainConfig, **others: Any) -> None:
        configs.append(config)
        raise InputError("enough")

    monkeypatch.setattr(learning, "train", trained)
    assert call("train", "bfs", *words).code == 2
    assert configs == [expected]


def test_train_several_tasks(call: Any, tmp_path: Path) -> None:
    words = ("train", "bfs,mis", "--graphs", "8", "--train-sizes", "4", "5")
    done = call(*words)
    assert (done.code, done.err) == (0, "")
    first, learned, *members = done.out.splitlines()
    assert learned.startswith("  learned: method gradient, data enumerated, attention ")
    assert first.startswith("bfs, mis, seed 0: exact after ")
    assert members == ["  bfs: exact, proved", "  mis: exact, proved"]
    folder = tmp_path / "runs" / "bfs-mis-0"
    report = json.loads(call(*words, "--resume", "--json").out)
    assert report == json.loads((folder / "report.json").read_text())
    assert (report["tasks"], list(report["members"])) == (["bfs", "mis"], ["bfs", "mis"])
    sizes = ("--sizes", "5", "--families", "er", "--graphs", "2", "--json")
    scored = json.loads(call("evaluate", str(folder / "mis"), *sizes).out)
    assert (scored["task"], scored["engine"]) == ("mis", "program")
    refused = call("verify", str(folder))
    assert (refused.code, refused.out) == (2, "")
    assert "holds models for bfs, mis; name one of them" in refused.err


def test_bad_input_changes_nothing(call: Any, tmp_path: Path) -> None:
    short = ("--cycles", "1", "--iterations", "1", "--graphs", "8")
    call("train", "bfs", "--out", "run", *short)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("dear")
    before = content(tmp_path)
    refused = {
        ("train", "bfs", "--out", "run", *short): "already holds this run",
        ("train", "dfs", "--out", "run", *short, "--resume"): "holds another run",
        ("train", "bfs", "--out", "other"): "is no training run",
        ("train", "bfs", "--out", "new", "--device", "quantum"): "cannot be used",
        ("train", "bfs", "--out", "new", "--messages", "loud"): "no message form",
        (
            "train",
            "bfs",
            "--out",
            "new",
            "--method",
            "luck",
        ): "no method 'luck'",
        ("train", "bfs", "--out", "new", "--protocol", "mine"): "the only one is paper",
        (
            *("train", "bfs", "--out", "new"),
            *("--protocol", "paper", "--method", "settle"),
        ): "leave --method out",
        ("train", "bfs", "--out", "new", "--train-sizes", "4", "x"): "whole numbers",
        ("train", "bfs", "--out", "new", "--learning-rate", "0"): "learning_rate",
        ("train", "sorting"): "no task",
        ("train", "bfs,sorting"): "no task 'sorting'",
        ("train", "bfs,bfs"): "two or more different tasks",
        ("train", ","): "two or more different tasks",
        ("train", "bfs,dfs", "--out", "run", *short, "--resume"): "holds another run",
        ("evaluate", "nowhere"): "no task",
        ("evaluate", "bfs", "--families", "er", "moon"): "no family 'moon'",
        ("evaluate", "bfs", "--sizes", "0"): "whole numbers above zero",
        ("evaluate", "bfs", "--engine", "steam"): "no engine",
        ("evaluate", "bfs", "--workers", "0"): "--workers",
        ("evaluate", "bfs", "--out", "other/letter.txt"): "no evaluation",
        ("evaluate", "bfs", "--out", "other"): "is a folder",
        ("evaluate", "bfs", "--out", "nowhere/scores.jsonl"): "no folder",
        ("evaluate", "run/report.json"): "no program",
        ("run", "bfs", "karate", "--start", "0", "--engine", "steam"): "no engine",
    }
    for words, reason in refused.items():
        done = call(*words)
        assert (done.code, done.out) == (2, ""), words
        assert done.err.startswith("error: "), words
        assert done.err.count("\n") == 1, words
        assert reason in done.err, words
    assert content(tmp_path) == before


def test_a_damaged_model_is_one_line(call: Any, tmp_path: Path) -> None:
    call("train", "bfs", "--out", "run", "--cycles", "1", "--iterations", "1", "--graphs", "8")
    model = tmp_path / "run" / "model.safetensors"
    model.write_bytes(model.read_bytes()[:-100])
    done = call("evaluate", "run")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert "damaged" in done.err


def test_run_says_which_engine(call: Any) -> None:
    words = ("run", "bfs", "karate", "--start", "0", "--json")
    default, rules = (
        json.loads(call(*words, *more).out) for more in ((), ("--engine", "rules"))
    )
    assert default.pop("engine") in ("compiled", "program"), "kernels may not be packaged"
    assert default.pop("engine_reason") != "asked for"
    assert (rules.pop("engine"), rules.pop("engine_reason")) == ("rules", "asked for")
    assert default == rules


def test_evaluate_prints_a_table(call: Any) -> None:
    done = call("evaluate", "mis", "--sizes", "6", "--families", "er", "--graphs", "2")
    assert (done.code, done.err) == (0, "")
    assert "100.00" in done.out
    assert "first wrong" not in done.out


def test_evaluate_goes_on_in_its_file(call: Any, tmp_path: Path) -> None:
    words = ("evaluate", "bfs", "--sizes", "6", "--families", "er", "--graphs", "2")
    done = call(*words, "--out", "scores.jsonl", "--json")
    before = (tmp_path / "scores.jsonl").read_bytes()
    again = call(*words, "--out", "scores.jsonl", "--json")
    assert (again.code, again.out, again.err) == (0, done.out, "")
    assert (tmp_path / "scores.jsonl").read_bytes() == before
    other = call(*words, "--seed", "1", "--out", "scores.jsonl")
    assert (other.code, other.out) == (2, "")
    assert "scores.jsonl holds another evaluation: its seed is 0, not 1" in other.err


def test_evaluate_says_which_graphs_are_wrong(call: Any, tmp_path: Path) -> None:
    call("train", "bfs", "--out", "run", "--cycles", "1", "--iterations", "1", "--graphs", "8")
    words = ("evaluate", "run", "--sizes", "9", "--families", "er", "--graphs", "3")
    score = json.loads(call(*words, "--json").out)["scores"][0]
    assert score["wrong"] == [0, 1, 2]
    assert "first wrong" in call(*words).out


def test_an_interrupted_evaluation_says_what_is_kept(
    call: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: Any, on_graphs: Any, **__: Any) -> Iterator[Score]:
        on_graphs(7)
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(evaluating, "evaluate", interrupted)
    words = ("evaluate", "bfs", "--sizes", "6", "--families", "er", "--graphs", "9")
    done = call(*words)
    assert (done.code, done.out) == (130, "")
    assert done.err == "interrupted after 7 of 9 graphs; --out FILE would keep them\n"
    kept = call(*words, "--out", "a.jsonl")
    assert kept.err.startswith("interrupted: 7 of 9 graphs are kept in a.jsonl; the same")


def test_tensorboard_logs(call: Any, tmp_path: Path) -> None:
    pytest.importorskip("tensorboard")
    short = ("--cycles", "1", "--iterations", "1", "--graphs", "8")
    call("train", "bfs", "--out", "run", *short, "--tensorboard")
    assert [path.name for path in (tmp_path / "run" / "tensorboard").iterdir()]

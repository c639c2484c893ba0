"""What is committed about learning holds: results, pretrained models, the round trip."""

import json
from pathlib import Path

import pytest

import dnar
from dnar.tasks import all_tasks

RESULTS = Path(__file__).parents[2] / "paper" / "results" / "exact_learning.json"


def test_committed_results_are_exact_and_full() -> None:
    parts = json.loads(RESULTS.read_text())["parts"]
    assert len(parts) == 30, "six tasks, five seeds"
    for part, found in parts.items():
        assert found["exact"] is True, part
        for score in found["scores"]:
            assert (score["graph"], score["halted"]) == (100.0, 100.0), (part, score)
            assert score["node"] in (100.0, None), (part, score)


@pytest.mark.parametrize("name", all_tasks())
def test_pretrained_models_say_where_they_come_from(name: str) -> None:
    model = dnar.load_model(name)
    assert model.report["exact"] is True
    assert (model.report["task"], model.report["wrong"]) == (name, 0)
    assert model.report["seed"] >= 0
    assert model.report["version"]
    assert len(model.report["commit"]) == 40


def test_trained_saved_loaded_and_run(tmp_path: Path) -> None:
    trained = dnar.train("mis", seed=2, out=tmp_path / "run")
    assert trained.exact
    loaded = dnar.load_model(tmp_path / "run")
    for seed in range(3):
        answer = loaded.run("ws:40", seed=seed)
        assert answer.outputs == trained.run("ws:40", seed=seed).outputs
        assert answer.outputs == dnar.run("mis", "ws:40", seed=seed, engine="rules").outputs

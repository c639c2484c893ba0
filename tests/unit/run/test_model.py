"""Models: trained, saved, loaded, run."""

import json
from pathlib import Path

import pytest
import torch

import dnar
from dnar.errors import InputError
from dnar.training import TrainConfig

pytestmark = pytest.mark.usefixtures("no_shape_checks_in_module")


def test_a_model_runs_as_the_rules_do() -> None:
    model = dnar.load_model("dijkstra")
    assert (model.task.name, model.exact) == ("dijkstra", True)
    answer = model.run("er:30", start=2, seed=4)
    by_rules = dnar.run("dijkstra", "er:30", start=2, seed=4, engine="rules")
    assert (answer.outputs, answer.steps) == (by_rules.outputs, by_rules.steps)
    assert answer.engine == "network"


def test_a_model_comes_back_from_its_folder(tmp_path: Path) -> None:
    trained = dnar.train("bfs", out=tmp_path / "run", graphs=16)
    assert json.loads((tmp_path / "run" / "report.json").read_text()) == trained.report
    assert trained.report.pop("verdict") == "proved"
    for source in (tmp_path / "run", tmp_path / "run" / "model.safetensors"):
        loaded = dnar.load_model(source)
        assert loaded.report == trained.report
        ours, theirs = trained.network.state_dict(), loaded.network.state_dict()
        assert all(torch.equal(ours[name], theirs[name]) for name in ours)
    assert loaded.run("karate", start=0).outputs == trained.run("karate", start=0).outputs


def test_what_cannot_be_loaded_or_trained(tmp_path: Path) -> None:
    for source in ("nowhere", tmp_path):
        with pytest.raises(InputError, match="no model"):
            dnar.load_model(source)
    with pytest.raises(InputError, match="not both"):
        dnar.train("bfs", config=TrainConfig(), seed=3)
    with pytest.raises(InputError, match="TrainConfig"):
        dnar.train("bfs", spin=3)

"""The frame of the experiments, with an experiment that takes no time."""

import json
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from paper.experiment import Experiment
from paper.report import write_page
from paper.results_file import ResultsFile
from paper.running import measure_all, missing_parts

from dnar.errors import InputError
from dnar.training import TrainConfig

USUAL = TrainConfig()


@dataclass(frozen=True)
class Config:
    seeds: int = 2
    tasks: tuple[str, ...] = ("bfs", "mis")
    factor: int = 10
    training: TrainConfig = USUAL


def parts(config: Config) -> list[str]:
    return [f"{task} {seed}" for task in config.tasks for seed in range(config.seeds)]


def measure(part: str, config: Config) -> dict[str, Any]:
    if config.factor == 0 and part.startswith("mis"):
        raise InputError("nothing to multiply")
    return {"product": int(part.rsplit(maxsplit=1)[-1]) * config.factor}


def section(parts: dict[str, Any], pictures: Path) -> list[str]:
    assert pictures.is_dir()
    return [f"{name}: {part['product']}" for name, part in sorted(parts.items())]


EXPERIMENT = Experiment(
    "toy", "A toy", Config(factor=1), Config(), parts=parts, measure=measure, section=section
)


@pytest.fixture(autouse=True)
def _toy_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("paper.toy")
    module.EXPERIMENT = EXPERIMENT  # type: ignore[attr-defined]
    monkeypatch.setitem(__import__("sys").modules, "paper.toy", module)
    monkeypatch.setattr("paper.catalogue.NAMES", ("toy",))
    monkeypatch.setattr("paper.report.NAMES", ("toy",))


def run(config: Config, folder: Path) -> list[str]:
    done: list[str] = []
    measure_all("toy", config, folder, workers=1, on_part=lambda part, _: done.append(part))
    return done


def test_parts_are_kept_and_gone_on_with(tmp_path: Path) -> None:
    assert run(Config(seeds=1), tmp_path) == ["bfs 0", "mis 0"]
    assert missing_parts("toy", Config(), tmp_path) == ["bfs 1", "mis 1"]
    assert run(Config(), tmp_path) == ["bfs 1", "mis 1"]
    found = json.loads((tmp_path / "toy.json").read_text())
    assert found["config"] == {"factor": 10, "training": {}}
    assert found["parts"]["mis 1"]["product"] == 10
    assert found["parts"]["mis 1"]["provenance"]["version"]
    assert found["parts"]["mis 1"]["took"]["seconds"] >= 0


def test_configurations_never_meet(tmp_path: Path) -> None:
    configs = [
        Config(),
        Config(factor=1),
        Config(factor=3),
        replace(Config(), training=TrainConfig(hidden=8)),
    ]
    for config in configs:
        run(config, tmp_path)
    names = [EXPERIMENT.file_name(config) for config in configs]
    assert names[:2] == ["toy.json", "toy-quick.json"]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(set(names))
    assert len(set(names)) == 4
    for config, name in zip(configs, names, strict=True):
        parts = json.loads((tmp_path / name).read_text())["parts"]
        assert parts["bfs 1"]["product"] == config.factor


def test_a_failing_part_does_not_lose_the_others(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"2 part.*mis 0.*nothing to multiply"):
        run(Config(factor=0), tmp_path)
    assert missing_parts("toy", Config(factor=0), tmp_path) == ["mis 0", "mis 1"]


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"experiment": "other"}'])
def test_other_files_are_not_overwritten(tmp_path: Path, content: str) -> None:
    path = tmp_path / "toy.json"
    path.write_text(content)
    with pytest.raises(InputError, match="--out"):
        run(Config(), tmp_path)
    assert path.read_text() == content


def test_results_of_another_configuration_are_refused(tmp_path: Path) -> None:
    run(Config(), tmp_path)
    path = tmp_path / "toy.json"
    path.write_text(path.read_text().replace('"factor": 10', '"factor": 11'))
    with pytest.raises(InputError, match="expected"):
        ResultsFile(EXPERIMENT, Config(), tmp_path)


def test_the_page_shows_what_there_is_and_what_is_missing(tmp_path: Path) -> None:
    page = tmp_path / "report.md"
    write_page(page, tmp_path, "full")
    assert "`dnar reproduce NAME` measures `toy`." in page.read_text()
    run(Config(seeds=1), tmp_path)
    write_page(page, tmp_path, "full")
    text = page.read_text()
    assert "## A toy" in text
    assert "mis 0: 0" in text
    assert "Not measured yet, for want of time: 2 of 4 parts (bfs 1, mis 1)." in text

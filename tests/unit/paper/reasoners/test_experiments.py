"""The experiments with baselines measure a part and show whatever was measured."""

from dataclasses import replace
from pathlib import Path

import pytest
from paper import baselines, fair_baselines, no_bottlenecks
from paper.claims import claims_table
from paper.experiment import Experiment

from dnar.errors import InputError

experiments = pytest.mark.parametrize(
    "experiment",
    [baselines.EXPERIMENT, no_bottlenecks.EXPERIMENT],
    ids=lambda experiment: experiment.name,
)


@experiments
def test_a_part_is_measured_and_shown(experiment: Experiment, tmp_path: Path) -> None:
    choices = {"hidden": 8, "processor_steps": 4, "batches": 2, "graphs": 2}
    config = replace(experiment.quick, **choices, sizes=(16, 80), million_arc_steps=0.003)
    part = experiment.parts(config)[0]
    found = experiment.measure(part, config)
    assert [cell["graphs"] for cell in found["scores"]] == [2, 1, 2, 1, 2, 0]
    lines = experiment.section({part: found}, tmp_path)
    assert any("bfs 80: 0 to 1" in line for line in lines)
    assert (tmp_path / f"{experiment.name}.png").is_file()


@experiments
def test_nothing_measured_is_shown_as_nothing(experiment: Experiment, tmp_path: Path) -> None:
    rows = [line for line in experiment.section({}, tmp_path) if line.startswith("| bfs | 16")]
    assert rows
    assert len(experiment.parts(experiment.full)) == len(set(experiment.parts(experiment.full)))


def test_fairly_trained_baselines_are_measured_and_shown(tmp_path: Path) -> None:
    experiment = fair_baselines.EXPERIMENT
    small = {"hidden": 8, "training_graphs": 16, "updates": 3, "validation_graphs": 2}
    config = replace(fair_baselines.QUICK, **small, compared=("pgn",), graphs=2, sizes=(16,))
    parts = experiment.parts(config)
    assert parts == [f"prim pgn {way} 0" for way in ("outputs", "rules", "hints")]
    found = {part: experiment.measure(part, config) for part in parts}
    assert {part["updates"] for part in found.values()} == {3}
    assert {part["share"] for part in found.values()} == {3 / 125_000}
    lines = experiment.section(found, tmp_path)
    rows = [line for line in lines if line.startswith("| prim | 16 | pgn")]
    assert len(rows) == 4, "a row per way, and one that compares them"
    (claim,) = [line for line in claims_table({"fair_baselines": found}) if "settings" in line]
    assert "| yes |" in claim


def test_all_settings_but_the_budget_are_the_published_ones() -> None:
    config = fair_baselines.choices("prim gin outputs 3", fair_baselines.FULL)
    assert (config.hidden, config.graphs_per_batch * config.batches) == (128, 10_000)
    assert config.plateau is not None
    assert config.plateau.updates / config.plateau.every == 125_000 / 1250
    assert (config.plateau.patience, config.plateau.stop_after) == (10, 30)


@pytest.mark.parametrize(("way", "same"), [("whole", "outputs"), ("whole-hints", "hints")])
def test_the_whole_budget_is_the_only_difference_of_a_way_that_has_it(
    way: str, same: str
) -> None:
    full = fair_baselines.FULL
    assert f"prim transformer {way} 0" in fair_baselines.parts(full)
    share, whole = (
        fair_baselines.choices(f"prim transformer {each} 0", full) for each in (same, way)
    )
    assert share.plateau is not None
    assert whole.plateau is not None
    assert (whole.plateau.updates, whole.plateau.every) == (125_000, 1250)
    assert whole == replace(share, plateau=replace(share.plateau, updates=125_000, every=1250))


def test_a_whole_budget_is_refused_for_what_does_not_exist() -> None:
    config = replace(fair_baselines.FULL, whole=("prim cnn",))
    with pytest.raises(InputError, match=r"whole can be .*prim transformer.*got 'prim cnn'"):
        fair_baselines.EXPERIMENT.check(config)

"""The experiments of Tables 1 and 4 measure a part and show whatever was measured."""

from dataclasses import replace
from pathlib import Path

import pytest
from paper import baselines, no_bottlenecks
from paper.experiment import Experiment

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

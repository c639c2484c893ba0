"""Sections of the ablations: parts that were not measured are dashes, pictures are files."""

from dataclasses import replace
from pathlib import Path

import pytest
from paper import extended_scalars, figures, scalar_updates, soft_attention
from paper.experiment import Experiment

EXPERIMENTS = [
    module.EXPERIMENT for module in (soft_attention, scalar_updates, extended_scalars, figures)
]
experiments = pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda each: each.name)


@experiments
def test_a_section_of_nothing_has_dashes(experiment: Experiment, tmp_path: Path) -> None:
    lines = experiment.section({}, tmp_path)
    assert any("-" in line for line in lines)
    assert list(tmp_path.iterdir()) == []


@experiments
def test_parts_end_with_their_seeds(experiment: Experiment) -> None:
    names = experiment.parts(replace(experiment.full, seeds=2))
    assert len(set(names)) == len(names)
    assert {int(name.split()[-1]) for name in names} <= {0, 1}


def test_figures_are_the_same_every_time(tmp_path: Path) -> None:
    config = figures.EXPERIMENT.quick
    results = {"figures 0": figures.measure("figures 0", config)}
    folders = [tmp_path / name / "pictures" for name in ("one", "other")]
    for folder in folders:
        folder.parent.mkdir()
        lines = figures.section(results, folder)
        assert "![K(2, n-2)](pictures/figure2.png)" in lines
    one, other = ({path.name: path.read_bytes() for path in f.iterdir()} for f in folders)
    assert sorted(one) == ["figure1.png", "figure1.svg", "figure2.png", "figure2.svg"]
    assert one == other


def test_soft_attention_is_shown_beside_the_papers(tmp_path: Path) -> None:
    config = soft_attention.Config(
        seeds=1, iterations=5, temperatures=("1",), sizes=(4,), graphs=1, hubs=(16, 80)
    )
    (part,) = soft_attention.parts(config)
    lines = soft_attention.section({part: soft_attention.measure(part, config)}, tmp_path)
    weights = next(
        line for line in lines if line.startswith("| ours, temperature 1 | 1 | weig")
    )
    assert weights.count("-") == 3
    assert [path.name for path in tmp_path.iterdir()] == ["soft_attention.png"]

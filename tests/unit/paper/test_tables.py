"""Cells of tables: mean and deviation over runs, and how many graphs there were."""

from pathlib import Path

import pytest
from paper.catalogue import NAMES, experiment
from paper.export import tables_in
from paper.results_file import COMMITTED, ResultsFile
from paper.tables import cells_of, graph_count, score_cell, spread

RUNS = [
    {
        "scores": [
            {
                "family": "er",
                "size": 16,
                "graphs": 5,
                "node": 90.0,
                "graph": 50.0,
                "valid": None,
            },
            {"family": "ws", "size": 16, "graphs": 0},
        ]
    },
    {"scores": [{"family": "er", "size": 16, "graphs": 7, "node": 100.0, "graph": 50.0}]},
]
WITHOUT_SEEDS = ("figures",)
COUNTED = ("certificates", "no_hint", "discovery", "completion")
"""Their rows are single models, or count the seeds that succeeded."""


def test_mean_and_deviation() -> None:
    assert spread([1.0, 2.0, 3.0]) == "2.0 ± 1.0"
    assert spread([2.0], 2) == "2.00"
    assert spread([]) == "-"


def test_a_cell_has_one_score_per_run() -> None:
    cells = cells_of(RUNS, 16, "er")
    assert score_cell(cells) == "95.0 ± 7.1 / 50.0 ± 0.0 / -"
    assert score_cell(cells, ("graph",), 0) == "50 ± 0"
    assert graph_count(cells) == "5 to 7"
    assert graph_count(cells[:1]) == "5"
    assert (score_cell([]), graph_count([])) == ("-", "-")
    assert cells_of(RUNS, 16, "ws") == cells_of(RUNS, 80) == []


@pytest.mark.parametrize("name", [each for each in NAMES if each not in WITHOUT_SEEDS])
def test_every_committed_table_of_scores_has_a_deviation(name: str, tmp_path: Path) -> None:
    chosen = experiment(name)
    parts = ResultsFile(chosen, chosen.full, COMMITTED).parts
    tables = tables_in(chosen.section(parts, tmp_path))
    assert tables
    for table in tables:
        assert all(len(row) == len(table.heads) for row in table.rows)
    if name not in COUNTED:
        cells = [cell for table in tables for row in table.rows for cell in row]
        assert any("±" in cell for cell in cells)

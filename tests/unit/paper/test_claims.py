"""Claims are judged by what was measured, and by nothing else."""

import pytest
from paper.catalogue import NAMES, experiment
from paper.claims import CLAIMS, claims_table
from paper.results_file import COMMITTED, ResultsFile


def answers(results: dict) -> list[str]:
    """What the table says of every claim."""
    return [row.split(" | ")[2] for row in claims_table(results)[2:]]


def test_nothing_measured_is_nothing_claimed() -> None:
    assert answers({}) == ["-"] * len(CLAIMS)


@pytest.mark.parametrize("name", NAMES)
def test_a_single_part_is_never_too_little(name: str) -> None:
    chosen = experiment(name)
    parts = ResultsFile(chosen, chosen.full, COMMITTED).parts
    others = [claim[1] != name for claim in CLAIMS]
    for part in parts:
        said = answers({name: {part: parts[part]}})
        assert all(said[at] == "-" for at, other in enumerate(others) if other)


def test_a_claim_about_several_tasks_needs_all_of_them() -> None:
    run = {"lowest_node": 100.0, "lowest_graph": 100.0}
    tasks = ("bfs", "dfs", "mis", "eccentricity")
    parts = {f"{task} 4 0": run for task in tasks}
    at = next(
        at for at, claim in enumerate(CLAIMS) if claim[0].startswith("4 nodes are enough")
    )
    assert answers({"minimal_sizes": parts})[at] == "yes"
    worse = {**parts, "mis 4 1": {**run, "lowest_node": 9.0}}
    assert answers({"minimal_sizes": worse})[at] == "**no**"
    del parts["mis 4 0"]
    assert answers({"minimal_sizes": parts})[at] == "-"

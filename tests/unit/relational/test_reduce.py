"""Reduced programs listen for what makes a difference, and for nothing else."""

import numpy as np
import pytest

from dnar.machine import RandomRows
from dnar.relational.memory import RandomPart
from dnar.relational.storage import ROW, Kept
from dnar.run.bundled import pretrained_program
from dnar.run.relational import storage_of
from dnar.tasks import get_task


@pytest.mark.parametrize(
    "name", ["bfs", "mis", "maximal_matching", "connected_components", "nearest_landmark"]
)
def test_a_learned_program_becomes_its_rules(name: str) -> None:
    task = get_task(name)
    found = storage_of(task, pretrained_program(task)).program
    listed = {key: order for key, order in found.orders.items() if order}
    assert listed == {key: order for key, order in task.program.orders.items() if order}
    assert len(found.node_cases) <= len(task.program.node_cases)


def test_scalars_of_arcs_are_stored_only_where_they_must_be() -> None:
    task = get_task("bellman_ford")
    storage = storage_of(task, pretrained_program(task))
    weight, length = storage.number("weight"), storage.number("path")
    assert storage.kept[weight, ROW] is Kept.INPUT
    assert storage.kept[length, ROW] is Kept.DERIVED
    task = get_task("eccentricity")
    storage = storage_of(task, pretrained_program(task))
    report = storage.number("report")
    assert storage.kept[report, ROW] is Kept.DROPPED
    assert storage.kept[report, "to"] is Kept.STORED


def test_parts_of_a_random_row_are_the_row() -> None:
    whole = RandomRows(7, 1000, 1001).row(3)[:1000]
    parts = [RandomPart(7, 3).part(begin, begin + 125) for begin in range(0, 1000, 125)]
    assert np.concatenate(parts).tolist() == whole.tolist()

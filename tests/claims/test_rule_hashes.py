"""The hashes in the docs are those of the rules, and huge weights do not become NaN."""

from pathlib import Path

import numpy as np
from tools.rule_hashes import BEGIN, END, PAGE, table

import dnar
from dnar.machine import read_certificate
from dnar.run.bundled import certificate_path
from dnar.stored_task import rules_digest
from dnar.tasks import all_tasks


def test_the_published_hashes() -> None:
    shown = PAGE.read_text().split(BEGIN)[1].split(END)[0]
    assert shown.strip() == table().strip()


def test_bundled_certificates_are_for_these_rules() -> None:
    for task in all_tasks().values():
        path: Path = certificate_path(task)
        if path.is_file():
            assert read_certificate(path)[0]["hashes"]["rules"] == rules_digest(task)


def test_gates_select_and_do_not_multiply() -> None:
    """A closed gate beside an overflowing scalar adds zero, not infinity times zero."""
    graph = dnar.Graph.from_edges([0, 1, 2], [1, 2, 3], labels=4, weight=[1e308, 1e308, 1e308])
    distance = list(dnar.run("dijkstra", graph, start=0, engine="network").distance.values())
    assert distance[:2] == [0.0, 1e308]
    assert not np.isnan(distance).any()

"""Rules = textbook algorithm, exhaustively: the checks that `tools.check_rules` runs."""

import pytest

from dnar.tasks import all_tasks
from tests.oracles.enumeration import labelled_graphs
from tests.oracles.exhaustive import CHECKS, Check, acyclic_problems


def test_there_are_as_many_graphs_as_there_should_be() -> None:
    assert sum(1 for _ in labelled_graphs(5)) == 1 + 2 + 8 + 64 + 1024
    assert sum(1 for _ in labelled_graphs(4, directed=True)) == 1 + 4 + 64 + 4096
    assert sum(1 for _ in acyclic_problems()) == 1 + 3 + 25 + 543


def test_every_task_is_checked() -> None:
    assert {check.task for check in CHECKS} == set(all_tasks())


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: f"{check.task}, {check.covers}")
def test_rules_are_the_textbook_algorithm(check: Check) -> None:
    count = 0

    def seen() -> None:
        nonlocal count
        count += 1

    assert list(check.mismatches(seen)) == []
    assert count > 400

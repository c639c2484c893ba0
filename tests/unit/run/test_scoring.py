"""Tally: what counts as right, and which graph an error came from."""

import json

import numpy as np
import pytest

from dnar.machine import Execution, Instance
from dnar.run import RulesEngine
from dnar.run.plan import Chunk, Plan
from dnar.run.scoring import Tally, tally_chunk, tally_from_json, total
from dnar.tasks import get_task

PLAN = Plan((6,), ("er",), 10, 0)
CHUNK = Chunk("er", 6, 4, 3)


class Silent(RulesEngine):
    """Finds nothing, as a run that was cut off."""

    def outputs(self, instance: Instance, execution: Execution) -> dict[str, np.ndarray]:
        return {"minimum": np.zeros(0, dtype=np.int64)}


class Failing(RulesEngine):
    """Raises an error."""

    def execute(self, instance: Instance, *, max_steps: int | None, record: bool) -> Execution:
        raise RuntimeError("no steam")


def test_who_finds_nothing_is_not_right() -> None:
    found = tally_chunk(Silent(get_task("minimum")), PLAN, CHUNK)
    assert found == Tally(CHUNK, 0, None, 0, 0, 3, (4, 5, 6))


def test_marks_survive_json() -> None:
    found = tally_chunk(RulesEngine(get_task("bfs")), PLAN, CHUNK)
    assert found == Tally(CHUNK, 18, 18, 3, 3, 3, ())
    assert tally_from_json(json.loads(json.dumps(found.to_json()))) == found


def test_an_error_says_where_it_came_from() -> None:
    with pytest.raises(RuntimeError, match="no steam") as raised:
        tally_chunk(Failing(get_task("bfs")), PLAN, CHUNK)
    assert raised.value.__notes__ == ["on one of the graphs 4 to 6 of er, size 6, seed 0"]


def test_a_sum_of_what_is_not_defined() -> None:
    assert total([1, 2]) == 3
    assert total([1, None]) is None

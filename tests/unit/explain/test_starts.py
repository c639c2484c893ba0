"""The states in which runs begin, as the encoders give them."""

from dataclasses import replace

import numpy as np
import pytest

from dnar.explain.explanation import NodeStarts
from dnar.explain.starts import starting_states
from dnar.machine import Problem, Setup
from dnar.tasks import get_task


def test_with_and_without_a_start() -> None:
    starts = starting_states(get_task("dfs"))
    assert starts.with_start == NodeStarts("UNSEEN", "VIRTUAL", "TOP")
    assert starts.without_start == NodeStarts("UNSEEN", "RESTARTER")
    assert starts.arcs == {
        "self": "NEUTRAL",
        "both": "NEUTRAL",
        "along": "CLOSED",
        "against": "NEUTRAL",
        "from_virtual": "NEUTRAL",
        "to_virtual": "NEUTRAL",
    }


def test_a_start_that_is_needed_or_unused() -> None:
    assert starting_states(get_task("bfs")).without_start is None
    assert starting_states(get_task("mis")).with_start is None


def test_an_encoder_that_looks_at_more() -> None:
    task = get_task("mis")

    def encoder(problem: Problem) -> Setup:
        setup = task.encoder(problem)
        states = np.array(setup.node_state)
        states[0] = 1
        return replace(setup, node_state=states)

    with pytest.raises(ValueError, match="begins in"):
        starting_states(replace(task, encoder=encoder))

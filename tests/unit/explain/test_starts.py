"""The states in which runs begin, as the encoders give them."""

from dnar.explain.starts import starting_states
from dnar.tasks import get_task


def one(state: str) -> frozenset[str]:
    return frozenset({state})


def test_with_and_without_a_start() -> None:
    starts = starting_states(get_task("dfs"))
    assert starts.nodes == {
        (True, "start"): one("TOP"),
        (True, "real"): one("UNSEEN"),
        (True, "virtual"): one("VIRTUAL"),
        (False, "real"): one("UNSEEN"),
        (False, "virtual"): one("RESTARTER"),
    }
    assert starts.arcs == {
        "self": one("LINK"),
        "both": one("NEUTRAL"),
        "along": one("CLOSED"),
        "against": one("NEUTRAL"),
        "from_virtual": one("LINK"),
        "to_virtual": one("LINK"),
    }


def test_a_start_that_is_needed_or_unused() -> None:
    assert {started for started, _ in starting_states(get_task("bfs")).nodes} == {True}
    assert {started for started, _ in starting_states(get_task("mis")).nodes} == {False}


def test_a_layout_of_its_own() -> None:
    starts = starting_states(get_task("insertion_sort"))
    assert starts.nodes == {(False, "real"): frozenset({"DONE", "WAITING"})}
    assert starts.arcs["left"] == one("FROM_LEFT")

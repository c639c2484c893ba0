"""Algorithms in declarations: what they make, and every mistake in the line that has it."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import dnar
from dnar.errors import InputError
from dnar.machine import Algorithm, inc, keep, pull, push, reachable_types
from dnar.tasks import get_task

EXAMPLES = Path(__file__).parents[3] / "examples"


def small() -> Algorithm:
    made = Algorithm("small", "nothing much", nodes="OPEN DONE", arcs="EDGE CLOSED")
    made.scalar("depth")
    made.scalar("length", on="arcs")
    made.head("lowest")
    return made


MISTAKES: dict[str, tuple[Callable[[Algorithm], object], str]] = {
    "node state": (
        lambda a: a.node("OPEN", "DONNE"),
        "no node state 'DONNE'; did you mean 'DONE'? the node states are OPEN, DONE, VIRTUAL",
    ),
    "state that is heard": (
        lambda a: a.node("OPEN", "DONE", hears="DONNE over EDGE"),
        "no node state 'DONNE'; did you mean 'DONE'?",
    ),
    "arc that is heard": (
        lambda a: a.node("OPEN", "DONE", hears="DONE over EGDE"),
        "no arc state 'EGDE'; did you mean 'EDGE'?",
    ),
    "no class": (
        lambda a: a.node("OPEN", "DONE", hears="DONE"),
        "a class is written STATE over ARC, or 'nothing'; got 'DONE'",
    ),
    "no rule": (lambda a: a.node("OPEN"), "says neither hears= nor becomes="),
    "role": (
        lambda a: a.begin(start="DONE", agianst="CLOSED"),
        "no role 'agianst'; did you mean 'against'? the roles are self, both, along",
    ),
    "start": (lambda a: a.begin(start="START"), "no node state 'START'"),
    "arc state": (lambda a: a.arc("EDGE", "OPEN"), "no arc state 'OPEN'"),
    "receiver": (lambda a: a.arc("EDGE", "CLOSED", receiver="EDGE"), "no node state 'EDGE'"),
    "head": (
        lambda a: a.node("OPEN", "DONE", hears="DONE over EDGE", head="lowets"),
        "no head 'lowets'; did you mean 'lowest'?",
    ),
    "head's scalar": (
        lambda a: a.head("nearest", smallest="dept"),
        "no scalar 'dept'; did you mean 'depth'?",
    ),
    "two ends": (
        lambda a: a.head("x", smallest="depth", largest="depth"),
        "prefers the smallest or the largest, not both",
    ),
    "head twice": (lambda a: a.head("lowest"), "head 'lowest' is declared twice"),
    "scalar twice": (lambda a: a.scalar("depth"), "scalar 'depth' is declared twice"),
    "place": (lambda a: a.scalar("x", on="edges"), "no place 'edges'"),
    "value": (
        lambda a: a.value("x"),
        "value 'x' is given with an undirected graph or an array",
    ),
    "random": (lambda a: a.random("x", every=0), "drawn every 1 or more steps, got 0"),
    "update": (lambda a: a.update("deep", keep("any")), "no scalar 'deep'"),
    "update's states": (
        lambda a: a.update("depth", keep("OPEN EDGE")),
        "no node state 'EDGE'",
    ),
    "pushed states": (
        lambda a: a.update("depth", push("length", "OPEN")),
        "no arc state 'OPEN'",
    ),
    "pushed scalar": (
        lambda a: a.update("depth", push("weight", "EDGE")),
        "no scalar 'weight'",
    ),
    "pulling head": (
        lambda a: a.update("depth", pull("depth", "OPEN", head="best")),
        "no head 'best'",
    ),
    "comparison": (
        lambda a: a.compare("less", "depth", "length"),
        "depth and length are not both on nodes or on arcs",
    ),
    "sign": (lambda a: a.node("OPEN", "DONE", signs={"less": "below"}), "no comparison 'less'"),
    "output": (lambda a: a.returns_nodes("x", "EDGE"), "no node state 'EDGE'"),
    "output's scalar": (lambda a: a.returns_scalar("x", "deep", "DONE"), "no scalar 'deep'"),
    "no output": (lambda a: a.task(), "small returns nothing; add an output"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_are_found_where_they_are_made(name: str) -> None:
    declare, message = MISTAKES[name]
    with pytest.raises(InputError) as caught:
        declare(small())
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"nodes": "OPEN OPEN"}, "state 'OPEN' is declared twice"),
        ({"nodes": "OPEN VIRTUAL"}, "state 'VIRTUAL' is declared twice"),
        ({"nodes": "OPEN any"}, "a state is named like a Python name, and not 'any'"),
        ({"nodes": ""}, "needs states of nodes"),
        ({"nodes": "OPEN", "graphs": "trees"}, "no graph kind 'trees'"),
        ({"nodes": "OPEN", "steps": (1, 2, 3, 4)}, "steps are (constant, per node, per pair)"),
    ],
)
def test_bad_states_and_kinds(choices: dict, message: str) -> None:
    with pytest.raises(InputError) as caught:
        Algorithm("bad", "bad", **choices)
    assert message in str(caught.value)


def test_several_heads_must_be_named() -> None:
    made = small()
    made.head("other")
    with pytest.raises(InputError, match='as in head="lowest"; the heads are lowest, other'):
        made.node("OPEN", "DONE", hears="DONE over EDGE")


def test_a_declared_algorithm_is_the_written_one() -> None:
    """Dijkstra's rules by name run as the bundled ones do, step by step."""
    declared = get_task(str(EXAMPLES / "shortest_paths.py"))
    bundled = get_task("dijkstra")
    assert reachable_types(declared).types == reachable_types(bundled).types
    for seed in range(10):
        graph = dnar.load_graph(f"er:{5 + seed}", seed=seed, random_weights=True)
        one, other = (
            dnar.run(task, graph, start=0, engine="rules") for task in (declared, bundled)
        )
        assert (one.steps, list(one.parent.values())) == (
            other.steps,
            list(other.parent.values()),
        )
        assert np.array_equal(list(one.distance.values()), list(other.distance.values()))


def test_declarations_are_short() -> None:
    lines = {
        name: len([line for line in (EXAMPLES / name).read_text().splitlines() if line.strip()])
        for name in ("tasks/reachable.py", "shortest_paths.py")
    }
    assert lines["tasks/reachable.py"] <= 15
    assert lines["shortest_paths.py"] <= 42


def test_arrays_and_random_numbers_begin_as_data() -> None:
    smallest = Algorithm("least", "the least", nodes="ENTRY", virtual="V D", graphs="array")
    smallest.value("value")
    smallest.head("least", smallest="value")
    smallest.node("V", "D", hears="ENTRY over NEUTRAL")
    smallest.returns_truth("done", "D")
    assert dnar.run(smallest.task(), [3.0, 1.0]).done is True
    lots = Algorithm("lots", "lots", nodes="A B")
    lots.random("lot", every=2)
    lots.scalar("count")
    lots.update("count", keep("any"), inc("A"))
    lots.node("A", "B")
    lots.returns_scalar("count", "count", "B")
    assert dnar.run(lots.task(), "path:3", seed=4).count[1] == 1.0

"""Traces of CLRS length are the textbook's runs, one step per extracted node."""

import numpy as np
import pytest
from paper.reasoners.clrs_traces import ArcState, NodeState, clrs_task, clrs_trace

from dnar.errors import InputError
from dnar.graph import Graph
from dnar.machine import InstanceEnding, Problem
from dnar.tasks import get_task
from dnar.textbook import expected
from dnar.training import drawn_problems

tasks = pytest.mark.parametrize("name", ["dijkstra", "prim"])


def edges(*weighted: tuple[int, int, float]) -> Graph:
    source, target, weight = zip(*weighted, strict=True)
    return Graph.from_edges(source, target, labels=4, weight=weight)


@tasks
def test_the_last_snapshot_has_the_textbooks_pointers(name: str) -> None:
    task = clrs_task(get_task(name))
    for problem in drawn_problems(task, (1, 2, 5, 9), 60, np.random.default_rng(0)):
        instance = task.encode(problem)
        trace = clrs_trace(task, instance)
        ending = InstanceEnding(instance, trace[-1])
        found = task.decoders["parent"].decode(ending, task.program.readouts["parent"])
        assert np.array_equal(found, expected(name, problem)["parent"])
        assert len(trace) == problem.graph.node_count + 1


@pytest.mark.parametrize(
    ("name", "order", "keys"),
    [("dijkstra", [0, 1, 2, 3], [0, 2, 4, 5]), ("prim", [0, 1, 3, 2], [0, 2, 1, 3])],
)
def test_each_step_extracts_the_nearest(name: str, order: list[int], keys: list[int]) -> None:
    graph = edges((0, 1, 2.0), (0, 2, 4.0), (1, 3, 3.0), (2, 3, 1.0))
    task = clrs_task(get_task(name))
    first, *trace = clrs_trace(task, task.encode(Problem(graph, 0)))
    assert first.node_state.tolist() == [NodeState.QUEUED, *[NodeState.UNSEEN] * 3]
    extracted = [np.flatnonzero(each.node_state == NodeState.EXTRACTED) for each in trace]
    assert [each.tolist() for each in extracted] == [[node] for node in order]
    done = [np.flatnonzero(each.node_state == NodeState.DONE).tolist() for each in trace]
    assert done == [sorted(order[:step]) for step in range(4)]
    assert trace[-1].scalars["key"].tolist() == keys
    assert all((each.arc_state == ArcState.POINTER).sum() == 4 for each in trace)


def test_what_is_out_of_reach_stays_unseen() -> None:
    graph = edges((0, 1, 2.0), (2, 3, 1.0))
    task = clrs_task(get_task("prim"))
    trace = clrs_trace(task, task.encode(Problem(graph, 0)))
    assert len(trace) == 3
    assert trace[-1].node_state[2:].tolist() == [NodeState.UNSEEN] * 2


def test_other_tasks_are_refused() -> None:
    with pytest.raises(InputError, match="prim and dijkstra, not for bfs"):
        clrs_task(get_task("bfs"))

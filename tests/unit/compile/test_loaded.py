"""Loaded machines: run again and again, small, never quadratic, and refused if too large."""

from functools import cache

import numpy as np
import pytest

from dnar.compile import Executor, compile_proved, loaded
from dnar.errors import InputError
from dnar.graph import Graph, load_graph
from dnar.machine import Problem, StartNode, Task
from dnar.run.engine import pretrained_program
from dnar.tasks import get_task

SIX = ("bfs", "dfs", "eccentricity", "mis", "prim", "dijkstra")


@cache
def compiled(name: str) -> Executor:
    return compile_proved(get_task(name), pretrained_program(get_task(name)))


def problem(task: Task, graph: Graph) -> Problem:
    return Problem(graph, None if task.inputs.start is StartNode.UNUSED else 0)


@pytest.mark.parametrize("name", SIX)
def test_a_graph_is_loaded_once_for_many_runs(name: str) -> None:
    task, graph = get_task(name), load_graph("er:40", seed=2, random_weights=True)
    machine = compiled(name).load(graph)
    starts = [None] if task.inputs.start is StartNode.UNUSED else [0, 7, 0]
    found = []
    for start in starts * 2:
        setup = task.set_up(Problem(graph, start, seed=5))
        machine.start(setup)
        assert machine.run(10_000)
        alone = compiled(name).execute(setup).final
        assert machine.node_states.tolist() == alone.node_state.tolist()
        found.append((machine.steps, machine.node_states.tolist(), machine.values.tolist()))
    assert found[0] == found[len(starts)]


@pytest.mark.parametrize("name", SIX)
def test_at_most_twenty_bytes_per_arc(name: str) -> None:
    rng = np.random.default_rng(0)
    ends = np.unique(np.sort(rng.integers(5_000, size=(30_000, 2)), axis=1), axis=0)
    ends = ends[ends[:, 0] != ends[:, 1]]
    graph = Graph.from_edges(ends[:, 0], ends[:, 1], labels=5_000, weight=rng.random(len(ends)))
    task = get_task(name)
    machine = compiled(name).load(graph)
    machine.start(task.set_up(problem(task, graph)))
    assert machine.run(100_000)
    assert machine.nbytes <= 20 * 2 * graph.edge_count


@pytest.mark.parametrize("family", ["star", "k2", "grid", "power", "path"])
@pytest.mark.parametrize("name", SIX)
def test_looks_per_arc_do_not_grow(name: str, family: str) -> None:
    task = get_task(name)
    looks = []
    for size in (400, 6_400):
        graph = load_graph(f"{family}:{size}", seed=1, random_weights=True)
        machine = compiled(name).load(graph)
        machine.start(task.set_up(problem(task, graph)))
        assert machine.run(1_000_000)
        looks.append((machine.visits - machine.steps) / (2 * graph.edge_count))
    assert looks[1] <= 1.3 * looks[0] + 0.5


def test_too_many_arcs() -> None:
    """The graph is a fake: its edges are one number that says that it is a billion."""
    node = np.broadcast_to(np.int32(0), (2**30 + 1,))
    graph = Graph(range(2), node, node, None, directed=False)
    with pytest.raises(InputError, match=r"at most 2,147,483,647 arcs.* 2,147,483,650; give"):
        compiled("bfs").load(graph)


def test_too_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loaded, "available_memory", lambda: 2**30)
    node = np.broadcast_to(np.int32(0), (2**29,))
    graph = Graph(range(2), node, node, None, directed=False)
    with pytest.raises(InputError, match=r"needs about 9\.\d GiB of memory, and 1\.0 GiB are"):
        compiled("bfs").load(graph)


def test_the_system_tells_its_memory() -> None:
    free = loaded.available_memory()
    assert free is None or 2**20 < free < 2**50

"""Loaded machines: run again and again, small, never quadratic, and refused if too large."""

from functools import cache

import numpy as np
import pytest

from dnar import memory
from dnar.compile import (
    IncrementalExecutor,
    UnsupportedError,
    compile_proved,
    loaded,
    outputs_of,
)
from dnar.errors import InputError
from dnar.graph import Graph, load_graph
from dnar.machine import NodeKind, Problem, StartNode, Task
from dnar.run.bundled import pretrained_program
from dnar.tasks import get_task
from dnar.textbook import expected
from tests.hard_keys import weights_of_leaves

SIX = ("bfs", "dfs", "eccentricity", "mis", "prim", "dijkstra")


@cache
def compiled(name: str) -> IncrementalExecutor:
    found = compile_proved(get_task(name), pretrained_program(get_task(name)))
    assert isinstance(found, IncrementalExecutor)
    return found


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


LEAVES = 6_400


@pytest.mark.parametrize("name", ["prim", "dijkstra"])
@pytest.mark.parametrize("hard", weights_of_leaves(LEAVES))
def test_the_virtual_node_compares_many(name: str, hard: str) -> None:
    task = get_task(name)
    star = load_graph(f"star:{LEAVES + 1}").with_weight(weights_of_leaves(LEAVES)[hard])
    asked = problem(task, star)
    executor = compiled(name)
    machine = executor.load(star)
    machine.start(task.set_up(asked))
    assert machine.run(10**6)
    outputs = outputs_of(task, executor.program.readouts, machine)
    right = expected(name, asked)
    for key, values in right.items():
        np.testing.assert_array_equal(outputs[key], values)


@pytest.mark.parametrize("name", ["bfs", "dfs", "dijkstra"])
def test_a_run_that_was_cut_off_leaves_nothing_behind(name: str) -> None:
    task = get_task(name)
    graph = load_graph("er:30", seed=4, directed=True, random_weights=True)
    used, fresh = compiled(name).load(graph), compiled(name).load(graph)
    for limit in (1, 2):
        used.start(task.set_up(Problem(graph, 5)))
        assert not used.run(limit)
    for machine in (used, fresh):
        machine.start(task.set_up(Problem(graph, 2)))
        assert machine.run(10_000)
    assert (used.steps, used.visits) == (fresh.steps, fresh.visits)
    for one, other in zip(used.arc_states(), fresh.arc_states(), strict=True):
        assert one.tolist() == other.tolist()
    assert used.values.tolist() == fresh.values.tolist()


@pytest.mark.parametrize("name", ["mis", "prim"])
def test_a_run_that_comes_back_in_between(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    task, graph = get_task(name), load_graph("er:30", seed=4, random_weights=True)
    found = []
    for work in (loaded.WORK, 1):
        monkeypatch.setattr(loaded, "WORK", work)
        machine = compiled(name).load(graph)
        machine.start(task.set_up(problem(task, graph)))
        assert machine.run(2**70), "a limit beyond 64 bits is none"
        found.append((machine.steps, machine.node_states.tolist()))
    assert found[0] == found[1]


def test_the_end_of_a_run_with_a_stream() -> None:
    task, graph = get_task("mis"), load_graph("er:20", seed=3)
    machine = compiled("mis").load(graph)
    with pytest.raises(InputError, match="start a setup with a stream"):
        machine.stream_row()
    setup = task.set_up(Problem(graph, seed=5))
    machine.start(setup)
    assert machine.run(10_000)
    (stream,) = task.program.streams()
    wanted = setup.streams[stream.name].row(machine.steps // stream.period)
    ending = machine.ending()
    assert ending.scalar(stream.name).tolist() == wanted.tolist()
    assert ending.of_kind(NodeKind.VIRTUAL).tolist() == [20]
    assert ending.of_kind(NodeKind.HELPER).tolist() == []
    with pytest.raises(UnsupportedError, match="arcs are not listed"):
        ending.arcs()


def test_what_does_not_fit_together() -> None:
    task, graph = get_task("bfs"), load_graph("path:5")
    machine = compiled("bfs").load(graph)
    with pytest.raises(InputError, match="start a setup before"):
        machine.run(10)
    with pytest.raises(InputError, match="of another graph"):
        machine.start(task.set_up(Problem(load_graph("path:4"), 0)))


def test_directed_graphs_hold_their_pairs_too() -> None:
    graph = load_graph("er:200", seed=1, directed=True, random_weights=True)
    both = [
        (machine := compiled("dijkstra").load(each)).nbytes / machine.entries
        for each in (graph, load_graph("er:200", seed=1, random_weights=True))
    ]
    assert both[0] > both[1] + 8


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
    graph = Graph._trusted(range(2), node, node, None, directed=False)
    with pytest.raises(InputError, match=r"at most 2,147,483,647 arcs.* 2,147,483,650; give"):
        compiled("bfs").load(graph)


@pytest.mark.parametrize("name", SIX)
@pytest.mark.parametrize("family", ["er", "star", "k2", "path", "complete", "power"])
def test_no_run_takes_more_memory_than_is_checked(name: str, family: str) -> None:
    task = get_task(name)
    graph = load_graph(f"{family}:300", seed=1, random_weights=True)
    machine = compiled(name).load(graph)
    machine.start(task.set_up(problem(task, graph)))
    assert machine.run(10**6)
    need = machine._library.dnar_need(graph.node_count, graph.edge_count)
    assert need / 4 < machine.nbytes < need + 2_000


def test_too_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available_memory", lambda: 2**30)
    node = np.broadcast_to(np.int32(0), (2**29,))
    graph = Graph._trusted(range(2), node, node, None, directed=False)
    with pytest.raises(InputError, match=r"needs about 9\.\d GiB of memory, and 1\.0 GiB are"):
        compiled("bfs").load(graph)

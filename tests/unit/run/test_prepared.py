"""Prepared engines: graph after graph, many at once, and what can go wrong with one."""

import threading
from collections.abc import Iterator
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest

import dnar
from dnar.errors import InputError
from dnar.graph import Graph, load_graph
from dnar.machine import Problem
from dnar.run import evaluate
from dnar.run.prepared import IN_FLIGHT


def drawn(number: int) -> list[Graph]:
    return [load_graph(f"er:{20 + seed}", seed=seed) for seed in range(number)]


def test_an_engine_is_made_once_and_runs_again_and_again() -> None:
    bfs = dnar.engine("bfs")
    assert repr(bfs) == "PreparedEngine(bfs, automatic)"
    assert bfs.run("karate", start=0) == dnar.run("bfs", "karate", start=0)
    assert isinstance(bfs, dnar.Engine)
    assert dnar.run("bfs", "karate", start=0, engine=bfs).parent[33] == 8
    assert bfs.solve(Problem(load_graph("path:3"), 0)).steps == 2
    score = next(iter(evaluate(bfs, sizes=(16,), families=("er",), graphs=2)))
    assert score.graph == 100.0


def test_sources(tmp_path: Path) -> None:
    rules = dnar.engine(dnar.get_task("mis"), "rules")
    assert (rules.name, rules.run("path:3").engine) == ("rules", "rules")
    certificate = Path(str(dnar.__file__)).parent / "pretrained" / "bfs.certificate.json"
    assert dnar.engine(certificate).run("path:3", start=0).steps == 2
    for source, message in [
        ("bsf", "no task 'bsf'"),
        (tmp_path / "none.json", "no task"),
        (7, "an engine is made from a task, its name, a model, a folder or a file, got 7"),
    ]:
        with pytest.raises(InputError, match=message):
            dnar.engine(source)
    with pytest.raises(InputError, match="no engine 'fast'"):
        dnar.engine("bfs", "fast")


@pytest.mark.parametrize("workers", [None, 1, 3])
def test_many_graphs_in_their_order(workers: int | None) -> None:
    graphs = drawn(12)
    answers = list(dnar.engine("bfs").map(graphs, start=0, workers=workers))
    assert answers == [dnar.run("bfs", graph, start=0) for graph in graphs]
    mis = dnar.engine("mis").map(iter(graphs), seed=3, workers=workers)
    assert list(mis) == [dnar.run("mis", graph, seed=3) for graph in graphs]
    assert list(dnar.engine("bfs").map([], start=0, workers=workers)) == []


def test_a_start_for_each_graph() -> None:
    starts = range(5)
    found = dnar.engine("eccentricity").map(repeat("path:5", 5), starts=starts, workers=2)
    assert [answer.eccentricity for answer in found] == [4.0, 3.0, 2.0, 3.0, 4.0]
    with pytest.raises(InputError, match="every graph needs a start, got 2 of them"):
        list(dnar.engine("bfs").map(["path:5"] * 3, starts=[0, 1]))
    with pytest.raises(InputError, match="one start for all graphs or starts, not both"):
        dnar.engine("bfs").map(["path:5"], start=0, starts=[0])
    with pytest.raises(InputError, match="workers must be 1 or more, got 0"):
        dnar.engine("bfs").map(["path:5"], start=0, workers=0)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_bad_graph_is_named(workers: int) -> None:
    graphs: list[Any] = ["path:3", "path:4", 7, "path:5"]
    answers = dnar.engine("bfs").map(graphs, start=0, workers=workers)
    assert [len(next(answers).parent), len(next(answers).parent)] == [3, 4]
    with pytest.raises(InputError, match="cannot make a graph of a int") as caught:
        next(answers)
    assert caught.value.__notes__ == ["(graph number 2, counted from 0)"]


def test_graphs_are_taken_when_they_are_needed() -> None:
    taken = []

    def endless() -> Iterator[str]:
        for number in range(10**9):
            taken.append(number)
            yield "path:4"

    answers = dnar.engine("bfs").map(endless(), start=0, workers=2)
    for _ in range(5):
        next(answers)
    assert len(taken) <= 5 + 2 * IN_FLIGHT
    answers.close()  # type: ignore[attr-defined]


def test_a_kernel_runs_outside_of_pythons_lock() -> None:
    # Were the lock held, this thread could not count while the other one computes.
    prepared = dnar.engine("dijkstra")
    graph = load_graph("er:20000", random_weights=True)
    if prepared.run("er:300", start=0).engine != "compiled":
        pytest.skip("there is no compiler")
    began, counted = threading.Event(), 0

    def work() -> None:
        began.set()
        prepared.run(graph, start=0)

    thread = threading.Thread(target=work)
    thread.start()
    began.wait()
    while thread.is_alive():
        counted += 1
        thread.join(0.0005)
    assert counted > 10

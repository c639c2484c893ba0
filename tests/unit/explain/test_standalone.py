"""Standalone files: they need Python alone and answer as the interpreter does."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dnar.explain import instance_json, standalone_source
from dnar.graph import Graph
from dnar.machine import Problem, Shape, execute
from dnar.tasks import get_task
from tests.unit.explain.programs import ON_GRAPHS, every_program, explained, random_problem
from tests.unit.explain.test_program_runner import outputs

pytestmark = pytest.mark.usefixtures("no_shape_checks_in_module")


def run_file(path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    # Isolated and without site-packages: nothing but the standard library can be found.
    command = [sys.executable, "-I", "-S", str(path), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The file of every task's learned program."""
    folder = tmp_path_factory.mktemp("programs")
    paths = {name: folder / f"{name}.py" for name in (*ON_GRAPHS, "insertion_sort")}
    for name, path in paths.items():
        found = explained(name, "program")
        path.write_text(standalone_source(found.task, found.program, found.reachable))
    return paths


def as_words(problem: Problem, folder: Path) -> list[str]:
    """A problem on the command line."""
    if problem.values is not None:
        return [str(each) for each in problem.values.tolist()]
    graph = problem.graph
    assert graph.weight is not None
    lines = [f"{node},," for node in range(graph.node_count)]
    columns = (array.tolist() for array in (graph.source, graph.target, graph.weight))
    rows = zip(*columns, strict=True)
    lines += [f"{source},{target},{weight}" for source, target, weight in rows]
    (folder / "edges.csv").write_text("\n".join(["source,target,weight", *lines]))
    words = [str(folder / "edges.csv")]
    if graph.directed:
        words.append("--directed")
    if problem.start is not None:
        words += ["--start", str(problem.start)]
    if problem.randomness is not None:
        (folder / "rows.json").write_text(json.dumps(problem.randomness.tolist()))
        words += ["--randomness", str(folder / "rows.json")]
    return words


def expected(name: str, problem: Problem) -> dict[str, Any]:
    task = get_task(name)
    instance = task.encode(problem)
    run = execute(task.program, instance)
    found = outputs(task, task.program, instance, run.final)
    return {"task": name, "steps": run.steps, "halted": True, **found}


@pytest.mark.parametrize("name", ON_GRAPHS)
def test_same_answer_as_the_interpreter(
    name: str, files: dict[str, Path], tmp_path: Path
) -> None:
    rng = np.random.default_rng(7)
    for number in range(4):
        problem = random_problem(get_task(name), rng, number)
        done = run_file(files[name], *as_words(problem, tmp_path))
        assert (done.returncode, done.stderr) == (0, "")
        assert json.loads(done.stdout) == expected(name, problem)


def test_a_laid_out_instance(files: dict[str, Path], tmp_path: Path) -> None:
    task = get_task("insertion_sort")
    problem = Problem(Graph.from_edges([], [], labels=4), values=np.array([3.0, 1.0, 2.0, 0.5]))
    path = tmp_path / "instance.json"
    path.write_text(json.dumps(instance_json(task.program, task.encode(problem))))
    done = run_file(files["insertion_sort"], str(path))
    assert json.loads(done.stdout) == expected("insertion_sort", problem)
    path.write_text("[1, 2]")
    done = run_file(files["insertion_sort"], str(path))
    assert (done.returncode, done.stdout) == (2, "")
    assert "expected an instance: labels, nodes, arcs and scalars" in done.stderr


def test_labels_and_weights(files: dict[str, Path], tmp_path: Path) -> None:
    roads = tmp_path / "roads.csv"
    roads.write_text("source,target,weight\nUlm,Bonn,4\nUlm,Jena,1\nJena,Bonn,2\n")
    done = run_file(files["dijkstra"], str(roads), "--start", "Ulm")
    assert done.stdout == (
        '{"task": "dijkstra", "steps": 12, "halted": true, "parent": {"Bonn": "Jena", '
        '"Jena": "Ulm", "Ulm": "Ulm"}, "distance": {"Bonn": 3.0, "Jena": 1.0, "Ulm": 0.0}}\n'
    )


def test_a_seed_gives_the_same_numbers_again(files: dict[str, Path], tmp_path: Path) -> None:
    path = tmp_path / "edges.txt"
    path.write_text("0 1\n1 2\n2 3\n3 0\n")
    answers = [run_file(files["mis"], str(path), "--seed", "5").stdout for _ in range(2)]
    assert answers[0] == answers[1]
    chosen = set(json.loads(answers[0])["in_set"])
    assert chosen in ({0, 2}, {1, 3})


def test_refused_input(files: dict[str, Path], tmp_path: Path) -> None:
    path, loop = tmp_path / "edges.csv", tmp_path / "loop.txt"
    path.write_text("source,target,weight\n0,1,-1\n")
    loop.write_text("0 1\n1 0\n")
    (tmp_path / "rows.json").write_text("[[1, 2, 3]]")
    refused = {
        ("bfs", str(path), "--start", "9"): "no node '9'",
        ("bfs", "missing.csv", "--start", "0"): "cannot read missing.csv",
        ("dijkstra", str(path), "--start", "0"): "needs weights of zero or more, got -1.0",
        ("dijkstra", str(loop), "--start", "0"): "needs weights; --weight 1",
        ("prim", str(path), "--start", "0", "--directed"): "takes an undirected graph",
        ("topological_sort", str(path)): "takes a directed graph; give --directed",
        ("topological_sort", str(loop), "--directed"): "has a cycle",
        ("minimum", "1", "x"): "expected a finite number, got 'x'",
        ("mis", str(loop), "--randomness", str(tmp_path / "rows.json")): "rows of 2 numbers",
    }
    for (name, *words), reason in refused.items():
        done = run_file(files[name], *words)
        assert (done.returncode, done.stdout) == (2, ""), words
        assert done.stderr.startswith("error: "), words
        assert done.stderr.count("\n") == 1, words
        assert reason in done.stderr, words


@every_program
def test_the_source_is_the_same_every_time(name: str, engine: str) -> None:
    found = explained(name, engine)
    texts = [standalone_source(found.task, found.program, found.reachable) for _ in range(2)]
    assert texts[0] == texts[1]
    assert [line for line in texts[0].splitlines() if len(line) > 96] == []
    compile(texts[0], f"{name}.py", "exec")


def test_numbers_of_an_unknown_kind() -> None:
    task = get_task("minimum")

    def encoder(problem: Problem) -> Any:
        assert problem.values is not None
        return task.encoder(replace(problem, values=problem.values[::-1].copy()))

    found = explained("minimum", "rules")
    source = standalone_source(replace(task, encoder=encoder), found.program, found.reachable)
    assert "    python minimum.py instance.json\n" in source


def test_negative_numbers_are_an_array(files: dict[str, Path]) -> None:
    assert get_task("minimum").inputs.shape is Shape.ARRAY
    done = run_file(files["minimum"], "3", "-1.5", "2")
    assert json.loads(done.stdout)["minimum"] == 1


def test_nodes_without_edges(files: dict[str, Path], tmp_path: Path) -> None:
    path = tmp_path / "edges.csv"
    path.write_text("source,target\na,\n")
    done = run_file(files["bfs"], str(path), "--start", "a")
    assert json.loads(done.stdout)["parent"] == {"a": "a"}

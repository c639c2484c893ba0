"""The runner of standalone files, run inside this process."""

import contextlib
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dnar.explain import instance_json
from dnar.explain import program_runner as runner
from dnar.explain.explanation import Explanation
from dnar.explain.standalone import tables_of
from dnar.graph import Graph, read_graph
from dnar.machine import (
    Instance,
    InstanceEnding,
    PerNode,
    Problem,
    Program,
    Snapshot,
    Task,
    decode_all,
    execute,
    lay_out,
    most_steps,
)
from dnar.tasks import all_tasks, get_task
from tests.unit.explain.programs import ON_GRAPHS, every_program, explained, random_problem

pytestmark = pytest.mark.usefixtures("no_shape_checks_in_module")


def as_tables(words: Explanation) -> runner.Tables:
    given = tables_of(words)
    functions = {name: eval(code) for name, code in given["functions"].items()}
    reachable = frozenset(given["reachable"])
    return runner.Tables(**{**given, "functions": functions, "reachable": reachable})


def as_runner_graph(problem: Problem) -> runner.Graph:
    graph = problem.graph
    missing: list[float | None] = [None] * graph.edge_count
    weights = missing if graph.weight is None else graph.weight.tolist()
    ends = zip(graph.source.tolist(), graph.target.tolist(), strict=True)
    values = [] if problem.values is None else problem.values.tolist()
    edges = dict(zip(ends, weights, strict=True))
    return runner.Graph([*range(graph.node_count)], edges, graph.directed, values)


def begun(given: runner.Tables, task: Task, problem: Problem) -> runner.Run:
    rows = np.zeros((1, 0)) if problem.randomness is None else problem.randomness

    def stream(number: int) -> list[float]:
        return rows[number % len(rows)].tolist()

    if given.takes["input"] == "instance":
        instance = instance_json(task.program, task.encode(problem))
    else:
        instance = runner.instance_of(given, as_runner_graph(problem), problem.start)
    return runner.begin(given, instance, stream)


def same_end(run: runner.Run, program: Program, final: Snapshot) -> bool:
    return (
        run.node_state == [program.node_states[at] for at in final.node_state.tolist()]
        and run.arc_state == [program.arc_states[at] for at in final.arc_state.tolist()]
        and run.scalars == {key: value.tolist() for key, value in final.scalars.items()}
    )


def outputs(
    task: Task, program: Program, instance: Instance, final: Snapshot
) -> dict[str, Any]:
    """The outputs as JSON has them."""
    raw = decode_all(task.decoders, program.readouts, InstanceEnding(instance, final))
    found: dict[str, Any] = {}
    for name, output in task.decoders.items():
        value = output.labelled(raw[name], instance.labels)
        if isinstance(value, PerNode):
            value = {
                str(key): None if each == float("inf") else each for key, each in value.items()
            }
        found[name] = value
    return found


@every_program
def test_it_steps_as_the_program_does(name: str, engine: str) -> None:
    found, rng = explained(name, engine), np.random.default_rng(0)
    task, program, given = found.task, found.program, as_tables(found.words)
    for number in range(3):
        problem = random_problem(task, rng, number)
        run = begun(given, task, problem)
        halted = None
        with contextlib.suppress(runner.UserError):
            halted = runner.execute(run)
        instance = task.encode(problem)
        limit = run.step if engine == "near" else None
        expected = execute(program, instance, max_steps=limit)
        assert expected.steps == run.step
        assert same_end(run, program, expected.final)
        if engine == "rules":
            assert halted
            # Outputs over pairs of nodes are given as the scalars that they are read from.
            if name not in ("floyd_warshall", "matrix_chain_order"):
                read = runner.read_outputs(run)
                assert read == outputs(task, program, instance, expected.final)


def test_which_files_read_graphs() -> None:
    reads = {
        name: tables_of(explained(name, "rules").words)["takes"]["input"]
        for name in (*ON_GRAPHS, "insertion_sort")
    }
    assert reads.pop("insertion_sort") == "instance"
    assert reads.pop("minimum") == "array"
    assert set(reads.values()) == {"graph"}


def test_the_layout_is_the_machines_own() -> None:
    rng, task = np.random.default_rng(4), get_task("dijkstra")
    given = as_tables(explained("dijkstra", "rules").words)
    for number in range(10):
        problem = random_problem(task, rng, number)
        layout, arcs = lay_out(problem.graph), runner.lay_out(as_runner_graph(problem))
        assert [weight for _, weight in arcs.values()] == layout.weight.tolist()
        found = runner.instance_of(given, as_runner_graph(problem), problem.start)
        expected = instance_json(task.program, task.encode(problem))
        assert found["arcs"] == expected["arcs"]
        assert found["nodes"] == expected["nodes"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"arcs": [{"receiver": 0}]}, "this is no instance: KeyError"),
        ({"nodes": 5}, "this is no instance: TypeError"),
        ({"scalars": {"key": [1.0]}}, "key needs 2 numbers, got 1"),
    ],
)
def test_bad_instances(change: dict[str, Any], reason: str) -> None:
    found = explained("insertion_sort", "rules")
    problem = Problem(Graph.from_edges([], [], labels=2), values=np.array([2.0, 1.0]))
    instance = instance_json(found.program, found.task.encode(problem))
    with pytest.raises(runner.UserError, match=reason):
        runner.begin(as_tables(found.words), {**instance, **change}, lambda _: [])


def test_an_arc_that_is_no_reverse() -> None:
    found = explained("insertion_sort", "rules")
    problem = Problem(Graph.from_edges([], [], labels=2), values=np.array([2.0, 1.0]))
    instance = instance_json(found.program, found.task.encode(problem))
    instance["arcs"][1]["reverse"] = 1
    with pytest.raises(runner.UserError, match="arc 1: arc 1 is not its reverse"):
        runner.begin(as_tables(found.words), instance, lambda _: [])


def test_labels_of_several_categories_and_kinds() -> None:
    found = explained("mis", "rules")
    given = as_tables(found.words)
    problem = Problem(Graph.from_edges([0], [1], labels=2), randomness=np.array([[0.1, 0.2]]))
    run = begun(given, found.task, problem)
    assert runner.execute(run)
    output = {"read": "Labels", "kind": 0, "of": "node", "labels": {"IN": 2, "OUT": 1}}
    assert runner.read_output(run, output) == {"0": 2, "1": 1}
    assert runner.read_output(run, {**output, "labels": {"IN": 1}}) == [0]
    assert runner.read_output(run, {**output, "labels": {}}) == []
    virtual = {"read": "GraphMask", "kind": 1, "of": "node", "labels": {"VIRTUAL": 1}}
    assert runner.read_output(run, virtual) is True
    arcs = {"read": "Labels", "kind": 0, "of": "arc", "labels": {"MINE": 1}}
    assert runner.read_output(run, arcs) == [[0, 0, 1]]
    several = {"read": "Unknown", "kind": 0, "of": "node", "scalars": ["lot"]}
    assert runner.read_output(run, several) == {"lot": {"0": 0.1, "1": 0.2}}
    unknown = {"read": "Unknown", "kind": 0, "of": "node", "scalar": "lot"}
    assert runner.read_output(run, unknown) == {"0": 0.1, "1": 0.2}


def test_only_the_standard_library() -> None:
    text = Path(str(runner.__file__)).read_text()
    imported = [line.split()[1] for line in text.splitlines() if line.startswith(("im", "fr"))]
    assert {name.split(".")[0] for name in imported} <= sys.stdlib_module_names


def test_it_stops_where_the_tables_end() -> None:
    given = as_tables(explained("bfs", "rules").words)
    fewer = given.reachable - {"DONE <- DONE: POINTER, NEUTRAL, both"}
    short = replace(given, reachable=fewer)
    problem = Problem(Graph.from_edges([0], [1], labels=2), 0)
    with pytest.raises(runner.UserError, match="after step 1 the run left the cases"):
        runner.execute(begun(short, get_task("bfs"), problem))


def test_a_program_that_never_rests_is_cut_off() -> None:
    given = as_tables(explained("mis", "rules").words)
    cases = [
        {"state": "ACTIVE", "becomes": "WAITING"},
        {"state": "WAITING", "becomes": "ACTIVE"},
    ]
    kinds = {
        f"{receiver} <- {sender}: NEUTRAL, NEUTRAL, {role}"
        for receiver in ("ACTIVE", "WAITING", "VIRTUAL")
        for sender in ("ACTIVE", "WAITING", "VIRTUAL")
        for role in ("self", "both", "from_virtual", "to_virtual")
    }
    restless = replace(given, node_cases=cases, arc_cases=[], reachable=frozenset(kinds))
    problem = Problem(Graph.from_edges([0], [1], labels=2), randomness=np.ones((1, 2)))
    run = begun(restless, get_task("mis"), problem)
    assert (runner.execute(run), run.step) == (False, runner.most_steps(3))


@pytest.mark.parametrize("name", all_tasks())
def test_no_exact_program_is_cut_off(name: str) -> None:
    for nodes in range(1, 200):
        assert runner.most_steps(nodes) >= get_task(name).step_bound(nodes)


def test_a_run_that_takes_long_is_not_cut_off() -> None:
    task, numbers = get_task("insertion_sort"), np.arange(14.0)[::-1].copy()
    problem = Problem(Graph.from_edges([], [], labels=14), values=numbers)
    run = begun(as_tables(explained("insertion_sort", "rules").words), task, problem)
    assert runner.execute(run)
    assert run.step > most_steps(14)
    assert runner.read_outputs(run) == {
        "previous": {**{str(at): at + 1 for at in range(13)}, "13": 13}
    }


def test_items_that_are_in_no_slot_have_themselves() -> None:
    assert runner.previous([2, 0, 1]) == [2, 0, 2]
    assert runner.previous([2, 0, 0]) == [0, 1, 2]


FILES = {
    "a.csv": "source,target,weight\nb,a,2\nc,,\nb,c,1.5\n",
    "b.csv": "weight, Target ,source\n1,10,9\n1,9,10\n\n3,2,2\n",
    "c.txt": "# roads\n0 1 2\n\n% more\n007 1 4\n",
    "d.edges": "source target\n3 4\n5\n",
    "e.txt": "source,target\n1,2\n",
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("directed", [False, True])
def test_files_are_read_as_dnar_does(name: str, directed: bool, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(FILES[name])
    expected = read_graph(path, directed=directed)
    found = runner.read_graph(str(path), directed=directed, weight=None)
    assert found.labels == list(expected.labels)
    assert sorted(found.edges) == list(
        zip(expected.source.tolist(), expected.target.tolist(), strict=True)
    )
    weights = [found.edges[ends] for ends in sorted(found.edges)]
    assert weights == (
        [None] * len(weights) if expected.weight is None else expected.weight.tolist()
    )


def test_a_weight_for_all(tmp_path: Path) -> None:
    path = tmp_path / "edges.txt"
    path.write_text("0 1\n1 2\n")
    graph = runner.read_graph(str(path), directed=False, weight=2.5)
    assert graph.edges == {(0, 1): 2.5, (1, 2): 2.5}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "expected the header"),
        ("source,target\n", "the graph is empty"),
        ("source,goal\n1,2\n", "expected the header"),
        ("source,target\n1,2,3\n", "expected as many cells"),
        ("source,target\n,2\n", "expected a source"),
        ("source,target,weight\n1,2,x\n", "expected a finite number, got 'x'"),
        ("source,target,weight\n1,2,1\n2,3,\n", "a weight to every edge or to none"),
        ("source,target,weight\n1,2,1\n2,1,3\n", "duplicate edge with another weight"),
    ],
)
def test_bad_files(text: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "edges.csv"
    path.write_text(text)
    with pytest.raises(runner.UserError, match=reason):
        runner.read_graph(str(path), directed=False, weight=None)


def test_cycles() -> None:
    edges: list[dict[tuple[int, int], float | None]] = [
        {(0, 1): None, (1, 2): None},
        {(0, 1): None, (1, 0): None},
        {(2, 2): None},
        {},
    ]
    cyclic = [runner.has_cycle(runner.Graph([0, 1, 2], each, True)) for each in edges]
    assert cyclic == [False, True, True, False]


def test_rows_of_random_numbers(tmp_path: Path) -> None:
    for name, text in {"a.json": "[[1, 2], [3, 4.5]]", "a.csv": "1,2\n3 4.5\n"}.items():
        (tmp_path / name).write_text(text)
        assert runner.read_rows(str(tmp_path / name)) == [[1.0, 2.0], [3.0, 4.5]]
    (tmp_path / "bad.json").write_text("[1, 2]")
    with pytest.raises(runner.UserError, match="cannot read"):
        runner.read_rows(str(tmp_path / "bad.json"))

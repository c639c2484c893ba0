"""The runner of standalone files, run inside this process."""

import contextlib
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dnar.explain import explain_program
from dnar.explain import program_runner as runner
from dnar.explain.standalone import tables_of
from dnar.graph import Graph, read_graph
from dnar.machine import (
    Instance,
    Problem,
    Program,
    Task,
    execute,
    lay_out,
    most_steps,
    read_out,
)
from dnar.run import Answer
from dnar.tasks import get_task
from tests.unit.explain.programs import every_program, explained, random_problem


def tables(name: str, engine: str) -> runner.Tables:
    found = explained(name, engine)
    given = tables_of(found.task, found.words)
    return runner.Tables(**{**given, "reachable": frozenset(given["reachable"])})


def as_runner_graph(problem: Problem) -> runner.Graph:
    graph = problem.graph
    missing: list[float | None] = [None] * graph.edge_count
    weights = missing if graph.weight is None else graph.weight.tolist()
    ends = zip(graph.source.tolist(), graph.target.tolist(), strict=True)
    values = [] if problem.values is None else problem.values.tolist()
    edges = dict(zip(ends, weights, strict=True))
    return runner.Graph([*range(graph.node_count)], edges, graph.directed, values)


def begun(given: runner.Tables, problem: Problem) -> runner.Run:
    rows = np.zeros((1, 0)) if problem.randomness is None else problem.randomness

    def stream(number: int) -> list[float]:
        return rows[number % len(rows)].tolist()

    return runner.begin(given, as_runner_graph(problem), problem.start, stream)


def outputs(task: Task, program: Program, instance: Instance, final: Any) -> dict[str, Any]:
    raw = read_out(task, program.readouts, instance, final)
    named = {
        name: decoder.labelled(raw[name], instance.labels)
        for name, decoder in task.decoders.items()
    }
    return Answer(task.name, 0, True, named).to_json()


@every_program
def test_it_ends_as_the_program_does(name: str, engine: str) -> None:
    found, given = explained(name, engine), tables(name, engine)
    task, program, rng = found.task, found.program, np.random.default_rng(0)
    for number in range(8):
        problem = random_problem(task, rng, number)
        instance = task.encode(problem)
        expected = execute(program, instance)
        run = begun(given, problem)
        assert (runner.execute(run), run.step) == (True, expected.steps)
        final = expected.final
        assert run.node_state == [program.node_states[at] for at in final.node_state.tolist()]
        assert run.arc_state == [program.arc_states[at] for at in final.arc_state.tolist()]
        assert run.scalars == {key: value.tolist() for key, value in final.scalars.items()}
        answer = outputs(task, program, instance, final)
        assert runner.read_outputs(run) == {key: answer[key] for key in task.decoders}


def mutant(program: Program, rng: np.random.Generator) -> Program:
    """The program with other orders of listening and some wrong entries for arcs."""
    listening, arcs = np.array(program.listening), np.array(program.arc_table)
    for head in range(len(program.heads)):
        state = int(rng.integers(len(program.node_states)))
        places = listening[head, state]
        listening[head, state] = rng.permutation(places.ravel()).reshape(places.shape)
    wrong = rng.random(arcs.shape) < 0.02
    arcs[wrong] = rng.integers(0, len(program.arc_states), int(wrong.sum()))
    return replace(program, listening=listening, arc_table=arcs)


@pytest.mark.parametrize("name", ["bfs", "eccentricity", "mis"])
def test_a_wrong_program_is_followed_as_far_as_the_tables_go(name: str) -> None:
    found, rng = explained(name, "program"), np.random.default_rng(1)
    task = found.task
    for _ in range(4):
        program = mutant(found.program, rng)
        words = tables_of(task, explain_program(task, program, found.reachable))
        given = runner.Tables(**{**words, "reachable": frozenset(words["reachable"])})
        for number in range(3):
            problem = random_problem(task, rng, number)
            run = begun(given, problem)
            with contextlib.suppress(runner.UserError):
                runner.execute(run)
            expected = execute(program, task.encode(problem), max_steps=run.step)
            final = expected.final
            assert expected.steps == run.step
            assert run.node_state == [
                program.node_states[at] for at in final.node_state.tolist()
            ]
            assert run.arc_state == [program.arc_states[at] for at in final.arc_state.tolist()]
            assert run.scalars == {key: value.tolist() for key, value in final.scalars.items()}


def test_the_layout_is_the_machines_own() -> None:
    rng, task = np.random.default_rng(4), get_task("dijkstra")
    for number in range(10):
        problem = random_problem(task, rng, number)
        layout, arcs = lay_out(problem.graph), runner.lay_out(as_runner_graph(problem))
        assert [arc.receiver for arc in arcs] == layout.receiver.tolist()
        assert [arc.sender for arc in arcs] == layout.sender.tolist()
        assert [arc.reverse for arc in arcs] == layout.reverse_arc.tolist()
        assert [arc.weight for arc in arcs] == layout.weight.tolist()
        roles = ["self", "both", "along", "against", "from_virtual", "to_virtual"]
        assert [arc.role for arc in arcs] == [roles[role] for role in layout.role.tolist()]
        instance = task.encode(problem)
        assert runner.most_steps(instance.node_count) == most_steps(instance.node_count)


def test_only_the_standard_library() -> None:
    text = Path(str(runner.__file__)).read_text()
    imported = [line.split()[1] for line in text.splitlines() if line.startswith(("im", "fr"))]
    assert {name.split(".")[0] for name in imported} <= sys.stdlib_module_names


def test_it_stops_where_the_tables_end() -> None:
    given = tables("bfs", "rules")
    fewer = given.reachable - {"DONE <- DONE: POINTER, NEUTRAL, both"}
    short = runner.Tables(**{**vars(given), "reachable": fewer})
    problem = Problem(Graph.from_edges([0], [1], labels=2), 0)
    with pytest.raises(runner.UserError, match="after step 1 the run left the cases"):
        runner.execute(begun(short, problem))


def test_a_program_that_never_rests_is_cut_off() -> None:
    given = tables("mis", "rules")
    rules = [
        {"state": "ACTIVE", "becomes": "WAITING"},
        {"state": "WAITING", "becomes": "ACTIVE"},
    ]
    kinds = {
        f"{receiver} <- {sender}: NEUTRAL, NEUTRAL, {role}"
        for receiver in ("ACTIVE", "WAITING", "VIRTUAL")
        for sender in ("ACTIVE", "WAITING", "VIRTUAL")
        for role in ("self", "both", "from_virtual", "to_virtual")
    }
    changed = {"node_rules": rules, "arc_rules": [], "reachable": frozenset(kinds)}
    run = begun(
        runner.Tables(**{**vars(given), **changed}),
        Problem(Graph.from_edges([0], [1], labels=2), randomness=np.ones((1, 2))),
    )
    assert (runner.execute(run), run.step) == (False, runner.most_steps(3))


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
        ("source,target,weight\n1,2,1\n2,1,3\n", "stands twice with two weights"),
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

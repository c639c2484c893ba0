"""Engines: who runs a task when nobody says, and what is refused."""

import pickle
from dataclasses import replace
from pathlib import Path

import pytest

import dnar
from dnar import memory
from dnar.compile import NoCompilerError
from dnar.errors import InputError
from dnar.graph import load_graph
from dnar.machine import Problem
from dnar.run import EngineName, engine, engine_for
from dnar.tasks import all_tasks, get_task


def test_the_compiled_proved_program_runs_by_default() -> None:
    for task in all_tasks().values():
        assert engine_for(task, None).name is EngineName.COMPILED
    assert dnar.run("bfs", "karate", start=0).engine == "compiled"
    assert dnar.run("bfs", "karate", start=0, engine="rules").engine == "rules"


def test_without_a_compiler_programs_are_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> tuple[str, ...]:
        raise NoCompilerError("no compiler")

    monkeypatch.setattr(engine, "find_compiler", none)
    assert dnar.run("bfs", "karate", start=0).engine == "program"
    with pytest.raises(NoCompilerError):
        dnar.run("bfs", "karate", start=0, engine="compiled")


def test_compiled_engines_travel_to_other_processes() -> None:
    made = engine_for(get_task("bfs"), "compiled")
    again = pickle.loads(pickle.dumps(made))
    problem = Problem(load_graph("karate"), 0)
    assert again.solve(problem).outputs["parent"].tolist() == (
        made.solve(problem).outputs["parent"].tolist()
    )


def test_programs_run_without_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "has_torch", lambda: False)
    assert dnar.run("bfs", "karate", start=0).engine == "compiled"
    with pytest.raises(InputError, match="networks need PyTorch"):
        dnar.run("bfs", "karate", start=0, engine="network")
    with pytest.raises(InputError, match="networks need PyTorch"):
        dnar.train("bfs")


def test_the_rules_run_without_a_model() -> None:
    unlearned = replace(get_task("bfs"), name="unlearned")
    assert engine_for(unlearned, None).name is EngineName.RULES
    with pytest.raises(InputError, match="no model for unlearned"):
        engine_for(unlearned, "network")
    with pytest.raises(InputError, match="no model for unlearned"):
        engine_for(unlearned, "program")


def test_an_unknown_engine() -> None:
    with pytest.raises(InputError, match="'steam'; the engines are rules, program, compiled"):
        dnar.run("bfs", "karate", start=0, engine="steam")


def test_all_engines_give_the_same_answers(tmp_path: Path) -> None:
    for name in ("bfs", "dfs", "prim", "dijkstra", "eccentricity"):
        one, *others = (
            dnar.run(name, "er:20", start=3, seed=1, trajectory=True, engine=each)
            for each in EngineName
        )
        for other in others:
            assert (one.outputs, one.steps, one.halted) == (other.outputs, other.steps, True)
            assert one.trajectory == other.trajectory


@pytest.mark.parametrize("name", ["rules", "program", "network"])
def test_a_graph_that_does_not_fit_is_refused(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem, chosen = Problem(load_graph("path:300"), 0), engine_for(get_task("bfs"), name)
    monkeypatch.setattr(memory, "FEW_BYTES", 0)
    monkeypatch.setattr(memory, "available_memory", lambda: 100_000)
    with pytest.raises(InputError, match="a run on 300 nodes and 1,498 arcs needs about"):
        chosen.solve(problem)


def test_a_recorded_run_that_does_not_fit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem(load_graph("path:300"), 0)
    compiled = engine_for(get_task("bfs"), "compiled")
    monkeypatch.setattr(memory, "FEW_BYTES", 0)
    monkeypatch.setattr(memory, "available_memory", lambda: 100_000)
    assert compiled.solve(problem).halted
    with pytest.raises(InputError, match="a run on 300 nodes"):
        compiled.solve(problem, record=True)

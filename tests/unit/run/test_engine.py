"""Engines: who runs a task when nobody says, users' own, and what is refused."""

import copy
import pickle
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from jaxtyping import config

import dnar
from dnar import memory
from dnar.errors import InputError
from dnar.graph import load_graph
from dnar.machine import Problem, Task
from dnar.run import ENGINES, EngineUsed, engine_for, pytorch
from dnar.tasks import all_tasks, get_task

pytestmark = pytest.mark.usefixtures("no_shape_checks_in_module")


def test_the_proved_program_runs_by_default() -> None:
    for task in all_tasks().values():
        assert engine_for(task, None).name == "automatic"
    answer = dnar.run("bfs", "karate", start=0)
    assert answer.engine in ("compiled", "program")
    assert answer.engine.reason
    rules = dnar.run("bfs", "karate", start=0, engine="rules")
    assert (rules.engine, rules.engine.reason) == ("rules", "asked for")


def test_a_name_with_its_reason_is_a_text() -> None:
    used = EngineUsed("program", "too small", fallback=True)
    assert used == "program"
    assert f"{used}" == "program"
    assert hash(used) == hash("program")
    for same in (pickle.loads(pickle.dumps(used)), copy.deepcopy(used)):
        assert (same, same.reason, same.fallback) == ("program", "too small", True)


def test_the_bundled_engine_is_made_once() -> None:
    assert engine_for(get_task("bfs"), None) is engine_for(get_task("bfs"), None)
    assert engine_for(get_task("bfs"), "rules") is not engine_for(get_task("dfs"), "rules")


class Everywhere:
    """An engine of one's own: every node is its own parent."""

    name = "everywhere"

    def __init__(self, task: Task) -> None:
        self.task = task

    def solve(
        self, problem: Problem, *, max_steps: int | None = None, record: bool = False
    ) -> dnar.Solution:
        nodes = problem.graph.node_count
        return dnar.Solution({"parent": np.arange(nodes)}, steps=0, halted=True)


def test_an_engine_of_ones_own() -> None:
    mine = Everywhere(get_task("bfs"))
    assert isinstance(mine, dnar.Engine)
    answer = dnar.run("bfs", "path:3", start=0, engine=mine)
    assert answer.parent == {0: 0, 1: 1, 2: 2}
    assert (answer.engine, answer.engine.reason) == ("everywhere", "asked for")
    score = next(dnar.evaluate(mine, sizes=(5,), families=("er",), graphs=2))
    assert score.graph == 0.0


@pytest.mark.parametrize("wrong", [42, object(), ["rules"], Everywhere])
def test_what_is_no_engine(wrong: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(config, "jaxtyping_disable", True)
    with pytest.raises(InputError, match="an engine is a name or an object with name, task"):
        dnar.run("bfs", "path:3", start=0, engine=wrong)  # type: ignore[arg-type]


def test_compiled_engines_travel_to_other_processes() -> None:
    made = engine_for(get_task("bfs"), "compiled")
    again = pickle.loads(pickle.dumps(made))
    problem = Problem(load_graph("karate"), 0)
    assert again.solve(problem).outputs["parent"].tolist() == (
        made.solve(problem).outputs["parent"].tolist()
    )


def test_programs_run_without_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pytorch, "has_torch", lambda: False)
    assert dnar.run("bfs", "karate", start=0).halted
    with pytest.raises(InputError, match="networks need PyTorch"):
        dnar.run("bfs", "karate", start=0, engine="network")
    with pytest.raises(InputError, match="networks need PyTorch"):
        dnar.train("bfs")


def test_the_rules_run_without_a_model() -> None:
    unlearned = replace(get_task("bfs"), name="unlearned")
    assert engine_for(unlearned, None).name == "rules"
    answer = dnar.run(unlearned, "path:3", start=0)
    assert answer.engine == "rules"
    assert answer.engine.reason == "no program for unlearned comes with the package"
    with pytest.raises(InputError, match="no model for unlearned"):
        engine_for(unlearned, "network")
    with pytest.raises(InputError, match="no model for unlearned"):
        engine_for(unlearned, "program")


def test_a_task_named_like_one_of_the_package_is_run_by_its_own_rules() -> None:
    idle = dnar.Algorithm("bfs", "idle", nodes="UNSEEN DONE", arcs="NEUTRAL POINTER CLOSED")
    idle.begin(start="DONE", against="CLOSED")
    idle.returns_pointer("parent", "POINTER")
    answer = dnar.run(idle.task(), "path:3", start=0)
    assert (answer.engine, answer.parent) == ("rules", {0: 0, 1: 1, 2: 2})
    with pytest.raises(InputError, match="no model for bfs"):
        engine_for(idle.task(), "compiled")


def test_an_unknown_engine() -> None:
    known = "the engines are automatic, compiled, duckdb, network, numpy, program, rules, spark"
    with pytest.raises(InputError, match=f"'steam'; {known}"):
        dnar.run("bfs", "karate", start=0, engine="steam")


def test_all_engines_that_record_give_the_same_answers(tmp_path: Path) -> None:
    for name in ("bfs", "dfs", "prim", "dijkstra", "eccentricity"):
        one, *others = (
            dnar.run(name, "er:20", start=3, seed=1, trajectory=True, engine=each)
            for each in ENGINES
            if each not in ("duckdb", "spark")
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

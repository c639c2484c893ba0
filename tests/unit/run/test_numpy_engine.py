"""The numpy engine: the program's answers without a compiler."""

import pytest

import dnar
from dnar.tasks import get_task


@pytest.mark.parametrize("name", ["bfs", "dfs", "dijkstra", "mis", "bellman_ford"])
def test_it_gives_the_answers_of_the_interpreter(name: str) -> None:
    task = get_task(name)
    problem = dnar.evaluation_problem(task, "ws", 60, 0)
    answers = [
        dnar.run(name, problem.graph, engine=engine, seed=3, start=problem.start)
        for engine in ("numpy", "program")
    ]
    assert [answer.engine for answer in answers] == ["numpy", "program"]
    assert answers[0].steps == answers[1].steps
    assert answers[0].outputs == answers[1].outputs


def test_it_records() -> None:
    runs = [
        dnar.run("dfs", "grid:4", start=0, engine=engine, trajectory=True)
        for engine in ("numpy", "rules")
    ]
    assert [len(run.trajectory or ()) for run in runs] == [runs[0].steps] * 2

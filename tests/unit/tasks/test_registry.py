"""The registry: every file of the folder is a task, and nothing else lists them."""

from pathlib import Path

import pytest

import dnar.tasks
from dnar.errors import InputError
from dnar.machine import Problem, Task
from dnar.tasks import all_tasks, get_task
from tests.rules_run import rules_run

FOLDER = Path(str(dnar.tasks.__file__)).parent


def test_every_file_is_a_task_of_its_name() -> None:
    files = sorted(path.stem for path in FOLDER.glob("[!_]*.py"))
    assert list(all_tasks()) == files
    assert [task.name for task in all_tasks().values()] == files
    assert "bfs" in files


def test_a_new_file_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = "from dataclasses import replace\nfrom dnar.tasks.bfs import TASK as BFS\n"
    (tmp_path / "wave.py").write_text(source + "TASK = replace(BFS, name='wave')\n")
    monkeypatch.setattr(dnar.tasks, "__path__", [*dnar.tasks.__path__, str(tmp_path)])
    all_tasks.cache_clear()
    try:
        assert "wave" in all_tasks()
        assert rules_run("wave", "path:3", start=0).parent == {0: 0, 1: 0, 2: 1}
    finally:
        all_tasks.cache_clear()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("bsf", r"^no task 'bsf'; did you mean 'bfs'\? The tasks are: bellman_ford, bfs, "),
        ("BFS", r"^no task 'BFS'; did you mean 'bfs'\?"),
        ("dijkstras", r"did you mean 'dijkstra'\?"),
        ("zzz", r"^no task 'zzz'\. The tasks are: bellman_ford, bfs"),
        ("", r"^no task ''\. The tasks are"),
    ],
)
def test_unknown_tasks(name: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        get_task(name)


@pytest.mark.parametrize("task", all_tasks().values(), ids=lambda task: task.name)
def test_every_task_is_complete(task: Task) -> None:
    assert task.title
    assert task.summary
    assert task.decoders
    assert get_task(task.name) is task
    last = list(task.rules.node_states)[-1]
    assert int(last) == len(task.rules.node_states) - 1


def test_nothing_but_the_file_knows_a_task_by_name() -> None:
    machine = FOLDER.parent / "machine"
    words = {f'"{name}"' for name in all_tasks()}
    for path in machine.glob("*.py"):
        assert not [word for word in words if word in path.read_text()], path.name


def test_problems_need_no_labels() -> None:
    graph = dnar.load_graph("path:3").relabelled(["x", "y", "z"])
    assert get_task("bfs").encode(Problem(graph, 2)).labels == ["x", "y", "z"]

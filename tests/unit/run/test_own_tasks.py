"""Tasks of one's own: from files, packages and training folders, and graphs of one's own."""

import shutil
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

import dnar
from dnar import own_tasks
from dnar.errors import InputError
from dnar.graph import path
from dnar.machine import Problem, Rounds, given_problems, task_from_json, task_json
from dnar.run import evaluate
from dnar.run.relational import check_rounds
from dnar.run.source import engine_from
from dnar.stored_task import store_task, stored_beside
from dnar.tasks import get_task
from dnar.verify import Verdict

pytestmark = pytest.mark.usefixtures("no_shape_checks_in_module")

EXAMPLES = Path(__file__).parents[3] / "examples" / "tasks"
FEW: dict[str, Any] = {"graphs": 16}


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two trained folders, made from files that are gone since."""
    place = tmp_path_factory.mktemp("own")
    for name in ("two_colouring", "calls"):
        shutil.copy(EXAMPLES / f"{name}.py", place)
        model = dnar.train(str(place / f"{name}.py"), out=place / name, **FEW)
        assert model.report["verdict"] == "proved"
        (place / f"{name}.py").unlink()
    return place


def write(place: Path, text: str) -> str:
    (place / "mine.py").write_text(text)
    return str(place / "mine.py")


DECLARED = """
from dnar import Algorithm
def made(name):
    a = Algorithm(name, "nothing", nodes="A B")
    a.node("A", "B")
    a.returns_nodes("all", "B")
    return a.task()
"""


def test_the_task_of_a_file(tmp_path: Path) -> None:
    file = write(tmp_path, DECLARED + "one = made('one')\n")
    assert get_task(file).name == "one"
    assert dnar.run(file, "path:2").all == [0, 1]
    both = write(tmp_path, DECLARED + "one = made('one')\ntwo = made('two')\n")
    assert get_task(f"{both}:two").name == "two"


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        (
            DECLARED + "a, b = made('a'), made('b')",
            "",
            "declares several tasks, a, b; name one",
        ),
        (DECLARED + "a = made('a')", ":b", "has no task 'b'; its tasks are: a"),
        ("x = 1\n", "", "declares no task; assign one to the name TASK"),
        ("x = \n", "", "mine.py:1: SyntaxError"),
        ("x = 1\ny = x / 0\n", "", "mine.py:2: ZeroDivisionError: division by zero"),
        (DECLARED + "TASK = made('bfs')", "", "'bfs' is a task of the package; give yours"),
    ],
)
def test_files_that_cannot_be_used(tmp_path: Path, text: str, name: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        get_task(write(tmp_path, text) + name)
    assert message in str(caught.value)


def test_there_is_no_such_file() -> None:
    with pytest.raises(InputError, match=r"there is no file 'nowhere\.py'"):
        get_task("nowhere.py")


def test_installed_packages_offer_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    offered = {
        "search": EntryPoint("search", "dnar.tasks.bfs:TASK", own_tasks.GROUP),
        "odd": EntryPoint("odd", "dnar.tasks.bfs:RULES", own_tasks.GROUP),
        "gone": EntryPoint("gone", "no.such:TASK", own_tasks.GROUP),
    }
    monkeypatch.setattr(own_tasks, "installed_tasks", lambda: offered)
    assert get_task("search") is get_task("bfs")
    with pytest.raises(InputError, match=r"the entry point 'odd', .* is no dnar.Task"):
        get_task("odd")
    with pytest.raises(InputError, match=r"the task 'gone', .* fails: ModuleNotFound"):
        get_task("gone")


def test_a_folder_is_enough_if_the_encoder_is_data(folders: Path) -> None:
    folder = folders / "two_colouring"
    assert dnar.load_model(folder).verify().verdict is Verdict.PROVED
    for source in (folder, folder / "model.safetensors", folder / "certificate.json"):
        engine = engine_from(str(source), "program")
        answer = dnar.run(engine.task, "path:4", start=0, engine=engine)
        assert list(answer.colour.values()) == ["red", "blue", "red", "blue"]


def test_a_python_encoder_is_needed_only_to_run(folders: Path) -> None:
    model = dnar.load_model(folders / "calls")
    assert model.verify().verdict is Verdict.PROVED
    with pytest.raises(InputError, match=r"with Python code, encode in calls.py, which"):
        model.run("path:2")
    task = get_task(str(EXAMPLES / "calls.py"))
    whole = dnar.load_model(folders / "calls", task=task)
    assert list(whole.run("path:2").found_at.values()) == [2.0, 3.0]


def test_the_files_that_were_written_from_the_documentation() -> None:
    files = sorted((EXAMPLES.parents[1] / "benchmarks" / "tasks_from_docs").glob("*.py"))
    assert len(files) == 12
    for file in files:
        assert get_task(str(file)).name == file.stem


def test_a_model_of_other_rules_is_refused(folders: Path) -> None:
    with pytest.raises(InputError, match="is for 'calls', not for 'two_colouring'"):
        dnar.load_model(folders / "calls", task=get_task(str(EXAMPLES / "two_colouring.py")))
    value = task_json(get_task(str(EXAMPLES / "calls.py")))
    value["rules"]["node_cases"].pop()
    with pytest.raises(InputError, match="was made for other rules of 'calls'"):
        dnar.load_model(folders / "calls", task=task_from_json(value))


def test_a_certificate_alone_does_not_say_its_task(folders: Path, tmp_path: Path) -> None:
    shutil.copy(folders / "calls" / "certificate.json", tmp_path)
    with pytest.raises(InputError, match=r"not stored beside it as task.json; give the"):
        engine_from(str(tmp_path / "certificate.json"), "program")


def test_damaged_tasks() -> None:
    value = task_json(get_task("bfs"))
    for odd, message in (
        ([], "this is no task"),
        ({**value, "format": 99}, "is of format 99 and this version reads 1"),
        ({**value, "encoder": {"nodes": 0}}, "the task is damaged: its encoder has"),
        ({**value, "outputs": [["x", {"output": "Output2"}]]}, "no output 'Output2'"),
        ({**value, "inputs": {"start": "maybe"}}, "the task is damaged: ValueError"),
        ({**value, "rounds": {"bound": 3}}, "the task is damaged: its rounds are"),
        ({**value, "rounds": {"limit": "n"}}, "the task is damaged: its rounds are"),
    ):
        with pytest.raises(InputError, match=message):
            task_from_json(odd)


def test_every_bundled_task_can_be_stored() -> None:
    for name in ("bfs", "dfs", "mis", "minimum", "dijkstra", "eccentricity"):
        value = task_json(get_task(name))
        assert task_json(task_from_json(value)) == value
        assert task_from_json(value).rounds == get_task(name).rounds
    del value["rounds"]  # as in files of version 0.2
    assert task_from_json(value).rounds is None


def test_rounds_are_stored_with_an_own_task(tmp_path: Path) -> None:
    rounds = Rounds("the number of nodes", linear=True, instead="two_colouring")
    algorithm = dnar.Algorithm("slow", "waits", nodes="A B", rounds=rounds)
    algorithm.begin(start="B")
    algorithm.node("A", "B", hears="B over NEUTRAL")
    algorithm.returns_nodes("seen", "B")
    store_task(tmp_path, algorithm.task())
    task = task_from_json(stored_beside(tmp_path))
    assert task.rounds == rounds
    with pytest.raises(InputError, match=r"takes as many rounds .* use two_colouring, or"):
        check_rounds(task, "duckdb")


def test_own_graphs(tmp_path: Path) -> None:
    task, graphs = get_task("dijkstra"), [path(3), "er:5", Problem(path(2), start=1)]
    found = given_problems(task, graphs)
    assert [each.graph.node_count for each in found] == [3, 5, 2]
    assert all(each.graph.weight is not None for each in found)
    assert found[2].start == 1
    (tmp_path / "one.csv").write_text("source,target,weight\na,b,2\nb,c,3\n")
    (tmp_path / "two.csv").write_text("source,target,weight\na,b,2\n")
    assert len(given_problems(task, tmp_path)) == 2
    assert len(given_problems(task, (path(size) for size in range(2, 5)))) == 3
    model = dnar.train("bfs", graphs=(path(size) for size in range(2, 9)))
    assert (model.exact, model.report["config"]["graphs"]) == (True, 7)
    score = next(iter(evaluate(engine_from("bfs", "rules"), graphs=[path(4), path(9)])))
    assert (score.family, score.size, score.graphs, score.graph) == ("given", 9, 2, 100.0)


def test_own_graphs_that_cannot_be_used(tmp_path: Path) -> None:
    for odd, message in (
        ([], "graphs: there are none in"),
        (tmp_path / "nowhere", "there is no file or folder of graphs"),
        (3.5, "graphs are a list, a generator, a folder or a file"),
        ([path(2), object()], "graph 1: cannot make a graph of a"),
    ):
        with pytest.raises(InputError, match=message):
            given_problems(get_task("bfs"), odd)
